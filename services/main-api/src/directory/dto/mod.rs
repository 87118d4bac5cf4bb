//! Bodies of the contact and company calls, as on the wire.
//!
//! One file for what comes in new, one for changes, one for what goes out, one for companies. No
//! logic.

mod company;
mod contact;
mod contact_change;
mod contact_fields;

pub use company::{AddCompanyResponse, CompaniesQuery, CompaniesResponse, Company, CompanyFields};
pub use contact::{
    AddContactResponse, Contact, ContactsQuery, ContactsResponse, DeleteContactRequest,
    UpdateContactResponse,
};
pub use contact_change::UpdateContactRequest;
pub use contact_fields::ContactFields;
