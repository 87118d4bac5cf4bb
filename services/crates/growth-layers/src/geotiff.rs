//! Reads the window of a `GeoTIFF` that an area needs, never the whole file.
//!
//! Strips and tiles of 8 to 32 bits, in the encodings that the crate `tiff` supports. Palette
//! images, the format of land cover, are read as their raw values. Rotated grids are rejected.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use tiff::ColorType;
use tiff::decoder::{Decoder, DecodingResult};
use tiff::tags::Tag;

/// Largest window, cells.
const MAX_CELLS: usize = 64_000_000;

/// A `GeoTIFF`, opened.
pub(super) struct GeoTiff {
    decoder: Decoder<BufReader<Patched>>,
    size: (usize, usize),
    /// Geotransform: west and north edge, cell width and height, in units of the file's coordinate
    /// system.
    pub(super) geo_transform: [f64; 4],
    /// EPSG code, if the file has one.
    pub(super) epsg: Option<u16>,
    nodata: Option<f32>,
}

/// A window of a file's values; NaN for no data.
pub(super) struct RasterWindow {
    left: i64,
    top: i64,
    cols: usize,
    values: Vec<f32>,
}

impl RasterWindow {
    /// The value of a cell of the file.
    pub(super) fn at(&self, col: i64, row: i64) -> f32 {
        let (x, y) = (col - self.left, row - self.top);
        if x < 0 || y < 0 || x as usize >= self.cols {
            return f32::NAN;
        }
        let place = y as usize * self.cols + x as usize;
        self.values.get(place).copied().unwrap_or(f32::NAN)
    }
}

impl GeoTiff {
    /// Reads the header. The error says what is wrong.
    pub(super) fn open(path: &Path) -> Result<Self, String> {
        let wrong = |error: &dyn std::fmt::Display| format!("it is not a readable TIFF: {error}");
        let mut file = File::open(path).map_err(|error| error.to_string())?;
        let palette = palette_tag(&mut file).map_err(|error| wrong(&error))?;
        let reader = BufReader::new(Patched { file, palette });
        let mut decoder = Decoder::new(reader).map_err(|error| wrong(&error))?;
        let (width, height) = decoder.dimensions().map_err(|error| wrong(&error))?;
        if !matches!(decoder.colortype(), Ok(ColorType::Gray(_))) {
            return Err("it is a color image; one band of values is required".to_owned());
        }
        let keys = decoder
            .get_tag_u16_vec(Tag::GeoKeyDirectoryTag)
            .unwrap_or_default();
        let key = |wanted: u16| {
            let entry = keys.chunks_exact(4).skip(1).find(|key| key[0] == wanted);
            entry.filter(|key| key[1] == 0).map(|key| key[3])
        };
        let mut geo_transform = geo_transform(&mut decoder).ok_or("it is not georeferenced")?;
        if key(1025) == Some(2) {
            // The tie point is the centre of a cell, not its corner.
            geo_transform[0] -= geo_transform[2] / 2.0;
            geo_transform[1] += geo_transform[3] / 2.0;
        }
        let nodata = decoder
            .get_tag_ascii_string(Tag::GdalNodata)
            .ok()
            .and_then(|text| text.trim_matches(['\0', ' ']).parse::<f64>().ok())
            .map(|none| none as f32);
        Ok(Self {
            decoder,
            size: (width as usize, height as usize),
            geo_transform,
            // 32767 marks a user-defined coordinate system.
            epsg: key(3072).or(key(2048)).filter(|code| *code != 32_767),
            nodata,
        })
    }

