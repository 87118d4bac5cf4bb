//! Who probably signs a letter: the contact whom it names, as what it says, for its owner. No I/O.

use std::collections::HashMap;

use domain::{Email, Invalid};
use letter_of_intent::{Lack, Reason};
use serde::{Deserialize as _, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::domain::{Capacity, PersonName};
use crate::letter_register::domain::{RefusalCode, Refused};

const MAX_CAPACITY_CHARS: usize = 200;

/// A contact of a property who can be written to.
#[derive(Debug, Clone)]
pub struct Contact {
    pub name: String,
    /// Of the job.
    pub title: Option<String>,
    pub email: Email,
}

/// For whom a link is made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signer {
    pub name: PersonName,
    pub email: Email,
    pub capacity: Capacity,
}

/// Who probably signs a letter next, as far as it is known: a text is empty if it is not.
#[derive(Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct SuggestedSigner {
    pub name: String,
    pub email: String,
    /// For whom and as what the person signs, such as `Manager of Oak LLC`.
    pub capacity: String,
}

/// What a letter says: the texts of its terms, and what it lacks.
#[derive(Debug, Default)]
pub struct Said {
    texts: HashMap<String, String>,
    report: Vec<Lack>,
}

impl Said {
    /// As they are stored; what an older version stored unreadably counts as nothing.
    pub fn of(texts: &Value, report: &Value) -> Self {
        Self {
            texts: HashMap::deserialize(texts).unwrap_or_default(),
            report: Vec::deserialize(report).unwrap_or_default(),
        }
    }

    /// The text of a term; none if it, or a part of it, is a stand-in.
    fn known(&self, term: &str, parts: &[&str]) -> Option<&str> {
        let is_stand_in = |lack: &Lack| {
            let is_of_term = lack.term == term || parts.contains(&lack.term.as_str());
            is_of_term && lack.reason == Reason::DefaultUsed
        };
        if self.report.iter().any(is_stand_in) {
            return None;
        }
        let text = self.texts.get(term)?.trim();
        (!text.is_empty()).then_some(text)
    }

    /// The contact whom the letter names, or the first one if it names nobody.
    pub fn likely_signer(&self, contacts: &[Contact]) -> Result<Signer, Refused> {
        let (named, contact) = self.likely(contacts);
        let Some(contact) = contact else {
            return Err(no_signer(match named {
                Some(named) => format!("{named}, whom it names, has no e-mail address."),
                None => "No contact of the property has an e-mail address.".to_owned(),
            }));
        };
        let name = PersonName::try_from(contact.name.clone()).map_err(|_invalid: Invalid| {
            no_signer(format!("The contact {} has no name.", contact.email))
        })?;
        let capacity = self.capacity_of(&contact.name, contact.title.as_deref());
        let capacity = Capacity::try_from(capacity)
            .map_err(|invalid: Invalid| no_signer(invalid.to_string()))?;
        Ok(Signer {
            name,
            email: contact.email.clone(),
            capacity,
        })
    }

    /// The same as far as it is known, without those who have a link.
    pub fn suggested_signer(&self, contacts: &[Contact], holders: &[&str]) -> SuggestedSigner {
        let free = contacts.iter();
        let free = free.filter(|contact| !holders.contains(&contact.name.as_str()));
        let free: Vec<Contact> = free.cloned().collect();
        let (named, contact) = self.likely(&free);
        let name = match contact {
            Some(contact) => contact.name.as_str(),
            None => named
                .filter(|named| !holders.contains(named))
                .unwrap_or_default(),
        };
        SuggestedSigner {
            name: name.to_owned(),
            email: contact.map_or_else(String::new, |contact| contact.email.as_str().to_owned()),
            capacity: self.capacity_of(name, contact.and_then(|contact| contact.title.as_deref())),
        }
    }

    /// Whom the letter names, and the contact who probably signs.
    fn likely<'a>(&self, contacts: &'a [Contact]) -> (Option<&str>, Option<&'a Contact>) {
        let named = self.known("contact_name", &["contact_first_name", "contact_last_name"]);
        let contact = match named {
            Some(named) => contacts.iter().find(|contact| contact.name == named),
            None => contacts.first(),
        };
        (named, contact)
    }

    /// Such as `Manager of Oak LLC`. Owners who sign for themselves do so as nobody else.
    fn capacity_of(&self, name: &str, title: Option<&str>) -> String {
        let owner = self.known("owner_name", &[]);
        if owner == Some(name) {
            return String::new();
        }
        let parts: Vec<&str> = [title, owner]
            .into_iter()
            .flatten()
            .filter(|part| !part.trim().is_empty())
            .collect();
        let text = parts.join(" of ");
        text.chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .take(MAX_CAPACITY_CHARS)
            .collect()
    }
}

