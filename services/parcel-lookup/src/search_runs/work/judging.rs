//! Judges the parcels of an area.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::sync::Arc;

use db::{AsyncPgConnection, Pool};
use domain::ParcelUuid;
use ogc_features::Condition;
use sha2::{Digest as _, Sha256};
use site_search::{Column, Columns, Criteria, Fact, Judged, Lists};
use uuid::Uuid;

use super::area_query::{self, Area};
use super::facts::AreaFacts;
use super::gauge::Gauge;
use super::layers;
use super::reader::FactReader;
use crate::filters;
use crate::growth::GrowthContext;
use crate::growth::runs::artifacts::result::{self, KeptResult};
use crate::search_runs::api::dto::{AlikeWishes, MissingLayer};
use crate::search_runs::error::SearchError;
use crate::search_runs::row::{SearchRow, SearchSettings};
use crate::selections;

/// Most parcels of an area: more do not fit into memory beside each other.
const MAX_PARCELS: i64 = 3_000_000;
/// Ranked parcels whose order is kept.
const MAX_BEST: usize = 10_000;
/// Facts that a growth run tells.
pub const GROWTH: [Fact; 2] = [Fact::GrowthChance, Fact::GrowthDecade];

/// A run with what it needs from elsewhere than the parcels.
pub struct Job {
    pub run: SearchRow,
    pub criteria: Criteria,
    pub settings: SearchSettings,
    pub(super) filter: Option<Condition>,
    /// Discards that hold for what the records say.
    discarded: HashSet<ParcelUuid>,
    pub(super) growth: Option<Arc<KeptResult>>,
}

/// The judged parcels of an area.
pub struct Found {
    /// Parcels of the area that match the filter, also discarded ones.
    pub total: i64,
    /// All parcels of the area, if there is a filter.
    pub of_area: Option<i64>,
    pub facts: Arc<AreaFacts>,
    pub judged: Judged,
    pub lists: Lists,
    pub data_hash: String,
    pub missing: Vec<MissingLayer>,
    pub alike: Vec<AlikeWishes>,
}

impl Found {
    /// The ranked parcels, the best first, at most 10,000.
    pub fn best(&self) -> Vec<ParcelUuid> {
        let ids = self.facts.columns.ids();
        let ranked = self.lists.ranked.iter().take(MAX_BEST);
        ranked.map(|row| ParcelUuid(ids[*row as usize])).collect()
    }
}

impl Job {
    pub async fn of(
        pool: &Pool,
        growth: &GrowthContext,
        run: SearchRow,
    ) -> Result<Self, SearchError> {
        let (criteria, settings) = (run.criteria()?, run.settings()?);
        let filter = run.filter.as_deref().map(filters::read).transpose();
        let filter = filter.map_err(|error| SearchError::Unreadable(error.sentence))?;
        let firm = run.customer_id;
        let discarded = selections::holding(pool, firm, &settings.discarded).await?;
        let used = criteria.facts();
        let uses_growth = GROWTH.iter().any(|fact| used.contains(fact));
        let growth = match run.growth_run_id {
            Some(growth_run) if uses_growth => Some(result::kept(growth, firm, growth_run).await?),
            _ => None,
        };
        Ok(Self {
            run,
            criteria,
            settings,
            filter: filter.map(|filter| filter.condition),
            discarded,
            growth,
        })
    }

    pub fn has_discarded(&self, parcel: ParcelUuid) -> bool {
        self.discarded.contains(&parcel)
    }

