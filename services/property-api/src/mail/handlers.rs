//! HTTP handlers of mail.

use actix_web::web::Data;
use actix_web::{get, post};
use auth::CurrentUser;
use http_kit::{ApiError, ApiResult, Json, Page, Query};

use super::dto::{
    EmailQueued, HeldSending, SendEmailRequest, SentEmail, SentEmails, SentEmailsQuery,
};
use super::ops;
use crate::state::AppState;

/// Queues a message about a property, with files of that property. Replies go to the caller.
#[utoipa::path(tag = "mail", request_body = SendEmailRequest,
    responses((status = 200, description = "Queued", body = EmailQueued), ApiError))]
#[post("/send_email")]
pub async fn send_email(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<SendEmailRequest>,
) -> ApiResult<Json<EmailQueued>> {
    let message = ops::send_email(&state, &user, body).await?;
    Ok(Json(EmailQueued {
        success: true,
        sending: HeldSending::of(message.mail.hold()),
        email: message.into(),
        mail_mode: state.mail_mode,
    }))
}

/// Messages about a property, newest first, with each recipient's outcome.
#[utoipa::path(tag = "mail", params(SentEmailsQuery, Page),
    responses((status = 200, description = "The messages", body = SentEmails), ApiError))]
#[get("/get_emails")]
pub async fn get_emails(
    user: CurrentUser,
    state: Data<AppState>,
    Query(query): Query<SentEmailsQuery>,
    Query(page): Query<Page>,
) -> ApiResult<Json<SentEmails>> {
    let (after, limit) = (page.after()?, page.fetch_limit());
    let rows = ops::list_emails(&state, &user, &query, after, limit).await?;
    let (rows, next_cursor) = page.cut(rows, |row| (row.mail.created_at, row.mail.mail_id))?;
    Ok(Json(SentEmails {
        emails: rows.into_iter().map(SentEmail::from).collect(),
        next_cursor,
        mail_mode: state.mail_mode,
    }))
}
