//! Request and response bodies of the contact and company endpoints: new contacts, changes,
//! responses, companies.

mod company;
mod contact;
mod contact_change;
mod contact_fields;

pub use company::{
    AddCompanyResponse, CompaniesQuery, CompaniesResponse, Company, CompanyFields, CompanyFilter,
    CompanyFilters, CompanySort, CompanyTotals, UpdateCompanyRequest, UpdateCompanyResponse,
};
pub use contact::{
    AddContactResponse, Contact, ContactFilter, ContactFilters, ContactSort, ContactsQuery,
    ContactsResponse, DeleteContactRequest, UpdateContactResponse,
};
pub use contact_change::UpdateContactRequest;
pub use contact_fields::ContactFields;
