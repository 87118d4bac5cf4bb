//! Copies of a provider's facts in properties, which its terms allow to keep until an instant (decision 120).
//!
//! Statements read them by the functions below, so nothing depends on when [`work`] deletes them. Several replicas may do so at the same
//! time: each batch takes properties that no other has locked.

use std::time::Duration;

use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use db::copies::REGRID;
use db::{AsyncPgConnection, Pool};
use diesel::define_sql_function;
use diesel::dsl::{now, sql};
use diesel::prelude::*;
use diesel::sql_types::{
    Array, BigInt, Bool, Integer, Jsonb, Nullable, Numeric, Text, Timestamptz,
};
use diesel_async::RunQueryDsl;
use domain::{CustomerId, PropertyId};
use http_kit::Shutdown;

use super::events::{self, By};
use super::store::PropertyRow;
use crate::schema::{firms_with_copies, properties, value_edits};

define_sql_function! {
    /// Copied JSON; null once its terms have ended.
    #[sql_name = "kept"]
    fn kept_json(value: Nullable<Jsonb>, keep_until: Nullable<Timestamptz>) -> Nullable<Jsonb>;
}

define_sql_function! {
    /// The facts; once their terms have ended, where they were from.
    fn kept_facts(facts: Jsonb, keep_until: Nullable<Timestamptz>) -> Jsonb;
}

define_sql_function! {
    /// A copied amount, or one that the firm set itself.
    #[sql_name = "own_or_kept"]
    fn own_amount(value: Nullable<Numeric>, field: Text, edited: Array<Text>, keep_until: Nullable<Timestamptz>) -> Nullable<Numeric>;
}

define_sql_function! {
    /// A copied number, or one that the firm set itself.
    #[sql_name = "own_or_kept"]
    fn own_count(value: Nullable<BigInt>, field: Text, edited: Array<Text>, keep_until: Nullable<Timestamptz>) -> Nullable<BigInt>;
}

const INTERVAL: Duration = Duration::from_mins(10);
/// Properties of one transaction.
const BATCH: i64 = 200;

/// The period of Regrid, which was stated later, for copies without one: $1 the days, $2 the source.
const STATE_PERIOD: &str = "UPDATE properties \
    SET keep_until = (facts ->> 'fetched_at')::timestamptz + make_interval(days => $1) \
    WHERE source = $2 AND keep_until IS NULL AND facts ->> 'fetched_at' IS NOT NULL";

/// Remembers that the firm has copies that housekeeping is to look at: with a period, or of a source whose period may be stated later.
pub async fn remember_firm(
    conn: &mut AsyncPgConnection,
    source: Option<&str>,
    keep_until: Option<DateTime<Utc>>,
) -> QueryResult<()> {
    if keep_until.is_none() && source != Some(REGRID) {
        return Ok(());
    }
    diesel::sql_query("INSERT INTO firms_with_copies DEFAULT VALUES ON CONFLICT DO NOTHING")
        .execute(conn)
        .await
        .map(drop)
}

/// Deletes what these properties have of their provider. Their county, parcel number and point stay, and what the firm set itself: also its
/// offer, which is its own figure. Returns them.
pub async fn clear(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
) -> QueryResult<Vec<PropertyRow>> {
    let own = |field: &str| format!("CASE WHEN '{field}' = ANY (edited) THEN {field} END");
    diesel::update(properties::table.filter(properties::property_id.eq_any(ids)))
        .set((
            properties::address.eq(None::<String>),
            properties::city.eq(None::<String>),
            properties::zip.eq(None::<String>),
            properties::owner_name.eq(None::<String>),
            properties::geometry.eq(None::<serde_json::Value>),
            properties::facts.eq(sql::<Jsonb>("kept_facts(facts, '-infinity')")),
            properties::square_feet.eq(sql::<Nullable<BigInt>>(&own("square_feet"))),
            properties::total_value.eq(sql::<Nullable<Numeric>>(&own("total_value"))),
            properties::appraised_value.eq(sql::<Nullable<Numeric>>(&own("appraised_value"))),
            properties::market_value.eq(sql::<Nullable<Numeric>>(&own("market_value"))),
            properties::version.eq(properties::version + 1),
            properties::updated_at.eq(now),
        ))
        .returning(PropertyRow::as_returning())
        .get_results(conn)
        .await
}

/// Runs until the service stops.
pub async fn work(pool: Pool, regrid_days: Option<u16>, shutdown: Shutdown) {
    while !shutdown.has_begun() {
        match sweep(&pool, regrid_days).await {
            Ok(0) => {}
            Ok(properties) => {
                tracing::info!(properties, "copies were deleted whose terms had ended");
            }
            Err(error) => {
                tracing::warn!(error.cause = %error, "copies whose terms ended could not be deleted, trying again");
            }
        }
        tokio::select! {
            () = tokio::time::sleep(INTERVAL) => {}
            () = shutdown.begun() => {}
        }
    }
}

/// Deletes the copies of all firms whose terms have ended; returns how many properties had some.
pub async fn sweep(pool: &Pool, regrid_days: Option<u16>) -> QueryResult<usize> {
    let firms: Vec<CustomerId> = db::unscoped_tx(pool, "ended copies", async |conn| {
        firms_with_copies::table
            .select(firms_with_copies::customer_id)
            .load(conn)
            .await
    })
    .await?;
    let mut ended = 0;
    for firm in firms {
        if let Some(days) = regrid_days {
            db::tenant_tx(pool, firm, async |conn| state_period(conn, days).await).await?;
        }
        loop {
            let cleared =
                db::tenant_tx(pool, firm, async |conn| clear_ended(conn, firm).await).await?;
            if cleared == 0 {
                break;
            }
            ended += cleared;
        }
    }
    Ok(ended)
}

async fn state_period(conn: &mut AsyncPgConnection, days: u16) -> QueryResult<()> {
    diesel::sql_query(STATE_PERIOD)
        .bind::<Integer, _>(i32::from(days))
        .bind::<Text, _>(REGRID)
        .execute(conn)
        .await
        .map(drop)
}

/// Undoing an edit must not bring a provider's value back.
async fn forget_replaced(conn: &mut AsyncPgConnection, ids: &[PropertyId]) -> QueryResult<()> {
    let replaced = value_edits::table
        .filter(value_edits::property_id.eq_any(ids))
        .filter(value_edits::was_edited.eq(false));
    diesel::update(replaced)
        .set((
            value_edits::before.eq(None::<BigDecimal>),
            value_edits::before_text.eq(None::<String>),
        ))
        .execute(conn)
        .await
        .map(drop)
}

async fn clear_ended(conn: &mut AsyncPgConnection, firm: CustomerId) -> QueryResult<usize> {
    let ids: Vec<PropertyId> = properties::table
        .filter(properties::keep_until.le(now))
        // Cleared facts have only their source.
        .filter(sql::<Bool>("facts ? 'careof'"))
        .order(properties::property_id)
        .limit(BATCH)
        .select(properties::property_id)
        .for_no_key_update()
        .skip_locked()
        .load(conn)
        .await?;
    forget_replaced(conn, &ids).await?;
    let by = By {
        customer_id: firm,
        actor: None,
    };
    for row in &clear(conn, &ids).await? {
        events::updated(conn, by, row, &["parcel"]).await?;
    }
    Ok(ids.len())
}
