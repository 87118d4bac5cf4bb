//! Keyset pagination: lists are sorted by a key and a unique id, and a page starts after the position
//! of the previous page's last row.
//!
//! Rows without a key come last in both directions, as users expect of empty values.

use chrono::{DateTime, NaiveDate};
use diesel::dsl::sql;
use diesel::expression::{BoxableExpression, SqlLiteral};
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Nullable, Text};
use uuid::Uuid;

/// A column or another SQL expression that a list can be sorted by.
#[derive(Debug, Clone, Copy)]
pub struct SortKey {
    /// SQL of the key; never user input.
    pub key: &'static str,
    /// Type of the key.
    pub kind: Kind,
    /// False if every row has a key; the condition of a page can then use an index.
    pub nullable: bool,
    /// SQL of the unique id, the order of rows with equal keys.
    pub id: &'static str,
    /// Type of the id.
    pub id_kind: Kind,
}

/// Types of keys and ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `text`
    Text,
    /// `numeric` and integers.
    Number,
    /// `timestamptz`
    Time,
    /// `date`
    Date,
    /// `uuid`
    Uuid,
}

impl Kind {
    const fn sql(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Number => "numeric",
            Self::Time => "timestamptz",
            Self::Date => "date",
            Self::Uuid => "uuid",
        }
    }

    /// Whether PostgreSQL can read this text as a value of the type.
    fn accepts(self, text: &str) -> bool {
        match self {
            Self::Text => !text.contains('\0'),
            Self::Number => text.parse::<f64>().is_ok_and(f64::is_finite),
            Self::Time => DateTime::parse_from_str(text, "%Y-%m-%d %H:%M:%S%.f%#z").is_ok(),
            Self::Date => text.parse::<NaiveDate>().is_ok(),
            Self::Uuid => text.parse::<Uuid>().is_ok(),
        }
    }
}

/// A sort key and its direction.
#[derive(Debug, Clone, Copy)]
pub struct Order {
    key: SortKey,
    descending: bool,
}

/// Key and id of the last row of a page, as text.
pub type Position = (Option<String>, String);

impl SortKey {
    /// Lowest key first.
    pub const fn ascending(self) -> Order {
        Order {
            key: self,
            descending: false,
        }
    }

    /// Highest key first.
    pub const fn descending(self) -> Order {
        Order {
            key: self,
            descending: true,
        }
    }
}

impl Order {
    /// For `ORDER BY`.
    pub fn order_by(&self) -> SqlLiteral<Bool> {
        let SortKey {
            key, nullable, id, ..
        } = self.key;
        let (direction, nulls) = match (self.descending, nullable) {
            (false, _) => ("ASC", ""),
            (true, false) => ("DESC", ""),
            (true, true) => ("DESC", " NULLS LAST"),
        };
        sql(&format!("{key} {direction}{nulls}, {id} {direction}"))
    }

    /// The row's position, for `SELECT`.
    pub fn position(&self) -> (SqlLiteral<Nullable<Text>>, SqlLiteral<Text>) {
        let SortKey { key, id, .. } = self.key;
        (
            sql(&format!("({key})::text")),
            sql(&format!("({id})::text")),
        )
    }

    /// Whether a position, which may be user input, is valid for this order.
    pub fn accepts(&self, (last_key, last_id): &Position) -> bool {
        let SortKey {
            kind,
            nullable,
            id_kind,
            ..
        } = self.key;
        let key_fits = match last_key {
            Some(key) => kind.accepts(key),
            None => nullable,
        };
        key_fits && id_kind.accepts(last_id)
    }

