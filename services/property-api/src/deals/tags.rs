//! Deals by tag, and the tags that there are. The rules of tags are those of contacts and companies (`domain::tags`).

use auth::CurrentUser;
use diesel::dsl::sql;
use diesel::expression::BoxableExpression;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Text};
use diesel_async::RunQueryDsl;

use super::DealError;
use super::dto::DealTags;
use crate::state::AppState;

const MAX_CHOICES: i32 = 200;

/// Deals that have any of these tags, in upper or lower case; no condition without a tag.
pub fn condition<T: 'static>(
    tags: &[String],
) -> Option<Box<dyn BoxableExpression<T, Pg, SqlType = Bool>>> {
    if tags.is_empty() {
        return None;
    }
    let keys: Vec<String> = tags.iter().map(|tag| tag.to_lowercase()).collect();
    let part = sql::<Bool>("(deals.tags IS NOT NULL AND deals.tag_keys && ")
        .bind::<Array<Text>, _>(keys)
        .sql(")");
    Some(Box::new(part))
}

/// The tags of a filter, without blank ones.
pub fn of_filter(tags: impl IntoIterator<Item = String>) -> Vec<String> {
    let tags = tags.into_iter().map(|tag| tag.trim().replace('\0', ""));
    tags.filter(|tag| !tag.is_empty()).collect()
}

pub async fn list_tags(state: &AppState, user: &CurrentUser) -> Result<DealTags, DealError> {
    #[derive(QueryableByName)]
    struct Row {
        #[diesel(sql_type = Text)]
        tag: String,
    }
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows: Vec<Row> = diesel::sql_query(
            "SELECT tag FROM (SELECT tag, count(*) FROM deals CROSS JOIN unnest(tag_keys) AS tag \
                WHERE tags IS NOT NULL AND removed_at IS NULL GROUP BY tag ORDER BY 2 DESC, 1 LIMIT $1) AS known ORDER BY tag",
        )
        .bind::<diesel::sql_types::Integer, _>(MAX_CHOICES)
        .load(conn)
        .await?;
        Ok::<_, DealError>(rows)
    });
    let tags = found.await?.into_iter().map(|row| row.tag).collect();
    Ok(DealTags { tags })
}
