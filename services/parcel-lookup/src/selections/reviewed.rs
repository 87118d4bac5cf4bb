//! The parcels that a project has and that it discarded, which main-api keeps.

use auth::CurrentUser;
use domain::{FloodFinding, ParcelUuid, ProjectId};
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

/// A discarded parcel. It stays discarded while the field of its record has the value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Discard {
    pub ll_uuid: ParcelUuid,
    /// `None` if the discard holds whatever the record says.
    pub field: Option<String>,
    pub was: Value,
}

impl Discard {
    /// Whether it holds for what the parcel's record says now.
    pub fn holds(&self, record: &Value) -> bool {
        match self.field.as_deref() {
            None => true,
            Some("flood") => finding(&self.was).is_same(&finding(&record["flood"])),
            Some(field) => record[field] == self.was,
        }
    }
}

/// Nothing is known of what cannot be read.
fn finding(flood: &Value) -> FloodFinding {
    FloodFinding::deserialize(flood).unwrap_or_default()
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
        let record = json!({ "flood_zone": "AE", "parval": 250_000, "zoning": null });
        let discard = |field: Option<&str>, was: Value| Discard {
            ll_uuid: uuid::Uuid::nil().into(),
            field: field.map(ToOwned::to_owned),
            was,
        };
        assert!(discard(Some("flood_zone"), json!("AE")).holds(&record));
        assert!(!discard(Some("flood_zone"), json!("X")).holds(&record));
        assert!(discard(Some("zoning"), Value::Null).holds(&record));
        assert!(discard(None, Value::Null).holds(&record));
        // Also when another source says the same of it.
        let flood = |from: &str, zone: &str, is: bool| json!({ "from": from, "zone": zone, "in_flood_zone": is, "source_date": zone });
        let was = flood("county", "AE", true);
        let now = |flood: Value| json!({ "flood": flood });
        assert!(discard(Some("flood"), was.clone()).holds(&now(flood("layer", "A", true))));
        assert!(!discard(Some("flood"), was).holds(&now(flood("layer", "X", false))));
    }
}
