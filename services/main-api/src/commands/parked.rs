//! `parked list` and `parked replay`: messages that could not be handled.

use db::DbConfig;
use messaging::AmqpConfig;
use messaging::parked::{self, Selection};
use settings::Env;
use uuid::Uuid;

use crate::SERVICE;

const SHOWN: i64 = 1000;

/// Prints one JSON object per line.
pub async fn list() -> anyhow::Result<()> {
    let mut env = Env::process();
    let database = DbConfig::from_env(&mut env, SERVICE);
    let pool = db::connect(&env.finish(database)?.pool_size(1))?;
    for message in parked::list(&pool, SHOWN).await? {
        super::say(&serde_json::to_string(&message)?)?;
    }
    Ok(())
}

/// Sends messages back to their queues; all of them when `ids` is empty.
pub async fn replay(ids: Vec<Uuid>) -> anyhow::Result<()> {
    let mut env = Env::process();
    let (database, amqp) = (
        DbConfig::from_env(&mut env, SERVICE),
        AmqpConfig::from_env(&mut env, SERVICE),
    );
    let (database, amqp) = env.finish((database, amqp))?;
    let pool = db::connect(&database.pool_size(2))?;
    let selection = if ids.is_empty() {
        Selection::All
    } else {
        Selection::These(ids)
    };
    let count = parked::replay(&pool, &amqp, &selection).await?;
    super::say(&format!("{count} messages were sent back to their queues."))?;
    Ok(())
}
