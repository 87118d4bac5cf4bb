//! Conditions on features, built at run time.
//!
//! A fragment of diesel: its SQL consists of fixed words and of the SQL of the collection; every value
//! of a request is a parameter.

use chrono::{DateTime, NaiveDate, Utc};
use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::pg::Pg;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::result::QueryResult;
use diesel::sql_types::{BigInt, Bool, Date, Double, Nullable, Text, Timestamptz, Uuid as SqlUuid};
use uuid::Uuid;

use crate::collection::Of;
use crate::region::Region;

/// What a request selects, to be passed to diesel's `filter`.
#[derive(Debug, Clone, PartialEq)]
pub struct Condition(pub(crate) Term);

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Term {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    Not(Box<Condition>),
    Constant(bool),
    /// The sign is SQL.
    Compare(Operand, &'static str, Operand),
    IsNull(Operand),
    In(Operand, Vec<Operand>),
    Between(Operand, Operand, Operand),
    Like(Operand, Operand),
    /// The geometry of this SQL has a point in common with the region.
    Intersects(&'static str, Region),
    /// It is not farther from the region, in units of Web Mercator.
    Within(&'static str, Region, f64),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Operand {
    /// SQL of our own.
    Sql(&'static str),
    /// SQL of our own around an identity.
    Of(&'static Of, Uuid),
    Text(String),
    Number(f64),
    Integer(i64),
    Boolean(bool),
    Date(NaiveDate),
    Timestamp(DateTime<Utc>),
    Id(Uuid),
    Lower(Box<Self>),
}

impl Condition {
    pub(crate) const fn all(parts: Vec<Self>) -> Self {
        Self(Term::All(parts))
    }

    pub(crate) const fn compare(left: Operand, sign: &'static str, right: Operand) -> Self {
        Self(Term::Compare(left, sign, right))
    }

    /// Whether this text, such as the name of a column, is in SQL of the collection that the condition compares. What a
    /// request says is not searched.
    pub fn mentions(&self, sql: &str) -> bool {
        match &self.0 {
            Term::All(parts) | Term::Any(parts) => parts.iter().any(|part| part.mentions(sql)),
            Term::Not(inner) => inner.mentions(sql),
            Term::Constant(_) => false,
            Term::Compare(left, _, right) | Term::Like(left, right) => {
                left.mentions(sql) || right.mentions(sql)
            }
            Term::IsNull(tested) => tested.mentions(sql),
            Term::In(tested, listed) => {
                tested.mentions(sql) || listed.iter().any(|one| one.mentions(sql))
            }
            Term::Between(tested, low, high) => {
                [tested, low, high].iter().any(|one| one.mentions(sql))
            }
            Term::Intersects(geometry, _) | Term::Within(geometry, ..) => geometry.contains(sql),
        }
    }
}

impl Operand {
    fn mentions(&self, sql: &str) -> bool {
        match self {
            Self::Sql(own) => own.contains(sql),
            Self::Of(of, _) => of.before.contains(sql) || of.after.contains(sql),
            Self::Lower(inner) => inner.mentions(sql),
            Self::Text(_)
            | Self::Number(_)
            | Self::Integer(_)
            | Self::Boolean(_)
            | Self::Date(_)
            | Self::Timestamp(_)
            | Self::Id(_) => false,
        }
    }
}

impl Expression for Condition {
    type SqlType = Nullable<Bool>;
}

impl<QS> AppearsOnTable<QS> for Condition {}

impl<QS> SelectableExpression<QS> for Condition {}

impl<GB> ValidGrouping<GB> for Condition {
    type IsAggregate = is_aggregate::No;
}

impl QueryId for Condition {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl QueryFragment<Pg> for Condition {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        // Filters rarely repeat.
        out.unsafe_to_cache_prepared();
        out.push_sql("(");
        match &self.0 {
            Term::All(parts) => joined(parts, " AND ", "TRUE", &mut out)?,
            Term::Any(parts) => joined(parts, " OR ", "FALSE", &mut out)?,
            Term::Not(inner) => {
                out.push_sql("NOT ");
                inner.walk_ast(out.reborrow())?;
            }
            Term::Constant(value) => out.push_sql(if *value { "TRUE" } else { "FALSE" }),
            Term::Compare(left, sign, right) => {
                left.walk_ast(out.reborrow())?;
                out.push_sql(" ");
                out.push_sql(sign);
                out.push_sql(" ");
                right.walk_ast(out.reborrow())?;
            }
            Term::IsNull(tested) => {
                tested.walk_ast(out.reborrow())?;
                out.push_sql(" IS NULL");
            }
            Term::In(tested, listed) => {
                tested.walk_ast(out.reborrow())?;
                out.push_sql(" IN (");
                joined(listed, ", ", "NULL", &mut out)?;
                out.push_sql(")");
            }
            Term::Between(tested, low, high) => {
                tested.walk_ast(out.reborrow())?;
                out.push_sql(" BETWEEN ");
                low.walk_ast(out.reborrow())?;
                out.push_sql(" AND ");
                high.walk_ast(out.reborrow())?;
            }
            Term::Like(tested, pattern) => {
                tested.walk_ast(out.reborrow())?;
                out.push_sql(" LIKE ");
                pattern.walk_ast(out.reborrow())?;
            }
            Term::Intersects(geometry, region) => {
                out.push_sql("ST_Intersects(");
                out.push_sql(geometry);
                // Repaired, because PostGIS refuses some polygons that cross themselves.
                out.push_sql(", ST_MakeValid(ST_GeomFromText(");
                out.push_bind_param::<Text, _>(region.wkt())?;
                out.push_sql(", 3857)))");
            }
            Term::Within(geometry, region, distance) => {
                out.push_sql("ST_DWithin(");
                out.push_sql(geometry);
                out.push_sql(", ST_MakeValid(ST_GeomFromText(");
                out.push_bind_param::<Text, _>(region.wkt())?;
                out.push_sql(", 3857)), ");
                out.push_bind_param::<Double, _>(distance)?;
                out.push_sql(")");
            }
        }
        out.push_sql(")");
        Ok(())
    }
}

impl QueryFragment<Pg> for Operand {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        match self {
            Self::Sql(sql) => out.push_sql(sql),
            Self::Of(of, id) => {
                out.push_sql(of.before);
                out.push_bind_param::<SqlUuid, _>(id)?;
                out.push_sql(of.after);
            }
            Self::Text(text) => out.push_bind_param::<Text, _>(text)?,
            Self::Number(number) => out.push_bind_param::<Double, _>(number)?,
            Self::Integer(number) => out.push_bind_param::<BigInt, _>(number)?,
            Self::Boolean(value) => out.push_bind_param::<Bool, _>(value)?,
            Self::Date(date) => out.push_bind_param::<Date, _>(date)?,
            Self::Timestamp(time) => out.push_bind_param::<Timestamptz, _>(time)?,
            Self::Id(id) => out.push_bind_param::<SqlUuid, _>(id)?,
            Self::Lower(inner) => {
                out.push_sql("lower(");
                inner.walk_ast(out.reborrow())?;
                out.push_sql(")");
            }
        }
        Ok(())
    }
}

fn joined<'b, F: QueryFragment<Pg>>(
    parts: &'b [F],
    between: &str,
    none: &str,
    out: &mut AstPass<'_, 'b, Pg>,
) -> QueryResult<()> {
    if parts.is_empty() {
        out.push_sql(none);
    }
    for (index, part) in parts.iter().enumerate() {
        if index > 0 {
            out.push_sql(between);
        }
        part.walk_ast(out.reborrow())?;
    }
    Ok(())
}
