//! Rules of profiles and invitations (specification, section 5).

use auth::Role;
use domain::Email;
use http_kit::ApiError;

use super::dto::{InviteUserRequest, UpdateProfileRequest};
use crate::field::Fields;

/// Message for an invalid phone number.
pub const PHONE: &str = "Use at least 7 characters (digits and - + ( ) . allowed).";
const PHONE_MIN: usize = 7;

/// A profile that passed validation.
#[derive(Debug, Clone, PartialEq, diesel::AsChangeset)]
#[diesel(table_name = crate::schema::users, treat_none_as_null = true)]
pub struct CheckedProfile {
    /// Lower case. A changed address must be confirmed first.
    #[diesel(skip_update)]
    pub email: String,
    pub fname: String,
    /// May be empty.
    pub lname: String,
    /// `None` leaves it unchanged.
    #[diesel(treat_none_as_null = false)]
    pub job_title: Option<Option<String>>,
    pub phone_number: Option<String>,
    pub location: Option<String>,
    pub bio: Option<String>,
}

/// Empty, or at least seven of digits, spaces and `- + ( ) .`
pub fn is_phone(text: &str) -> bool {
    text.chars().count() >= PHONE_MIN
        && text
            .chars()
            .all(|c| c.is_ascii_digit() || " -+().".contains(c))
}

impl TryFrom<UpdateProfileRequest> for CheckedProfile {
    type Error = ApiError;

    fn try_from(given: UpdateProfileRequest) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let email = email(&mut fields, &given.email);
        let phone_number = fields.optional("phone_number", given.phone_number, 40);
        if phone_number
            .as_deref()
            .is_some_and(|phone| !is_phone(phone))
        {
            fields.refuse("phone_number", PHONE);
        }
        let checked = Self {
            email,
            fname: fields.required("fname", Some(given.fname), 120, "First name is required."),
            lname: fields
                .optional("lname", given.lname, 120)
                .unwrap_or_default(),
            job_title: given
                .job_title
                .map(|text| fields.optional("job_title", text, 120)),
            phone_number,
            location: fields.optional("location", given.location, 200),
            bio: fields.optional("bio", given.bio, 4000),
        };
        fields.finish(None)?;
        Ok(checked)
    }
}

/// An invitation that passed validation.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedInvitation {
    pub email: String,
    pub fname: String,
    /// May be empty.
    pub lname: String,
    pub role: Role,
}

impl TryFrom<InviteUserRequest> for CheckedInvitation {
    type Error = ApiError;

    fn try_from(given: InviteUserRequest) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let checked = Self {
            email: email(&mut fields, &given.email),
            fname: fields.required("fname", Some(given.fname), 120, "First name is required."),
            lname: fields
                .optional("lname", given.lname, 120)
                .unwrap_or_default(),
            role: given.role,
        };
        fields.finish(None)?;
        Ok(checked)
    }
}

fn email(fields: &mut Fields, text: &str) -> String {
    match text.parse::<Email>() {
        Ok(email) => email.key(),
        Err(error) => {
            fields.refuse("email", error.sentence());
            String::new()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(email: &str, phone: &str) -> UpdateProfileRequest {
        UpdateProfileRequest {
            user_id: None,
            email: email.into(),
            fname: "Ann".into(),
            lname: None,
            job_title: None,
            phone_number: Some(phone.into()),
            location: None,
            bio: None,
            current_password: None,
        }
    }

    #[test]
    fn phones_are_empty_or_seven_and_more() {
        assert!(CheckedProfile::try_from(given("a@b.example", "")).is_ok());
        assert!(CheckedProfile::try_from(given("a@b.example", "+1 (713) 555-0100")).is_ok());
        assert!(CheckedProfile::try_from(given("a@b.example", "555-01")).is_err());
        assert!(CheckedProfile::try_from(given("a@b.example", "call me at 7")).is_err());
    }

    #[test]
    fn addresses_are_kept_in_lower_case() {
        assert_eq!(
            CheckedProfile::try_from(given("Ann@B.example", ""))
                .unwrap()
                .email,
            "ann@b.example"
        );
        assert!(CheckedProfile::try_from(given("no address", "")).is_err());
    }
}
