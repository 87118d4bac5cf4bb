//! The rules of changes of many companies. No I/O.

use domain::UserId;
use domain::tags::TagChange;

use crate::directory::DirectoryError;
use crate::directory::domain::blank_as_none;

const MAX_INDUSTRY: usize = 120;

/// A person of the firm.
#[derive(Debug)]
pub struct Person {
    pub user_id: UserId,
    pub name: String,
}

/// A change of fields that passed validation.
#[derive(Debug)]
pub enum Edit {
    Tags(TagChange),
    Industry(Option<String>),
    Assign(Option<Person>),
}

impl Edit {
    /// What was done to `count` companies, for the activity list.
    pub fn sentence(&self, count: usize) -> String {
        let (of, were) = if count == 1 {
            ("company", "was")
        } else {
            ("companies", "were")
        };
        match self {
            Self::Tags(change) => change.sentence(count, of),
            Self::Industry(Some(industry)) => format!("{count} {of} got the industry {industry}."),
            Self::Industry(None) if count == 1 => "1 company has no industry any more.".to_owned(),
            Self::Industry(None) => format!("{count} companies have no industry any more."),
            Self::Assign(person) => {
                let name = person
                    .as_ref()
                    .map_or("nobody", |person| person.name.as_str());
                format!("{count} {of} {were} assigned to {name}.")
            }
        }
    }
}

/// The industry of a change, or none.
pub fn industry(text: Option<String>) -> Result<Option<String>, DirectoryError> {
    let refused = |sentence: String| Err(DirectoryError::Field("change.industry", sentence));
    match blank_as_none(text) {
        Some(text) if text.chars().count() > MAX_INDUSTRY => {
            refused(format!("Use at most {MAX_INDUSTRY} characters."))
        }
        Some(text) if text.chars().any(char::is_control) => {
            refused("Control characters are not allowed.".to_owned())
        }
        text => Ok(text),
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn an_assignment_names_the_person_or_nobody() {
        let person = Person {
            user_id: UserId(Uuid::nil()),
            name: "Ana Silva".to_owned(),
        };
        let sentence = Edit::Assign(Some(person)).sentence(1);
        assert_eq!(sentence, "1 company was assigned to Ana Silva.");
        let sentence = Edit::Assign(None).sentence(2);
        assert_eq!(sentence, "2 companies were assigned to nobody.");
    }

    #[test]
    fn an_industry_is_trimmed_and_bounded() {
        let read = |text: &str| industry(Some(text.to_owned()));
        assert_eq!(read(" Oil, Gas ").unwrap().as_deref(), Some("Oil, Gas"));
        assert_eq!(read(" ").unwrap(), None);
        assert_eq!(industry(None).unwrap(), None);
        assert!(read(&"x".repeat(120)).is_ok());
        assert!(read(&"x".repeat(121)).is_err());
        assert!(read("a\nb").is_err());
    }
}
