//! Contacts that may be the owner of a property.

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Text};
use diesel_async::RunQueryDsl;
use domain::ContactId;

use crate::contacts::names::NameKey;

/// A suggestion with the total number of suggestions.
#[derive(Debug, Clone, QueryableByName)]
pub struct SuggestionRow {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    pub contact_id: ContactId,
    #[diesel(sql_type = Text)]
    pub first_name: String,
    #[diesel(sql_type = Text)]
    pub last_name: String,
    #[diesel(sql_type = diesel::sql_types::Nullable<Text>)]
    pub title: Option<String>,
    #[diesel(sql_type = BigInt)]
    pub total: i64,
}

/// Suggested contacts, best match first: same company; first and last name on the deed; one company
/// name contains the other; last name on a person's deed.
const SUGGESTIONS: &str = "
    WITH ranked AS (
        SELECT contact_id, first_name, last_name, coalesce(job_title, title) AS title,
            CASE
                WHEN company_key <> '' AND company_key = $1 THEN 1
                WHEN last_name <> '' AND lower(last_name) = ANY ($2)
                    AND first_name <> '' AND lower(first_name) = ANY ($2) THEN 2
                WHEN company_key <> '' AND length(company_key) > 3
                    AND position(' ' || company_key || ' ' IN ' ' || $1 || ' ') > 0 THEN 3
                WHEN company_key <> '' AND length($1) > 3
                    AND position(' ' || $1 || ' ' IN ' ' || company_key || ' ') > 0 THEN 3
                WHEN NOT $3 AND last_name <> '' AND lower(last_name) = ANY ($2) THEN 4
            END AS rank
        FROM contacts
        -- What can have a rank at all, by tests that are quick on 50,000 contacts.
        WHERE deleted_at IS NULL
            AND (company_key <> '' AND (strpos($1, company_key) > 0 OR strpos(company_key, $1) > 0)
                OR last_name <> '' AND lower(last_name) = ANY ($2))
    )
    SELECT contact_id, first_name, last_name, title, count(*) OVER () AS total
    FROM ranked
    WHERE rank IS NOT NULL
    ORDER BY rank, lower(last_name), lower(first_name), contact_id
    LIMIT $4 OFFSET $5";

pub async fn list_suggestions(
    conn: &mut AsyncPgConnection,
    owner: &NameKey,
    limit: i64,
    offset: i64,
) -> QueryResult<Vec<SuggestionRow>> {
    diesel::sql_query(SUGGESTIONS)
        .bind::<Text, _>(owner.text())
        .bind::<Array<Text>, _>(&owner.words)
        .bind::<Bool, _>(owner.is_company)
        .bind::<BigInt, _>(limit)
        .bind::<BigInt, _>(offset)
        .load(conn)
        .await
}
