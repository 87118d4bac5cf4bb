//! Checks names and types, and makes a condition of an expression.

use super::FilterError;
use super::expression::{Expression, Geometry, Scalar};
use crate::collection::{Collection, GEOMETRY, Kind, Queryable};
use crate::condition::{Condition, Operand, Term};
use crate::crs::Crs;
use crate::region::Region;

type Compiled<T> = Result<T, FilterError>;

/// The condition of an expression; coordinates are in this system.
pub fn compile(
    expression: &Expression,
    collection: &'static Collection,
    crs: &'static Crs,
) -> Compiled<Condition> {
    Compiler { collection, crs }.condition(expression)
}

struct Compiler {
    collection: &'static Collection,
    crs: &'static Crs,
}

impl Compiler {
    fn condition(&self, expression: &Expression) -> Compiled<Condition> {
        let all = |parts: &[Expression]| -> Compiled<Vec<Condition>> {
            parts.iter().map(|part| self.condition(part)).collect()
        };
        Ok(Condition(match expression {
            Expression::And(parts) => Term::All(all(parts)?),
            Expression::Or(parts) => Term::Any(all(parts)?),
            Expression::Not(inner) => Term::Not(Box::new(self.condition(inner)?)),
            Expression::Boolean(value) => Term::Constant(*value),
            Expression::Compare(left, comparison, right) => {
                let kind = self.common_kind(&[left, right])?;
                let (left, right) = (self.operand(left, kind)?, self.operand(right, kind)?);
                Term::Compare(left, comparison.sign(), right)
            }
            Expression::IsNull(name) if name == GEOMETRY => {
                Term::IsNull(Operand::Sql(self.collection.shape.compared))
            }
            Expression::IsNull(name) => Term::IsNull(self.known(name)?.operand()),
            Expression::In(tested, listed) => {
                let sides: Vec<&Scalar> = std::iter::once(tested).chain(listed).collect();
                let kind = self.common_kind(&sides)?;
                let listed: Compiled<Vec<_>> = listed
                    .iter()
                    .map(|value| self.operand(value, kind))
                    .collect();
                Term::In(self.operand(tested, kind)?, listed?)
            }
            Expression::Between(tested, low, high) => {
                let kind = self.common_kind(&[tested, low, high])?;
                Term::Between(
                    self.operand(tested, kind)?,
                    self.operand(low, kind)?,
                    self.operand(high, kind)?,
                )
            }
            Expression::Like(tested, pattern) => {
                let kind = self.common_kind(&[tested, pattern])?;
                if kind != Kind::Text {
                    return Err(FilterError::new("LIKE compares texts."));
                }
                check_pattern(pattern)?;
                Term::Like(self.operand(tested, kind)?, self.operand(pattern, kind)?)
            }
            Expression::Intersects(name, literal) => {
                let region = self.region(name, literal)?;
                Term::Intersects(self.collection.shape.compared, region)
            }
            Expression::Within(name, literal, metres) => {
                let region = self.region(name, literal)?;
                let distance = metres * region.scale();
                Term::Within(self.collection.shape.compared, region, distance)
            }
        }))
    }

    /// What the property geometry is compared with.
    fn region(&self, name: &str, literal: &Geometry) -> Compiled<Region> {
        if name != GEOMETRY {
            return Err(FilterError::new(format!(
                "{} is not a geometry; the property is called {GEOMETRY}.",
                shortened(name)
            )));
        }
        Region::of(literal, self.crs).map_err(|outside| FilterError::new(outside.to_string()))
    }

    fn known(&self, name: &str) -> Compiled<&'static Queryable> {
        self.collection.queryable(name).ok_or_else(|| {
            FilterError::new(format!(
                "There is no queryable property {}.",
                shortened(name)
            ))
        })
    }

    /// The kind of a property, else of a literal; an error if they differ.
    fn common_kind(&self, sides: &[&Scalar]) -> Compiled<Kind> {
        let mut common: Option<Kind> = None;
        let mut properties = Vec::new();
        for side in sides {
            if let Some(property) = self.property(side)? {
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

    fn property(&self, scalar: &Scalar) -> Compiled<Option<&'static Queryable>> {
        match scalar {
            Scalar::Property(name) => self.known(name).map(Some),
            Scalar::Casei(inner) => self.property(inner),
            _ => Ok(None),
        }
    }

    fn operand(&self, scalar: &Scalar, kind: Kind) -> Compiled<Operand> {
        Ok(match scalar {
            Scalar::Property(name) => self.known(name)?.operand(),
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
            Scalar::Casei(inner) => Operand::Lower(Box::new(self.operand(inner, kind)?)),
        })
    }
}

/// Names in messages stay short.
fn shortened(name: &str) -> String {
    name.chars().take(64).collect()
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