    /// Condition: the row comes after this position, which [`Self::accepts`] has checked.
    pub fn after<T: 'static>(
        &self,
        (last_key, last_id): Position,
    ) -> Box<dyn BoxableExpression<T, Pg, SqlType = Bool>> {
        let SortKey {
            key,
            kind,
            nullable,
            id,
            id_kind,
        } = self.key;
        let beyond = if self.descending { '<' } else { '>' };
        let (before_key, before_id, end) = match (nullable, last_key.is_some()) {
            (false, _) => (
                format!("({key}, {id}) {beyond} ("),
                format!("::{}, ", kind.sql()),
                ")",
            ),
            (true, true) => (
                format!("({key} IS NULL OR ({key}, {id}) {beyond} ("),
                format!("::{}, ", kind.sql()),
                "))",
            ),
            (true, false) => (
                format!("({key} IS NULL AND "),
                format!("::text IS NULL AND {id} {beyond} "),
                ")",
            ),
        };
        let condition = sql::<Bool>(&before_key)
            .bind::<Nullable<Text>, _>(last_key)
            .sql(&before_id)
            .bind::<Text, _>(last_id)
            .sql(&format!("::{}{end}", id_kind.sql()));
        Box::new(condition)
    }

    /// Condition about the key alone, which [`Self::after`] implies. For lists whose key and id are columns of two tables: rows before the
    /// position are left out before the tables are joined.
    pub fn key_after<T: 'static>(
        &self,
        (last_key, _): &Position,
    ) -> Box<dyn BoxableExpression<T, Pg, SqlType = Bool>> {
        let SortKey {
            key,
            kind,
            nullable,
            ..
        } = self.key;
        let Some(last_key) = last_key else {
            return Box::new(sql::<Bool>(&format!("({key} IS NULL)")));
        };
        let or_null = if nullable {
            format!("{key} IS NULL OR ")
        } else {
            String::new()
        };
        let beyond = if self.descending { "<=" } else { ">=" };
        let condition = sql::<Bool>(&format!("({or_null}{key} {beyond} "))
            .bind::<Text, _>(last_key.clone())
            .sql(&format!("::{})", kind.sql()));
        Box::new(condition)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: SortKey = SortKey {
        key: "value",
        kind: Kind::Number,
        nullable: true,
        id: "id",
        id_kind: Kind::Uuid,
    };

    fn shown(order: Order, position: Position) -> String {
        let after: Box<dyn BoxableExpression<(), Pg, SqlType = Bool>> = order.after(position);
        diesel::debug_query::<Pg, _>(&after).to_string()
    }

    #[test]
    fn rows_without_a_key_come_last_in_both_directions() {
        let id = Uuid::nil().to_string();
        let value = (Some("5".to_owned()), id.clone());
        assert!(
            shown(KEY.ascending(), value.clone())
                .starts_with("(value IS NULL OR (value, id) > ($1::numeric, $2::uuid))")
        );
        assert!(
            shown(KEY.descending(), value)
                .starts_with("(value IS NULL OR (value, id) < ($1::numeric, $2::uuid))")
        );
        assert!(
            shown(KEY.descending(), (None, id))
                .starts_with("(value IS NULL AND $1::text IS NULL AND id < $2::uuid)")
        );
    }

    #[test]
    fn the_key_alone_is_compared_with_that_of_the_position() {
        let shown = |order: Order, key: Option<&str>| {
            let position = (key.map(str::to_owned), Uuid::nil().to_string());
            let after: Box<dyn BoxableExpression<(), Pg, SqlType = Bool>> =
                order.key_after(&position);
            diesel::debug_query::<Pg, _>(&after).to_string()
        };
        assert!(
            shown(KEY.ascending(), Some("5"))
                .starts_with("(value IS NULL OR value >= $1::numeric)")
        );
        assert!(
            shown(KEY.descending(), Some("5"))
                .starts_with("(value IS NULL OR value <= $1::numeric)")
        );
        assert!(shown(KEY.descending(), None).starts_with("(value IS NULL)"));
        let named = SortKey {
            nullable: false,
            ..KEY
        };
        assert!(shown(named.ascending(), Some("5")).starts_with("(value >= $1::numeric)"));
    }

    #[test]
    fn a_position_of_another_list_is_not_accepted() {
        let id = Uuid::nil().to_string();
        let order = KEY.ascending();
        assert!(order.accepts(&(Some("5.25".into()), id.clone())));
        assert!(order.accepts(&(None, id.clone())));
        for key in ["a", "NaN", "1e999", "", "1\0"] {
            assert!(!order.accepts(&(Some(key.into()), id.clone())), "{key}");
        }
        assert!(!order.accepts(&(Some("5".into()), "5".into())));
        assert!(Kind::Time.accepts("2026-11-22 17:00:00.123456+00"));
        assert!(!Kind::Time.accepts("yesterday"));
        assert!(Kind::Date.accepts("2026-11-22"));
        assert!(!Kind::Date.accepts("2026-13-22"));
        let named = SortKey {
            nullable: false,
            ..KEY
        }
        .ascending();
        assert!(!named.accepts(&(None, id)));
    }
}
