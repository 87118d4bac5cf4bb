//! The calls about results: read the request, load the result, shape the answer.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse, get};
use auth::CurrentUser;
use db::Pool;
use http_kit::openapi::StandardErrors;
use http_kit::{ApiResult, Path};
use uuid::Uuid;

use super::error::RunError;
use super::files::RunFile;
use super::kept_file::answer;
use super::result;
use super::settings::RunKind;
use crate::growth::GrowthDesk;

/// A picture as PNG.
#[derive(utoipa::ToSchema)]
#[schema(value_type = String, format = Binary)]
#[expect(dead_code, reason = "read by the OpenAPI macro only")]
struct GrowthPicture(Vec<u8>);

/// The picture of a finished prediction: land in relief, today's city, growth.
#[utoipa::path(tag = "growth", params(("run_id" = Uuid, Path, description = "The run")),
    responses((status = 200, content_type = "image/png", body = GrowthPicture), StandardErrors))]
#[get("/growth_runs/{run_id}/picture.png")]
pub async fn get_growth_picture(
    user: CurrentUser,
    pool: Data<Pool>,
    desk: Data<GrowthDesk>,
    run_id: Path<Uuid>,
    request: HttpRequest,
) -> ApiResult<HttpResponse> {
    let run = result::succeeded(&pool, &user, run_id.into_inner()).await?;
    if run.kind() != RunKind::Prediction {
        return Err(RunError::NoMap.into());
    }
    let folder = desk.files().of(user.customer_id, run.run_id);
    let picture = result::read(&folder, RunFile::Picture).await?;
    Ok(answer(
        &request,
        "image/png",
        &format!("{}-picture", run.run_id),
        picture,
    ))
}
