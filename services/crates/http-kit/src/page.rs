//! Pages of lists that grow: `limit` and an opaque `cursor` after the last row seen (keyset).
//!
//! A keyset rather than an offset, so that rows added meanwhile neither repeat nor vanish and the
//! hundredth page costs what the first does. Without `limit` the whole list is returned. The queries
//! themselves belong to the services.
//!
//! ```
//! use http_kit::{ApiResult, Page};
//!
//! fn list(page: &Page, all: &[(i64, u32)]) -> ApiResult<(Vec<(i64, u32)>, Option<String>)> {
//!     let after: Option<(i64, u32)> = page.after()?; // (sort key, id)
//!     let rows = all.iter().filter(|row| after.is_none_or(|after| **row > after)).copied();
//!     // SQL: where (sort, id) > ($1, $2) order by sort, id limit page.fetch_limit()
//!     let rows = rows.take(page.fetch_limit().map_or(usize::MAX, |n| n as usize)).collect();
//!     page.cut(rows, |row| *row)
//! }
//! ```

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize, de};
use utoipa::IntoParams;

use crate::error::{ApiError, ApiResult};

/// Most rows per page.
pub const MAX_LIMIT: u16 = 200;

/// Longer cursors are rejected.
const MAX_CURSOR: usize = 1024;

/// The paging part of a query string. Use it as a separate extractor: `Query(page): Query<Page>`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Page {
    /// Page size, 1 to 200; all rows when absent.
    #[param(value_type = Option<u16>, minimum = 1, maximum = 200)]
    #[serde(default, deserialize_with = "limit")]
    limit: Option<u16>,
    /// `next_cursor` of the previous page.
    #[serde(default)]
    cursor: Option<String>,
}

impl Page {
    /// A page for tests and internal calls; `limit` is clamped to 1 to [`MAX_LIMIT`].
    pub fn new(limit: Option<u16>, cursor: Option<String>) -> Self {
        Self {
            limit: limit.map(|limit| limit.clamp(1, MAX_LIMIT)),
            cursor,
        }
    }

    /// Page size, 1 to [`MAX_LIMIT`]; `None` for all rows.
    pub fn limit(&self) -> Option<i64> {
        self.limit.map(i64::from)
    }

    /// Value of SQL's `limit`: one row more than the page, which tells whether more follow.
    pub fn fetch_limit(&self) -> Option<i64> {
        self.limit().map(|limit| limit + 1)
    }

    /// The key of the last row of the previous page: the sort columns, ending with a unique one.
    /// 422 for an invalid cursor.
    pub fn after<K: DeserializeOwned>(&self) -> ApiResult<Option<K>> {
        self.cursor.as_deref().map(Cursor::decode).transpose()
    }

    /// Removes the additional row and makes the next page's cursor from the last row kept.
    pub fn cut<T, K: Serialize>(
        &self,
        mut rows: Vec<T>,
        key: impl Fn(&T) -> K,
    ) -> ApiResult<(Vec<T>, Option<String>)> {
        let next = Cursor::cut(&mut rows, self.limit(), key)?;
        Ok((rows, next))
    }
}

/// Position in a list as text: opaque to callers, not secret.
#[derive(Debug, Clone, Copy)]
pub struct Cursor;

impl Cursor {
    /// The cursor of this key.
    pub fn encode<K: Serialize>(key: &K) -> ApiResult<String> {
        let json = serde_json::to_vec(key).map_err(ApiError::internal)?;
        Ok(URL_SAFE_NO_PAD.encode(json))
    }

    /// The key of a cursor; 422 if it is not one of this list.
    pub fn decode<K: DeserializeOwned>(cursor: &str) -> ApiResult<K> {
        let key = (cursor.len() <= MAX_CURSOR)
            .then(|| URL_SAFE_NO_PAD.decode(cursor).ok())
            .flatten()
            .and_then(|json| serde_json::from_slice(&json).ok());
        key.ok_or_else(|| ApiError::invalid("cursor", "This cursor is not valid."))
    }

    /// Cuts rows, of which one more than `limit` was read, to `limit` and makes the next page's
    /// cursor; none on the last page or without a limit.
    pub fn cut<T, K: Serialize>(
        rows: &mut Vec<T>,
        limit: Option<i64>,
        key: impl Fn(&T) -> K,
    ) -> ApiResult<Option<String>> {
        let Some(limit) = limit.and_then(|limit| usize::try_from(limit).ok()) else {
            return Ok(None);
        };
        if rows.len() <= limit {
            return Ok(None);
        }
        rows.truncate(limit);
        rows.last().map(|row| Self::encode(&key(row))).transpose()
    }
}

/// Reads the limit from a number or its text, because a flattened query string contains only text.
fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u16>, D::Error> {
    struct Limit;

    const REFUSAL: &str = "The limit must be a whole number from 1 to 200.";

    impl de::Visitor<'_> for Limit {
        type Value = Option<u16>;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a whole number from 1 to 200")
        }

        fn visit_u64<E: de::Error>(self, limit: u64) -> Result<Self::Value, E> {
            match u16::try_from(limit) {
                Ok(limit @ 1..=MAX_LIMIT) => Ok(Some(limit)),
                _ => Err(E::custom(REFUSAL)),
            }
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            let limit = text
                .parse()
                .map_err(|_refused: std::num::ParseIntError| E::custom(REFUSAL))?;
            self.visit_u64(limit)
        }
    }

    deserializer.deserialize_any(Limit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn page(query: &str) -> Result<Page, serde_urlencoded::de::Error> {
        serde_urlencoded::from_str(query)
    }

    #[test]
    fn the_limit_has_bounds() {
        assert_eq!(page("").unwrap().limit(), None);
        assert_eq!(page("limit=200").unwrap().limit(), Some(200));
        for query in [
            "limit=0",
            "limit=201",
            "limit=-1",
            "limit=ten",
            "limit=",
            "limit=99999999999999999999",
        ] {
            assert!(page(query).is_err(), "{query}");
        }
    }

    #[test]
    fn a_foreign_cursor_is_refused() {
        let page = page("cursor=bm90anNvbg").unwrap();
        let error = page.after::<(i64, i64)>().unwrap_err();
        assert_eq!(error.shown(), "This cursor is not valid.");
        assert!(Cursor::decode::<i64>(&"A".repeat(2000)).is_err());
    }

    proptest! {
        #[test]
        fn pages_hold_every_row_once(count in 0_usize..50, limit in 1_u16..20) {
            let all: Vec<(u8, usize)> = (0..count).map(|id| ((id / 7) as u8, id)).collect();
            let (mut seen, mut cursor) = (Vec::new(), None);
            loop {
                let page = Page::new(Some(limit), cursor);
                let after: Option<(u8, usize)> = page.after().unwrap();
                let rows = all.iter().copied().filter(|row| after.is_none_or(|after| *row > after));
                let rows = rows.take(page.fetch_limit().unwrap() as usize).collect();
                let (rows, next) = page.cut(rows, |row| *row).unwrap();
                prop_assert!(rows.len() <= usize::from(limit));
                seen.extend(rows);
                cursor = next;
                if cursor.is_none() { break; }
            }
            prop_assert_eq!(seen, all);
        }

        #[test]
        fn any_cursor_is_judged_without_panic(cursor in ".*") {
            let _ = Cursor::decode::<(String, i64)>(&cursor);
        }
    }
}
