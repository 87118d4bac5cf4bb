//! Columns whose values are not what their names say, and those that have them instead.

use std::collections::BTreeMap;

use super::bill::is_of_both;
use super::column::Column;
use super::fit::Fitting;
use super::guess::{OF_AREAS, OF_DOLLARS, names_of, plain};
use super::parts::Part;
use super::{COLUMNS, FieldMap};

/// What the name of a column says of its values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Field(&'static str),
    Part(Part),
}

/// The meaning of names, without punctuation.
pub(super) struct Roles(BTreeMap<String, Vec<Role>>);

impl Roles {
    /// Of the built-in maps, and of other counties.
    pub fn of(maps: &[FieldMap]) -> Self {
        let mut roles: BTreeMap<String, Vec<Role>> = BTreeMap::new();
        for field in COLUMNS {
            for name in names_of(field, maps) {
                roles.entry(name).or_default().push(Role::Field(field));
            }
        }
        let fields = roles.clone();
        for (map, field) in maps
            .iter()
            .flat_map(|map| map.columns.keys().map(move |field| (map, field)))
        {
            for (part, name) in Part::of(map, field) {
                let name = plain(name);
                // Names of both addresses may have the values of either.
                if !fields.contains_key(&name) || is_of_both(&name) {
                    roles.entry(name).or_default().push(Role::Part(part));
                }
            }
        }
        Self(roles)
    }

    /// Whether the column has a name that means something.
    pub fn knows(&self, column: &str) -> bool {
        self.0.contains_key(&plain(column))
    }

    /// Whether its name says that the column has people: owners, or who gets their mail.
    pub fn is_of_people(&self, column: &str) -> bool {
        let mut roles = self.0.get(&plain(column)).into_iter().flatten();
        roles.any(|role| {
            matches!(
                role,
                Role::Field("owner" | "careof") | Role::Part(Part::Name)
            )
        })
    }

    /// What its name says of a column: one that is not known may be of an amount.
    fn of_column(&self, column: &str) -> &[Role] {
        let name = plain(column);
        let has_one_of = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
        match self.0.get(&name) {
            Some(roles) => roles,
            None if has_one_of(&OF_DOLLARS) => &[Role::Field("parval")],
            None if has_one_of(&OF_AREAS) => &[Role::Part(Part::Area)],
            None => &[],
        }
    }

    /// The guessed ones of our columns whose values are those of another column, which has theirs: the other one's
    /// do not fit its name.
    pub fn exchanged(
        &self,
        fitting: &Fitting<'_>,
        guessed: &BTreeMap<&'static str, String>,
    ) -> Vec<&'static str> {
        let columns = fitting.sample.names().iter();
        let contradicted: Vec<(&str, &[Role])> = columns
            .filter_map(|column| {
                let roles = self.of_column(column);
                let is_filled = !fitting.texts(&column.to_lowercase()).is_empty();
                let fits = roles.iter().any(|role| fits(fitting, *role, column));
                let says_other = !roles.is_empty() && !fits;
                (is_filled && says_other).then_some((*column, roles))
            })
            .collect();
        let is_exchanged = |field: &'static str, column: &str| {
            contradicted.iter().any(|(other, roles)| {
                fits(fitting, Role::Field(field), other)
                    && roles.iter().any(|role| fits(fitting, *role, column))
            })
        };
        guessed
            .iter()
            .filter(|(field, column)| is_exchanged(field, column))
            .map(|(field, _)| *field)
            .collect()
    }
}

fn fits(fitting: &Fitting<'_>, role: Role, column: &str) -> bool {
    match role {
        Role::Field(field) => fitting
            .check(&FieldMap::of_one(field, column), field)
            .is_ok(),
        Role::Part(part) => {
            let texts = fitting.texts(&column.to_lowercase());
            part.check(&Column { texts: &texts }).is_ok()
        }
    }
}
