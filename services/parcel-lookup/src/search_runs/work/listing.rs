//! Results with their reasons, and what a run keeps.

use std::collections::HashSet;

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Date, Nullable, Text};
use diesel_async::RunQueryDsl;
use domain::ParcelUuid;
use site_search::{ChangeKind, Criteria, Gate, Outcome, RankRange};

use super::failed;
use super::judging::{Found, Job};
use super::provenance::{self, Listed, Sources};
use crate::parcels::flood;
use crate::search_runs::api::dto::{SearchCounts, SearchData, SearchGate};
use crate::search_runs::api::result_dto::{
    GateOutcome, RankChange, RankChangeKind, ReasonKind, SearchGateResult, SearchList,
    SearchReason, SearchRecord, SearchResult,
};
use crate::search_runs::error::SearchError;
use crate::search_runs::results::{KEPT, PAGE, packed};
use crate::search_runs::row::SearchOutcome;

/// Ranked results whose range of ranks is computed.
const WITH_RANGE: usize = 500;

/// The results of these rows, in their order. Their ranks are their places in the list of ranked parcels.
pub async fn results(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
    rows: &[u32],
) -> Result<Vec<SearchResult>, SearchError> {
    let ids = found.facts.columns.ids();
    let wanted: Vec<ParcelUuid> = rows
        .iter()
        .map(|row| ParcelUuid(ids[*row as usize]))
        .collect();
    let mut records = provenance::records(conn, &wanted).await?;
    let sources = Sources::of(conn, job).await?;
    let points: Vec<[f64; 2]> = rows
        .iter()
        .map(|row| found.facts.points[*row as usize])
        .collect();
    let mut floods = flood::of_points(conn, &points).await?;
    let in_project: HashSet<ParcelUuid> = job.settings.in_project.iter().copied().collect();
    let mut results = Vec::with_capacity(rows.len());
    for (place, row) in rows.iter().enumerate() {
        let row = *row as usize;
        let Some(record) = records.remove(&wanted[place]) else {
            continue;
        };
        let is_ranked = found.judged.outcomes[row] == Outcome::Fit;
        let flood = floods.remove(&place);
        let listed = Listed {
            flood: flood.unwrap_or_else(|| record.recorded_flood()),
            record: &record,
            sources: &sources,
        };
        let result = result(job, found, row, &listed, is_ranked.then_some(place));
        results.push(SearchResult {
            in_project: in_project.contains(&wanted[place]),
            ..result
        });
    }
    Ok(results)
}

fn result(
    job: &Job,
    found: &Found,
    row: usize,
    listed: &Listed,
    place: Option<usize>,
) -> SearchResult {
    let (judged, ranked) = (&found.judged, &found.lists.ranked);
    let record = listed.record;
    let fields = &record.fields;
    let [lon, lat] = found.facts.points[row];
    let (score_low, score_high) = judged.score_range(row);
    let range = place
        .filter(|place| *place < WITH_RANGE)
        .map(|place| site_search::rank_range(judged, ranked, place));
    let range = |rank: fn(RankRange) -> usize| range.map(|range| rank(range) as u64);
    SearchResult {
        rank: place.map(|place| place as u64 + 1),
        ll_uuid: fields.ll_uuid,
        parcelnumb: fields.parcelnumb.clone(),
        address: fields.address.clone(),
        scity: fields.scity.clone(),
        owner: fields.owner.clone(),
        acres: fields.ll_gisacre,
        lon,
        lat,
        score: hundredths(judged.score(row)),
        score_low: hundredths(score_low),
        score_high: hundredths(score_high),
        certainty: hundredths(judged.certainty(row)),
        rank_best: range(|range| range.best),
        rank_worst: range(|range| range.worst),
        reasons: reasons(job, found, row, listed),
        gates: gates(&job.criteria, found, row, listed),
        changes: changes(&job.criteria, found, row, place),
        in_project: false,
        record: SearchRecord {
            county_fips: fields.county_fips.clone(),
            use_class: record.use_class.clone(),
            usedesc: fields.usedesc.clone(),
            zoning: fields.zoning.clone(),
            flood_zone: listed.flood.zone.clone(),
            in_flood_zone: listed.flood.in_flood_zone,
            total_value: record.total_value,
            building_sqft: fields.sqft.map(|sqft| sqft as f64),
            year_built: fields.year_built,
            owner_kind: record.owner_kind.clone(),
            mailing_address: fields.mailing_address.clone(),
            saledate: fields.saledate,
            source: record.source.clone(),
            source_date: record.source_date,
        },
    }
}

