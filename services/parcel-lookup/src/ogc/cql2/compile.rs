//! Checks names and types, and makes a condition of an expression.

use super::FilterError;
use super::expression::{Expression, Scalar};
use crate::ogc::condition::{Condition, Operand};
use crate::ogc::crs::Crs;
use crate::ogc::queryables::{GEOMETRY, Kind, Queryable};
use crate::ogc::region::Region;

type Compiled<T> = Result<T, FilterError>;

/// The condition of an expression; coordinates are in this system.
pub fn compile(expression: &Expression, crs: &'static Crs) -> Compiled<Condition> {
    let all = |parts: &[Expression]| -> Compiled<Vec<Condition>> {
        parts.iter().map(|part| compile(part, crs)).collect()
    };
    Ok(match expression {
        Expression::And(parts) => Condition::All(all(parts)?),
        Expression::Or(parts) => Condition::Any(all(parts)?),
        Expression::Not(inner) => Condition::Not(Box::new(compile(inner, crs)?)),
        Expression::Boolean(value) => Condition::Constant(*value),
        Expression::Compare(left, comparison, right) => {
            let kind = common_kind(&[left, right])?;
            let (left, right) = (operand(left, kind)?, operand(right, kind)?);
            Condition::Compare(left, comparison.sign(), right)
        }
        Expression::IsNull(name) if name == GEOMETRY => Condition::Constant(false),
        Expression::IsNull(name) => Condition::IsNull(Operand::Column(known(name)?.sql())),
        Expression::In(tested, listed) => {
            let sides: Vec<&Scalar> = std::iter::once(tested).chain(listed).collect();
            let kind = common_kind(&sides)?;
            let listed: Compiled<Vec<_>> =
                listed.iter().map(|value| operand(value, kind)).collect();
            Condition::In(operand(tested, kind)?, listed?)
        }
        Expression::Between(tested, low, high) => {
            let kind = common_kind(&[tested, low, high])?;
            Condition::Between(
                operand(tested, kind)?,
                operand(low, kind)?,
                operand(high, kind)?,
            )
        }
        Expression::Like(tested, pattern) => {
            let kind = common_kind(&[tested, pattern])?;
            if kind != Kind::Text {
                return Err(FilterError::new("LIKE compares texts."));
            }
            check_pattern(pattern)?;
            Condition::Like(operand(tested, kind)?, operand(pattern, kind)?)
        }
        Expression::Intersects(name, literal) => {
            if name != GEOMETRY {
                return Err(FilterError::new(format!(
                    "{name} is not a geometry; the property is called {GEOMETRY}."
                )));
            }
            let region = Region::of(literal, crs)
                .map_err(|outside| FilterError::new(outside.to_string()))?;
            Condition::Intersects(region)
        }
    })
}

fn known(name: &str) -> Compiled<&'static Queryable> {
    Queryable::of_name(name).ok_or_else(|| {
        FilterError::new(format!(
            "There is no queryable property {}.",
            shortened(name)
        ))
    })
}

/// Names in messages stay short.
fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
}

/// The kind of a property, else of a literal; an error if they differ.
fn common_kind(sides: &[&Scalar]) -> Compiled<Kind> {
    let mut common: Option<Kind> = None;
    let mut properties = Vec::new();
    for side in sides {
        if let Some(property) = property(side)? {
            properties.push(property.kind);
        }
    }
    for kind in properties
        .into_iter()
        .chain(sides.iter().filter_map(|side| literal_kind(side)))
    {
        match common {
            None => common = Some(kind),
            // A text may be the text of an id; `operand` checks it.
            Some(Kind::Id) if kind == Kind::Text => {}
            Some(first) if first == kind => {}
            Some(first) => {
                return Err(FilterError::new(format!(
                    "{} cannot be compared with {}.",
                    first.with_article(),
                    kind.with_article().to_lowercase()
                )));
            }
        }
    }
    common.ok_or_else(|| FilterError::new("A comparison has no value."))
}

fn property(scalar: &Scalar) -> Compiled<Option<&'static Queryable>> {
    match scalar {
        Scalar::Property(name) => known(name).map(Some),
        Scalar::Casei(inner) => property(inner),
        _ => Ok(None),
    }
}

fn literal_kind(scalar: &Scalar) -> Option<Kind> {
    match scalar {
        Scalar::Property(_) => None,
        Scalar::Text(_) => Some(Kind::Text),
        Scalar::Number(_) => Some(Kind::Number),
        Scalar::Boolean(_) => Some(Kind::Boolean),
        Scalar::Date(_) => Some(Kind::Date),
        Scalar::Timestamp(_) => Some(Kind::Timestamp),
        Scalar::Casei(inner) => literal_kind(inner),
    }
}

fn operand(scalar: &Scalar, kind: Kind) -> Compiled<Operand> {
    Ok(match scalar {
        Scalar::Property(name) => Operand::Column(known(name)?.sql()),
        Scalar::Text(text) if kind == Kind::Id => Operand::Id(
            text.parse()
                .map_err(|_no_uuid: uuid::Error| FilterError::new("An id is a UUID."))?,
        ),
        Scalar::Text(text) => Operand::Text(text.clone()),
        Scalar::Number(number) => Operand::Number(*number),
        Scalar::Boolean(value) => Operand::Boolean(*value),
        Scalar::Date(date) => Operand::Date(*date),
        Scalar::Timestamp(time) => Operand::Timestamp(*time),
        Scalar::Casei(_) if kind != Kind::Text => {
            return Err(FilterError::new("CASEI applies to texts."));
        }
        Scalar::Casei(inner) => Operand::Lower(Box::new(operand(inner, kind)?)),
    })
}

/// PostgreSQL refuses a pattern that ends with an escape character. A property as pattern could contain
/// one.
fn check_pattern(pattern: &Scalar) -> Compiled<()> {
    match pattern {
        Scalar::Casei(inner) => check_pattern(inner),
        Scalar::Text(text) => {
            let backslashes = text.chars().rev().take_while(|c| *c == '\\').count();
            if backslashes % 2 == 1 {
                return Err(FilterError::new("A pattern ends with an escape character."));
            }
            Ok(())
        }
        _ => Err(FilterError::new("The pattern of LIKE is a text.")),
    }
}
