//! The parcels that a project has and that it discarded, which main-api keeps.

use auth::CurrentUser;
use domain::{ParcelUuid, ProjectId, discards};
use reqwest::StatusCode;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use service::ServiceClient;

use super::error::SelectionError;

/// A client of main-api. Clones share the connections.
#[derive(Debug, Clone)]
pub struct ReviewedParcels(ServiceClient);

/// The reviewed parcels of a project.
#[derive(Debug, Default, Deserialize)]
pub struct Reviewed {
    pub in_project: Vec<ParcelUuid>,
    pub discarded: Vec<Discard>,
}

/// A discarded parcel, and the fact that this rests on, as it was.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Discard {
    pub ll_uuid: ParcelUuid,
    /// `None` if the discard holds whatever the record says.
    pub field: Option<String>,
    pub was: Value,
}

impl Discard {
    /// Whether it rests on what is only measured if it is asked for.
    pub fn is_of_access_or_shape(&self) -> bool {
        let field = self.field.as_deref();
        field.is_some_and(|field| [discards::ACCESS, discards::SHAPE].contains(&field))
    }

    /// Whether it holds for what the parcel's record says now.
    pub fn holds(&self, record: &Value) -> bool {
        let field = self.field.as_deref();
        field.is_none_or(|field| discards::still_holds(field, &self.was, record))
    }
}

impl ReviewedParcels {
    pub fn new(main_api: ServiceClient) -> Self {
        Self(main_api)
    }

    pub async fn of(
        &self,
        project_id: ProjectId,
        user: &CurrentUser,
    ) -> Result<Reviewed, SelectionError> {
        let fault =
            |error: reqwest::Error| SelectionError::Projects(error.without_url().to_string());
        let call = self.0.get("/api/reviewed_parcels", user);
        let call = call.query(&[("project_id", project_id)]);
        let answer = call.send().await.map_err(fault)?;
        match answer.status() {
            StatusCode::OK => answer.json().await.map_err(fault),
            StatusCode::NOT_FOUND => Err(SelectionError::NoProject),
            other => Err(SelectionError::Projects(format!("status {other}"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_discard_holds_while_its_fact_is_the_same() {
        let record = json!({ "flood_zone": "AE" });
        let discard = |field: Option<&str>, was: Value| Discard {
            ll_uuid: uuid::Uuid::nil().into(),
            field: field.map(ToOwned::to_owned),
            was,
        };
        assert!(discard(Some("flood_zone"), json!("AE")).holds(&record));
        assert!(!discard(Some("flood_zone"), json!("X")).holds(&record));
        assert!(discard(None, Value::Null).holds(&record));
    }
}
