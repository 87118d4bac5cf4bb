//! Elevation from the image service of 3DEP, requested on the area's own grid, so that it is
//! resampled only once.

use url::Url;

use super::ServicesConfig;
use crate::area::Frame;
use provider_client::Http;
use provider_client::ProviderError;

/// Coordinate system of the request: that of the area's grid.
pub(super) const SYSTEM: &str = "EPSG:4326";

/// A `GeoTIFF` in metres with the frame's grid.
pub(super) async fn fetch(
    http: &Http,
    config: &ServicesConfig,
    frame: &Frame,
) -> Result<Vec<u8>, ProviderError> {
    let bbox = [frame.west, frame.south(), frame.east(), frame.north];
    let size = (frame.shape.cols, frame.shape.rows);
    http.tiff(&address(&config.elevation_url, bbox, size)).await
}

/// The request for a box in degrees (west, south, east, north) as so many columns and rows.
pub(crate) fn address(service: &Url, bbox: [f64; 4], (cols, rows): (usize, usize)) -> Url {
    let mut url = service.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("exportImage");
    }
    url.query_pairs_mut()
        .append_pair("bbox", &bbox.map(|edge| edge.to_string()).join(","))
        .append_pair("bboxSR", "4326")
        .append_pair("imageSR", "4326")
        .append_pair("size", &format!("{cols},{rows}"))
        .append_pair("format", "tiff")
        .append_pair("pixelType", "F32")
        .append_pair("interpolation", "RSP_BilinearInterpolation")
        .append_pair("f", "image");
    url
}
