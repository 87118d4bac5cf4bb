//! Statements on the cells that searches want, which are rows of the table of requests.

use ::site_layers::LayerKind;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;

use crate::site_layers::cell::Cell;

/// Lease of the process that took a cell: longer than it waits for a place and an answer.
const LEASE: &str = "5 minutes";
/// A cell that was not asked for, because the service rests, is left alone for so long.
const POSTPONED: &str = "30 seconds";
/// How often a cell is asked for that fails each time, until a search wants it again.
const MOST_ATTEMPTS: i32 = 3;
/// What no search wanted for so long is not fetched.
const WANTED: &str = "1 day";

/// In the order of their names, so that two searches that want the same cells wait for each other only once.
const WANT: &str = "INSERT INTO site_layer_requests (kind, cell, state, until, wanted_at, place) \
    SELECT $1, cell, 'wanted', now(), now(), place FROM ( \
        SELECT wanted.cell, wanted.place::integer AS place FROM unnest($2) WITH ORDINALITY AS wanted (cell, place) \
        WHERE NOT EXISTS (SELECT FROM site_layers AS layer \
            WHERE layer.kind = $1 AND layer.name = 'cell ' || wanted.cell AND layer.origin = 'service' AND layer.fetched_at > $3) \
        ORDER BY wanted.place \
        LIMIT greatest(0, $4 - (SELECT count(*) FROM site_layers WHERE kind = $1 AND origin = 'service') \
            - (SELECT count(*) FROM site_layer_requests \
               WHERE kind = $1 AND wanted_at > now() - $5::interval AND NOT cell = ANY ($2))) \
    ) AS next ORDER BY cell \
    ON CONFLICT ON CONSTRAINT site_layer_requests_pkey DO UPDATE SET wanted_at = excluded.wanted_at, attempts = 0, \
        place = least(site_layer_requests.place, excluded.place)";

/// The first cell of each search comes before the second of any: a large area keeps no small one waiting.
const TAKE: &str = "WITH next AS MATERIALIZED ( \
        SELECT kind, cell FROM site_layer_requests \
        WHERE kind = ANY ($1) AND wanted_at > now() - $2::interval AND until <= now() AND attempts < $3 \
        ORDER BY place, wanted_at, kind, cell LIMIT 1 FOR UPDATE SKIP LOCKED \
    ) \
    UPDATE site_layer_requests AS request \
    SET state = 'asked', error = NULL, until = now() + $4::interval, attempts = request.attempts + 1 \
    FROM next WHERE request.kind = next.kind AND request.cell = next.cell RETURNING request.kind, request.cell";

const POSTPONE: &str = "UPDATE site_layer_requests SET state = 'failed', error = $3, until = now() + $4::interval, attempts = attempts - 1 \
    WHERE kind = $1 AND cell = $2";

const PROGRESS: &str = "SELECT count(layer.layer_id) AS loaded, \
        count(request.cell) FILTER (WHERE layer.layer_id IS NULL AND request.wanted_at > now() - $4::interval \
            AND (request.attempts < $5 OR request.state = 'asked' AND request.until > now())) AS waiting, \
        (array_agg(request.error ORDER BY request.until DESC) \
            FILTER (WHERE layer.layer_id IS NULL AND request.error IS NOT NULL))[1] AS error \
    FROM unnest($2) AS wanted (cell) \
    LEFT JOIN site_layers AS layer ON layer.kind = $1 AND layer.name = 'cell ' || wanted.cell AND layer.origin = 'service' \
        AND layer.fetched_at > $3 \
    LEFT JOIN site_layer_requests AS request ON request.kind = $1 AND request.cell = wanted.cell";

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Text)]
    cell: String,
}

/// How far some cells are.
#[derive(Debug, Clone, Default, PartialEq, Eq, QueryableByName)]
pub struct Progress {
    /// Those that are there.
    #[diesel(sql_type = BigInt)]
    pub loaded: i64,
    /// Those that are being fetched or will be.
    #[diesel(sql_type = BigInt)]
    pub waiting: i64,
    /// Why one that is not there could not be fetched.
    #[diesel(sql_type = Nullable<Text>)]
    pub error: Option<String>,
}

fn names(cells: &[Cell]) -> Vec<String> {
    cells.iter().map(|cell| cell.name()).collect()
}

/// Adds cells to the queue that were not fetched after `oldest`, the first ones first, as long as there are at most so many of the kind.
pub async fn want(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cells: &[Cell],
    oldest: DateTime<Utc>,
    most: i64,
) -> QueryResult<()> {
    diesel::sql_query(WANT)
        .bind::<Text, _>(kind.name())
        .bind::<Array<Text>, _>(names(cells))
        .bind::<Timestamptz, _>(oldest)
        .bind::<BigInt, _>(most)
        .bind::<Text, _>(WANTED)
        .execute(conn)
        .await?;
    Ok(())
}

/// Takes the next cell of one of the kinds for this process.
pub async fn take(
    conn: &mut AsyncPgConnection,
    kinds: &[LayerKind],
) -> QueryResult<Option<(LayerKind, Cell)>> {
    let kinds: Vec<&str> = kinds.iter().map(|kind| kind.name()).collect();
    let taken: Option<Taken> = diesel::sql_query(TAKE)
        .bind::<Array<Text>, _>(kinds)
        .bind::<Text, _>(WANTED)
        .bind::<Integer, _>(MOST_ATTEMPTS)
        .bind::<Text, _>(LEASE)
        .get_result(conn)
        .await
        .optional()?;
    Ok(taken.and_then(|Taken { kind, cell }| LayerKind::named(&kind).zip(Cell::named(&cell))))
}

/// Puts a cell back that was not asked for.
pub async fn postpone(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cell: Cell,
    reason: &str,
) -> QueryResult<()> {
    diesel::sql_query(POSTPONE)
        .bind::<Text, _>(kind.name())
        .bind::<Text, _>(cell.name())
        .bind::<Text, _>(reason)
        .bind::<Text, _>(POSTPONED)
        .execute(conn)
        .await?;
    Ok(())
}

pub async fn progress(
    conn: &mut AsyncPgConnection,
    kind: LayerKind,
    cells: &[Cell],
    oldest: DateTime<Utc>,
) -> QueryResult<Progress> {
    diesel::sql_query(PROGRESS)
        .bind::<Text, _>(kind.name())
        .bind::<Array<Text>, _>(names(cells))
        .bind::<Timestamptz, _>(oldest)
        .bind::<Text, _>(WANTED)
        .bind::<Integer, _>(MOST_ATTEMPTS)
        .get_result(conn)
        .await
}
