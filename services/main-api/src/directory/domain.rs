//! The rules of a contact's and a company's fields (specification, section 5).

use domain::Email;
use http_kit::ApiError;

use super::dto::{CompanyFields, ContactFields};
use crate::field::Fields;

/// The trimmed text, unless it is blank.
pub fn blank_as_none(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().replace('\0', ""))
        .filter(|text| !text.is_empty())
}

/// A contact that passed validation; also its row without keys.
#[derive(
    Debug,
    Clone,
    PartialEq,
    diesel::Insertable,
    diesel::AsChangeset,
    diesel::Queryable,
    diesel::Selectable,
)]
#[diesel(table_name = crate::schema::contacts, treat_none_as_null = true)]
#[diesel(check_for_backend(diesel::pg::Pg))]
#[expect(
    missing_docs,
    reason = "the fields are documented where they cross the border, in dto.rs"
)]
pub struct CheckedContact {
    pub first_name: String,
    pub last_name: String,
    pub middle_name: Option<String>,
    pub title: Option<String>,
    pub job_title: Option<String>,
    pub email: String,
    pub email2: Option<String>,
    pub phone_number: Option<String>,
    pub phone_number2: Option<String>,
    pub mobile_number: Option<String>,
    pub fax_number: Option<String>,
    pub address: Option<String>,
    pub city: Option<String>,
    pub state: Option<String>,
    pub postal_code: Option<String>,
    pub country: Option<String>,
    pub notes: Option<String>,
    pub social_media_links: Option<String>,
    pub tags: Option<String>,
    pub status: Option<String>,
    pub preferred_contact_method: Option<String>,
    pub lead_score: Option<i32>,
    pub assigned_to: Option<String>,
    pub gender: Option<String>,
    pub language: Option<String>,
    pub timezone: Option<String>,
    pub company_name: Option<String>,
}

impl TryFrom<ContactFields> for CheckedContact {
    type Error = ApiError;

    fn try_from(given: ContactFields) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let email = if given.email.trim().is_empty() {
            given.email1.unwrap_or_default()
        } else {
            given.email
        };
        let email = fields.required("email", Some(email), 254, "Email is required.");
        if !email.is_empty()
            && let Err(error) = email.parse::<Email>()
        {
            fields.refuse("email", error.sentence());
        }
        let lead_score = given
            .lead_score
            .map(i32::try_from)
            .transpose()
            .unwrap_or_else(|_too_large| {
                fields.refuse("lead_score", "This number is too large.");
                None
            });
        let checked = Self {
            first_name: fields.required(
                "first_name",
                Some(given.first_name),
                120,
                "First name is required.",
            ),
            last_name: fields.required(
                "last_name",
                Some(given.last_name),
                120,
                "Last name is required.",
            ),
            email,
            phone_number: fields.optional(
                "phone_number",
                given.phone_number.or(given.phone_number_alias),
                40,
            ),
            lead_score,
            middle_name: fields.optional("middle_name", given.middle_name, 120),
            title: fields.optional("title", given.title, 120),
            job_title: fields.optional("job_title", given.job_title, 160),
            email2: fields.optional("email2", given.email2, 254),
            phone_number2: fields.optional("phone_number2", given.phone_number2, 40),
            mobile_number: fields.optional("mobile_number", given.mobile_number, 40),
            fax_number: fields.optional("fax_number", given.fax_number, 40),
            address: fields.optional("address", given.address, 300),
            city: fields.optional("city", given.city, 120),
            state: fields.optional("state", given.state, 120),
            postal_code: fields.optional("postal_code", given.postal_code, 20),
            country: fields.optional("country", given.country, 120),
            notes: fields.optional("notes", given.notes, 8000),
            social_media_links: fields.optional(
                "social_media_links",
                given.social_media_links,
                2000,
            ),
            tags: fields.optional("tags", given.tags, 1000),
            status: fields.optional("status", given.status, 60),
            preferred_contact_method: fields.optional(
                "preferred_contact_method",
                given.preferred_contact_method,
                60,
            ),
            assigned_to: fields.optional("assigned_to", given.assigned_to, 200),
            gender: fields.optional("gender", given.gender, 60),
            language: fields.optional("language", given.language, 60),
            timezone: fields.optional("timezone", given.timezone, 60),
            company_name: fields.optional("company_name", given.company_name, 200),
        };
        fields.finish(None)?;
        Ok(checked)
    }
}

