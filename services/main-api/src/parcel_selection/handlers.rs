//! HTTP handler of the webhook call. It only queues, so it opens the transaction itself.

use actix_web::web::Data;
use actix_web::{HttpResponse, post};
use auth::CurrentUser;
use http_kit::{ApiResult, Json, Problem};
use serde_json::json;

use super::dto::{CallWebhookRequest, CallWebhookResponse, WebhookStatus};
use crate::field::Fields;
use crate::projects::{self, ProjectError};
use crate::state::AppState;
use crate::webhooks::call;

/// Sends a parcel and its owner to the operator's webhook.
#[utoipa::path(tag = "webhooks", request_body = CallWebhookRequest, responses(
    (status = 202, body = CallWebhookResponse), (status = 401, body = Problem),
    (status = 404, description = "Project not found", body = Problem), (status = 422, body = Problem)))]
#[post("/api/call_webhook")]
pub async fn call_webhook(
    user: CurrentUser,
    state: Data<AppState>,
    Json(body): Json<CallWebhookRequest>,
) -> ApiResult<HttpResponse> {
    let mut fields = Fields::default();
    let uuid = fields.required("uuid", Some(body.uuid), 64, "uuid is required.");
    let owner = fields.optional("owner", body.owner, 300);
    fields.finish(None)?;
    let queued = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let test = match body.project_id {
            Some(id) => {
                projects::store::find_project(conn, id)
                    .await?
                    .ok_or(ProjectError::NotFound)?
                    .row
                    .use_test_webhook
            }
            None => false,
        };
        let payload = json!({ "uuid": uuid, "owner": owner });
        Ok::<_, ProjectError>(
            call::enqueue_if_configured(
                conn,
                &state,
                user.customer_id,
                test,
                "parcel.selected",
                payload,
            )
            .await?,
        )
    })
    .await?;
    Ok(HttpResponse::Accepted().json(CallWebhookResponse::from(queued)))
}

impl From<bool> for CallWebhookResponse {
    fn from(queued: bool) -> Self {
        if queued {
            Self {
                status: WebhookStatus::Queued,
                message: "The webhook will be called.".to_owned(),
            }
        } else {
            Self {
                status: WebhookStatus::NotConfigured,
                message: "No webhook is configured.".to_owned(),
            }
        }
    }
}