fn hundredths(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn reasons(job: &Job, found: &Found, row: usize, listed: &Listed) -> Vec<SearchReason> {
    let judged = &found.judged;
    let all = judged.weight() as f64;
    let reason = |(at, wish): (usize, &site_search::Wish)| {
        let value = found.facts.columns.value(wish.fact, row);
        let known = judged.is_known(row, at);
        let v = f64::from(judged.values(row)[at]) / f64::from(site_search::ONE);
        let source = known.then(|| listed.source(wish.fact));
        let (source, source_date) = source.unzip();
        SearchReason {
            kind: ReasonKind::Wish,
            fact: wish.fact,
            weight: wish.weight,
            unit: wish.fact.unit().to_owned(),
            v: known.then_some(v),
            points: hundredths(100.0 * f64::from(wish.weight) * v / all),
            known,
            is_clamped: value
                .as_ref()
                .is_some_and(|value| wish.curve.of(value).is_clamped),
            source,
            source_date: source_date.flatten(),
            value,
        }
    };
    job.criteria.wishes.iter().enumerate().map(reason).collect()
}

fn gates(criteria: &Criteria, found: &Found, row: usize, listed: &Listed) -> Vec<SearchGateResult> {
    let gate = |(index, gate): (usize, &Gate)| {
        let value = found.facts.columns.gate_value(index, gate, row);
        // A place is of the requirement itself.
        let is_sourced = value.is_some() && gate.area.is_none();
        let source = is_sourced.then(|| listed.source(gate.fact));
        let (source, source_date) = source.unzip();
        SearchGateResult {
            index,
            fact: gate.fact,
            outcome: match gate.passes(value.as_ref()) {
                Some(true) => GateOutcome::Pass,
                Some(false) => GateOutcome::Fail,
                None => GateOutcome::Unknown,
            },
            source,
            source_date: source_date.flatten(),
            value,
        }
    };
    criteria.gates.iter().enumerate().map(gate).collect()
}

fn changes(
    criteria: &Criteria,
    found: &Found,
    row: usize,
    place: Option<usize>,
) -> Vec<RankChange> {
    let columns = &found.facts.columns;
    let Some(place) = place else {
        let failed = criteria
            .gates
            .iter()
            .enumerate()
            .filter_map(|(index, gate)| {
                let value = columns.gate_value(index, gate, row);
                (gate.passes(value.as_ref()) == Some(false))
                    .then(|| failed::change(gate, value.as_ref()))
            });
        return failed.collect();
    };
    let changes =
        site_search::changes(criteria, columns, &found.judged, &found.lists.ranked, place);
    let shown = |change: site_search::Change| RankChange {
        kind: match change.kind {
            ChangeKind::Weight => RankChangeKind::Weight,
            ChangeKind::Fact => RankChangeKind::Fact,
            ChangeKind::Nothing => RankChangeKind::Nothing,
        },
        fact: change.fact,
        needed: change.needed,
        rank: Some(change.rank as u64),
        sentence: change.sentence,
    };
    changes.into_iter().map(shown).collect()
}

/// What a run keeps of each of its lists.
pub async fn pages(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
) -> Result<Vec<(SearchList, i32, Vec<u8>)>, SearchError> {
    let lists = &found.lists;
    let mut pages = Vec::new();
    for (list, rows) in [
        (SearchList::Ranked, &lists.ranked),
        (SearchList::Unknown, &lists.unknown),
        (SearchList::Uncertain, &lists.uncertain),
    ] {
        let rows = &rows[..rows.len().min(KEPT)];
        let results = results(conn, job, found, rows).await?;
        for (page, results) in results.chunks(PAGE).enumerate() {
            let bytes =
                packed(results).map_err(|error| SearchError::Unreadable(error.to_string()))?;
            pages.push((list, page as i32, bytes));
        }
    }
    Ok(pages)
}

/// What a run found, besides its lists.
pub async fn outcome(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
) -> Result<SearchOutcome, SearchError> {
    let judged = &found.judged;
    let mine: HashSet<ParcelUuid> = job.settings.in_project.iter().copied().collect();
    let ids = found.facts.columns.ids().iter();
    let gates = judged
        .gates
        .iter()
        .enumerate()
        .map(|(index, gate)| SearchGate {
            index,
            fails: gate.fails as u64,
            fails_alone: gate.fails_alone as u64,
            unknown: gate.unknown as u64,
            near_miss: gate.near_miss as u64,
        });
    Ok(SearchOutcome {
        data: data(conn, found).await?,
        data_hash: found.data_hash.clone(),
        missing_layers: found.missing.clone(),
        alike: found.alike.clone(),
        counts: SearchCounts {
            judged: judged.rows() as u64,
            of_area: found.of_area.map(i64::unsigned_abs),
            fit: judged.fit as u64,
            listed_unknown: judged.listed_unknown as u64,
            low_certainty: judged.uncertain as u64,
            failed: judged.failed as u64,
            discarded: found.facts.discarded as u64,
            in_project: ids.filter(|id| mine.contains(&ParcelUuid(**id))).count() as u64,
        },
        gates: gates.collect(),
        explanation: site_search::explain(&job.criteria, judged),
    })
}

#[derive(QueryableByName)]
struct Batch {
    #[diesel(sql_type = BigInt)]
    id: i64,
    #[diesel(sql_type = Text)]
    source: String,
    #[diesel(sql_type = Nullable<Date>)]
    source_date: Option<NaiveDate>,
}

async fn data(conn: &mut AsyncPgConnection, found: &Found) -> QueryResult<Vec<SearchData>> {
    let counties = &found.facts.counties;
    let ids: Vec<i64> = counties
        .values()
        .filter_map(|county| county.batch_id)
        .collect();
    let batches: Vec<Batch> = diesel::sql_query(
        "SELECT batch_id AS id, source, source_date FROM parcel_batches WHERE batch_id = ANY($1)",
    )
    .bind::<Array<BigInt>, _>(ids)
    .load(conn)
    .await?;
    let of = |id: Option<i64>| batches.iter().find(|batch| Some(batch.id) == id);
    let data = counties.iter().map(|(county, data)| SearchData {
        county_fips: format!("{county:05}"),
        batch_id: data.batch_id,
        source: of(data.batch_id).map(|batch| batch.source.clone()),
        source_date: of(data.batch_id).and_then(|batch| batch.source_date),
        parcels: data.parcels,
    });
    Ok(data.collect())
}
