//! Merges our own parcels, places of the name, and the geocoder's places.
//!
//! Coordinates are parsed and need no search.

use std::time::Duration;

use auth::CurrentUser;
use db::Pool;
use diesel::result::Error;
use domain::LonLat;

use super::domain::{PlaceName, SearchText};
use super::dto::{Place, PlaceKind, Search};
use super::matching::{self, Matching};
use super::named::{self, Named};
use super::store::{self, Request};
use super::{Geocoder, Markets};
use crate::state::AppState;

/// How long a search waits for the geocoder. A later result is cached, so the same search has it.
const GEOCODER_WAIT: Duration = Duration::from_secs(3);

/// Best match first. `user` is none for a program.
pub async fn search(
    state: &AppState,
    user: Option<&CurrentUser>,
    search: &Search,
) -> Result<Vec<Place>, Error> {
    if let Some(at) = coordinates(&search.text) {
        return Ok(vec![point(at)]);
    }
    let text = SearchText::parse(&search.text);
    let center = search.near.unwrap_or(LonLat::MIDDLE_OF_US);
    let asked = Request {
        text: &text,
        center,
        limit: search.limit,
    };
    let (ours, markets) = tokio::join!(
        state.reads.read(async |pool| ours(pool, &asked).await),
        markets(&state.markets, text.name.as_ref(), user)
    );
    let (parcels, cities) = ours?;
    let counties = text.name.as_ref();
    let counties = counties.map_or_else(Vec::new, |name| named::counties(name, center));
    let kinds = [cities, counties, named::best(markets, center)];
    let mut places = parcels.numbers;
    places.extend(named::mixed(kinds));
    places.extend(parcels.others);
    if let Some(geocoder) = &state.geocoder
        && places.len() < search.room()
    {
        places.extend(geocoded(geocoder, search).await);
    }
    places.truncate(search.room());
    Ok(places)
}

/// What our own tables have: parcels, and cities of the name.
pub async fn ours(pool: &Pool, asked: &Request<'_>) -> Result<(Matching, Vec<Named>), Error> {
    db::system_tx(pool, async |conn| {
        store::use_indexes(conn).await?;
        let cities = match &asked.text.name {
            Some(name) if !name.is_county => store::list_cities(conn, name, asked.center).await?,
            _ => Vec::new(),
        };
        let state = asked.text.state.and_then(named::state_bounds);
        let area = named::whole_bounds(&cities).or(state);
        Ok((matching::find(conn, asked, area).await?, cities))
    })
    .await
}

async fn markets(
    markets: &Markets,
    name: Option<&PlaceName>,
    user: Option<&CurrentUser>,
) -> Vec<Named> {
    match (name, user) {
        (Some(name), Some(user)) if !name.is_county => markets.find(name, user).await,
        _ => Vec::new(),
    }
}

fn point(at: LonLat) -> Place {
    Place {
        label: format!("{:.5}, {:.5}", at.lat(), at.lon()),
        kind: PlaceKind::Place,
        lat: at.lat(),
        lon: at.lon(),
        ll_uuid: None,
        acres: None,
        bbox: None,
        from: None,
    }
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
