//! Conversions from database rows to response bodies.

use super::dto::{Company, CompanyFields, Contact};
use super::store::{CompanyRow, ContactRow};

impl From<ContactRow> for Contact {
    fn from(row: ContactRow) -> Self {
        let fields = row.fields;
        let id = row.contact_id;
        Self {
            contact_id: id,
            id,
            email1: fields.email.clone(),
            phone_number_alias: fields.phone_number.clone(),
            first_name: fields.first_name,
            last_name: fields.last_name,
            middle_name: fields.middle_name,
            title: fields.title,
            job_title: fields.job_title,
            email: fields.email,
            email2: fields.email2,
            phone_number: fields.phone_number,
            phone_number2: fields.phone_number2,
            mobile_number: fields.mobile_number,
            fax_number: fields.fax_number,
            address: fields.address,
            city: fields.city,
            state: fields.state,
            postal_code: fields.postal_code,
            country: fields.country,
            notes: fields.notes,
            social_media_links: fields.social_media_links,
            tags: fields.tags,
            status: fields.status,
            preferred_contact_method: fields.preferred_contact_method,
            lead_score: fields.lead_score,
            assigned_to: fields.assigned_to,
            gender: fields.gender,
            language: fields.language,
            timezone: fields.timezone,
            company_name: fields.company_name,
            version: row.version,
            created_at: row.created_at,
        }
    }
}

impl From<CompanyRow> for Company {
    fn from(row: CompanyRow) -> Self {
        Self {
            company_id: row.company_id,
            company_name: row.company_name,
            industry: row.industry,
            office_city: row.office_city,
            office_state: row.office_state,
            number_of_employees: row.number_of_employees,
            tags: row.tags,
            assigned_to: row.assigned_to,
            assigned_to_name: row.assigned_to_name,
            created_at: row.created_at,
            updated_at: row.updated_at,
            contacts: None,
            version: row.version,
        }
    }
}

impl From<(CompanyRow, i64)> for Company {
    /// With its number of contacts.
    fn from((row, contacts): (CompanyRow, i64)) -> Self {
        Self {
            contacts: Some(contacts),
            ..row.into()
        }
    }
}

impl From<CompanyRow> for CompanyFields {
    fn from(row: CompanyRow) -> Self {
        Self {
            company_name: row.company_name,
            industry: row.industry,
            office_city: row.office_city,
            office_state: row.office_state,
            number_of_employees: row.number_of_employees.map(i64::from),
            tags: row.tags,
        }
    }
}
