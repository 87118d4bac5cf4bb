//! `marker.added` → `parcel.described`: publishes everything known about the marked parcel.
//!
//! With it property-api has the details of a property without a request. An unknown parcel is
//! described by the marker's own data, so that the property exists in any case. No provider is
//! called: the lookup before the marker did that.

use chrono::{DateTime, NaiveDate, Utc};
use diesel_async::AsyncPgConnection;
use domain::{LonLat, MarkerId, ParcelNumber, ParcelUuid, ProjectId};
use messaging::{Envelope, Event, HandlerError, outbox};
use serde::{Deserialize, Serialize};

use crate::parcels::store::{self, Stored};
use crate::parcels::{Composite, licensed, sites, visible};
use parcel_record::{ParcelFields, ParcelRecord, is_county_fips};

/// Placeholder for an unknown county; no county has this code.
const NO_COUNTY: &str = "00000";
/// Source of a record built from a marker that does not name its own.
const SOURCE: &str = "marker";

/// Data of `marker.added`.
#[derive(Debug, Clone, Deserialize)]
pub struct MarkerAdded {
    marker_id: MarkerId,
    project_id: ProjectId,
    #[serde(default)]
    ll_uuid: Option<ParcelUuid>,
    parcelnumb: ParcelNumber,
    #[serde(default)]
    county_fips: Option<String>,
    lon: f64,
    lat: f64,
    #[serde(default)]
    address: Option<String>,
    #[serde(default)]
    scity: Option<String>,
    #[serde(default)]
    szip: Option<String>,
    #[serde(default)]
    owner: Option<String>,
    #[serde(default)]
    careof: Option<String>,
    #[serde(default)]
    saledate: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    source_licence: Option<String>,
    #[serde(default)]
    fetched_at: Option<DateTime<Utc>>,
    #[serde(default)]
    keep_until: Option<DateTime<Utc>>,
}

/// Data of `parcel.described`.
#[derive(Debug, Clone, Serialize)]
struct ParcelDescribed {
    project_id: ProjectId,
    marker_id: MarkerId,
    parcel: Described,
}

#[derive(Debug, Clone, Serialize)]
struct Described {
    #[serde(flatten)]
    record: ParcelRecord,
    /// The parcels of a site; absent for a single parcel.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    members: Vec<Member>,
}

#[derive(Debug, Clone, Serialize)]
struct Member {
    ll_uuid: ParcelUuid,
    parcelnumb: String,
}

impl From<ParcelRecord> for Described {
    fn from(record: ParcelRecord) -> Self {
        Self {
            record,
            members: Vec::new(),
        }
    }
}

impl From<Composite> for Described {
    fn from(site: Composite) -> Self {
        let members = site.site.members.into_iter().map(|member| Member {
            ll_uuid: member.ll_uuid,
            parcelnumb: member.parcelnumb,
        });
        Self {
            members: members.collect(),
            record: site.record,
        }
    }
}

/// Publishes the description of a new marker's parcel.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let marker: MarkerAdded = envelope.parse()?;
    let at = LonLat::new(marker.lon, marker.lat).map_err(HandlerError::permanent)?;
    let (parcel, version) = match site(conn, &marker).await? {
        // The last description counts: a site has no version, its parcels have theirs.
        Some(site) => (site.into(), 1),
        None => match find(conn, &marker, at).await? {
            Some(stored) => (stored.record.into(), stored.version),
            None => (from_marker(&marker).into(), 1),
        },
    };
    let described = ParcelDescribed {
        project_id: marker.project_id,
        marker_id: marker.marker_id,
        parcel,
    };
    let subject = described.parcel.record.fields.ll_uuid;
    let mut event = Event::new(
        "parcel.described",
        subject,
        version,
        envelope.customerid,
        serde_json::to_value(described)?,
    );
    event.actor_id = envelope.actorid;
    outbox::append(conn, &event).await?;
    Ok(())
}

async fn site(
    conn: &mut AsyncPgConnection,
    marker: &MarkerAdded,
) -> Result<Option<Composite>, HandlerError> {
    match marker.ll_uuid {
        Some(id) => Ok(sites::find(conn, id).await?),
        None => Ok(None),
    }
}

/// By id; else by county and number; else, for a marker without an id, the parcel at its point.
async fn find(
    conn: &mut AsyncPgConnection,
    marker: &MarkerAdded,
    at: LonLat,
) -> Result<Option<Stored>, HandlerError> {
    if let Some(id) = marker.ll_uuid
        && let Some(stored) = visible::find(conn, id).await?
    {
        return Ok(Some(stored));
    }
    let number = marker.parcelnumb.as_str();
    if let Some(county) = marker.county_fips.as_deref() {
        let named = visible::list_by_number(conn, number, Some(county)).await?;
        // Two parcels of a county share the number: only the id could distinguish them.
        if named.len() == 1 {
            return Ok(named.into_iter().next());
        }
    }
    if marker.ll_uuid.is_some() {
        return Ok(None);
    }
    let mut here = store::list_at(conn, at).await?;
    here.extend(licensed::list_at(conn, at).await?);
    let same = here
        .iter()
        .map(|stored| &stored.record.fields)
        .find(|fields| fields.parcelnumb == number);
    match same {
        Some(fields) => Ok(visible::find(conn, fields.ll_uuid).await?),
        None => Ok(None),
    }
}

fn from_marker(marker: &MarkerAdded) -> ParcelRecord {
    let county = marker
        .county_fips
        .clone()
        .filter(|code| is_county_fips(code))
        .unwrap_or_else(|| NO_COUNTY.to_owned());
    let id = marker
        .ll_uuid
        .unwrap_or_else(|| ParcelUuid::derive(&county, &marker.parcelnumb));
    let mut fields = ParcelFields::new(id, county, marker.parcelnumb.to_string());
    fields.address.clone_from(&marker.address);
    fields.scity.clone_from(&marker.scity);
    fields.szip.clone_from(&marker.szip);
    fields.owner.clone_from(&marker.owner);
    fields.careof.clone_from(&marker.careof);
    fields.saledate = marker
        .saledate
        .as_deref()
        .and_then(|day| day.parse::<NaiveDate>().ok());
    let source = marker.source.as_deref().unwrap_or(SOURCE);
    ParcelRecord {
        source_licence: marker.source_licence.clone(),
        fetched_at: marker.fetched_at,
        keep_until: marker.keep_until,
        ..fields.into_record(marker.lon, marker.lat, source)
    }
}
