//! Request and response bodies of the property endpoints.

use chrono::{DateTime, Utc};
use domain::{ContactId, Money, ParcelNumber, ParcelUuid, ProjectId, PropertyId, State};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::{IntoParams, ToSchema};

use super::edits::FactEdit;
use super::facts::{Facts, SiteMember};
use super::locate::Locator;
use super::ops::PropertyDetail;
use super::store;
use crate::contacts::store::ContactRow;

/// Identifies a property.
#[derive(Debug, Clone, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct PropertyQuery {
    /// Parcel number within its county.
    pub parcel_number: ParcelNumber,
    /// Restricts the match to this project's properties.
    #[serde(default)]
    pub project_id: Option<ProjectId>,
    /// The parcel's identity, if the number is ambiguous.
    #[serde(default)]
    pub ll_uuid: Option<ParcelUuid>,
}

impl From<PropertyQuery> for Locator {
    fn from(query: PropertyQuery) -> Self {
        Self {
            parcel_number: query.parcel_number,
            project_id: query.project_id,
            ll_uuid: query.ll_uuid,
        }
    }
}

/// A property with all details.
#[derive(Debug, Serialize, ToSchema)]
pub struct Property {
    /// The firm's property of the parcel.
    #[schema(value_type = Uuid)]
    pub property_id: PropertyId,
    /// Parcel number within its county.
    pub parcel_number: String,
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    /// State and county, five digits.
    #[schema(required = true)]
    pub county_fips: Option<String>,
    #[schema(required = true)]
    pub address: Option<String>,
    #[schema(required = true)]
    pub city: Option<String>,
    /// Two-letter code of the state.
    #[schema(required = true)]
    pub state: Option<String>,
    #[schema(required = true)]
    pub zip: Option<String>,
    /// Year of construction.
    #[schema(required = true)]
    pub year_built: Option<i64>,
    /// Kind of assessed value on the tax roll.
    #[schema(required = true)]
    pub parcel_value_type: Option<String>,
    /// US dollars.
    #[schema(required = true)]
    pub total_value: Option<Money>,
    /// US dollars.
    #[schema(required = true)]
    pub appraised_value: Option<Money>,
    /// US dollars.
    #[schema(required = true)]
    pub market_value: Option<Money>,
    /// US dollars.
    #[schema(required = true)]
    pub offer_value: Option<Money>,
    /// Path of the saved site image.
    #[schema(required = true)]
    pub image_path: Option<String>,
    /// Deeded owner: the owner of record.
    #[schema(required = true)]
    pub owner_name: Option<String>,
    /// Recorded taxpayer, else the owner.
    #[schema(required = true)]
    pub taxpayer_name: Option<String>,
    /// Name of the first linked contact, who signs for the owner.
    #[schema(required = true)]
    pub signer: Option<String>,
    /// Address of tax bills.
    #[schema(required = true)]
    pub mailing_address: Option<String>,
    /// Floor area.
    #[schema(required = true)]
    pub square_feet: Option<i64>,
    /// Name given by the firm.
    #[schema(required = true)]
    pub property_name: Option<String>,
    /// The county's use code.
    #[schema(required = true)]
    pub use_code: Option<String>,
    /// Meaning of the use code.
    #[schema(required = true)]
    pub use_description: Option<String>,
    /// Zoning class, else the zoning code.
    #[schema(required = true)]
    pub zoning_type: Option<String>,
    /// Zoning subclass.
    #[schema(required = true)]
    pub zoning_subtype: Option<String>,
    /// Legal description.
    #[schema(required = true)]
    pub legal_description: Option<String>,
    #[schema(required = true)]
    pub subdivision: Option<String>,
    /// Area of the parcel in acres.
    #[schema(required = true)]
    pub acres: Option<f64>,
    /// Number of buildings on the parcel.
    #[schema(required = true)]
    pub building_count: Option<i64>,
    /// FEMA flood zone.
    #[schema(required = true)]
    pub flood_zone: Option<String>,
    /// FEMA flood zone subtype.
    #[schema(required = true)]
    pub flood_zone_subtype: Option<String>,
    /// Last sale, as the source writes it.
    #[schema(required = true)]
    pub sale_date: Option<String>,
    /// Linked contacts, in the order in which they were linked.
    pub contact_ids: Vec<ContactId>,
    /// Of the first linked contact.
    #[schema(required = true)]
    pub contact_first_name: Option<String>,
    /// Of the first linked contact.
    #[schema(required = true)]
    pub contact_last_name: Option<String>,
    /// Job title of the first linked contact; never a form of address.
    #[schema(required = true)]
    pub contact_title: Option<String>,
    /// Form of address of the first linked contact: `Mr.`, `Dr.`, …
    #[schema(required = true)]
    pub contact_honorific: Option<String>,
    /// `GeoJSON` outline (Polygon or `MultiPolygon`), WGS 84.
    #[schema(required = true, value_type = Option<Object>)]
    pub geom_json: Option<Value>,
    /// Degrees, WGS 84.
    pub lon: f64,
    /// Degrees, WGS 84.
    pub lat: f64,
    /// Projects that contain it.
    pub project_ids: Vec<ProjectId>,
    /// Source of the parcel record; null until `parcel.described` arrives.
    #[schema(required = true)]
    pub source: Option<String>,
    /// Licence of the source.
    #[schema(required = true)]
    pub source_licence: Option<String>,
    /// When the source was read.
    #[schema(required = true)]
    pub fetched_at: Option<DateTime<Utc>>,
    /// Until when the provider's terms allow to keep its facts; null if they state no period. From then on the parcel, its point, its source and
    /// what the firm set itself are known.
    #[schema(required = true)]
    pub keep_until: Option<DateTime<Utc>>,
    /// Generated sample data.
    pub is_sample: bool,
    /// The parcels that a site consists of, which the firm keeps as one; none of a single parcel.
    pub members: Vec<SiteMember>,
    /// Who last set the fields that the firm set itself, and when.
    pub edits: Vec<FactEdit>,
    /// Incremented by each change.
    pub version: i64,
}

