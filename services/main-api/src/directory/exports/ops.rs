//! Finds the contacts and companies of a file, and reads them in batches while it is written.

use actix_web::HttpResponse;
use auth::CurrentUser;
use domain::{CompanyId, ContactId};
use http_kit::ApiResult;
use list_file::ListFile;

use super::dto::{ExportCompaniesRequest, ExportContactsRequest};
use crate::directory::contact_list::Conditions;
use crate::directory::dto::{Company, Contact};
use crate::directory::{DirectoryError, company_list, contact_list, store};
use crate::state::AppState;

/// Columns of the list first.
const CONTACT: [&str; 30] = [
    "first_name",
    "last_name",
    "email",
    "phone_number",
    "company_name",
    "job_title",
    "tags",
    "assigned_to",
    "title",
    "middle_name",
    "email2",
    "phone_number2",
    "mobile_number",
    "fax_number",
    "address",
    "city",
    "state",
    "postal_code",
    "country",
    "preferred_contact_method",
    "status",
    "lead_score",
    "gender",
    "language",
    "timezone",
    "social_media_links",
    "notes",
    "created_at",
    "version",
    "contact_id",
];
const COMPANY: [&str; 8] = [
    "company_name",
    "industry",
    "office_city",
    "office_state",
    "number_of_employees",
    "tags",
    "assigned_to_name",
    "company_id",
];

pub async fn export_contacts(
    state: &AppState,
    user: &CurrentUser,
    request: ExportContactsRequest,
) -> ApiResult<HttpResponse> {
    let conditions = Conditions::from(request.filter.unwrap_or_default());
    let chosen = list_file::check_chosen("contact_ids", request.contact_ids)?;
    let ids: Vec<ContactId> = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let order = request.sort.unwrap_or_default().into();
        contact_list::list_ids(conn, order, chosen, &conditions, list_file::ONE_MORE).await
    })
    .await
    .map_err(DirectoryError::from)?;
    list_file::check_count("filter", ids.len())?;
    let file = ListFile {
        name: "contacts",
        columns: &CONTACT,
        format: request.format,
        ids,
    };
    let (pool, firm) = (state.pool.clone(), user.customer_id);
    file.respond(move |ids| {
        let pool = pool.clone();
        async move {
            let rows = db::tenant_tx(&pool, firm, async |conn| {
                store::find_contacts(conn, &ids).await
            });
            let contacts = rows.await?.into_iter().map(Contact::from);
            Ok(contacts
                .map(|contact| (contact.contact_id, contact))
                .collect())
        }
    })
}

pub async fn export_companies(
    state: &AppState,
    user: &CurrentUser,
    request: ExportCompaniesRequest,
) -> ApiResult<HttpResponse> {
    let filter = request.filter.unwrap_or_default();
    let chosen = list_file::check_chosen("company_ids", request.company_ids)?;
    let ids: Vec<CompanyId> = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let order = request.sort.unwrap_or_default().into();
        company_list::list_ids(conn, order, chosen, &filter, list_file::ONE_MORE).await
    })
    .await
    .map_err(DirectoryError::from)?;
    list_file::check_count("filter", ids.len())?;
    let file = ListFile {
        name: "companies",
        columns: &COMPANY,
        format: request.format,
        ids,
    };
    let (pool, firm) = (state.pool.clone(), user.customer_id);
    file.respond(move |ids| {
        let pool = pool.clone();
        async move {
            let rows = db::tenant_tx(&pool, firm, async |conn| {
                store::find_companies(conn, &ids).await
            });
            let companies = rows.await?.into_iter().map(Company::from);
            Ok(companies
                .map(|company| (company.company_id, company))
                .collect())
        }
    })
}
