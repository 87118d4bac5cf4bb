//! How a service describes a collection.

use std::sync::LazyLock;

use auth::Scope;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::condition::{Condition, Operand};
use crate::cql2;

/// Name of the geometry in filters.
pub(crate) const GEOMETRY: &str = "geometry";
/// What the name of a thing means among queryables.
pub(crate) const TITLE_OF_THING: &str =
    "What other properties are of: given once, equal to an identity";

/// A collection of features. All SQL in it is our own.
#[derive(Debug)]
pub struct Collection {
    /// Name in addresses.
    pub id: &'static str,
    /// Name for people.
    pub title: &'static str,
    /// Content, in a sentence or two.
    pub description: &'static str,
    /// Scope of personal access tokens that read it.
    pub scope: Scope,
    /// Identity of a feature, and the order of pages.
    pub key: Key,
    /// SQL of the time that the parameter `datetime` is compared with.
    pub time: &'static str,
    /// What that time is.
    pub time_title: &'static str,
    /// The geometry.
    pub shape: Shape,
    /// Properties that requests may filter by.
    pub queryables: &'static [Queryable],
    /// The same, of a thing that the request names, see [`Of`].
    pub named: &'static [Queryable],
}

/// Things that a request names, each by its name once.
pub type Named = Vec<(&'static str, Uuid)>;

/// The column that identifies a feature.
#[derive(Debug, Clone, Copy)]
pub enum Key {
    /// A UUID.
    Uuid(&'static str),
    /// A `bigint`.
    Integer(&'static str),
}

/// The geometry of a collection.
#[derive(Debug)]
pub struct Shape {
    /// Type, as in the registry of JSON schema formats: `multipolygon`.
    pub kind: &'static str,
    /// SQL of the geometry in degrees (4326), as published.
    pub published: &'static str,
    /// SQL of the geometry in Web Mercator (3857), as compared.
    pub compared: &'static str,
}

/// Type of a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A UUID.
    Id,
    /// A text.
    Text,
    /// Any numeric column.
    Number,
    /// A Boolean.
    Boolean,
    /// A day.
    Date,
    /// A time.
    Timestamp,
}

/// SQL of a property.
#[derive(Debug, Clone, Copy)]
pub enum Sql {
    /// A column, or a constant expression of columns.
    Column(&'static str),
    /// An expression that is made at the first use.
    Made(&'static LazyLock<String>),
    /// A value that a feature has in a thing which the request names; only in [`Collection::named`].
    Of(&'static Of),
}

/// SQL around the identity of a thing that requests name.
#[derive(Debug, PartialEq, Eq)]
pub struct Of {
    /// By what it is named: the parameter `name=<identity>`, or in a filter `name = '<identity>'`.
    pub name: &'static str,
    /// Before the identity.
    pub before: &'static str,
    /// After it.
    pub after: &'static str,
}

/// A property that requests may filter by.
#[derive(Debug)]
pub struct Queryable {
    /// Name in requests and responses.
    pub name: &'static str,
    /// Its value.
    pub sql: Sql,
    /// Its type.
    pub kind: Kind,
    /// Meaning.
    pub title: &'static str,
}

impl Collection {
    pub(crate) fn queryable(&self, name: &str) -> Option<&'static Queryable> {
        self.filtered_by().find(|queryable| queryable.name == name)
    }

    /// All properties that requests may filter by.
    pub(crate) fn filtered_by(&self) -> impl Iterator<Item = &'static Queryable> {
        self.queryables.iter().chain(self.named)
    }

    /// What has this name: a thing that requests name.
    pub(crate) fn thing(&self, name: &str) -> Option<&'static Of> {
        let mut things = self.named.iter().filter_map(Queryable::of);
        things.find(|of| of.name == name)
    }

    /// Names of the things that requests name, each once.
    pub(crate) fn things(&self) -> Vec<&'static str> {
        let mut names: Vec<&str> = Vec::new();
        for of in self.named.iter().filter_map(Queryable::of) {
            if !names.contains(&of.name) {
                names.push(of.name);
            }
        }
        names
    }

    /// The queryables as a JSON schema.
    pub(crate) fn schema(&self, id: &str) -> Value {
        let mut properties = Map::new();
        for name in self.things() {
            let mut schema = Kind::Id.schema();
            schema["title"] = json!(TITLE_OF_THING);
            properties.insert(name.to_owned(), schema);
        }
        for queryable in self.filtered_by() {
            let mut schema = queryable.kind.schema();
            schema["title"] = json!(queryable.title);
            properties.insert(queryable.name.to_owned(), schema);
        }
        let geometry = json!({
            "title": "Geometry",
            "format": format!("geometry-{}", self.shape.kind),
            "x-ogc-role": "primary-geometry",
        });
        properties.insert(GEOMETRY.to_owned(), geometry);
        json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$id": id,
            "type": "object",
            "title": self.title,
            "properties": properties,
            "additionalProperties": false,
        })
    }
}

