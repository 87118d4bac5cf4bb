//! The columns of every format: the facts under our names, then where they are from, and where those of a tax roll are from.

use std::borrow::Cow;

use chrono::{DateTime, NaiveDate, SecondsFormat, Utc};
use domain::Money;

use crate::Exported;

/// Type of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Text.
    Text,
    /// A whole number of 32 bits.
    Int32,
    /// A whole number of 64 bits.
    Int64,
    /// A number.
    Number,
    /// US dollars with two decimals.
    Money,
    /// True or false.
    Boolean,
    /// A day.
    Date,
    /// A time, UTC.
    Time,
}

/// A column.
#[derive(Debug, Clone, Copy)]
pub struct Column {
    /// Name, as in the API.
    pub name: &'static str,
    /// Type.
    pub kind: Kind,
    /// Whether every parcel has a value.
    pub is_required: bool,
    pub(crate) cell: for<'a> fn(&'a Exported) -> Option<Cell<'a>>,
}

/// A value.
#[derive(Debug)]
pub(crate) enum Cell<'a> {
    Text(Cow<'a, str>),
    Int32(i32),
    Int64(i64),
    Number(f64),
    Money(&'a Money),
    Boolean(bool),
    Date(NaiveDate),
    Time(DateTime<Utc>),
}

macro_rules! text {
    ($name:ident) => {
        Column {
            name: stringify!($name),
            kind: Kind::Text,
            is_required: false,
            cell: |parcel| parcel.fields.$name.as_deref().map(borrowed),
        }
    };
}

macro_rules! fact {
    ($name:ident, $kind:ident) => {
        Column {
            name: stringify!($name),
            kind: Kind::$kind,
            is_required: false,
            cell: |parcel| parcel.fields.$name.map(Cell::$kind),
        }
    };
}

macro_rules! money {
    ($name:ident) => {
        Column {
            name: stringify!($name),
            kind: Kind::Money,
            is_required: false,
            cell: |parcel| parcel.fields.$name.as_ref().map(Cell::Money),
        }
    };
}

const fn required(
    name: &'static str,
    kind: Kind,
    cell: for<'a> fn(&'a Exported) -> Option<Cell<'a>>,
) -> Column {
    Column {
        name,
        kind,
        is_required: true,
        cell,
    }
}

const fn optional(
    name: &'static str,
    kind: Kind,
    cell: for<'a> fn(&'a Exported) -> Option<Cell<'a>>,
) -> Column {
    Column {
        name,
        kind,
        is_required: false,
        cell,
    }
}

const fn borrowed(text: &str) -> Cell<'_> {
    Cell::Text(Cow::Borrowed(text))
}

macro_rules! of_roll {
    ($name:literal, $kind:ident, |$roll:ident| $cell:expr) => {
        Column {
            name: $name,
            kind: Kind::$kind,
            is_required: false,
            cell: |parcel| {
                let $roll = parcel.tax_roll.as_ref()?;
                $cell
            },
        }
    };
}

