//! What the records of listed parcels say, and where their facts are from.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{ParcelUuid, RunId};
use parcel_record::ParcelFields;
use parcel_record::facts::in_flood_zone;
use parcel_record::postgis::float8;
use parcel_record::schema::{beyond, parcels};
use site_search::Fact;

use super::judging::{GROWTH, Job};
use super::layers::{self, LayerSource};
use crate::growth::runs;
use crate::growth::runs::error::RunError;
use crate::parcels::flood::ParcelFlood;
use crate::search_runs::error::SearchError;

/// What the record of a listed parcel says.
pub struct Record {
    pub fields: ParcelFields,
    pub source: String,
    pub source_date: Option<NaiveDate>,
    pub source_licence: Option<String>,
    fetched_at: DateTime<Utc>,
    pub use_class: Option<String>,
    pub owner_kind: Option<String>,
    pub total_value: Option<f64>,
    pub value_per_acre: Option<f64>,
}

impl Record {
    pub fn recorded_flood(&self) -> ParcelFlood {
        ParcelFlood {
            source: Some(self.source.clone()),
            source_date: self.source_date,
            fetched_at: Some(self.fetched_at),
            in_flood_zone: self.fields.flood_zone.as_deref().and_then(in_flood_zone),
            zone: self.fields.flood_zone.clone(),
            ..ParcelFlood::default()
        }
    }
}

type RecordRow = (
    ParcelFields,
    (String, Option<NaiveDate>, Option<String>, DateTime<Utc>),
    Option<String>,
    Option<String>,
    (Option<f64>, Option<f64>),
);

pub async fn records(
    conn: &mut AsyncPgConnection,
    ids: &[ParcelUuid],
) -> QueryResult<HashMap<ParcelUuid, Record>> {
    let rows: Vec<RecordRow> = parcels::table
        .filter(parcels::ll_uuid.eq_any(ids))
        .filter(beyond::is_live())
        .select((
            ParcelFields::as_select(),
            (
                beyond::source(),
                beyond::source_date(),
                beyond::source_licence(),
                beyond::fetched_at(),
            ),
            beyond::use_class(),
            beyond::owner_kind(),
            (float8(parcels::parval), beyond::value_per_acre()),
        ))
        .load(conn)
        .await?;
    let record = |(fields, provenance, use_class, owner_kind, values): RecordRow| {
        let (source, source_date, source_licence, fetched_at) = provenance;
        let (total_value, value_per_acre) = values;
        let record = Record {
            fields,
            source,
            source_date,
            source_licence,
            fetched_at,
            use_class,
            owner_kind,
            total_value,
            value_per_acre,
        };
        (record.fields.ll_uuid, record)
    };
    Ok(rows.into_iter().map(record).collect())
}

/// Name and date of a source.
pub type Source = (String, Option<NaiveDate>);

/// Sources of the facts that are not from the records.
pub struct Sources(HashMap<Fact, Source>);

impl Sources {
    pub async fn of(conn: &mut AsyncPgConnection, job: &Job) -> Result<Self, SearchError> {
        let mut sources = HashMap::new();
        let used = job.criteria.facts();
        for (fact, kind) in [
            (Fact::HighwayM, "highway"),
            (Fact::RailM, "rail"),
            (Fact::SlopePercent, "slope"),
        ] {
            if used.contains(&fact) {
                let LayerSource { name, date } = layers::sources(conn, kind).await?;
                sources.insert(fact, (name, date));
            }
        }
        if GROWTH.iter().any(|fact| used.contains(fact)) {
            let source = growth_source(conn, job.run.growth_run_id).await?;
            for fact in GROWTH {
                sources.insert(fact, source.clone());
            }
        }
        Ok(Self(sources))
    }

    fn of_fact(&self, fact: Fact, record: &Record, flood: &ParcelFlood) -> Source {
        let or_read = |source_date: Option<NaiveDate>, read: Option<DateTime<Utc>>| {
            source_date.or(read.map(|read| read.date_naive()))
        };
        match self.0.get(&fact) {
            Some(source) => source.clone(),
            None if fact == Fact::InFloodZone => (
                flood.source.clone().unwrap_or_default(),
                or_read(flood.source_date, flood.fetched_at),
            ),
            None => (
                record.source.clone(),
                or_read(record.source_date, Some(record.fetched_at)),
            ),
        }
    }
}

/// What a growth run simulated, and when it ended.
async fn growth_source(
    conn: &mut AsyncPgConnection,
    run_id: Option<RunId>,
) -> Result<Source, SearchError> {
    let run = match run_id {
        Some(run_id) => runs::store::find(conn, run_id).await?,
        None => None,
    };
    let Some(run) = run else {
        return Ok(("Growth run".to_owned(), None));
    };
    let title = run.title().map_err(RunError::from)?;
    Ok((title, run.finished_at.map(|at| at.date_naive())))
}

/// What is known of a listed parcel beside its facts.
pub struct Listed<'a> {
    pub record: &'a Record,
    /// With the zone of the record if no layer says one.
    pub flood: ParcelFlood,
    pub sources: &'a Sources,
}

impl Listed<'_> {
    /// Of a fact that is known.
    pub fn source(&self, fact: Fact) -> Source {
        self.sources.of_fact(fact, self.record, &self.flood)
    }
}
