//! HTTP handlers of contacts.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use domain::ContactId;
use http_kit::{ApiError, ApiResult, Json, Query};

use super::dto::{
    AddPropertyContactRequest, ContactChanged, ContactLinkRequest, ContactsQuery, ContactsResponse,
    LinkedContacts, OwnerContactsQuery, PropertyContact, SuggestedContact, SuggestedContacts,
    UpdatePropertyContactRequest,
};
use super::ops::{self, MAX_CONTACTS};
use crate::properties::locate::Locator;
use crate::state::AppState;

/// Contacts by their ids.
#[utoipa::path(tag = "ownership", params(ContactsQuery),
    responses((status = 200, description = "The contacts of the firm", body = ContactsResponse), ApiError))]
#[get("/get_contacts")]
pub async fn get_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<ContactsQuery>,
) -> ApiResult<Json<ContactsResponse>> {
    let ids = parse_ids(&query.contact_ids)?;
    let rows = ops::get_contacts(&state, &user, &ids).await?;
    let contacts = rows.into_iter().map(PropertyContact::from).collect();
    Ok(Json(ContactsResponse { contacts }))
}

/// Links a contact of the directory, or adds a new contact to the directory and links it.
#[utoipa::path(tag = "ownership", request_body = AddPropertyContactRequest,
    responses((status = 200, description = "Linked", body = LinkedContacts), ApiError))]
#[post("/add_contact")]
pub async fn add_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<AddPropertyContactRequest>,
) -> ApiResult<Json<LinkedContacts>> {
    let wanted = Locator::new(body.parcel_number.clone(), body.project_id, body.ll_uuid);
    let ids = ops::add_contact(&state, &user, &wanted, &body).await?;
    Ok(linked(ids))
}

/// Links a suggested contact.
#[utoipa::path(tag = "ownership", request_body = ContactLinkRequest,
    responses((status = 200, description = "Linked", body = LinkedContacts), ApiError))]
#[post("/add_associated_contact")]
pub async fn add_associated_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ContactLinkRequest>,
) -> ApiResult<Json<LinkedContacts>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let ids = ops::add_associated_contact(&state, &user, &wanted, body.contact_id).await?;
    Ok(linked(ids))
}

/// Unlinks a contact from a property; the directory keeps it.
#[utoipa::path(tag = "ownership", request_body = ContactLinkRequest,
    responses((status = 200, description = "Unlinked", body = LinkedContacts), ApiError))]
#[post("/remove_contact")]
pub async fn remove_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<ContactLinkRequest>,
) -> ApiResult<Json<LinkedContacts>> {
    let wanted = Locator::new(body.parcel_number, body.project_id, body.ll_uuid);
    let ids = ops::remove_contact(&state, &user, &wanted, body.contact_id).await?;
    Ok(linked(ids))
}

/// Updates a contact in the firm's directory.
#[utoipa::path(tag = "ownership", request_body = UpdatePropertyContactRequest,
    responses((status = 200, description = "The updated contact", body = ContactChanged), ApiError))]
#[post("/update_contact")]
pub async fn update_contact(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<UpdatePropertyContactRequest>,
) -> ApiResult<Json<ContactChanged>> {
    let contact = ops::update_contact(&state, &user, &body).await?;
    Ok(Json(ContactChanged {
        success: true,
        contact: contact.into(),
    }))
}

/// Contacts of the directory that may belong to an owner, best match first.
#[utoipa::path(tag = "ownership", params(OwnerContactsQuery),
    responses((status = 200, description = "A page of suggestions", body = SuggestedContacts), ApiError))]
#[get("/lookup_owner_contacts")]
pub async fn lookup_owner_contacts(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<OwnerContactsQuery>,
) -> ApiResult<Json<SuggestedContacts>> {
    let (limit, offset) = page(&query)?;
    let found = ops::lookup_owner_contacts(&state, &user, &query.owner_name, limit, offset).await?;
    let (rows, total) = found;
    let contacts = rows.into_iter().map(SuggestedContact::from).collect();
    Ok(Json(SuggestedContacts { contacts, total }))
}

fn linked(updated_contact_ids: Vec<ContactId>) -> Json<LinkedContacts> {
    Json(LinkedContacts {
        success: true,
        updated_contact_ids,
    })
}

fn parse_ids(text: &str) -> ApiResult<Vec<ContactId>> {
    let refused = |sentence: &'static str| ApiError::validation().field("contact_ids", sentence);
    let texts = text
        .split(',')
        .map(str::trim)
        .filter(|text| !text.is_empty());
    let ids: Result<Vec<ContactId>, _> = texts.map(str::parse).collect();
    let ids = ids.map_err(|error: domain::Invalid| refused(error.sentence()))?;
    if ids.len() > MAX_CONTACTS {
        return Err(refused("Request at most 200 contacts at once."));
    }
    Ok(ids)
}

fn page(query: &OwnerContactsQuery) -> ApiResult<(i64, i64)> {
    let (limit, offset) = (query.limit.unwrap_or(10), query.offset.unwrap_or(0));
    let mut refusal = ApiError::validation();
    if !(1..=200).contains(&limit) {
        refusal = refusal.field("limit", "The limit must be a whole number from 1 to 200.");
    }
    if !(0..=1_000_000).contains(&offset) {
        refusal = refusal.field(
            "offset",
            "The offset must be a whole number from 0 to 1,000,000.",
        );
    }
    if refusal.has_fields() {
        Err(refusal)
    } else {
        Ok((limit, offset))
    }
}
