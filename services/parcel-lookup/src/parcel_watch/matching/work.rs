//! Counts searches in a serving process, one by one.

use std::time::Duration;

use actix_web::ResponseError as _;
use db::{AsyncPgConnection, Pool};
use diesel::result::Error;
use diesel_async::SimpleAsyncConnection as _;
use http_kit::{ApiError, Shutdown};
use messaging::outbox;
use ogc_features::Condition;
use parcel_record::groups;

use super::count::{self, Compared, News};
use super::count_flood;
use super::store::{self, Due};
use crate::filters;
use crate::growth::GrowthContext;
use crate::parcel_watch::{events, flood_changes, store as batches};
use crate::selections::ops::chosen;
use crate::selections::{Choice, domain, dto::AreaGeometry};

const INTERVAL: Duration = Duration::from_secs(2);
/// Searches that are listed at once.
const LISTED: i64 = 200;
/// For one statement of a count.
const LIMIT_TIME: &str =
    "SET LOCAL statement_timeout = '20s'; SET LOCAL plan_cache_mode = force_custom_plan";

/// Counts searches until the service stops.
pub struct Matcher {
    pub pool: Pool,
    pub growth: GrowthContext,
}

enum Counted {
    /// Also if another process counts it.
    Done,
    /// The facts of the imported parcels are still being made.
    NotYet,
}

/// Why a search is not counted.
#[derive(Debug, thiserror::Error)]
enum MatchError {
    /// It would fail again: an old filter, a growth run that is gone, a filter that takes too long.
    #[error("{0}")]
    Unreadable(String),
    /// The figures of its growth run could not be made now.
    #[error("the growth run could not be read")]
    Failed(#[source] ApiError),
    #[error("the database failed")]
    Database(#[from] Error),
}

impl db::DatabaseFault for MatchError {
    fn database_error(&self) -> Option<&Error> {
        match self {
            Self::Database(error) => Some(error),
            Self::Unreadable(_) | Self::Failed(_) => None,
        }
    }
}

impl Matcher {
    pub async fn work(self, shutdown: Shutdown) {
        while !shutdown.has_begun() {
            if let Err(error) = self.count_all(&shutdown).await {
                tracing::warn!(error.cause = %error, "saved searches could not be listed, trying again");
            }
            tokio::select! {
                () = tokio::time::sleep(INTERVAL) => {}
                () = shutdown.begun() => {}
            }
        }
    }

    async fn count_all(&self, shutdown: &Shutdown) -> Result<(), Error> {
        let due: Vec<Due> = db::unscoped_tx(&self.pool, "watched searches", async |conn| {
            store::unscoped_list_due(conn, LISTED).await
        })
        .await?;
        let mut waiting = None;
        for due in due {
            if shutdown.has_begun() {
                break;
            }
            if waiting == Some(due.batch_id) {
                continue;
            }
            match self.count(&due).await {
                Ok(Counted::Done) => {}
                Ok(Counted::NotYet) => waiting = Some(due.batch_id),
                Err(error) => self.give_up(&due, error).await?,
            }
        }
        Ok(())
    }

    async fn give_up(&self, due: &Due, error: MatchError) -> Result<(), Error> {
        tracing::warn!(error.cause = %error, search.id = %due.search_id, batch.id = due.batch_id,
            "a saved search could not be compared with an import");
        db::tenant_tx(&self.pool, due.customer_id, async |conn| match error {
            MatchError::Unreadable(_) => store::end(conn, due, None).await,
            MatchError::Failed(_) | MatchError::Database(_) => store::fail(conn, due).await,
        })
        .await
        .map(drop)
    }

    async fn count(&self, due: &Due) -> Result<Counted, MatchError> {
        let filter = self.filter(due).await?;
        let choice = choice(due)?;
        let counted = db::tenant_tx(&self.pool, due.customer_id, async |conn| {
            count_one(conn, due, filter.clone(), &choice).await
        })
        .await;
        counted.map_err(|error| match error {
            MatchError::Database(error) if db::is_statement_timeout(&error) => {
                MatchError::Unreadable("it takes too long".to_owned())
            }
            other => other,
        })
    }

    async fn filter(&self, due: &Due) -> Result<Condition, MatchError> {
        let filter =
            filters::read(&due.filter).map_err(|error| MatchError::Unreadable(error.sentence))?;
        let ready = filters::ops::ready_in(&self.pool, &self.growth, due.customer_id, filter).await;
        let (condition, _has_made) = ready.map_err(|error| {
            if error.status_code().is_server_error() {
                MatchError::Failed(error)
            } else {
                MatchError::Unreadable(error.to_string())
            }
        })?;
        Ok(condition)
    }
}

fn choice(due: &Due) -> Result<Choice, MatchError> {
    let Some(area) = &due.area else {
        return Ok(Choice::Everything);
    };
    let unreadable = || MatchError::Unreadable("its area cannot be read".to_owned());
    let area: AreaGeometry =
        serde_json::from_value(area.clone()).map_err(|_other_shape| unreadable())?;
    let within = domain::within("area", &area).map_err(|_nonsense| unreadable())?;
    Ok(Choice::Within(within))
}

async fn count_one(
    conn: &mut AsyncPgConnection,
    due: &Due,
    filter: Condition,
    choice: &Choice,
) -> Result<Counted, MatchError> {
    // Before the lock of the search, as undoing locks them.
    let batch = batches::find_for_comparison(conn, due.batch_id).await?;
    if !store::lock(conn, due).await? {
        return Ok(Counted::Done);
    }
    let origin = match batch {
        Some(batch) if batch.is_undone || batch.is_pruned => None,
        Some(_) => Some(store::get_origin(conn, due.batch_id).await?),
        None => flood_changes::find_origin(conn, due.batch_id).await?,
    };
    let Some(origin) = origin else {
        store::end(conn, due, None).await?;
        return Ok(Counted::Done);
    };
    let groups = groups::of_counties(origin.counties.iter().map(String::as_str));
    if !store::has_facts(conn, due.batch_id, &groups).await? {
        return Ok(Counted::NotYet);
    }
    conn.batch_execute(LIMIT_TIME).await?;
    let news = match chosen(conn, choice, &[]).await? {
        Some(chosen) => {
            let compared = Compared {
                batch_id: due.batch_id,
                groups: &groups,
                new_is_unlisted: origin.new_is_unlisted,
                chosen,
                filter,
            };
            if origin.is_of_layers {
                count_flood::compare(conn, &compared).await?
            } else {
                count::compare(conn, &compared).await?
            }
        }
        None => News::default(),
    };
    store::end(conn, due, Some(&news)).await?;
    if news.is_any() {
        let event = events::matched(due, &news, &origin);
        outbox::append(conn, &event).await?;
    }
    Ok(Counted::Done)
}