static ALL: [Column; 46] = [
    required("ll_uuid", Kind::Text, |parcel| {
        Some(Cell::Text(parcel.fields.ll_uuid.to_string().into()))
    }),
    required("county_fips", Kind::Text, |parcel| {
        Some(borrowed(&parcel.fields.county_fips))
    }),
    required("parcelnumb", Kind::Text, |parcel| {
        Some(borrowed(&parcel.fields.parcelnumb))
    }),
    text!(address),
    text!(scity),
    text!(state2),
    text!(szip),
    text!(owner),
    text!(careof),
    text!(mailing_address),
    fact!(saledate, Date),
    money!(saleprice),
    fact!(year_built, Int32),
    text!(usecode),
    text!(usedesc),
    text!(zoning),
    text!(zoning_type),
    text!(zoning_subtype),
    text!(legaldesc),
    text!(subdivision),
    money!(parval),
    text!(parvaltype),
    money!(landval),
    money!(improvval),
    fact!(sqft, Int64),
    fact!(ll_gisacre, Number),
    fact!(building_count, Int32),
    text!(flood_zone),
    text!(flood_zone_subtype),
    required("source", Kind::Text, |parcel| {
        Some(borrowed(&parcel.source))
    }),
    optional("source_licence", Kind::Text, |parcel| {
        parcel.source_licence.as_deref().map(borrowed)
    }),
    required("is_sample", Kind::Boolean, |parcel| {
        Some(Cell::Boolean(parcel.is_sample))
    }),
    required("fetched_at", Kind::Time, |parcel| {
        Some(Cell::Time(parcel.fetched_at))
    }),
    optional("source_date", Kind::Date, |parcel| {
        parcel.source_date.map(Cell::Date)
    }),
    of_roll!("roll_source", Text, |roll| Some(borrowed(&roll.source))),
    of_roll!("roll_source_licence", Text, |roll| {
        roll.source_licence.as_deref().map(borrowed)
    }),
    of_roll!("roll_source_date", Date, |roll| {
        roll.source_date.map(Cell::Date)
    }),
    of_roll!("roll_facts", Text, |roll| {
        Some(Cell::Text(roll.facts.join(" ").into()))
    }),
    of_roll!("outline_source", Text, |roll| {
        Some(borrowed(&roll.outline_source))
    }),
    of_roll!("outline_source_licence", Text, |roll| {
        roll.outline_source_licence.as_deref().map(borrowed)
    }),
    of_roll!("outline_source_date", Date, |roll| {
        roll.outline_source_date.map(Cell::Date)
    }),
    of_roll!("outline_fetched_at", Time, |roll| {
        Some(Cell::Time(roll.outline_fetched_at))
    }),
    optional("slope_percent", Kind::Number, |parcel| {
        parcel.slope_percent.map(Cell::Number)
    }),
    optional("growth_chance", Kind::Number, |parcel| {
        parcel.growth.chance.map(Cell::Number)
    }),
    optional("growth_decade", Kind::Int32, |parcel| {
        parcel.growth.decade.map(Cell::Int32)
    }),
    optional("retired_at", Kind::Time, |parcel| {
        parcel.retired_at.map(Cell::Time)
    }),
];

/// A column of what a list says of its parcels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListColumn {
    /// Rank of a search.
    Rank,
    /// Score of a search.
    Score,
    /// Number of the site that the parcel is a part of.
    Site,
    /// Why it is in the list.
    Reason,
    /// How sure that is.
    Confidence,
}

impl ListColumn {
    fn column(self) -> Column {
        match self {
            Self::Rank => optional("rank", Kind::Int32, |parcel| {
                parcel.listed.rank.map(Cell::Int32)
            }),
            Self::Score => optional("score", Kind::Number, |parcel| {
                parcel.listed.score.map(Cell::Number)
            }),
            Self::Site => optional("site", Kind::Int32, |parcel| {
                parcel.listed.site.map(Cell::Int32)
            }),
            Self::Reason => optional("reason", Kind::Text, |parcel| {
                parcel.listed.reason.as_deref().map(borrowed)
            }),
            Self::Confidence => optional("confidence", Kind::Number, |parcel| {
                parcel.listed.confidence.map(Cell::Number)
            }),
        }
    }
}

/// The columns besides the outline: first those of the list; `retired_at` only if wanted.
pub fn columns(with_retired: bool, listed: &[ListColumn]) -> Vec<Column> {
    let facts = if with_retired {
        &ALL[..]
    } else {
        &ALL[..ALL.len() - 1]
    };
    let listed = listed.iter().copied().map(ListColumn::column);
    listed.chain(facts.iter().copied()).collect()
}

/// A time with as many decimals as it needs: `2026-01-31T08:00:00.5Z` would not be read everywhere,
/// so none, three or six.
pub(crate) fn written_time(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::AutoSi, true)
}

/// A value as text.
pub(crate) fn text(cell: Cell<'_>) -> Cow<'_, str> {
    match cell {
        Cell::Text(text) => text,
        Cell::Int32(number) => number.to_string().into(),
        Cell::Int64(number) => number.to_string().into(),
        Cell::Number(number) => number.to_string().into(),
        Cell::Money(money) => money.to_string().into(),
        Cell::Boolean(flag) => flag.to_string().into(),
        Cell::Date(day) => day.to_string().into(),
        Cell::Time(time) => written_time(time).into(),
    }
}
