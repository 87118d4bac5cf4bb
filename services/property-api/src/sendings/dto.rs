//! Request body of the undo.

use domain::SendingId;
use serde::Deserialize;
use utoipa::ToSchema;

/// What to take back.
#[derive(Debug, Deserialize, ToSchema)]
pub struct UndoSendingRequest {
    #[schema(value_type = Uuid)]
    pub sending_id: SendingId,
}