impl Key {
    /// The condition that a feature has this identity; `None` if no feature can have it.
    pub fn equals(self, id: &str) -> Option<Condition> {
        self.compare("=", id)
    }

    pub(crate) fn follows(self, id: &str) -> Option<Condition> {
        self.compare(">", id)
    }

    fn compare(self, sign: &'static str, id: &str) -> Option<Condition> {
        let (sql, id) = match self {
            Self::Uuid(sql) => (sql, Operand::Id(id.parse::<Uuid>().ok()?)),
            Self::Integer(sql) => (sql, Operand::Integer(id.parse().ok()?)),
        };
        Some(Condition::compare(Operand::Sql(sql), sign, id))
    }
}

impl Kind {
    pub(crate) const fn with_article(self) -> &'static str {
        match self {
            Self::Id => "An id",
            Self::Text => "A text",
            Self::Number => "A number",
            Self::Boolean => "A Boolean",
            Self::Date => "A date",
            Self::Timestamp => "A timestamp",
        }
    }

    /// The JSON schema of a value.
    pub(crate) fn schema(self) -> Value {
        match self {
            Self::Id => json!({ "type": "string", "format": "uuid" }),
            Self::Text => json!({ "type": "string" }),
            Self::Number => json!({ "type": "number" }),
            Self::Boolean => json!({ "type": "boolean" }),
            Self::Date => json!({ "type": "string", "format": "date" }),
            Self::Timestamp => json!({ "type": "string", "format": "date-time" }),
        }
    }

    /// A value of a query parameter.
    fn read(self, text: &str) -> Option<Operand> {
        Some(match self {
            Self::Id => Operand::Id(text.parse().ok()?),
            Self::Text if text.contains('\0') => return None,
            Self::Text => Operand::Text(text.to_owned()),
            Self::Number => {
                let number: f64 = text.parse().ok()?;
                Operand::Number(number.is_finite().then_some(number)?)
            }
            Self::Boolean => Operand::Boolean(text.parse().ok()?),
            Self::Date => Operand::Date(cql2::date(text)?),
            Self::Timestamp => Operand::Timestamp(cql2::timestamp(text)?),
        })
    }
}

impl Sql {
    /// `None` if the thing that it is of is not among the named ones.
    fn operand(self, named: &[(&'static str, Uuid)]) -> Option<Operand> {
        match self {
            Self::Column(text) => Some(Operand::Sql(text)),
            Self::Made(text) => Some(Operand::Sql(text)),
            Self::Of(of) => {
                let (_, id) = named.iter().find(|(name, _)| *name == of.name)?;
                Some(Operand::Of(of, *id))
            }
        }
    }
}

impl Queryable {
    /// `None` if it is of a thing that is not among the named ones.
    pub(crate) fn operand(&self, named: &[(&'static str, Uuid)]) -> Option<Operand> {
        self.sql.operand(named)
    }

    /// What it is of.
    pub(crate) fn of(&self) -> Option<&'static Of> {
        match self.sql {
            Sql::Of(of) => Some(of),
            _ => None,
        }
    }

    /// The condition of a query parameter: equality. `None` if the value is not of the kind.
    pub(crate) fn equals(&self, operand: Operand, text: &str) -> Option<Condition> {
        let value = self.kind.read(text)?;
        Some(Condition::compare(operand, "=", value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_identity_is_of_the_keys_type() {
        assert!(Key::Integer("a").equals("7").is_some());
        assert!(Key::Integer("a").equals("99999999999999999999").is_none());
        assert!(Key::Integer("a").equals("x").is_none());
        assert!(Key::Uuid("a").follows("7").is_none());
        assert!(Key::Uuid("a").follows(&Uuid::nil().to_string()).is_some());
    }
}
