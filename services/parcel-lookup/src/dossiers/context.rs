//! What dossiers need besides the database: main-api, which knows who makes them for which project, property-api, which has
//! the firm's photos and comparable sales, and the program that typesets them.

use std::sync::Arc;

use auth::CurrentUser;
use domain::ProjectId;
use reqwest::StatusCode;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use service::ServiceClient;
use tokio::sync::Semaphore;
use typeset::Typesetter;

use super::error::DossierError;

/// Cheap to clone.
#[derive(Debug, Clone)]
pub struct DossierContext {
    main_api: ServiceClient,
    pub(super) property_api: ServiceClient,
    /// One photo is read at a time: decoded it may need much memory.
    pub(super) pictures: Arc<Semaphore>,
    pub(super) typesetter: Typesetter,
}

#[derive(Deserialize)]
struct ProjectAnswer {
    project_data: ProjectData,
}

#[derive(Deserialize)]
struct ProjectData {
    project_name: String,
}

#[derive(Deserialize)]
struct Letterhead {
    firm: Named,
    sender: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Who makes a dossier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Maker {
    pub name: String,
    pub firm: String,
}

impl DossierContext {
    pub fn new(
        main_api: ServiceClient,
        property_api: ServiceClient,
        typesetter: Typesetter,
    ) -> Self {
        Self {
            main_api,
            property_api,
            pictures: Arc::new(Semaphore::new(1)),
            typesetter,
        }
    }

    pub(super) async fn project(
        &self,
        project_id: ProjectId,
        user: &CurrentUser,
    ) -> Result<String, DossierError> {
        let call = self.main_api.get("/api/get_project_data", user);
        let call = call.query(&[("project_id", project_id)]);
        let answer: ProjectAnswer = self.read(call).await?;
        Ok(answer.project_data.project_name)
    }

    pub(super) async fn maker(&self, user: &CurrentUser) -> Result<Maker, DossierError> {
        let call = self.main_api.get("/api/letterhead", user);
        let answer: Letterhead = self.read(call).await?;
        Ok(Maker {
            name: answer.sender.name,
            firm: answer.firm.name,
        })
    }

    async fn read<T: DeserializeOwned>(&self, call: service::Call) -> Result<T, DossierError> {
        let fault = |error: reqwest::Error| DossierError::MainApi(error.without_url().to_string());
        let answer = call.send().await.map_err(fault)?;
        match answer.status() {
            StatusCode::OK => answer.json().await.map_err(fault),
            StatusCode::NOT_FOUND => Err(DossierError::NoProject),
            other => Err(DossierError::MainApi(format!("status {other}"))),
        }
    }
}
