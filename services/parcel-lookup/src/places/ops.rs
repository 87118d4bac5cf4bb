//! Merges our own parcels and the geocoder's places without duplicates.
//!
//! Coordinates are parsed and need no search.

use std::time::Duration;

use db::Pool;
use domain::LonLat;

use super::dto::{Place, PlaceKind, Search};
use super::{Geocoder, store};

/// How long a search waits for the geocoder. A later result is cached, so the same search has it.
const GEOCODER_WAIT: Duration = Duration::from_secs(3);

/// Best match first.
pub async fn search(
    pool: &Pool,
    geocoder: Option<&Geocoder>,
    search: &Search,
) -> Result<Vec<Place>, diesel::result::Error> {
    if let Some(at) = coordinates(&search.text) {
        let label = format!("{:.5}, {:.5}", at.lat(), at.lon());
        return Ok(vec![Place {
            label,
            kind: PlaceKind::Place,
            lat: at.lat(),
            lon: at.lon(),
            ll_uuid: None,
            acres: None,
            bbox: None,
        }]);
    }
    let mut places =
        db::system_tx(pool, async |conn| store::list_matching(conn, search).await).await?;
    let room = usize::try_from(search.limit).unwrap_or(0);
    if let Some(geocoder) = geocoder
        && places.len() < room
    {
        places.extend(geocoded(geocoder, search).await);
    }
    places.truncate(room);
    Ok(places)
}

/// The geocoder's places; none if it fails or takes too long.
async fn geocoded(geocoder: &Geocoder, search: &Search) -> Vec<Place> {
    let (geocoder, search) = (geocoder.clone(), search.clone());
    // Goes on after the wait, for the cache.
    let asked = tokio::spawn(async move { geocoder.find(&search).await });
    match tokio::time::timeout(GEOCODER_WAIT, asked).await {
        Ok(Ok(Ok(found))) => return found,
        Ok(Ok(Err(error))) => tracing::warn!(error.cause = %error, "the geocoder failed"),
        Ok(Err(error)) => tracing::error!(error.cause = %error, "the geocoder's task ended"),
        Err(_late) => tracing::info!("the geocoder takes long"),
    }
    Vec::new()
}

/// Parses `29.76, -95.37`: latitude first, as usually written.
fn coordinates(text: &str) -> Option<LonLat> {
    let (lat, lon) = text.split_once([',', ' '])?;
    let (lat, lon) = (lat.trim().parse().ok()?, lon.trim().parse().ok()?);
    LonLat::new(lon, lat).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinates_are_read_latitude_first() {
        let at = coordinates("29.7604, -95.3698").unwrap();
        assert!((at.lat() - 29.7604).abs() < 1e-12);
        assert!((at.lon() + 95.3698).abs() < 1e-12);
        assert_eq!(coordinates("29.7604 -95.3698"), Some(at));
        for text in ["100 Main", "5001 Elm, Houston", "95,200", "NaN, 3", "12"] {
            assert_eq!(coordinates(text), None, "{text}");
        }
    }
}
