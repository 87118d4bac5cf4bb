//! What is searched for, and the transaction of a search.

use auth::CurrentUser;
use http_kit::ApiError;

use super::dto::{FoundRecords, RecordsQuery};
use super::store;
use crate::properties::domain::search_pattern;
use crate::state::AppState;

/// Further words are ignored.
const MAX_WORDS: usize = 8;
const USUAL_LIMIT: u8 = 5;
const MAX_FOUND: u8 = 50;
/// An index of trigrams finds nothing shorter.
const LEAST_IN_A_ROW: usize = 3;

pub async fn search_records(
    state: &AppState,
    user: &CurrentUser,
    query: &RecordsQuery,
) -> Result<FoundRecords, ApiError> {
    let limit = query.limit.unwrap_or(USUAL_LIMIT);
    if !(1..=MAX_FOUND).contains(&limit) {
        let sentence = format!("Use a limit from 1 to {MAX_FOUND}.");
        return Err(ApiError::invalid("limit", sentence));
    }
    let words: Vec<&str> = query.q.split_whitespace().take(MAX_WORDS).collect();
    if !words.iter().any(|word| is_indexed(word)) {
        return Ok(FoundRecords::default());
    }
    let patterns: Vec<String> = words
        .into_iter()
        .filter_map(|word| search_pattern(Some(word)))
        .collect();
    let limit = i64::from(limit);
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        Ok::<_, diesel::result::Error>(FoundRecords {
            notes: store::list_notes(conn, &patterns, limit).await?,
            attachments: store::list_attachments(conn, &patterns, limit).await?,
            emails: store::list_emails(conn, &patterns, limit).await?,
        })
    })
    .await?;
    Ok(found)
}

/// Whether rows with the word are found without comparing all.
fn is_indexed(word: &str) -> bool {
    word.split(|c: char| !c.is_alphanumeric())
        .any(|part| part.chars().count() >= LEAST_IN_A_ROW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_needs_three_letters_or_digits_in_a_row() {
        for word in ["loi", "a-123", "été.pdf", "$500k"] {
            assert!(is_indexed(word), "{word}");
        }
        for word in ["", "lo", "a-b-c", "%%%", "1.2"] {
            assert!(!is_indexed(word), "{word}");
        }
    }
}