impl From<PropertyDetail> for Property {
    fn from(detail: PropertyDetail) -> Self {
        let PropertyDetail {
            row,
            geometry,
            project_ids,
            contact_ids,
            first_contact,
            edits,
        } = detail;
        let parcel = row.parcel;
        let facts = Facts::from_stored(&parcel.facts);
        let signer = first_contact.as_ref().map(ContactRow::full_name);
        let contact = first_contact.as_ref();
        let contact_title = contact.and_then(ContactRow::position).map(str::to_owned);
        let contact_honorific = contact.and_then(ContactRow::honorific).map(str::to_owned);
        let (contact_first_name, contact_last_name) = first_contact
            .map(|contact| (contact.first_name, contact.last_name))
            .unzip();
        let state = parcel.county_fips.as_deref().and_then(State::of_county);
        Self {
            state: state.map(|state| state.postal_code.to_owned()),
            property_id: row.property_id,
            parcel_number: row.parcel_number,
            ll_uuid: row.ll_uuid,
            county_fips: parcel.county_fips,
            address: parcel.address,
            city: parcel.city,
            zip: parcel.zip,
            year_built: facts.year_built,
            parcel_value_type: facts.parvaltype,
            total_value: store::money(row.total_value),
            appraised_value: store::money(row.appraised_value),
            market_value: store::money(row.market_value),
            offer_value: store::money(row.offer_value),
            image_path: row.image_path,
            taxpayer_name: facts.careof.or_else(|| parcel.owner_name.clone()),
            owner_name: parcel.owner_name,
            signer,
            mailing_address: facts.mailing_address,
            square_feet: row.square_feet,
            property_name: row.property_name,
            use_code: facts.usecode,
            use_description: facts.usedesc,
            zoning_type: facts.zoning_type.or(facts.zoning),
            zoning_subtype: facts.zoning_subtype,
            legal_description: facts.legaldesc,
            subdivision: facts.subdivision,
            acres: facts.ll_gisacre,
            building_count: facts.building_count,
            flood_zone: facts.flood_zone,
            flood_zone_subtype: facts.flood_zone_subtype,
            sale_date: facts.saledate,
            contact_ids,
            contact_first_name,
            contact_last_name,
            contact_title,
            contact_honorific,
            geom_json: geometry,
            lon: parcel.lon,
            lat: parcel.lat,
            project_ids,
            source: parcel.source,
            source_licence: facts.source_licence,
            fetched_at: facts.fetched_at,
            keep_until: parcel.keep_until,
            is_sample: parcel.is_sample,
            members: facts.members,
            edits,
            version: row.version,
        }
    }
}

/// A changed property.
#[derive(Debug, Serialize, ToSchema)]
pub struct PropertyChanged {
    /// Always true.
    pub success: bool,
    pub property: Property,
}

impl From<PropertyDetail> for PropertyChanged {
    fn from(detail: PropertyDetail) -> Self {
        Self {
            success: true,
            property: detail.into(),
        }
    }
}

/// Confirmation.
#[derive(Debug, Serialize, ToSchema)]
pub struct Success {
    /// Always true.
    pub success: bool,
}

impl Success {
    pub const YES: Self = Self { success: true };
}
