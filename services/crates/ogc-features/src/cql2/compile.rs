//! Checks names and types, and makes a condition of an expression.

use uuid::Uuid;

use super::FilterError;
use super::expression::{Comparison, Expression, Geometry, Scalar};
use crate::collection::{Collection, GEOMETRY, Kind, Named, Queryable};
use crate::condition::{Condition, Operand, Term};
use crate::crs::Crs;
use crate::region::Region;

type Compiled<T> = Result<T, FilterError>;

/// The condition of an expression, whose coordinates are in this system, and the things that are named: those that
/// are given, and those that the expression names.
pub fn compile(
    expression: &Expression,
    collection: &'static Collection,
    crs: &'static Crs,
    mut named: Named,
) -> Compiled<(Condition, Named)> {
    let mut conditions = Vec::new();
    for part in conjuncts(expression) {
        match naming(part, collection)? {
            Some((name, _)) if named.iter().any(|(known, _)| *known == name) => {
                return Err(FilterError::new(format!("{name} is named twice.")));
            }
            Some(thing) => named.push(thing),
            None => conditions.push(part),
        }
    }
    let compiler = Compiler {
        collection,
        named: &named,
        crs,
    };
    let conditions: Compiled<Vec<Condition>> = conditions
        .into_iter()
        .map(|part| compiler.condition(part))
        .collect();
    Ok((Condition::all(conditions?), named))
}

/// What must all hold.
fn conjuncts(expression: &Expression) -> Vec<&Expression> {
    match expression {
        Expression::And(parts) => parts.iter().flat_map(conjuncts).collect(),
        other => vec![other],
    }
}

/// The thing that a comparison names, if it is not a condition.
fn naming(
    expression: &Expression,
    collection: &'static Collection,
) -> Compiled<Option<(&'static str, Uuid)>> {
    let Expression::Compare(left, Comparison::Equal, right) = expression else {
        return Ok(None);
    };
    let (Scalar::Property(name), Scalar::Text(id)) = (left, right) else {
        return Ok(None);
    };
    let Some(of) = collection.thing(name) else {
        return Ok(None);
    };
    let id = id
        .parse()
        .map_err(|_no_uuid: uuid::Error| FilterError::new(format!("{name} is a UUID.")))?;
    Ok(Some((of.name, id)))
}

struct Compiler<'a> {
    collection: &'static Collection,
    /// The things that the filter names.
    named: &'a [(&'static str, Uuid)],
    crs: &'static Crs,
}

impl Compiler<'_> {
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
            Expression::IsNull(name) => Term::IsNull(self.value(name)?),
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
            let known = self.collection.thing(name);
            FilterError::new(known.map_or_else(
                || format!("There is no queryable property {}.", shortened(name)),
                |of| {
                    format!(
                        "{} is named once, as in: {} = '…' AND the other conditions.",
                        of.name, of.name
                    )
                },
            ))
        })
    }

    /// The value of a property.
    fn value(&self, name: &str) -> Compiled<Operand> {
        let queryable = self.known(name)?;
        let value = queryable.operand(self.named);
        value.ok_or_else(|| {
            let of = queryable.of().map_or("", |of| of.name);
            FilterError::new(format!(
                "{} needs to know of which: {of} = '…' AND the other conditions.",
                queryable.name
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
            Scalar::Property(name) => self.value(name)?,
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

#[cfg(test)]
mod tests {
    use auth::Scope;

    use super::*;
    use crate::collection::{Key, Of, Shape, Sql};
    use crate::cql2::parse;
    use crate::crs::CRS84;

    static TREES: Collection = Collection {
        id: "trees",
        title: "Trees",
        description: "",
        scope: Scope::ParcelsRead,
        key: Key::Uuid("id"),
        time: "at",
        time_title: "",
        shape: Shape {
            kind: "point",
            published: "geom",
            compared: "geom",
        },
        queryables: &[
            Queryable {
                name: "height",
                sql: Sql::Column("height"),
                kind: Kind::Number,
                title: "",
            },
            Queryable {
                name: "girth",
                sql: Sql::Column("girth"),
                kind: Kind::Number,
                title: "",
            },
        ],
        named: &[Queryable {
            name: "age",
            sql: Sql::Of(&AGE),
            kind: Kind::Number,
            title: "",
        }],
    };
    static AGE: Of = Of {
        name: "survey_id",
        before: "age_in(",
        after: ")",
    };
    const ID: &str = "00000000-0000-7000-8000-00000000000a";

    fn naming(text: &str) -> Compiled<(Condition, Named)> {
        compile(&parse(text)?, &TREES, CRS84, Vec::new())
    }

    #[test]
    fn a_filter_names_what_its_properties_are_of() {
        let id: Uuid = ID.parse().unwrap();
        let more = |operand| Condition::compare(operand, ">", Operand::Number(5.0));
        for text in [
            format!("survey_id = '{ID}' AND age > 5 AND girth > 5"),
            format!("(age > 5 AND (girth > 5)) AND (survey_id = '{ID}')"),
        ] {
            let (condition, named) = naming(&text).unwrap();
            assert_eq!(named, [("survey_id", id)], "{text}");
            let parts = vec![more(Operand::Of(&AGE, id)), more(Operand::Sql("girth"))];
            assert_eq!(condition, Condition::all(parts), "{text}");
        }
        assert!(naming("height > 5").unwrap().1.is_empty());
        // The parameter of a request names it as well, but not both do.
        let given = || vec![("survey_id", id)];
        let (condition, named) =
            compile(&parse("age > 5").unwrap(), &TREES, CRS84, given()).unwrap();
        assert_eq!(named, given());
        let parts = vec![more(Operand::Of(&AGE, id))];
        assert_eq!(condition, Condition::all(parts));
        let both = parse(&format!("survey_id = '{ID}'")).unwrap();
        assert!(compile(&both, &TREES, CRS84, given()).is_err());
    }

    #[test]
    fn what_names_nothing_or_two_things_is_told() {
        let twice = format!("survey_id = '{ID}' AND survey_id = '{ID}'");
        let not = format!("NOT survey_id = '{ID}'");
        let either = format!("height > 5 AND (survey_id = '{ID}' OR height > 5)");
        for (text, sentence) in [
            (
                "age > 5",
                "age needs to know of which: survey_id = '…' AND the other conditions.",
            ),
            (
                "age IS NULL",
                "age needs to know of which: survey_id = '…' AND the other conditions.",
            ),
            ("survey_id = '7' AND age > 5", "survey_id is a UUID."),
            (twice.as_str(), "survey_id is named twice."),
            (
                not.as_str(),
                "survey_id is named once, as in: survey_id = '…' AND the other conditions.",
            ),
            (
                either.as_str(),
                "survey_id is named once, as in: survey_id = '…' AND the other conditions.",
            ),
            ("colour > 5", "There is no queryable property colour."),
        ] {
            assert_eq!(naming(text).unwrap_err().sentence, sentence, "{text}");
        }
    }
}
