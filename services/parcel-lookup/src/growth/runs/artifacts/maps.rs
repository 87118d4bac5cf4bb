//! Maps of a result: overlays per year, and the last year as GeoTIFF.

use std::io::Cursor;

use image::{ImageFormat, Rgba, RgbaImage};
use tiff::encoder::colortype::Gray8;
use tiff::encoder::{Compression, DeflateLevel, TiffEncoder};
use tiff::tags::Tag;

use crate::growth::picture;
use crate::growth::runs::artifacts::result::KeptResult;
use growth_layers::Frame;

/// No data: water.
pub const NODATA: u8 = 255;

/// Errors of encoding a map.
#[derive(Debug, thiserror::Error)]
pub enum MapError {
    #[error("the overlay cannot be rendered")]
    Image(#[from] image::ImageError),
    #[error("the GeoTIFF cannot be written")]
    Tiff(#[from] tiff::TiffError),
}

/// Percent of iterations in which each cell is urban in a year, rounded down. The start year is the
/// existing city; none for years that were not simulated.
pub fn percent_in(kept: &KeptResult, year: i32) -> Option<Vec<u8>> {
    let iterations = u64::from(kept.whole.iterations().max(1));
    if year == kept.whole.span().start {
        let urban = kept.area.urban.last()?.layer.values();
        return Some(
            urban
                .iter()
                .map(|value| if *value > 0 { 100 } else { 0 })
                .collect(),
        );
    }
    let counts = kept.whole.counts_in(year)?;
    let percent = counts
        .iter()
        .map(|count| (100 * u64::from(*count) / iterations) as u8);
    Some(percent.collect())
}

/// Map overlay of a year as PNG in the legend's colours. Land without growth is transparent and
/// excluded land hatched, so that the map stays visible. Rows are spaced as in Web Mercator, so
/// that stretching it on the map is exact.
pub fn overlay(kept: &KeptResult, year: i32) -> Option<Result<Vec<u8>, MapError>> {
    let percent = percent_in(kept, year)?;
    let frame = &kept.area.frame;
    let rows = mercator_rows(frame);
    let cols = frame.shape.cols;
    let drawn = RgbaImage::from_fn(cols as u32, rows.len() as u32, |x, y| {
        let cell = rows[y as usize] * cols + x as usize;
        Rgba(picture::overlay_colour(&kept.area, percent[cell], cell))
    });
    let mut bytes = Cursor::new(Vec::new());
    let written = drawn.write_to(&mut bytes, ImageFormat::Png);
    Some(written.map(|()| bytes.into_inner()).map_err(MapError::from))
}

/// The grid row for each row of the overlay.
fn mercator_rows(frame: &Frame) -> Vec<usize> {
    let height = |lat: f64| {
        (std::f64::consts::FRAC_PI_4 + lat.to_radians() / 2.0)
            .tan()
            .ln()
    };
    let count = frame.shape.rows;
    let (top, bottom) = (height(frame.north), height(frame.south()));
    (0..count)
        .map(|row| {
            let at = top + (bottom - top) * (row as f64 + 0.5) / count as f64;
            let lat = (2.0 * at.exp().atan() - std::f64::consts::FRAC_PI_2).to_degrees();
            (((frame.north - lat) / frame.dlat) as usize).min(count - 1)
        })
        .collect()
}

/// The last year as GeoTIFF: percent of iterations, one byte per cell, EPSG:4326.
pub fn geotiff(kept: &KeptResult) -> Result<Vec<u8>, MapError> {
    let probability = kept.whole.probability();
    let cells = probability.values().iter().zip(kept.area.water.values());
    let values: Vec<u8> = cells
        .map(|(percent, water)| if *water > 0 { NODATA } else { *percent })
        .collect();
    let frame = &kept.area.frame;
    let mut bytes = Cursor::new(Vec::new());
    let mut encoder = TiffEncoder::new(&mut bytes)?
        .with_compression(Compression::Deflate(DeflateLevel::default()));
    let mut image = encoder.new_image::<Gray8>(frame.shape.cols as u32, frame.shape.rows as u32)?;
    let tags = image.encoder();
    tags.write_tag(Tag::ModelPixelScaleTag, &[frame.dlon, frame.dlat, 0.0][..])?;
    tags.write_tag(
        Tag::ModelTiepointTag,
        &[0.0, 0.0, 0.0, frame.west, frame.north, 0.0][..],
    )?;
    // GeoKeys: version 1.1.0, geographic model, pixel is area, WGS 84.
    let keys: [u16; 16] = [1, 1, 0, 3, 1024, 0, 1, 2, 1025, 0, 1, 1, 2048, 0, 1, 4326];
    tags.write_tag(Tag::GeoKeyDirectoryTag, &keys[..])?;
    tags.write_tag(Tag::GdalNodata, NODATA.to_string().as_str())?;
    image.write_data(&values)?;
    Ok(bytes.into_inner())
}

#[cfg(test)]
mod tests {
    use sleuth::Shape;

    use super::*;

    #[test]
    fn mercator_rows_show_every_latitude_at_its_place() {
        let frame = Frame {
            west: -105.0,
            north: 40.0,
            dlon: 0.002,
            dlat: 0.001,
            shape: Shape {
                rows: 1000,
                cols: 2,
            },
            cell_metres: 111.0,
        };
        let rows = mercator_rows(&frame);
        assert!(rows.is_sorted() && rows[0] == 0 && rows[999] == 999);
        // Web Mercator stretches northwards: the middle row of the image lies north of the middle
        // latitude.
        assert!((490..500).contains(&rows[500]), "{}", rows[500]);
    }
}
