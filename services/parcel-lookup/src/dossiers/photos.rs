//! Pictures made small for a page: turned as the camera says, without its notes (place, device), as JPEG. No I/O.

use std::io::Cursor;

use image::codecs::jpeg::JpegEncoder;
use image::{DynamicImage, ImageDecoder as _, ImageReader, Limits, Rgb, RgbImage};

/// Longest side of a printed picture, pixels: 300 for each inch of half a page.
const SIDE: u32 = 1_000;
const QUALITY: u8 = 82;
/// A camera of 100 megapixels has less.
const MAX_SIDE: u32 = 12_000;
const MAX_DECODED_BYTES: u64 = 256 << 20;

/// The picture as JPEG; `None` if it is no picture, or needs too much memory.
pub fn small(file: &[u8]) -> Option<Vec<u8>> {
    let mut reader = ImageReader::new(Cursor::new(file))
        .with_guessed_format()
        .ok()?;
    let mut limits = Limits::default();
    limits.max_image_width = Some(MAX_SIDE);
    limits.max_image_height = Some(MAX_SIDE);
    limits.max_alloc = Some(MAX_DECODED_BYTES);
    reader.limits(limits);
    let mut decoder = reader.into_decoder().ok()?;
    if decoder.total_bytes() > MAX_DECODED_BYTES {
        return None;
    }
    let turned = decoder.orientation().ok();
    let picture = DynamicImage::from_decoder(decoder).ok()?;
    let mut picture = if picture.width().max(picture.height()) > SIDE {
        picture.thumbnail(SIDE, SIDE)
    } else {
        picture
    };
    if let Some(turned) = turned {
        picture.apply_orientation(turned);
    }
    let picture = on_white(picture);
    let mut jpeg = Vec::new();
    let mut encoder = JpegEncoder::new_with_quality(&mut jpeg, QUALITY);
    encoder.encode_image(&picture).ok()?;
    Some(jpeg)
}

/// JPEG knows no transparency.
fn on_white(picture: DynamicImage) -> RgbImage {
    if !picture.color().has_alpha() {
        return picture.into_rgb8();
    }
    let picture = picture.into_rgba8();
    let mut out = RgbImage::new(picture.width(), picture.height());
    for (to, from) in out.pixels_mut().zip(picture.pixels()) {
        let [red, green, blue, alpha] = from.0.map(u16::from);
        let mixed = [red, green, blue].map(|part| (part * alpha + 255 * (255 - alpha)) / 255);
        *to = Rgb(mixed.map(|part| u8::try_from(part).unwrap_or(u8::MAX)));
    }
    out
}

#[cfg(test)]
mod tests {
    use image::{ImageFormat, Rgba, RgbaImage};

    use super::*;

    fn read(jpeg: &[u8]) -> RgbImage {
        image::load_from_memory(jpeg).unwrap().into_rgb8()
    }

    fn png(picture: &RgbaImage) -> Vec<u8> {
        let mut file = Cursor::new(Vec::new());
        picture.write_to(&mut file, ImageFormat::Png).unwrap();
        file.into_inner()
    }

    #[test]
    fn pictures_are_made_small_and_lie_on_white() {
        let clear = RgbaImage::from_pixel(3_000, 1_500, Rgba([0, 0, 0, 0]));
        let large = read(&small(&png(&clear)).unwrap());
        assert_eq!(large.dimensions(), (1_000, 500));
        assert!(large.get_pixel(500, 250).0.iter().all(|part| *part > 250));
        let little = RgbaImage::from_pixel(20, 10, Rgba([9, 9, 9, 255]));
        let little = read(&small(&png(&little)).unwrap());
        assert_eq!(little.dimensions(), (20, 10));
    }

    #[test]
    fn a_photo_is_turned_as_the_camera_says_and_loses_its_notes() {
        let mut plain = Vec::new();
        let picture = RgbImage::from_pixel(40, 20, Rgb([200, 10, 10]));
        let mut encoder = JpegEncoder::new(&mut plain);
        // Of EXIF only the orientation: 6, a quarter turn clockwise.
        let exif = [
            &b"MM\0\x2a\0\0\0\x08\0\x01"[..],
            &b"\x01\x12\0\x03\0\0\0\x01\0\x06\0\0"[..],
            &b"\0\0\0\0"[..],
        ]
        .concat();
        image::ImageEncoder::set_exif_metadata(&mut encoder, exif).unwrap();
        encoder.encode_image(&picture).unwrap();
        assert!(plain.windows(4).any(|part| part == b"Exif"));
        let turned = small(&plain).unwrap();
        assert_eq!(read(&turned).dimensions(), (20, 40));
        assert!(!turned.windows(4).any(|part| part == b"Exif"));
    }

    #[test]
    fn what_is_no_picture_or_too_large_is_left_out() {
        assert!(small(b"\x89PNG\r\n\x1a\n and the rest").is_none());
        assert!(small(b"").is_none());
        // A picture of 40,000 pixels a side in its header.
        let mut header = png(&RgbaImage::new(1, 1));
        header[16..20].copy_from_slice(&40_000_u32.to_be_bytes());
        header[20..24].copy_from_slice(&40_000_u32.to_be_bytes());
        assert!(small(&header).is_none());
    }
}