    /// The values of columns `left..right` and rows `top..bottom`, clipped to the file.
    pub(super) fn read(
        &mut self,
        [left, top, right, bottom]: [i64; 4],
    ) -> Result<RasterWindow, String> {
        let cut = |value: i64, size: usize| value.clamp(0, size as i64) as usize;
        let (left, right) = (cut(left, self.size.0), cut(right, self.size.0));
        let (top, bottom) = (cut(top, self.size.1), cut(bottom, self.size.1));
        let (cols, rows) = (right.saturating_sub(left), bottom.saturating_sub(top));
        if cols * rows > MAX_CELLS {
            return Err("its resolution is too high for the area".to_owned());
        }
        let mut values = vec![f32::NAN; cols * rows];
        let (wide, high) = self.decoder.chunk_dimensions();
        let (wide, high) = (wide as usize, high as usize);
        let across = self.size.0.div_ceil(wide);
        if values.is_empty() {
            return Ok(RasterWindow {
                left: 0,
                top: 0,
                cols: 0,
                values,
            });
        }
        for down in top / high..=(bottom - 1) / high {
            for over in left / wide..=(right - 1) / wide {
                let chunk = (down * across + over) as u32;
                let (inner, _) = self.decoder.chunk_data_dimensions(chunk);
                let read = self
                    .decoder
                    .read_chunk(chunk)
                    .map_err(|error| format!("part of it cannot be read: {error}"))?;
                let read =
                    numbers(read).ok_or("its cells are not integers or floating-point numbers")?;
                for (place, value) in read.into_iter().enumerate() {
                    let col = over * wide + place % inner as usize;
                    let row = down * high + place / inner as usize;
                    let inside = (left..right).contains(&col) && (top..bottom).contains(&row);
                    if inside
                        && self
                            .nodata
                            .is_none_or(|none| value.to_bits() != none.to_bits())
                    {
                        values[(row - top) * cols + col - left] = value;
                    }
                }
            }
        }
        Ok(RasterWindow {
            left: left as i64,
            top: top as i64,
            cols,
            values,
        })
    }
}

/// West, north, cell width and height.
fn geo_transform<R: Read + Seek>(decoder: &mut Decoder<R>) -> Option<[f64; 4]> {
    let scale = decoder.get_tag_f64_vec(Tag::ModelPixelScaleTag).ok()?;
    let tie = decoder.get_tag_f64_vec(Tag::ModelTiepointTag).ok()?;
    let (&[dx, dy, ..], &[i, j, _, x, y, ..]) = (scale.as_slice(), tie.as_slice()) else {
        return None;
    };
    (dx > 0.0 && dy > 0.0).then_some([x - i * dx, y + j * dy, dx, dy])
}

fn numbers(read: DecodingResult) -> Option<Vec<f32>> {
    Some(match read {
        DecodingResult::U8(values) => values.into_iter().map(f32::from).collect(),
        DecodingResult::U16(values) => values.into_iter().map(f32::from).collect(),
        DecodingResult::I8(values) => values.into_iter().map(f32::from).collect(),
        DecodingResult::I16(values) => values.into_iter().map(f32::from).collect(),
        DecodingResult::F32(values) => values,
        DecodingResult::F64(values) => values.into_iter().map(|value| value as f32).collect(),
        _ => return None,
    })
}

/// A file that presents a palette image as greyscale: the crate rejects palettes, and only the raw
/// values are needed.
struct Patched {
    file: File,
    palette: Option<(u64, u8)>,
}

impl Read for Patched {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let from = self.file.stream_position()?;
        let count = self.file.read(buffer)?;
        if let Some((at, grey)) = self.palette
            && let Some(place) = at.checked_sub(from)
            && place < count as u64
        {
            buffer[place as usize] = grey;
        }
        Ok(count)
    }
}

impl Seek for Patched {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Position and replacement of the first image's palette marker (tag 262, value 3). `BigTIFF` files
/// (over 4 GB) stay unchanged.
fn palette_tag(file: &mut File) -> io::Result<Option<(u64, u8)>> {
    let mut head = [0; 8];
    file.read_exact(&mut head)?;
    let little = head.starts_with(b"II");
    let short = |bytes: &[u8]| {
        let pair = [bytes[0], bytes[1]];
        if little {
            u16::from_le_bytes(pair)
        } else {
            u16::from_be_bytes(pair)
        }
    };
    let mut found = None;
    if short(&head[2..]) == 42 {
        let four = [head[4], head[5], head[6], head[7]];
        let start = if little {
            u32::from_le_bytes(four)
        } else {
            u32::from_be_bytes(four)
        };
        file.seek(SeekFrom::Start(u64::from(start)))?;
        let mut count = [0; 2];
        file.read_exact(&mut count)?;
        for index in 0..u64::from(short(&count)) {
            let mut entry = [0; 12];
            file.read_exact(&mut entry)?;
            if short(&entry) == 262 && short(&entry[8..]) == 3 {
                let low = u64::from(!little);
                found = Some((u64::from(start) + 2 + index * 12 + 8 + low, 1));
            }
        }
    }
    file.seek(SeekFrom::Start(0))?;
    Ok(found)
}

#[cfg(test)]
mod tests {
    use tempfile::NamedTempFile;
    use tiff::encoder::colortype::{Gray16, Gray32Float, RGB8};
    use tiff::encoder::{ImageEncoder, TiffEncoder};

