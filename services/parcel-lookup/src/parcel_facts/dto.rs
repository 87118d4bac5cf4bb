//! Request and response of all facts of a parcel.

use domain::RunId;
use parcel_record::{ParcelFacts, ParcelRecord, TaxRollSource};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::growth::ParcelGrowth;
use super::land::ParcelLand;
use crate::parcels::Composite;
use crate::parcels::dto::SiteOfParcels;
use crate::parcels::flood::ParcelFlood;
use crate::parcels::units::ParcelUnit;

/// What is wanted besides the record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct ParcelQuery {
    /// A finished growth run of the firm, of which `growth` is.
    #[serde(default)]
    #[param(value_type = Option<Uuid>)]
    pub growth_run_id: Option<RunId>,
}

/// The full record of a parcel with its units.
#[derive(Debug, Serialize, ToSchema)]
pub struct ParcelWithUnits {
    #[serde(flatten)]
    pub record: ParcelRecord,
    /// What it is searched by.
    pub facts: ParcelFacts,
    /// Its flood zone, with where that is from.
    pub flood: ParcelFlood,
    /// Its slope and its distances to a highway and a railway, each with where it is from.
    pub land: ParcelLand,
    /// Growth around it in the run that the request names; null if it names none.
    #[schema(required = true)]
    pub growth: Option<ParcelGrowth>,
    /// Units that the tax roll has of this parcel; 0 if it is a single property.
    pub unit_count: i64,
    /// The first 500 of them, in the order of the roll. Values of the parcel are their sums.
    pub units: Vec<ParcelUnit>,
    /// Whose its facts are, if a tax roll of another source was joined to it; null if all are of one source.
    #[schema(required = true)]
    pub tax_roll: Option<TaxRollSource>,
    /// The parcels that a site consists of; null for a single parcel. Units are those of its parcels.
    #[schema(required = true)]
    pub site: Option<SiteOfParcels>,
}

impl ParcelWithUnits {
    /// Of a site, whose parcels have the units.
    pub fn of_site(made: Composite, land: ParcelLand) -> Self {
        Self {
            record: made.record,
            facts: made.facts,
            flood: made.flood,
            land,
            growth: None,
            unit_count: 0,
            units: Vec::new(),
            tax_roll: None,
            site: Some(made.site),
        }
    }
}
