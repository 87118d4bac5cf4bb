//! Search text for `LIKE`, and pages of sorted lists. Runs no queries.

use db::keyset::{Order, Position};
use http_kit::{ApiError, Cursor};
use serde::Serialize;
use serde::de::DeserializeOwned;

pub const MAX_ROWS: i64 = 200;
/// Row limit when the client sets none: the specification's lists are not paged.
pub const WHOLE_LIST: i64 = 5000;

/// Largest number of values that a filter offers.
pub const MAX_CHOICES: i64 = 200;
/// Further words of a search are ignored.
const MAX_WORDS: usize = 8;

/// Search, sort order and page of a list request.
#[derive(Debug)]
pub struct ListRequest {
    /// Search text.
    pub q: Option<String>,
    pub order: Order,
    /// Position of the last row of the previous page.
    pub after: Option<Position>,
    /// Number of rows to read: one more than the page has.
    pub limit: i64,
}

/// Rows read for a page, each with its position.
#[derive(Debug)]
pub struct ListRows<T> {
    pub rows: Vec<(T, Position)>,
    /// Number of rows on all pages; none if they are too many to be counted.
    pub total: Option<usize>,
}

/// One page of a list.
#[derive(Debug)]
pub struct ListPage<T> {
    pub rows: Vec<T>,
    /// None on the last page.
    pub next_cursor: Option<String>,
    /// Number of rows on all pages; none if they are too many to be counted.
    pub total: Option<usize>,
}

impl ListRequest {
    /// Validates a list request. A cursor contains its sort order and is rejected with another one.
    pub fn new<S: Copy + Into<Order> + PartialEq + Serialize + DeserializeOwned>(
        q: Option<String>,
        sort: S,
        limit: Option<i64>,
        cursor: Option<&str>,
    ) -> Result<Self, ApiError> {
        let order: Order = sort.into();
        let after = match position::<(S, Position)>(cursor)? {
            Some((of, after)) if of == sort && order.accepts(&after) => Some(after),
            None => None,
            Some(_) => {
                let sentence = "This cursor belongs to another list.";
                return Err(ApiError::invalid("cursor", sentence));
            }
        };
        Ok(Self {
            q: non_blank(q),
            order,
            after,
            limit: self::limit(limit)? + 1,
        })
    }

    /// Removes the additional row, which shows that there is a next page.
    pub fn page<T, S: Serialize>(
        &self,
        sort: S,
        listed: ListRows<T>,
    ) -> Result<ListPage<T>, ApiError> {
        let ListRows { rows, total } = listed;
        let (rows, next_cursor) = page(rows, self.limit - 1, |(_, at)| (&sort, at.clone()))?;
        Ok(ListPage {
            rows: rows.into_iter().map(|(row, _)| row).collect(),
            next_cursor,
            total,
        })
    }
}

/// The words of a search.
pub fn words(q: &str) -> impl Iterator<Item = &str> {
    q.split_whitespace().take(MAX_WORDS)
}

/// Pattern that matches `text` anywhere; wildcards in it are escaped.
pub fn contains(text: &str) -> String {
    let text: String = text
        .trim()
        .chars()
        .filter(|c| *c != '\0')
        .take(200)
        .collect();
    format!("%{}%", escape(&text))
}

/// Pattern that matches `word` after a space; wildcards in it are escaped.
pub fn word_begins(word: &str) -> String {
    format!("% {}%", escape(word))
}

fn escape(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('%', "\\%")
        .replace('_', "\\_")
}

/// The digits of a phone number, or of a part of one with at least three digits, without the
/// country code of a complete US number. None when it contains other characters.
pub fn phone_digits(text: &str) -> Option<String> {
    let grouping = |c: char| matches!(c, ' ' | '-' | '.' | '(' | ')' | '/' | '+');
    if !text.chars().all(|c| c.is_ascii_digit() || grouping(c)) {
        return None;
    }
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    match (digits.len(), digits.strip_prefix('1')) {
        (11, Some(ten)) => Some(ten.to_owned()),
        (3.., _) => Some(digits),
        _ => None,
    }
}

/// The search text, unless blank. NUL, which PostgreSQL text cannot hold, counts as blank.
pub fn non_blank(q: Option<String>) -> Option<String> {
    q.map(|q| q.replace('\0', ""))
        .filter(|q| !q.trim().is_empty())
}

/// Number of rows to read; rejects a value out of range.
pub fn limit(asked: Option<i64>) -> Result<i64, ApiError> {
    match asked {
        None => Ok(WHOLE_LIST),
        Some(limit @ 1..=MAX_ROWS) => Ok(limit),
        Some(_) => Err(ApiError::invalid(
            "limit",
            format!("Use a limit from 1 to {MAX_ROWS}."),
        )),
    }
}

/// Decodes a cursor of an earlier page.
pub fn position<T: DeserializeOwned>(cursor: Option<&str>) -> Result<Option<T>, ApiError> {
    cursor.map(Cursor::decode).transpose()
}

/// Removes the additional row and makes the next page's cursor; none on the last page.
pub fn page<T, P: Serialize>(
    mut rows: Vec<T>,
    limit: i64,
    position_of: impl Fn(&T) -> P,
) -> Result<(Vec<T>, Option<String>), ApiError> {
    let next = Cursor::cut(&mut rows, Some(limit), position_of)?;
    Ok((rows, next))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wildcards_mean_themselves() {
        assert_eq!(contains(r" 50%_a\b "), r"%50\%\_a\\b%");
        assert_eq!(contains("a\0b"), "%ab%");
        assert_eq!(word_begins("5%"), r"% 5\%%");
    }

    #[test]
    fn a_number_is_its_digits() {
        for (text, digits) in [
            ("(713) 555-0999", Some("7135550999")),
            ("+1 713 555 0999", Some("7135550999")),
            ("555-0999", Some("5550999")),
            ("12", None),
            ("Suite 713", None),
        ] {
            assert_eq!(phone_digits(text).as_deref(), digits, "{text}");
        }
    }

    #[test]
    fn limits_are_bounded() {
        assert_eq!(limit(None).unwrap(), WHOLE_LIST);
        assert!(limit(Some(0)).is_err() && limit(Some(201)).is_err());
    }
}
