//! Land cover of a year: Annual NLCD by MRLC, through WCS 1.0.0.

use url::Url;

use super::ServicesConfig;
use crate::area::Frame;
use crate::warp::Warp;
use provider_client::Http;
use provider_client::ProviderError;

/// Coordinate system of the land cover: Albers for the lower 48 states.
pub(super) const SYSTEM: &str = "EPSG:5070";
/// Side of a cell, metres.
const CELL: f64 = 30.0;
/// Cell edges are at 15, 45, 75 … metres.
const OFFSET: f64 = 15.0;
/// Additional cells on each side.
const MARGIN: f64 = 3.0;

/// A `GeoTIFF` of classes that covers the frame.
pub(super) async fn fetch(
    http: &Http,
    config: &ServicesConfig,
    frame: &Frame,
    year: i32,
) -> Result<Vec<u8>, ProviderError> {
    let url = address(config, frame, year)
        .map_err(|_outside| ProviderError::Unreadable("a map of this area"))?;
    http.tiff(&url).await
}

fn address(config: &ServicesConfig, frame: &Frame, year: i32) -> Result<Url, String> {
    let workspace = &config.land_cover_workspace;
    let coverage = workspace.strip_prefix("mrlc_").unwrap_or(workspace);
    let [west, south, east, north] = envelope(frame)?;
    let mut url = config.land_cover_url.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().extend([workspace, "wcs"]);
    }
    url.query_pairs_mut()
        .append_pair("service", "WCS")
        .append_pair("version", "1.0.0")
        .append_pair("request", "GetCoverage")
        .append_pair("coverage", &format!("{workspace}:{coverage}"))
        .append_pair("CRS", SYSTEM)
        .append_pair("BBOX", &format!("{west},{south},{east},{north}"))
        .append_pair("time", &format!("{year}-01-01T00:00:00.000Z"))
        .append_pair("format", "image/geotiff")
        .append_pair("resx", "30")
        .append_pair("resy", "30");
    Ok(url)
}

/// West, south, east and north of the frame in metres, extended to cell edges, so that the server
/// does not resample.
pub(super) fn envelope(frame: &Frame) -> Result<[f64; 4], String> {
    let warp = Warp::new(frame, SYSTEM)?;
    let (rows, cols) = (frame.shape.rows, frame.shape.cols);
    let sides = (0..rows).flat_map(|row| [(row, 0), (row, cols - 1)]);
    let ends = (0..cols).flat_map(|col| [(0, col), (rows - 1, col)]);
    let mut found = [f64::MAX, f64::MAX, f64::MIN, f64::MIN];
    for (row, col) in sides.chain(ends) {
        let (x, y) = warp.at(row, col);
        found[0] = found[0].min(x);
        found[1] = found[1].min(y);
        found[2] = found[2].max(x);
        found[3] = found[3].max(y);
    }
    let down = |metres: f64| (((metres - OFFSET) / CELL).floor() - MARGIN) * CELL + OFFSET;
    let up = |metres: f64| (((metres - OFFSET) / CELL).ceil() + MARGIN) * CELL + OFFSET;
    Ok([down(found[0]), down(found[1]), up(found[2]), up(found[3])])
}
