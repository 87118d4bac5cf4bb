//! `marker.added`: creates the firm's property of the parcel and links it to the project.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use domain::{MarkerId, ParcelNumber, ParcelUuid, ProjectId};
use messaging::{Envelope, HandlerError};
use serde::Deserialize;

use crate::properties::events::{self, By};
use crate::properties::facts::Facts;
use crate::properties::store::{Change, NewProperty, ParcelFacts, update_property};
use crate::properties::{copies, identity, links, projects};

/// The parts of the event that are used here.
#[derive(Debug, Deserialize)]
struct Data {
    marker_id: MarkerId,
    project_id: ProjectId,
    ll_uuid: Option<ParcelUuid>,
    parcelnumb: ParcelNumber,
    county_fips: Option<String>,
    lon: f64,
    lat: f64,
    address: Option<String>,
    scity: Option<String>,
    szip: Option<String>,
    owner: Option<String>,
    careof: Option<String>,
    saledate: Option<String>,
    #[serde(default)]
    keep_until: Option<DateTime<Utc>>,
}

impl Data {
    fn into_property(self) -> NewProperty {
        let derived = || {
            ParcelUuid::derive(
                self.county_fips.as_deref().unwrap_or_default(),
                &self.parcelnumb,
            )
        };
        let facts = Facts {
            careof: self.careof,
            saledate: self.saledate,
            ..Facts::default()
        };
        NewProperty {
            ll_uuid: self.ll_uuid.unwrap_or_else(derived),
            provisional: self.ll_uuid.is_none(),
            parcel_number: self.parcelnumb.into_string(),
            parcel: ParcelFacts {
                county_fips: self.county_fips,
                address: self.address,
                city: self.scity,
                zip: self.szip,
                owner_name: self.owner,
                lon: self.lon,
                lat: self.lat,
                source: None,
                is_sample: false,
                facts: facts.to_stored(),
                keep_until: self.keep_until,
            },
            image_path: None,
        }
    }
}

/// Creates the property if missing, and links it. A marker that was already removed is not linked.
pub async fn handle(conn: &mut AsyncPgConnection, envelope: &Envelope) -> Result<(), HandlerError> {
    let data: Data = envelope.parse()?;
    let (marker, project) = (data.marker_id, data.project_id);
    if links::lock_link(conn, marker).await?.is_some() {
        return Ok(());
    }
    if projects::is_deleted(conn, project).await? {
        links::insert_tombstone(conn, marker, project, envelope.aggregateversion).await?;
        return Ok(());
    }
    projects::remember(conn, project).await?;
    copies::remember_firm(conn, None, data.keep_until).await?;
    let (row, _new) = identity::find_or_insert(conn, data.into_property()).await?;
    if links::insert_link(
        conn,
        marker,
        project,
        row.property_id,
        envelope.aggregateversion,
    )
    .await?
    {
        let row = update_property(conn, row.property_id, &Change::default()).await?;
        events::updated(conn, By::event(envelope), &row, &["project_ids"]).await?;
    }
    Ok(())
}
