//! Merge fields, recipients and message footer. No I/O.

use std::collections::{HashMap, HashSet};

use domain::{ContactId, Email, Invalid};
use serde::{Deserialize, Deserializer, de};
use utoipa::ToSchema;

use super::store::{Audience, OwnerContactRow};
use crate::contacts::store::ContactRow;

/// Merge fields: names allowed between double braces.
pub const FIELDS: [&str; 7] = [
    "first_name",
    "last_name",
    "company_name",
    "owner_name",
    "property_address",
    "property_name",
    "parcel_number",
];

/// Merge fields of messages to contacts that were chosen in the directory.
pub const CONTACT_FIELDS: [&str; 4] = ["first_name", "last_name", "company_name", "job_title"];

pub const MAX_RECIPIENTS: usize = 500;

impl Audience<'_> {
    /// The merge fields of messages to them.
    pub const fn fields(&self) -> &'static [&'static str] {
        match self {
            Self::Owners(_) => &FIELDS,
            Self::Contacts(_) => &CONTACT_FIELDS,
        }
    }

    /// Why they receive a message, for its footer.
    pub const fn reason(&self) -> &'static str {
        match self {
            Self::Owners(_) => "as a contact of a property owner",
            Self::Contacts(_) => "because you are one of our contacts",
        }
    }
}

/// The sender's postal address: 10 to 300 characters on at most five lines.
#[derive(Debug, Clone, PartialEq, Eq, ToSchema)]
#[schema(value_type = String, min_length = 10, max_length = 300)]
pub struct PostalAddress(String);

impl PostalAddress {
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for PostalAddress {
    type Error = Invalid;

    fn try_from(text: String) -> Result<Self, Invalid> {
        let text = text.replace("\r\n", "\n");
        let text = text.trim();
        let length = text.chars().count();
        let plain = text.chars().all(|c| c == '\n' || !c.is_control());
        if !(10..=300).contains(&length) || text.lines().count() > 5 || !plain {
            return Err(Invalid::new(
                "Please enter the sender's postal address: street, city, state and ZIP code.",
            ));
        }
        Ok(Self(text.to_owned()))
    }
}

impl<'de> Deserialize<'de> for PostalAddress {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .try_into()
            .map_err(de::Error::custom)
    }
}

pub type Values = HashMap<&'static str, String>;

/// Replaces every merge field: one without a value becomes empty, an unknown name stays unchanged.
pub fn fill(text: &str, values: &Values) -> String {
    let mut filled = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, name, after)) = next_field(rest) {
        filled.push_str(before);
        match values.get(name) {
            Some(value) => filled.push_str(value),
            None if FIELDS.contains(&name) => {}
            None => {
                filled.push_str("{{");
                filled.push_str(name);
                filled.push_str("}}");
            }
        }
        rest = after;
    }
    filled + rest
}

/// Unknown names between double braces, each once.
pub fn unknown_among<'a>(text: &'a str, known: &[&str]) -> Vec<&'a str> {
    let (mut unknown, mut rest) = (Vec::new(), text);
    while let Some((_, name, after)) = next_field(rest) {
        if !known.contains(&name) && !unknown.contains(&name) {
            unknown.push(name);
        }
        rest = after;
    }
    unknown
}

fn next_field(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once("{{")?;
    let (name, after) = rest.split_once("}}")?;
    Some((before, name.trim(), after))
}

/// A recipient: one per person, however many properties they own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    pub contact_id: ContactId,
    pub name: String,
    /// None when the contact has no valid address.
    pub email: Option<Email>,
    pub values: Values,
}

/// Contacts as recipients, in the rows' order; the first of those with one address.
pub fn chosen_people(rows: Vec<ContactRow>) -> Vec<Person> {
    let mut addresses = HashSet::new();
    let people = rows.into_iter().filter_map(|row| {
        let email = row.email.parse::<Email>().ok();
        if !email
            .as_ref()
            .is_none_or(|email| addresses.insert(email.key()))
        {
            return None;
        }
        Some(Person {
            contact_id: row.contact_id,
            name: row.full_name(),
            email,
            values: HashMap::from([
                ("first_name", row.first_name),
                ("last_name", row.last_name),
                ("company_name", row.company_name.unwrap_or_default()),
                ("job_title", row.job_title.unwrap_or_default()),
            ]),
        })
    });
    people.collect()
}

/// Groups rows of contact and property by person, in the rows' order.
pub fn people(rows: &[OwnerContactRow]) -> Vec<Person> {
    let mut people: Vec<Person> = Vec::new();
    for row in rows {
        let email = row.email.parse::<Email>().ok();
        let same = people.iter_mut().find(|person| {
            person.contact_id == row.contact_id
                || (email.is_some()
                    && person.email.as_ref().map(Email::key) == email.as_ref().map(Email::key))
        });
        match same {
            Some(person) => add_property(&mut person.values, row),
            None => people.push(Person {
                contact_id: row.contact_id,
                name: format!("{} {}", row.first_name, row.last_name)
                    .trim()
                    .to_owned(),
                email,
                values: values(row),
            }),
        }
    }
    people
}