    /// Reads and judges the area, or one parcel of it. In a transaction of its own. `None` when it was
    /// stopped.
    pub async fn find(
        &self,
        conn: &mut AsyncPgConnection,
        only: Option<Uuid>,
        gauge: &Gauge,
    ) -> Result<Option<Found>, SearchError> {
        area_query::take_snapshot(conn).await?;
        let area = Area::of(conn, &self.settings, self.filter.clone()).await?;
        let (total, of_area) = match only {
            Some(_) => (1, None),
            None => area_query::count(conn, &area).await?,
        };
        if total > MAX_PARCELS {
            return Err(SearchError::TooLarge);
        }
        gauge.count(total);
        // Also a discarded parcel is explained.
        let none = HashSet::new();
        let discarded = if only.is_some() {
            &none
        } else {
            &self.discarded
        };
        let reader = FactReader {
            criteria: &self.criteria,
            gate_outlines: &self.settings.gate_outlines,
            growth: self.growth.as_deref(),
            day: self.run.day(),
        };
        let used = self.criteria.facts();
        let facts = reader.read(conn, &used, (&area, only), discarded, gauge);
        let Some(facts) = facts.await? else {
            return Ok(None);
        };
        if gauge.is_stopped() {
            return Ok(None);
        }
        let data_hash = Self::data_hash(&facts, &layers::versions(conn).await?);
        self.judge(facts, (total, of_area), data_hash, gauge).await
    }

    /// On a thread for blocking work.
    async fn judge(
        &self,
        facts: AreaFacts,
        (total, of_area): (i64, Option<i64>),
        data_hash: String,
        gauge: &Gauge,
    ) -> Result<Option<Found>, SearchError> {
        let criteria = self.criteria.clone();
        let missing = self.missing(&facts.columns);
        let facts = Arc::new(facts);
        let (columns, stop) = (Arc::clone(&facts), gauge.clone());
        let judged = tokio::task::spawn_blocking(move || {
            let columns = &columns.columns;
            let judged = site_search::judge(&criteria, columns, |rows| stop.judge(rows)).ok()?;
            let lists = site_search::lists(columns, &judged);
            let alike = site_search::alike(columns, &judged);
            let alike = alike.iter().map(|alike| AlikeWishes {
                first: criteria.wishes[alike.wishes.0].fact,
                second: criteria.wishes[alike.wishes.1].fact,
                correlation: alike.correlation,
            });
            Some((alike.collect::<Vec<_>>(), judged, lists))
        });
        let judged = judged.await;
        let judged = judged.map_err(|error| SearchError::Unreadable(error.to_string()))?;
        Ok(judged.map(|(alike, judged, lists)| Found {
            total,
            of_area,
            facts,
            judged,
            lists,
            data_hash,
            missing,
            alike,
        }))
    }

    fn missing(&self, columns: &Columns) -> Vec<MissingLayer> {
        if columns.ids().is_empty() {
            return Vec::new();
        }
        let facts = self.criteria.facts();
        let unknown = facts.into_iter().filter(|fact| {
            *fact != Fact::InArea && columns.get(*fact).is_none_or(Column::is_unknown)
        });
        let missing = unknown.map(|fact| MissingLayer {
            fact,
            reason: self.reason(fact),
        });
        let gates = self.criteria.gates.iter().enumerate();
        let places = gates.filter_map(|(at, gate)| {
            let column = columns.of_gate(at, gate);
            let area = gate.area.as_ref().filter(|_| column.is_none())?;
            Some(MissingLayer {
                fact: gate.fact,
                reason: format!("There is no outline of {}.", area.name),
            })
        });
        missing.chain(places).collect()
    }

    fn reason(&self, fact: Fact) -> String {
        let reason = match fact {
            Fact::HighwayM => "No layer of highways is loaded for this area.",
            Fact::RailM => "No layer of railways is loaded for this area.",
            Fact::SlopePercent => "No layer of slopes is loaded for this area.",
            Fact::InFloodZone => {
                "No layer of flood zones is loaded for this area, and its parcel records have no zone."
            }
            Fact::GrowthChance | Fact::GrowthDecade if self.run.growth_run_id.is_none() => {
                "Choose a finished growth run of this area."
            }
            Fact::GrowthChance | Fact::GrowthDecade => "The growth run does not cover this area.",
            _ => "The parcel records of this area do not have it.",
        };
        reason.to_owned()
    }

    /// Of everything that a fact of a parcel can depend on, whether or not these criteria use it; except for the
    /// day and the growth run, which the row of the run has.
    fn data_hash(facts: &AreaFacts, layers: &str) -> String {
        let text = format!("{:016x} {} {layers}", facts.hash, facts.columns.ids().len());
        let mut hash = String::new();
        for byte in Sha256::digest(text.as_bytes()) {
            let _ = write!(hash, "{byte:02x}");
        }
        hash
    }
}
