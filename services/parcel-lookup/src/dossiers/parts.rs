//! What the firm's properties add to a dossier, read from property-api with the caller's token: pictures, printed small
//! ([`photos`](super::photos)), and chosen comparable sales ([`comps`](super::comps)).

use std::time::Duration;

use auth::CurrentUser;
use chrono::{DateTime, NaiveDate, Utc};
use domain::ParcelUuid;
use reqwest::StatusCode;
use serde::Deserialize;
use serde_json::json;

use super::comps::CompSet;
use super::context::DossierContext;
use super::dto::{DossierRequest, SiteComparison};
use super::error::DossierError;
use super::photos;

/// Larger files are named, not printed.
const MAX_FILE_BYTES: u64 = 25 << 20;
const FILE_TIMEOUT: Duration = Duration::from_secs(20);
/// Most parcels of a site in the request to property-api.
const MAX_PARCELS: usize = 200;

/// What the firm's properties add to a site.
#[derive(Debug, Default)]
pub struct SiteParts {
    /// The newest first.
    pub photos: Vec<Photo>,
    /// Pictures beyond those.
    pub more: usize,
    /// Names of pictures that are too large or cannot be read.
    pub unreadable: Vec<String>,
    pub comps: Option<CompSet>,
}

/// A picture of a property.
#[derive(Debug)]
pub struct Photo {
    pub name: String,
    /// When it was uploaded.
    pub day: NaiveDate,
    /// Made small.
    pub jpeg: Vec<u8>,
}

#[derive(Deserialize)]
struct Answer {
    sites: Vec<Listed>,
}

#[derive(Deserialize)]
struct Listed {
    pictures: Vec<Picture>,
    picture_count: usize,
    comps: Option<CompSet>,
}

#[derive(Deserialize)]
struct Picture {
    path: String,
    name: String,
    size: u64,
    uploaded_at: DateTime<Utc>,
}

/// The parts of the sites of a comparison, in their order.
pub async fn read(
    context: &DossierContext,
    user: &CurrentUser,
    request: &DossierRequest,
    comparison: &SiteComparison,
) -> Result<Vec<SiteParts>, DossierError> {
    let sites = request.sites.iter().zip(&comparison.sites);
    let sites: Vec<_> = sites
        .map(|(asked, site)| {
            let parcels = site.parcels.iter().map(|parcel| parcel.ll_uuid);
            json!({ "ll_uuids": merged(&asked.ll_uuids, parcels) })
        })
        .collect();
    let body = json!({ "project_id": request.project_id, "sites": sites });
    let call = context.property_api.post("/dossier_parts", user);
    let answer = call.json(&body).send().await.map_err(fault)?;
    let answer = answer.error_for_status().map_err(fault)?;
    let answer: Answer = answer.json().await.map_err(fault)?;
    let mut parts = Vec::with_capacity(answer.sites.len());
    for site in answer.sites {
        parts.push(of_site(context, user, site).await?);
    }
    if parts.len() != comparison.sites.len() {
        return Err(DossierError::PropertyApi("other sites".to_owned()));
    }
    Ok(parts)
}

/// Those that were asked for, then the others, each once: a kept site comes before its parcels.
fn merged(asked: &[ParcelUuid], parcels: impl Iterator<Item = ParcelUuid>) -> Vec<ParcelUuid> {
    let mut ids: Vec<ParcelUuid> = Vec::new();
    for id in asked.iter().copied().chain(parcels) {
        if !ids.contains(&id) && ids.len() < MAX_PARCELS {
            ids.push(id);
        }
    }
    ids
}

async fn of_site(
    context: &DossierContext,
    user: &CurrentUser,
    listed: Listed,
) -> Result<SiteParts, DossierError> {
    let mut parts = SiteParts {
        more: listed.picture_count.saturating_sub(listed.pictures.len()),
        comps: listed.comps.filter(|set| !set.items.is_empty()),
        ..SiteParts::default()
    };
    for picture in listed.pictures {
        match small(context, user, &picture).await? {
            Some(jpeg) => parts.photos.push(Photo {
                name: picture.name,
                day: picture.uploaded_at.date_naive(),
                jpeg,
            }),
            None => parts.unreadable.push(picture.name),
        }
    }
    Ok(parts)
}

/// `None` if it is too large, is no picture, or was deleted meanwhile.
async fn small(
    context: &DossierContext,
    user: &CurrentUser,
    picture: &Picture,
) -> Result<Option<Vec<u8>>, DossierError> {
    if picture.size > MAX_FILE_BYTES {
        return Ok(None);
    }
    // One file is in memory at a time, in whichever dossier. It is never closed.
    let _place = context.pictures.acquire().await.ok();
    let call = context.property_api.get("/serve_attachment", user);
    let call = call.query(&[("file", &picture.path)]);
    let answer = call.timeout(FILE_TIMEOUT).send().await.map_err(fault)?;
    if answer.status() == StatusCode::NOT_FOUND {
        return Ok(None);
    }
    let answer = answer.error_for_status().map_err(fault)?;
    let bytes = answer.bytes().await.map_err(fault)?;
    let scaling = tokio::task::spawn_blocking(move || photos::small(&bytes));
    Ok(scaling.await?)
}

fn fault(error: reqwest::Error) -> DossierError {
    DossierError::PropertyApi(error.without_url().to_string())
}