    use super::*;

    /// A file of 4 columns and 3 rows with its north-western corner at 100, 50 and a cell size of
    /// 10.
    fn file<C: tiff::encoder::colortype::ColorType>(
        values: &[C::Inner],
        tags: impl FnOnce(&mut ImageEncoder<'_, File, C, tiff::encoder::TiffKindStandard>),
    ) -> NamedTempFile
    where
        [C::Inner]: tiff::encoder::TiffValue,
    {
        let path = NamedTempFile::new().unwrap();
        let mut encoder = TiffEncoder::new(path.reopen().unwrap()).unwrap();
        let mut image = encoder.new_image::<C>(4, 3).unwrap();
        let scale: &[f64] = &[10.0, 10.0, 0.0];
        let tie: &[f64] = &[0.0, 0.0, 0.0, 100.0, 50.0, 0.0];
        let place = image.encoder();
        place.write_tag(Tag::ModelPixelScaleTag, scale).unwrap();
        place.write_tag(Tag::ModelTiepointTag, tie).unwrap();
        tags(&mut image);
        image.write_data(values).unwrap();
        path
    }

    fn keys<C: tiff::encoder::colortype::ColorType>(
        image: &mut ImageEncoder<'_, File, C, tiff::encoder::TiffKindStandard>,
        keys: &[u16],
    ) {
        let tag = Tag::GeoKeyDirectoryTag;
        image.encoder().write_tag(tag, keys).unwrap();
    }

    #[test]
    fn values_without_data_are_none_and_a_part_is_cut_to_the_file() {
        let mut heights: Vec<f32> = (0..12).map(|at| at as f32).collect();
        heights[5] = -9_999.0;
        let path = file::<Gray32Float>(&heights, |image| {
            let none = "-9999";
            image.encoder().write_tag(Tag::GdalNodata, none).unwrap();
            keys(image, &[1, 1, 0, 1, 3072, 0, 1, 5070]);
        });
        let mut read = GeoTiff::open(path.path()).unwrap();
        assert_eq!(
            (read.epsg, read.geo_transform),
            (Some(5070), [100.0, 50.0, 10.0, 10.0])
        );
        let part = read.read([-3, 1, 9, 9]).unwrap();
        assert!(part.at(1, 1).is_nan() && part.at(-1, 1).is_nan() && part.at(0, 0).is_nan());
        assert_eq!([part.at(0, 1) as u8, part.at(3, 2) as u8], [4, 11]);
        let beside = read.read([20, 20, 30, 30]).unwrap();
        assert!(beside.at(25, 25).is_nan());
    }

    #[test]
    fn a_tie_point_in_the_middle_of_a_cell_moves_the_edges() {
        let path = file::<Gray16>(&[7; 12], |image| {
            keys(image, &[1, 1, 0, 2, 1025, 0, 1, 2, 2048, 0, 1, 4326]);
        });
        let mut read = GeoTiff::open(path.path()).unwrap();
        assert_eq!(
            (read.epsg, read.geo_transform),
            (Some(4326), [95.0, 55.0, 10.0, 10.0])
        );
        assert!((read.read([0, 0, 1, 1]).unwrap().at(0, 0) - 7.0).abs() < f32::EPSILON);
    }

    #[test]
    fn pictures_and_files_without_a_place_are_refused() {
        let refusal = |path: &Path| GeoTiff::open(path).err().unwrap_or_default();
        let colours = file::<RGB8>(&[1; 36], |_image| {});
        assert!(refusal(colours.path()).contains("a color image"));
        let nowhere = NamedTempFile::new().unwrap();
        let mut encoder = TiffEncoder::new(nowhere.reopen().unwrap()).unwrap();
        encoder.write_image::<Gray16>(2, 2, &[0; 4]).unwrap();
        assert!(refusal(nowhere.path()).contains("not georeferenced"));
    }
}