impl From<CheckedContact> for ContactFields {
    fn from(contact: CheckedContact) -> Self {
        Self {
            first_name: contact.first_name,
            last_name: contact.last_name,
            middle_name: contact.middle_name,
            title: contact.title,
            job_title: contact.job_title,
            email: contact.email,
            email2: contact.email2,
            phone_number: contact.phone_number,
            phone_number2: contact.phone_number2,
            mobile_number: contact.mobile_number,
            fax_number: contact.fax_number,
            address: contact.address,
            city: contact.city,
            state: contact.state,
            postal_code: contact.postal_code,
            country: contact.country,
            notes: contact.notes,
            social_media_links: contact.social_media_links,
            tags: contact.tags,
            status: contact.status,
            preferred_contact_method: contact.preferred_contact_method,
            lead_score: contact.lead_score.map(i64::from),
            assigned_to: contact.assigned_to,
            gender: contact.gender,
            language: contact.language,
            timezone: contact.timezone,
            company_name: contact.company_name,
            email1: None,
            phone_number_alias: None,
        }
    }
}

/// A company that passed validation.
#[derive(Debug, Clone, PartialEq, diesel::Insertable, diesel::AsChangeset)]
#[diesel(table_name = crate::schema::companies, treat_none_as_null = true)]
pub struct CheckedCompany {
    pub company_name: String,
    pub industry: Option<String>,
    pub office_city: Option<String>,
    pub office_state: Option<String>,
    pub number_of_employees: Option<i32>,
    pub tags: Option<String>,
}

impl TryFrom<CompanyFields> for CheckedCompany {
    type Error = ApiError;

    fn try_from(given: CompanyFields) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let employees = given.number_of_employees.map(i32::try_from).transpose();
        if !matches!(employees, Ok(None | Some(0..))) {
            fields.refuse(
                "number_of_employees",
                "Use zero or a positive whole number.",
            );
        }
        let checked = Self {
            company_name: fields.required(
                "company_name",
                Some(given.company_name),
                200,
                "Company name is required.",
            ),
            industry: fields.optional("industry", given.industry, 120),
            office_city: fields.optional("office_city", given.office_city, 120),
            office_state: fields.optional("office_state", given.office_state, 120),
            number_of_employees: employees.unwrap_or_default(),
            tags: fields.optional("tags", given.tags, 1000),
        };
        fields.finish(None)?;
        Ok(checked)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given() -> ContactFields {
        ContactFields {
            first_name: "Ann".into(),
            last_name: "Lee".into(),
            email: "ann@lee.example".into(),
            ..ContactFields::default()
        }
    }

    #[test]
    fn names_and_email_are_required() {
        assert!(CheckedContact::try_from(given()).is_ok());
        assert!(
            CheckedContact::try_from(ContactFields {
                first_name: " ".into(),
                ..given()
            })
            .is_err()
        );
        assert!(
            CheckedContact::try_from(ContactFields {
                email: "no".into(),
                ..given()
            })
            .is_err()
        );
        let aliased = ContactFields {
            email: String::new(),
            email1: Some("a@b.example".into()),
            ..given()
        };
        assert_eq!(
            CheckedContact::try_from(aliased).unwrap().email,
            "a@b.example"
        );
    }

    #[test]
    fn companies_have_a_name_and_no_negative_staff() {
        let company = |name: &str, staff| CompanyFields {
            company_name: name.into(),
            number_of_employees: staff,
            ..CompanyFields::default()
        };
        assert!(CheckedCompany::try_from(company("Acme", Some(12))).is_ok());
        assert!(CheckedCompany::try_from(company("", None)).is_err());
        assert!(CheckedCompany::try_from(company("Acme", Some(-1))).is_err());
        assert!(CheckedCompany::try_from(company("Acme", Some(1 << 40))).is_err());
    }
}
