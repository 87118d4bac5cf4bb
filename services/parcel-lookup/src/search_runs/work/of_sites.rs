//! What criteria ask of parcels that may be part of a site.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

use auth::CurrentUser;
use chrono::{NaiveDate, Utc};
use db::AsyncPgConnection;
use domain::{CustomerId, ParcelUuid, RunId};
use ogc_features::Condition;
use site_search::{Columns, Criteria, Fact, Joining};

use super::area_query::{self, Area};
use super::facts::AreaFacts;
use super::gauge::Gauge;
use super::judging::Job;
use super::reader::FactReader;
use crate::growth::runs::artifacts::result::{self, KeptResult};
use crate::search_runs::error::SearchError;
use crate::search_runs::row::GateOutlines;
use crate::selections::chosen::Chosen;
use crate::state::AppState;

/// Checked criteria, with what they need from elsewhere than the parcels.
pub struct Asked {
    pub criteria: Criteria,
    gate_outlines: Vec<GateOutlines>,
    growth: Option<Arc<KeptResult>>,
    /// Facts are of this day.
    day: NaiveDate,
}

/// Whose facts are read.
pub struct WantedFacts {
    pub parcels: Vec<ParcelUuid>,
    /// Where the parcels of owners are counted.
    pub area: Chosen,
    pub owners: Vec<i64>,
}

/// Facts of parcels.
pub struct ParcelsOfSites {
    pub columns: Columns,
    /// Longitude and latitude of the inner point of each: parcels with the same one are on the same land.
    pub points: Vec<[f64; 2]>,
    /// How many parcels each owner has in the area, if a criterion asks for it.
    pub owned: HashMap<i64, i64>,
}

impl Asked {
    pub async fn of(
        state: &AppState,
        user: &CurrentUser,
        criteria: Criteria,
        growth_run_id: Option<RunId>,
    ) -> Result<Self, SearchError> {
        let faults = site_search::check(&criteria);
        if !faults.is_empty() {
            return Err(SearchError::Criteria(faults));
        }
        let growth = match growth_run_id {
            Some(run) => {
                let (_, kept) = result::load(&state.pool, &state.growth, user, run).await?;
                Some(kept)
            }
            None => None,
        };
        let areas = state.searches.areas();
        let gate_outlines = areas.of_gates(&criteria, user).await?;
        Ok(Self {
            criteria,
            gate_outlines,
            growth,
            day: Utc::now().date_naive(),
        })
    }

    /// What a run asks.
    pub(super) fn by(job: Job) -> Self {
        Self {
            day: job.run.day(),
            criteria: job.criteria,
            gate_outlines: job.settings.gate_outlines,
            growth: job.growth,
        }
    }

    /// Reads the facts of these parcels, and how many parcels these owners have in the area. What is of a whole site is not read.
    pub async fn read(
        &self,
        state: &AppState,
        firm: CustomerId,
        wanted: &WantedFacts,
    ) -> Result<ParcelsOfSites, SearchError> {
        let read = state.reads.read(async |pool| {
            db::tenant_tx(pool, firm, async |conn| self.read_by(conn, wanted).await).await
        });
        read.await.map_err(named)
    }

    async fn read_by(
        &self,
        conn: &mut AsyncPgConnection,
        wanted: &WantedFacts,
    ) -> Result<ParcelsOfSites, SearchError> {
        let asked = self.criteria.facts();
        let of_parcels = asked
            .iter()
            .copied()
            .filter(|fact| fact.joining() != Joining::OfSite);
        // Dollars an acre become dollars by the acres.
        let used: Vec<Fact> = of_parcels.chain([Fact::Acres]).collect();
        let parcels = Area::within(Chosen::These(wanted.parcels.clone()));
        let facts = self.facts(conn, &used, &parcels).await?;
        let (columns, points) = facts
            .map(|facts| (facts.columns, facts.points))
            .unwrap_or_default();
        let owned = if asked.contains(&Fact::OwnerParcels) {
            let area = Area::within(wanted.area.clone());
            area_query::count_of_owners(conn, &area, wanted.owners.clone()).await?
        } else {
            Vec::new()
        };
        Ok(ParcelsOfSites {
            columns,
            points,
            owned: owned.into_iter().collect(),
        })
    }

    /// Reads what the gates for all parcels of a site ask of the parcels of an area that match a filter; `None` if there is no such gate.
    pub async fn read_gates(
        &self,
        state: &AppState,
        firm: CustomerId,
        (chosen, filter): (&Chosen, &Condition),
    ) -> Result<Option<Columns>, SearchError> {
        let gates = self.criteria.gates.iter().map(|gate| gate.fact);
        let used: BTreeSet<Fact> = gates
            .filter(|fact| fact.joining() == Joining::Each)
            .collect();
        if used.is_empty() {
            return Ok(None);
        }
        let used: Vec<Fact> = used.into_iter().collect();
        let area = Area::matching(chosen.clone(), filter.clone());
        let read = state.reads.read(async |pool| {
            db::tenant_tx(pool, firm, async |conn| {
                self.facts(conn, &used, &area).await
            })
            .await
        });
        let facts = read.await.map_err(named)?;
        Ok(Some(facts.map(|facts| facts.columns).unwrap_or_default()))
    }

    /// They are there, because it is never stopped. The time of the statements, and of those that follow in the transaction, is limited.
    async fn facts(
        &self,
        conn: &mut AsyncPgConnection,
        used: &[Fact],
        area: &Area,
    ) -> Result<Option<AreaFacts>, SearchError> {
        ogc_features::limit_time(conn).await?;
        let reader = FactReader {
            criteria: &self.criteria,
            gate_outlines: &self.gate_outlines,
            growth: self.growth.as_deref(),
            day: self.day,
        };
        let (gauge, none) = (Gauge::default(), HashSet::new());
        reader.read(conn, used, (area, None), &none, &gauge).await
    }
}

/// A statement that was ended is named as such.
pub(super) fn named(error: SearchError) -> SearchError {
    match error {
        SearchError::Database(slow) if db::is_statement_timeout(&slow) => {
            SearchError::FilterTooSlow
        }
        error => error,
    }
}
