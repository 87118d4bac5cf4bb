//! A filter as written, before names and types are checked.

use chrono::{DateTime, NaiveDate, Utc};

#[derive(Debug, Clone, PartialEq)]
pub enum Expression {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    Boolean(bool),
    Compare(Scalar, Comparison, Scalar),
    IsNull(String),
    In(Scalar, Vec<Scalar>),
    Between(Scalar, Scalar, Scalar),
    Like(Scalar, Scalar),
    /// The geometry property and a literal.
    Intersects(String, Geometry),
    /// The geometry property, a literal and metres.
    Within(String, Geometry, f64),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

impl Comparison {
    /// In CQL2 and in SQL.
    pub const fn sign(self) -> &'static str {
        match self {
            Self::Equal => "=",
            Self::NotEqual => "<>",
            Self::Less => "<",
            Self::LessOrEqual => "<=",
            Self::Greater => ">",
            Self::GreaterOrEqual => ">=",
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
pub enum Scalar {
    Property(String),
    Text(String),
    Number(f64),
    Boolean(bool),
    Date(NaiveDate),
    Timestamp(DateTime<Utc>),
    /// `CASEI(…)`.
    Casei(Box<Self>),
}

/// Coordinates in the order of the filter's coordinate system.
pub type Position = (f64, f64);

#[derive(Debug, Clone, PartialEq)]
pub enum Geometry {
    Point(Position),
    LineString(Vec<Position>),
    Polygon(Vec<Vec<Position>>),
    MultiPoint(Vec<Position>),
    MultiLineString(Vec<Vec<Position>>),
    MultiPolygon(Vec<Vec<Vec<Position>>>),
    Collection(Vec<Self>),
    Bbox([f64; 4]),
}
