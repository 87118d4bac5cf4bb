//! The rules of a letterhead.

use http_kit::ApiError;

use super::dto::UpdateLetterheadRequest;
use crate::field::Fields;
use crate::users::domain::{PHONE, is_phone};

const ADDRESS_LINES: usize = 5;

/// A letterhead that passed validation.
#[derive(Debug, Clone, PartialEq, diesel::AsChangeset, diesel::Insertable)]
#[diesel(table_name = crate::schema::letterheads, treat_none_as_null = true)]
pub struct CheckedLetterhead {
    pub address_lines: Vec<String>,
    pub phone_number: Option<String>,
    /// As printed: with or without `https://`.
    pub website: Option<String>,
    /// Printed under the name of a sender without a job title.
    pub signatory_title: Option<String>,
    pub disclaimer: Option<String>,
}

impl TryFrom<UpdateLetterheadRequest> for CheckedLetterhead {
    type Error = ApiError;

    fn try_from(given: UpdateLetterheadRequest) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let address_lines: Vec<_> = given
            .address_lines
            .into_iter()
            .filter_map(|line| fields.optional("address_lines", Some(line), 100))
            .collect();
        if address_lines.len() > ADDRESS_LINES {
            fields.refuse("address_lines", "Use at most 5 lines.");
        }
        if address_lines.iter().any(|line| line.contains(['\n', '\r'])) {
            fields.refuse("address_lines", "Enter each line separately.");
        }
        let phone_number = fields.optional("phone_number", given.phone_number, 40);
        if phone_number
            .as_deref()
            .is_some_and(|phone| !is_phone(phone))
        {
            fields.refuse("phone_number", PHONE);
        }
        let website = fields.optional("website", given.website, 200);
        if website.as_deref().is_some_and(|text| !is_website(text)) {
            fields.refuse("website", "Use an address such as www.example.com.");
        }
        let checked = Self {
            address_lines,
            phone_number,
            website,
            signatory_title: fields.optional("signatory_title", given.signatory_title, 120),
            disclaimer: fields.optional("disclaimer", given.disclaimer, 1000),
        };
        fields.finish(None)?;
        Ok(checked)
    }
}

/// A host name with a dot, optionally with a scheme and a path.
fn is_website(text: &str) -> bool {
    let rest = text
        .strip_prefix("https://")
        .or_else(|| text.strip_prefix("http://"))
        .unwrap_or(text);
    let host = rest.split('/').next().unwrap_or_default();
    host.split('.').count() > 1
        && host.split('.').all(|label| !label.is_empty())
        && host
            .chars()
            .all(|c| c.is_alphanumeric() || ".-".contains(c))
        && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> UpdateLetterheadRequest {
        UpdateLetterheadRequest {
            address_lines: vec![" 1400 Main Street ".into(), " ".into(), "Houston".into()],
            phone_number: None,
            website: None,
            signatory_title: Some(" ".into()),
            disclaimer: None,
        }
    }

    #[test]
    fn blank_lines_and_texts_are_dropped() {
        let checked = CheckedLetterhead::try_from(given()).unwrap();
        assert_eq!(checked.address_lines, ["1400 Main Street", "Houston"]);
        assert_eq!(checked.signatory_title, None);
    }

    #[test]
    fn an_address_has_few_short_lines() {
        for address_lines in [
            vec!["line".to_owned(); 6],
            vec!["x".repeat(101)],
            vec!["two\nlines".to_owned()],
        ] {
            let refused = CheckedLetterhead::try_from(UpdateLetterheadRequest {
                address_lines,
                ..given()
            });
            assert!(refused.is_err());
        }
    }

    #[test]
    fn a_website_is_a_host() {
        for good in ["meridian.example", "https://www.meridian.example/about"] {
            assert!(is_website(good), "{good}");
        }
        for bad in [
            "meridian",
            "two words.example",
            "javascript:alert(1)",
            "a..b",
            "@x.example",
        ] {
            assert!(!is_website(bad), "{bad}");
        }
    }
}
