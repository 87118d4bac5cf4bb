//! Mapillary's API v4: images around a place, and one image by its id.
//!
//! The token is sent in a header and never leaves the server. Image URLs expire, so one is
//! requested each time an image is loaded.

use std::time::Duration;

use chrono::DateTime;
use domain::LonLat;
use reqwest::{Client, Url};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use super::domain::{Taken, best, square};
use super::dto::StreetView;
use crate::config::MapillaryConfig;
use crate::site_images::SiteImageError;
use crate::site_images::fetch::{Picture, fetch_picture};

/// A user waits for the response.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
const FIELDS: &str = "id,captured_at,computed_compass_angle,compass_angle,computed_geometry,geometry,is_pano,creator";
/// Field of the image 1024 pixels wide.
const PICTURE: &str = "thumb_1024_url";

#[derive(Deserialize)]
struct Images {
    data: Vec<Image>,
}

#[derive(Deserialize)]
struct Image {
    id: String,
    captured_at: Option<i64>,
    computed_compass_angle: Option<f64>,
    compass_angle: Option<f64>,
    computed_geometry: Option<Point>,
    geometry: Option<Point>,
    is_pano: Option<bool>,
    creator: Option<Creator>,
}

#[derive(Deserialize)]
struct Point {
    coordinates: [f64; 2],
}

#[derive(Deserialize)]
struct Creator {
    username: Option<String>,
}

#[derive(Deserialize)]
struct Source {
    thumb_1024_url: Option<Url>,
}

impl Image {
    fn taken(self) -> Option<Taken> {
        let [lon, lat] = self.computed_geometry.or(self.geometry)?.coordinates;
        Some(Taken {
            id: self.id,
            at: LonLat::new(lon, lat).ok()?,
            heading: self.computed_compass_angle.or(self.compass_angle),
            is_panorama: self.is_pano.unwrap_or(false),
            captured_at: self.captured_at,
            creator: self.creator.and_then(|creator| creator.username),
        })
    }
}

/// The best image of a place; an empty response where there is none.
pub async fn view(
    http: &Client,
    config: &MapillaryConfig,
    at: LonLat,
) -> Result<StreetView, SiteImageError> {
    let corners = square(at).map(|degrees| format!("{degrees:.7}")).join(",");
    let query = [
        ("bbox", corners.as_str()),
        ("fields", FIELDS),
        ("limit", "100"),
    ];
    let images: Images = get(http, config, "images", &query).await?;
    let taken = images.data.into_iter().filter_map(Image::taken).collect();
    Ok(best(taken, at).map_or_else(StreetView::default, |taken| shown(&taken)))
}

fn shown(taken: &Taken) -> StreetView {
    let creator = taken.creator.as_deref().unwrap_or("A contributor");
    StreetView {
        provider: Some("mapillary".to_owned()),
        credit: Some(format!("{creator} on Mapillary, CC BY-SA 4.0")),
        credit_url: Some(format!("https://www.mapillary.com/app/?pKey={}", taken.id)),
        image_url: Some(format!("/api/street_view_images/{}", taken.id)),
        captured_at: taken.captured_at.and_then(DateTime::from_timestamp_millis),
    }
}

pub async fn picture(
    http: &Client,
    config: &MapillaryConfig,
    id: &str,
) -> Result<Picture, SiteImageError> {
    // Ids are digits; anything else could address another resource of the provider.
    if id.is_empty() || id.len() > 30 || !id.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(SiteImageError::NotFound);
    }
    let source: Source = get(http, config, id, &[("fields", PICTURE)]).await?;
    let url = source.thumb_1024_url.ok_or(SiteImageError::NotFound)?;
    if url.scheme() != config.url.scheme() {
        return Err(SiteImageError::Source(
            "the image URL is not safe".to_owned(),
        ));
    }
    fetch_picture(http, url.as_str()).await
}

async fn get<T: DeserializeOwned>(
    http: &Client,
    config: &MapillaryConfig,
    path: &str,
    query: &[(&str, &str)],
) -> Result<T, SiteImageError> {
    let fault = |error: reqwest::Error| SiteImageError::Source(error.without_url().to_string());
    let url = format!("{}/{path}", config.url.as_str().trim_end_matches('/'));
    let answer = http
        .get(url)
        .query(query)
        .header("authorization", format!("OAuth {}", config.token.expose()))
        .timeout(REQUEST_TIMEOUT)
        .send()
        .await
        .map_err(fault)?;
    match answer.status() {
        status if status.is_success() => answer.json().await.map_err(fault),
        reqwest::StatusCode::NOT_FOUND => Err(SiteImageError::NotFound),
        status => Err(SiteImageError::Source(format!("status {status}"))),
    }
}
