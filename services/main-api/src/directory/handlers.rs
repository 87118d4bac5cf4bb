//! HTTP handlers of contacts and companies.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem, Query};

use super::domain::{CheckedCompany, CheckedContact};
use super::dto::{
    AddCompanyResponse, AddContactResponse, CompaniesQuery, CompaniesResponse, Company,
    CompanyFields, CompanyFilter, CompanyFilters, Contact, ContactFields, ContactFilters,
    ContactsQuery, ContactsResponse, DeleteContactRequest, UpdateCompanyRequest,
    UpdateCompanyResponse, UpdateContactRequest, UpdateContactResponse,
};
use super::ops;
use crate::projects::dto::Success;
use crate::search::{self, ListRequest};
use crate::state::AppState;

/// The firm's contacts, by name unless sorted otherwise.
#[utoipa::path(tag = "directory", params(ContactsQuery), responses(
    (status = 200, body = ContactsResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/get_all_contacts")]
pub async fn get_all_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ContactsQuery>,
) -> ApiResult<HttpResponse> {
    let (filter, only) = (query.filter(), query.contact_id);
    let exact = query.exact_total;
    let cursor = query.cursor.as_deref();
    let request = ListRequest::new(query.q, query.sort, query.limit, cursor)?;
    let listed = ops::list_contacts(&state, &user, &request, only, filter, exact).await?;
    let page = request.page(query.sort, listed)?;
    Ok(HttpResponse::Ok().json(ContactsResponse {
        contacts: page.rows.into_iter().map(Contact::from).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
    }))
}

/// Filter values for the firm's contacts.
#[utoipa::path(tag = "directory", responses((status = 200, body = ContactFilters), (status = 401, body = Problem)))]
#[get("/api/get_contact_filters")]
pub async fn get_contact_filters(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<HttpResponse> {
    let tags = ops::list_tags(&state, &user).await?;
    Ok(HttpResponse::Ok().json(ContactFilters { tags }))
}

/// Adds a contact.
#[utoipa::path(tag = "directory", request_body = ContactFields, responses(
    (status = 200, body = AddContactResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[post("/api/add_contact")]
pub async fn add_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ContactFields>,
) -> ApiResult<HttpResponse> {
    let contact = ops::add_contact(&state, &user, CheckedContact::try_from(body)?).await?;
    Ok(HttpResponse::Ok().json(AddContactResponse {
        success: true,
        contact_id: contact.contact_id,
        contact,
    }))
}

/// Changes a contact; absent fields stay unchanged.
#[utoipa::path(tag = "directory", request_body = UpdateContactRequest, responses(
    (status = 200, body = UpdateContactResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 409, description = "The version is old: `version` is the current one", body = Problem), (status = 422, body = Problem)))]
#[post("/api/update_contact")]
pub async fn update_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateContactRequest>,
) -> ApiResult<HttpResponse> {
    let contact = ops::update_contact(&state, &user, body).await?;
    Ok(HttpResponse::Ok().json(UpdateContactResponse {
        success: true,
        contact,
    }))
}

/// Removes a contact.
#[utoipa::path(tag = "directory", request_body = DeleteContactRequest, responses(
    (status = 200, body = Success), (status = 401, body = Problem), (status = 404, body = Problem)))]
#[post("/api/delete_contact")]
pub async fn delete_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DeleteContactRequest>,
) -> ApiResult<HttpResponse> {
    ops::delete_contact(&state, &user, body.contact_id).await?;
    Ok(HttpResponse::Ok().json(Success { success: true }))
}

/// Restores a contact that was removed within the last hour.
#[utoipa::path(tag = "directory", request_body = DeleteContactRequest, responses(
    (status = 200, body = UpdateContactResponse), (status = 401, body = Problem),
    (status = 404, body = Problem)))]
#[post("/api/restore_contact")]
pub async fn restore_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<DeleteContactRequest>,
) -> ApiResult<HttpResponse> {
    let contact = ops::restore_contact(&state, &user, body.contact_id).await?;
    Ok(HttpResponse::Ok().json(UpdateContactResponse {
        success: true,
        contact,
    }))
}

/// The firm's companies, by name unless sorted otherwise.
#[utoipa::path(tag = "directory",
    params(CompaniesQuery, ("industry" = Option<Vec<String>>, Query, description = "Only this industry; several are sent as several parameters.")),
    responses((status = 200, body = CompaniesResponse), (status = 401, body = Problem), (status = 422, body = Problem)))]
#[get("/api/get_companies")]
pub async fn get_companies(
    user: CurrentUser,
    state: Data<AppState>,
    http_request: HttpRequest,
    Query(query): Query<CompaniesQuery>,
) -> ApiResult<HttpResponse> {
    let cursor = query.cursor.as_deref();
    let request = ListRequest::new(query.q.clone(), query.sort, query.limit, cursor)?;
    let industries = http_kit::query_values(&http_request, "industry");
    let industries = industries.filter_map(|industry| search::non_blank(Some(industry)));
    let filter = CompanyFilter {
        q: query.q,
        industries: industries.collect(),
        tag: query.tag,
        assigned_to: query.assigned_to,
    };
    let (listed, totals) =
        ops::list_companies(&state, &user, &request, query.company_id, &filter).await?;
    let page = request.page(query.sort, listed)?;
    Ok(HttpResponse::Ok().json(CompaniesResponse {
        companies: page.rows.into_iter().map(Company::from).collect(),
        next_cursor: page.next_cursor,
        total: page.total,
        totals,
    }))
}

/// Filter values for the firm's companies.
#[utoipa::path(tag = "directory", responses((status = 200, body = CompanyFilters), (status = 401, body = Problem)))]
#[get("/api/get_company_filters")]
pub async fn get_company_filters(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<HttpResponse> {
    Ok(HttpResponse::Ok().json(ops::list_company_filters(&state, &user).await?))
}

/// Adds a company.
#[utoipa::path(tag = "directory", request_body = CompanyFields, responses(
    (status = 200, body = AddCompanyResponse), (status = 401, body = Problem),
    (status = 409, description = "A company with this name exists", body = Problem), (status = 422, body = Problem)))]
#[post("/api/add_company")]
pub async fn add_company(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CompanyFields>,
) -> ApiResult<HttpResponse> {
    let company = ops::add_company(&state, &user, CheckedCompany::try_from(body)?).await?;
    Ok(HttpResponse::Ok().json(AddCompanyResponse {
        success: true,
        company_id: company.company_id,
        company,
    }))
}

/// Changes a company; absent fields stay unchanged.
#[utoipa::path(tag = "directory", request_body = UpdateCompanyRequest, responses(
    (status = 200, body = UpdateCompanyResponse), (status = 401, body = Problem), (status = 404, body = Problem),
    (status = 409, description = "A company with this name exists, or the version is old: `version` is the current one", body = Problem),
    (status = 422, body = Problem)))]
#[post("/api/update_company")]
pub async fn update_company(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdateCompanyRequest>,
) -> ApiResult<HttpResponse> {
    let company = ops::update_company(&state, &user, body).await?;
    Ok(HttpResponse::Ok().json(UpdateCompanyResponse {
        success: true,
        company,
    }))
}
