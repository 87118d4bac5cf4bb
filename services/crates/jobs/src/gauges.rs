//! Gauges of the table: waiting and dead jobs of each kind, and how long the oldest has been due.

use std::convert::Infallible;
use std::time::Duration;

use db::Pool;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Text};
use diesel_async::RunQueryDsl;

const INTERVAL: Duration = Duration::from_secs(5);

#[derive(QueryableByName)]
struct Measured {
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    dead: i64,
    #[diesel(sql_type = Double)]
    oldest_seconds: f64,
}

/// Updates the gauges of these kinds while it is awaited.
pub(crate) async fn keep_current(pool: &Pool, kinds: &[&'static str]) -> Infallible {
    loop {
        match measure(pool).await {
            Ok(measured) => set(kinds, &measured),
            Err(error) => tracing::debug!(error.cause = %error, "job gauges could not be updated"),
        }
        tokio::time::sleep(INTERVAL).await;
    }
}

async fn measure(pool: &Pool) -> QueryResult<Vec<Measured>> {
    db::unscoped_tx(pool, "job gauges", async |conn| {
        diesel::sql_query(
            "SELECT kind, count(*) FILTER (WHERE dead_at IS NULL) AS waiting, count(dead_at) AS dead, \
                    greatest(0, coalesce(extract(epoch FROM now() - min(run_at) FILTER (WHERE dead_at IS NULL)), 0))::float8 \
                        AS oldest_seconds \
             FROM jobs GROUP BY kind",
        )
        .load(conn)
        .await
    })
    .await
}

fn set(kinds: &[&'static str], measured: &[Measured]) {
    for kind in kinds {
        let found = measured.iter().find(|it| it.kind == *kind);
        let (waiting, dead, oldest) =
            found.map_or((0, 0, 0.0), |it| (it.waiting, it.dead, it.oldest_seconds));
        metrics::gauge!("jobs_waiting", "kind" => *kind).set(waiting as f64);
        metrics::gauge!("jobs_dead", "kind" => *kind).set(dead as f64);
        metrics::gauge!("jobs_oldest_seconds", "kind" => *kind).set(oldest);
    }
}
