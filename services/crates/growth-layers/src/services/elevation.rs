//! Heights: the image service of 3DEP, asked for the area's own cells, so that nothing is resampled
//! twice.

use url::Url;

use super::ServicesConfig;
use crate::area::Frame;
use provider_client::Http;
use provider_client::ProviderError;

/// The system that heights are asked in: that of the area's cells.
pub(super) const SYSTEM: &str = "EPSG:4326";

/// A `GeoTIFF` of metres, a value for each cell of the frame.
pub(super) async fn fetch(
    http: &Http,
    config: &ServicesConfig,
    frame: &Frame,
) -> Result<Vec<u8>, ProviderError> {
    http.tiff(&address(config, frame)).await
}

fn address(config: &ServicesConfig, frame: &Frame) -> Url {
    let mut url = config.elevation_url.clone();
    if let Ok(mut path) = url.path_segments_mut() {
        path.pop_if_empty().push("exportImage");
    }
    let bbox = [frame.west, frame.south(), frame.east(), frame.north];
    url.query_pairs_mut()
        .append_pair("bbox", &bbox.map(|edge| edge.to_string()).join(","))
        .append_pair("bboxSR", "4326")
        .append_pair("imageSR", "4326")
        .append_pair(
            "size",
            &format!("{},{}", frame.shape.cols, frame.shape.rows),
        )
        .append_pair("format", "tiff")
        .append_pair("pixelType", "F32")
        .append_pair("interpolation", "RSP_BilinearInterpolation")
        .append_pair("f", "image");
    url
}