fn no_signer(sentence: String) -> Refused {
    Refused::new(RefusalCode::NoSigner, sentence)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn contact(name: &str, title: Option<&str>) -> Contact {
        let mailbox = name.split(' ').next().filter(|first| !first.is_empty());
        let mailbox = mailbox.unwrap_or("x").to_lowercase();
        Contact {
            name: name.to_owned(),
            title: title.map(str::to_owned),
            email: format!("{mailbox}@oak.example").parse().unwrap(),
        }
    }

    fn said(contact: &str, owner: &str, stand_ins: &[&str]) -> Said {
        let lack = |term: &&str| json!({"term": term, "reason": "default_used", "severity": "warn", "text": "", "sentence": ""});
        let report: Vec<Value> = stand_ins.iter().map(lack).collect();
        Said::of(
            &json!({"contact_name": contact, "owner_name": owner}),
            &json!(report),
        )
    }

    fn signer(said: &Said, contacts: &[Contact]) -> (String, String) {
        let signer = said.likely_signer(contacts).unwrap();
        let capacity = signer.capacity.as_str().to_owned();
        (signer.email.into_string(), capacity)
    }

    #[test]
    fn the_contact_whom_the_letter_names_signs_for_its_owner() {
        let contacts = [
            contact("Ann Oak", None),
            contact("Dana Lee", Some("Manager")),
        ];
        let pair = |email: &str, capacity: &str| (email.to_owned(), capacity.to_owned());
        let of_dana = said("Dana Lee", "Oak LLC", &[]);
        assert_eq!(
            signer(&of_dana, &contacts),
            pair("dana@oak.example", "Manager of Oak LLC")
        );
        // An owner signs as nobody else.
        let of_ann = said("Ann Oak", "Ann Oak", &[]);
        assert_eq!(signer(&of_ann, &contacts), pair("ann@oak.example", ""));
        let refused = of_dana.likely_signer(&contacts[..1]).unwrap_err();
        assert_eq!(
            (refused.code, refused.sentence.as_str()),
            (
                RefusalCode::NoSigner,
                "Dana Lee, whom it names, has no e-mail address."
            )
        );
    }

    #[test]
    fn a_stand_in_is_nobody() {
        let of = said(
            "John Public",
            "Company",
            &["contact_first_name", "owner_name"],
        );
        let dana = [contact("Dana Lee", Some("Manager"))];
        let expected = ("dana@oak.example".to_owned(), "Manager".to_owned());
        assert_eq!(signer(&of, &dana), expected);
        assert_eq!(
            of.likely_signer(&[]).unwrap_err().code,
            RefusalCode::NoSigner
        );
        assert_eq!(
            of.likely_signer(&[contact("", None)]).unwrap_err().code,
            RefusalCode::NoSigner
        );
    }

    #[test]
    fn who_has_a_link_is_not_suggested() {
        let suggested = |said: &Said, contacts: &[Contact], holders: &[&str]| {
            let found = said.suggested_signer(contacts, holders);
            [found.name, found.email, found.capacity]
        };
        let contacts = [
            contact("Ann Oak", None),
            contact("Dana Lee", Some("Manager")),
        ];
        let of_dana = said("Dana Lee", "Oak LLC", &[]);
        assert_eq!(
            suggested(&of_dana, &contacts, &["Ann Oak"]),
            ["Dana Lee", "dana@oak.example", "Manager of Oak LLC"]
        );
        // Whom the letter names, though without an address.
        assert_eq!(
            suggested(&of_dana, &contacts[..1], &[]),
            ["Dana Lee", "", "Oak LLC"]
        );
        assert_eq!(
            suggested(&of_dana, &contacts, &["Dana Lee"]),
            ["", "", "Oak LLC"]
        );
        let of_nobody = said("", "", &[]);
        assert_eq!(
            suggested(&of_nobody, &contacts, &["Ann Oak"]),
            ["Dana Lee", "dana@oak.example", "Manager"]
        );
        assert_eq!(suggested(&of_nobody, &[], &[]), ["", "", ""]);
    }

    #[test]
    fn a_capacity_is_one_line_of_limited_length() {
        let of = said("Dana Lee", &format!("Oak\nand {}", "x".repeat(300)), &[]);
        let (_, capacity) = signer(&of, &[contact("Dana Lee", Some(" "))]);
        assert!(capacity.starts_with("Oak and x"), "{capacity}");
        assert_eq!(capacity.chars().count(), MAX_CAPACITY_CHARS);
    }
}