fn values(row: &OwnerContactRow) -> Values {
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    let address = row
        .address
        .clone()
        .unwrap_or_else(|| row.parcel_number.clone());
    HashMap::from([
        ("first_name", row.first_name.clone()),
        ("last_name", row.last_name.clone()),
        ("company_name", text(&row.company_name)),
        ("owner_name", text(&row.owner_name)),
        (
            "property_name",
            row.property_name.clone().unwrap_or_else(|| address.clone()),
        ),
        ("property_address", address),
        ("parcel_number", row.parcel_number.clone()),
    ])
}

/// Appends a further property of the same person.
fn add_property(known: &mut Values, row: &OwnerContactRow) {
    let more = values(row);
    for name in ["property_address", "property_name", "parcel_number"] {
        if let (Some(known), Some(more)) = (known.get_mut(name), more.get(name))
            && !known.split("; ").any(|one| one == more)
        {
            known.push_str("; ");
            known.push_str(more);
        }
    }
}

/// Adds the footer: sender, postal address, why it was sent, and unsubscribe link.
pub fn with_foot(body: &str, postal_address: &str, reason: &str, unsubscribe: &str) -> String {
    format!(
        "{body}\n\n-- \n{postal_address}\n\nYou receive this message {reason}. To unsubscribe: {unsubscribe}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use uuid::Uuid;

    fn row(contact: u128, email: &str, address: &str) -> OwnerContactRow {
        OwnerContactRow {
            contact_id: ContactId(Uuid::from_u128(contact)),
            first_name: "Dana".to_owned(),
            last_name: "Lee".to_owned(),
            email: email.to_owned(),
            company_name: None,
            owner_name: Some("LEE DANA".to_owned()),
            address: Some(address.to_owned()),
            property_name: None,
            parcel_number: format!("no-{address}"),
        }
    }

    #[test]
    fn fields_are_filled_in() {
        let values = HashMap::from([("first_name", "Dana".to_owned())]);
        assert_eq!(
            fill("Dear {{first_name}} {{ last_name }}!", &values),
            "Dear Dana !"
        );
        assert_eq!(fill("{{first_name", &values), "{{first_name");
        assert_eq!(fill("Hi {{frist_name}}", &values), "Hi {{frist_name}}");
        assert_eq!(
            unknown_among("{{first_name}} {{Price}} {{ x }} {{Price}}", &FIELDS),
            ["Price", "x"]
        );
        assert!(unknown_among("no field, {one} brace", &FIELDS).is_empty());
    }

    #[test]
    fn a_value_is_not_read_as_a_field() {
        let values = HashMap::from([
            ("first_name", "{{last_name}}".to_owned()),
            ("last_name", "x".to_owned()),
        ]);
        assert_eq!(fill("{{first_name}}", &values), "{{last_name}}");
    }

    #[test]
    fn a_person_is_written_to_once() {
        let people = people(&[
            row(1, "a@x.example", "1 Main"),
            row(1, "a@x.example", "2 Main"),
            row(2, "A@x.example", "1 Main"),
            row(3, "", "3 Main"),
        ]);
        assert_eq!(people.len(), 2);
        assert_eq!(people[0].values["property_address"], "1 Main; 2 Main");
        assert_eq!(people[1].email, None);
    }

    #[test]
    fn chosen_contacts_with_one_address_are_one_recipient() {
        let contact = |id, first_name: &str, email: &str| ContactRow {
            contact_id: ContactId(Uuid::from_u128(id)),
            first_name: first_name.to_owned(),
            last_name: "Lee".to_owned(),
            title: None,
            job_title: None,
            email: email.to_owned(),
            phone_number: None,
            company_name: Some("Lee LLC".to_owned()),
        };
        let people = chosen_people(vec![
            contact(1, "Ann", "a@x.example"),
            contact(2, "Bea", ""),
            contact(3, "Cid", "A@X.example"),
            contact(4, "Dan", "no address"),
        ]);
        let names: Vec<_> = people.iter().map(|person| person.name.as_str()).collect();
        assert_eq!(names, ["Ann Lee", "Bea Lee", "Dan Lee"]);
        let text = "{{first_name}}, {{job_title}}, {{company_name}}";
        assert_eq!(fill(text, &people[0].values), "Ann, , Lee LLC");
        assert!(people[2].email.is_none());
    }

    #[test]
    fn a_postal_address_is_one() {
        assert!(PostalAddress::try_from("1 Main St\r\nHouston, TX 77002".to_owned()).is_ok());
        for bad in ["", "Houston", "a\nb\nc\nd\ne\nf 12345678", &"x".repeat(301)] {
            assert!(PostalAddress::try_from(bad.to_owned()).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_filled_without_panic(text in ".{0,200}") {
            let _ = (fill(&text, &Values::new()), unknown_among(&text, &FIELDS));
        }
    }
}
