//! Reads the facts of parcels by which criteria judge them.

use std::collections::HashSet;

use chrono::NaiveDate;
use db::AsyncPgConnection;
use domain::ParcelUuid;
use site_search::{Column, Criteria, Fact};
use uuid::Uuid;

use super::area_query::{self, Area};
use super::facts::{self, AreaFacts};
use super::gauge::Gauge;
use super::long_work::long_work;
use super::{layers, owners, places};
use crate::growth::runs::artifacts::chances::chances;
use crate::growth::runs::artifacts::decades::decades;
use crate::growth::runs::artifacts::result::KeptResult;
use crate::search_runs::error::SearchError;
use crate::search_runs::row::GateOutlines;

/// By what facts are read.
pub struct FactReader<'a> {
    pub criteria: &'a Criteria,
    /// Of the places of its gates.
    pub gate_outlines: &'a [GateOutlines],
    pub growth: Option<&'a KeptResult>,
    /// Facts are of this day.
    pub day: NaiveDate,
}

impl FactReader<'_> {
    /// The facts that are used of an area, or of one parcel of it, without discarded ones. `None` when it was stopped.
    pub async fn read(
        &self,
        conn: &mut AsyncPgConnection,
        used: &[Fact],
        (area, only): (&Area, Option<Uuid>),
        discarded: &HashSet<ParcelUuid>,
        gauge: &Gauge,
    ) -> Result<Option<AreaFacts>, SearchError> {
        let read = facts::read(conn, (area, only), used, discarded, self.day, gauge);
        let Some(mut facts) = read.await? else {
            return Ok(None);
        };
        for fact in used {
            let Some(column) = self.column(conn, *fact, &facts, area, only, gauge).await? else {
                continue;
            };
            facts.columns.put(*fact, Column::Numbers(column));
        }
        let (columns, points) = (&mut facts.columns, &facts.points);
        long_work(|| places::put(columns, self.criteria, self.gate_outlines, points));
        Ok(Some(facts))
    }

    /// A fact that the parcel's record does not have, or not wholly.
    async fn column(
        &self,
        conn: &mut AsyncPgConnection,
        fact: Fact,
        facts: &AreaFacts,
        area: &Area,
        only: Option<Uuid>,
        gauge: &Gauge,
    ) -> Result<Option<Vec<f64>>, SearchError> {
        Ok(match (fact, only, facts.owners.first()) {
            (Fact::SiteOwners, ..) => owners::of_site(conn, facts, area, only).await?,
            (Fact::OwnerParcels, Some(_), Some(Some(owner))) => {
                let parcels = area_query::count_of_owner(conn, area, *owner).await?;
                Some(vec![parcels as f64])
            }
            (Fact::OwnerParcels, ..) => Some(owners::parcels(conn, facts, area).await?),
            (Fact::AdjoiningOwnerAcres, ..) => {
                owners::adjoining_acres(conn, facts, area, gauge).await?
            }
            (Fact::HighwayM | Fact::RailM | Fact::SlopePercent, ..) => {
                layers::values(conn, fact, &facts.points).await?
            }
            (Fact::GrowthChance, ..) => self
                .growth
                .map(|growth| long_work(|| chances(growth, &facts.points))),
            (Fact::GrowthDecade, ..) => self
                .growth
                .map(|growth| long_work(|| decades(growth, &facts.points))),
            _ => None,
        })
    }
}
