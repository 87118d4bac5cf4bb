//! HTTP handlers of templates.

use actix_web::web::Data;
use actix_web::{HttpResponse, get, post, put};
use auth::{Admin, CurrentUser};
use http_kit::{ApiError, ApiResult, Json, Path, Query};

use super::domain::TemplateRef;
use super::dto::{
    CreateLetterTemplateRequest, LetterTemplate, LetterTemplateDefaults, LetterTemplateVersion,
    LetterTemplates, LetterTemplatesQuery, LetterTerms, PublishLetterTemplateRequest,
    UpdateLetterTemplateDefaultsRequest, UpdateLetterTemplateRequest,
};
use super::{defaults, ops, terms};
use crate::state::AppState;

/// The firm's templates of letters, after the standard letter.
#[utoipa::path(tag = "letters", params(LetterTemplatesQuery),
    responses((status = 200, description = "The templates", body = LetterTemplates), ApiError))]
#[get("/letter_templates")]
pub async fn list_letter_templates(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<LetterTemplatesQuery>,
) -> ApiResult<Json<LetterTemplates>> {
    Ok(Json(ops::list(&state, &user, query.archived).await?))
}

/// Makes a template from the text of another one. It is a draft until it is published.
#[utoipa::path(tag = "letters", request_body = CreateLetterTemplateRequest,
    responses((status = 201, description = "The template", body = LetterTemplate), ApiError))]
#[post("/letter_templates")]
pub async fn create_letter_template(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CreateLetterTemplateRequest>,
) -> ApiResult<HttpResponse> {
    let made = ops::create(&state, &user, body).await?;
    Ok(HttpResponse::Created().json(made))
}

/// A template with its draft, what is wrong with it, and its versions.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path, description = "`standard` or an id")),
    responses((status = 200, description = "The template", body = LetterTemplate), ApiError))]
#[get("/letter_templates/{template_id}")]
pub async fn get_letter_template(
    user: CurrentUser,
    state: Data<AppState>,
    Path(template): Path<TemplateRef>,
) -> ApiResult<Json<LetterTemplate>> {
    Ok(Json(ops::get(&state, &user, template).await?))
}

/// Replaces the draft. Faults do not prevent it; 409 if somebody changed it meanwhile.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path)), request_body = UpdateLetterTemplateRequest,
    responses((status = 200, description = "The template", body = LetterTemplate), ApiError))]
#[put("/letter_templates/{template_id}")]
pub async fn update_letter_template(
    user: CurrentUser,
    state: Data<AppState>,
    Path(template): Path<TemplateRef>,
    Json(body): Json<UpdateLetterTemplateRequest>,
) -> ApiResult<Json<LetterTemplate>> {
    Ok(Json(ops::save(&state, &user, template, body).await?))
}

/// Makes the draft the next version, from which letters are made. Admins only; 422 with `findings` if
/// something in it blocks.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path)), request_body = PublishLetterTemplateRequest,
    responses((status = 200, description = "The template", body = LetterTemplate), ApiError))]
#[post("/letter_templates/{template_id}/publish")]
pub async fn publish_letter_template(
    Admin(user): Admin,
    state: Data<AppState>,
    Path(template): Path<TemplateRef>,
    Json(body): Json<PublishLetterTemplateRequest>,
) -> ApiResult<Json<LetterTemplate>> {
    Ok(Json(ops::publish(&state, &user, template, &body).await?))
}

/// Takes a template out of use; its letters stay. Admins only; 409 while it is a default.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path)),
    responses((status = 200, description = "The template", body = LetterTemplate), ApiError))]
#[post("/letter_templates/{template_id}/archive")]
pub async fn archive_letter_template(
    Admin(user): Admin,
    state: Data<AppState>,
    Path(template): Path<TemplateRef>,
) -> ApiResult<Json<LetterTemplate>> {
    Ok(Json(
        ops::set_archived(&state, &user, template, true).await?,
    ))
}

/// Takes an archived template into use again. Admins only.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path)),
    responses((status = 200, description = "The template", body = LetterTemplate), ApiError))]
#[post("/letter_templates/{template_id}/restore")]
pub async fn restore_letter_template(
    Admin(user): Admin,
    state: Data<AppState>,
    Path(template): Path<TemplateRef>,
) -> ApiResult<Json<LetterTemplate>> {
    Ok(Json(
        ops::set_archived(&state, &user, template, false).await?,
    ))
}

/// A published version with its text.
#[utoipa::path(tag = "letters", params(("template_id" = String, Path), ("number" = i32, Path)),
    responses((status = 200, description = "The version", body = LetterTemplateVersion), ApiError))]
#[get("/letter_templates/{template_id}/versions/{number}")]
pub async fn get_letter_template_version(
    user: CurrentUser,
    state: Data<AppState>,
    Path((template, number)): Path<(TemplateRef, i32)>,
) -> ApiResult<Json<LetterTemplateVersion>> {
    Ok(Json(
        ops::get_version(&state, &user, template, number).await?,
    ))
}

/// Which templates letters are made from when none is asked for.
#[utoipa::path(tag = "letters",
    responses((status = 200, description = "The choice", body = LetterTemplateDefaults), ApiError))]
#[get("/letter_template_defaults")]
pub async fn get_letter_template_defaults(
    user: CurrentUser,
    state: Data<AppState>,
) -> ApiResult<Json<LetterTemplateDefaults>> {
    Ok(Json(defaults::get(&state, &user).await?))
}

/// Replaces the choice. Admins only; 409 if somebody changed it meanwhile.
#[utoipa::path(tag = "letters", request_body = UpdateLetterTemplateDefaultsRequest,
    responses((status = 200, description = "The choice", body = LetterTemplateDefaults), ApiError))]
#[put("/letter_template_defaults")]
pub async fn update_letter_template_defaults(
    Admin(user): Admin,
    state: Data<AppState>,
    Json(body): Json<UpdateLetterTemplateDefaultsRequest>,
) -> ApiResult<Json<LetterTemplateDefaults>> {
    Ok(Json(defaults::update(&state, &user, body).await?))
}

/// The merge fields of templates, with samples.
#[utoipa::path(tag = "letters",
    responses((status = 200, description = "The merge fields", body = LetterTerms), ApiError))]
#[get("/letter_terms")]
pub async fn list_letter_terms(_user: CurrentUser) -> ApiResult<Json<LetterTerms>> {
    Ok(Json(terms::all()))
}
