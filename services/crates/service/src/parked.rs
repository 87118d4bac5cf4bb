//! The subcommand `parked`: messages that could not be handled and dead jobs, in one list.

use std::collections::HashSet;

use clap::Subcommand;
use db::{DbConfig, Pool};
use domain::{JobId, ParkedId};
use jobs::dead::{self, Dead};
use messaging::AmqpConfig;
use messaging::parked::{self, Parked, Selection};
use uuid::Uuid;

use crate::{Program, print};

/// In a listed job: where a message has its queue.
const JOBS: &str = "jobs";

/// Operations on parked messages and dead jobs.
#[derive(Debug, Subcommand)]
pub enum ParkedCommand {
    /// List them with their errors, oldest first, one JSON object per line; jobs have the queue `jobs`.
    List {
        /// Maximum number of entries.
        #[arg(long, default_value_t = 1_000)]
        limit: i64,
    },
    /// Return messages to their queues, and run jobs again.
    Replay {
        /// Only these, by `parked_id`; all if none is given.
        ids: Vec<Uuid>,
    },
}

pub(crate) async fn run<P: Program>(command: ParkedCommand) -> anyhow::Result<()> {
    match command {
        ParkedCommand::List { limit } => list::<P>(limit).await,
        ParkedCommand::Replay { ids } => replay::<P>(ids).await,
    }
}

async fn list<P: Program>(limit: i64) -> anyhow::Result<()> {
    let database = settings::from_process(|env| DbConfig::from_env(env, P::NAME))?;
    let pool = db::connect(&database.pool_size(1))?;
    let mut listed = parked::list(&pool, limit).await?;
    if P::HAS_JOBS {
        listed.extend(dead::list(&pool, limit).await?.into_iter().map(of_job));
    }
    listed.sort_by_key(|one| (one.parked_at, one.parked_id));
    for one in listed.iter().take(usize::try_from(limit)?) {
        print(&(serde_json::to_string(one)? + "\n"))?;
    }
    Ok(())
}

/// A job in the form of a message.
fn of_job(job: Dead) -> Parked {
    Parked {
        parked_id: ParkedId(job.job_id.0),
        queue: JOBS.to_owned(),
        event_type: job.kind,
        message_id: job.job_id.to_string(),
        reason: job.reason,
        attempts: job.attempts,
        parked_at: job.dead_at,
    }
}

async fn replay<P: Program>(ids: Vec<Uuid>) -> anyhow::Result<()> {
    let (database, amqp) = settings::from_process(|env| {
        (
            DbConfig::from_env(env, P::NAME),
            AmqpConfig::from_env(env, P::NAME),
        )
    })?;
    let pool = db::connect(&database.pool_size(2))?;
    let wanted = (!ids.is_empty()).then_some(ids);
    let jobs = if P::HAS_JOBS {
        let ids = wanted
            .as_ref()
            .map(|ids| ids.iter().copied().map(JobId).collect::<Vec<_>>());
        dead::replay(&pool, ids.as_deref()).await?
    } else {
        Vec::new()
    };
    let messages = replay_messages(&pool, &amqp, wanted, &jobs).await?;
    if P::HAS_JOBS {
        print(&format!("{} jobs will run again.\n", jobs.len()))?;
    }
    print(&format!(
        "{messages} messages were returned to their queues.\n"
    ))
}

/// Those that are not `jobs`; the broker is not needed where only jobs are wanted.
async fn replay_messages(
    pool: &Pool,
    amqp: &AmqpConfig,
    wanted: Option<Vec<Uuid>>,
    jobs: &[JobId],
) -> anyhow::Result<usize> {
    let selection = match wanted {
        None => Selection::All,
        Some(mut ids) => {
            let jobs: HashSet<Uuid> = jobs.iter().map(|job| job.0).collect();
            ids.retain(|id| !jobs.contains(id));
            if ids.is_empty() {
                return Ok(0);
            }
            Selection::These(ids.into_iter().map(ParkedId).collect())
        }
    };
    Ok(parked::replay(pool, amqp, &selection).await?)
}
