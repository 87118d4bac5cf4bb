//! Draws the parcel's outline on its image.
//!
//! Images come from outside: they are decoded with limits, checked and encoded again as JPEG, so
//! that no other content is stored.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{ImageReader, Limits, Rgb, RgbImage};

use super::SiteImageError;
use super::domain::{Frame, Outline};

const MAX_SIDE: u32 = 4_096;
/// Memory limit of decoding, bytes.
const MAX_ALLOC: u64 = 128 * 1024 * 1024;
const QUALITY: u8 = 88;
/// Colour and half the width in pixels: the red of parcels on the map over a white border.
const STROKES: [(Rgb<u8>, f64); 2] = [(Rgb([255, 255, 255]), 3.5), (Rgb([229, 50, 45]), 2.0)];
/// An image whose colours differ less than this is what a source sends where it has none.
const ONE_COLOUR: u8 = 6;

pub fn with_outline(
    bytes: &[u8],
    frame: &Frame,
    outline: Option<&Outline>,
) -> Result<Vec<u8>, SiteImageError> {
    let fault = |error: image::ImageError| SiteImageError::Source(error.to_string());
    let mut reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(|error| SiteImageError::Source(error.to_string()))?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_ALLOC);
    reader.limits(limits);
    let mut picture = reader.decode().map_err(fault)?.into_rgb8();
    if is_one_colour(&picture) {
        return Err(SiteImageError::Source(
            "an image of a single color".to_owned(),
        ));
    }
    if let Some(outline) = outline {
        for (colour, half_width) in STROKES {
            stroke(&mut picture, frame, outline, colour, half_width);
        }
    }
    let mut written = Vec::new();
    picture
        .write_with_encoder(JpegEncoder::new_with_quality(&mut written, QUALITY))
        .map_err(fault)?;
    Ok(written)
}

fn is_one_colour(picture: &RgbImage) -> bool {
    let Some(first) = picture.pixels().next() else {
        return true;
    };
    picture.pixels().all(|pixel| {
        pixel
            .0
            .iter()
            .zip(first.0)
            .all(|(one, other)| one.abs_diff(other) <= ONE_COLOUR)
    })
}

/// Draws the rings as antialiased lines. Coverage is collected per pixel first, so that joints are
/// not drawn twice.
fn stroke(picture: &mut RgbImage, frame: &Frame, outline: &Outline, colour: Rgb<u8>, half: f64) {
    let size = picture.dimensions();
    let mut covered = vec![0.0_f64; size.0 as usize * size.1 as usize];
    for ring in outline.rings() {
        for ends in ring.windows(2) {
            let [from, to] = [ends[0], ends[1]].map(|place| frame.pixel(place, size));
            let reach = half + 1.0;
            let columns = span(from.0, to.0, reach, size.0);
            for row in span(from.1, to.1, reach, size.1) {
                for column in columns.clone() {
                    let middle = (f64::from(column) + 0.5, f64::from(row) + 0.5);
                    let share = (half + 0.5 - distance(middle, from, to)).clamp(0.0, 1.0);
                    let cell = &mut covered[row as usize * size.0 as usize + column as usize];
                    *cell = cell.max(share);
                }
            }
        }
    }
    for (pixel, share) in picture.pixels_mut().zip(covered) {
        for (value, target) in pixel.0.iter_mut().zip(colour.0) {
            *value = (f64::from(*value) * (1.0 - share) + f64::from(target) * share).round() as u8;
        }
    }
}

/// The pixels between two coordinates, extended by `reach`, within the image.
fn span(from: f64, to: f64, reach: f64, size: u32) -> std::ops::Range<u32> {
    let last = f64::from(size);
    let first = (from.min(to) - reach).clamp(0.0, last);
    let end = (from.max(to) + reach).ceil().clamp(0.0, last);
    first as u32..end as u32
}

/// Distance of a point from a line segment.
fn distance(point: (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let along = (to.0 - from.0, to.1 - from.1);
    let length = along.0 * along.0 + along.1 * along.1;
    let share = if length > 0.0 {
        (((point.0 - from.0) * along.0 + (point.1 - from.1) * along.1) / length).clamp(0.0, 1.0)
    } else {
        0.0
    };
    (point.0 - from.0 - share * along.0).hypot(point.1 - from.1 - share * along.1)
}
