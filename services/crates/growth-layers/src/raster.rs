//! Resamples a file to an area's grid, for any format and coordinate system.

use std::path::Path;

use super::area::Frame;
use super::geotiff::GeoTiff;
use super::manifest::Source;
use super::warp::Warp;

/// Resampling method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Resampling {
    /// Nearest neighbour: for classes.
    Nearest,
    /// Bilinear: for elevation.
    Bilinear,
}

/// Values in the order of the area's cells; NaN outside the file and for no data. The error names
/// the file and the problem.
pub(super) fn values(
    folder: &Path,
    source: &Source,
    frame: &Frame,
    resampling: Resampling,
) -> Result<Vec<f32>, String> {
    let path = folder.join(&source.file);
    let read = if source.file.to_lowercase().ends_with(".tif")
        || source.file.to_lowercase().ends_with(".tiff")
    {
        of_geotiff(&path, source, frame, resampling)
    } else {
        of_picture(&path, source, frame)
    };
    read.map_err(|reason| format!("{}: {reason}", source.file))
}

fn of_geotiff(
    path: &Path,
    source: &Source,
    frame: &Frame,
    resampling: Resampling,
) -> Result<Vec<f32>, String> {
    let mut file = GeoTiff::open(path)?;
    let told = file.epsg.map(|code| format!("EPSG:{code}"));
    let system = source
        .crs
        .clone()
        .or(told)
        .ok_or("it has no coordinate reference system; set crs in layers.json")?;
    let warp = Warp::new(frame, &system)?;
    let [west, north, width, height] = file.geo_transform;
    let place = |row: usize, col: usize| {
        let (x, y) = warp.at(row, col);
        ((x - west) / width, (north - y) / height)
    };
    // Projected edges are curved, so all cells along them determine the window.
    let (rows, cols) = (frame.shape.rows, frame.shape.cols);
    let mut span = [i64::MAX, i64::MAX, i64::MIN, i64::MIN];
    let sides = (0..rows).flat_map(|row| [(row, 0), (row, cols - 1)]);
    for (row, col) in sides.chain((0..cols).flat_map(|col| [(0, col), (rows - 1, col)])) {
        let (x, y) = place(row, col);
        let (x, y) = (x.floor() as i64, y.floor() as i64);
        span[0] = span[0].min(x.saturating_sub(2));
        span[1] = span[1].min(y.saturating_sub(2));
        span[2] = span[2].max(x.saturating_add(3));
        span[3] = span[3].max(y.saturating_add(3));
    }
    let part = file.read(span)?;
    let mut values = Vec::with_capacity(frame.shape.cells());
    for row in 0..rows {
        for col in 0..cols {
            let (x, y) = place(row, col);
            let nearest = part.at(x.floor() as i64, y.floor() as i64);
            if resampling == Resampling::Nearest {
                values.push(nearest);
                continue;
            }
            // Interpolates between four cell centres; next to no data the nearest is used.
            let (left, top) = ((x - 0.5).floor(), (y - 0.5).floor());
            let (over, down) = ((x - 0.5 - left) as f32, (y - 0.5 - top) as f32);
            let corner = |right: i64, below: i64| part.at(left as i64 + right, top as i64 + below);
            let upper = corner(0, 0) * (1.0 - over) + corner(1, 0) * over;
            let lower = corner(0, 1) * (1.0 - over) + corner(1, 1) * over;
            let smooth = upper * (1.0 - down) + lower * down;
            values.push(if smooth.is_finite() { smooth } else { nearest });
        }
    }
    Ok(values)
}

fn of_picture(path: &Path, source: &Source, frame: &Frame) -> Result<Vec<f32>, String> {
    let [west, south, east, north] = source
        .extent
        .filter(|[west, south, east, north]| west < east && south < north)
        .ok_or("an image requires an extent in layers.json: west, south, east, north")?;
    let picture = image::open(path)
        .map_err(|error| format!("it is not a readable image: {error}"))?
        .into_luma8();
    let warp = Warp::new(frame, source.crs.as_deref().unwrap_or("EPSG:4326"))?;
    let (width, height) = (f64::from(picture.width()), f64::from(picture.height()));
    let cells =
        (0..frame.shape.rows).flat_map(|row| (0..frame.shape.cols).map(move |col| (row, col)));
    let value = |(row, col)| {
        let (x, y) = warp.at(row, col);
        let (x, y) = (
            ((x - west) / (east - west) * width).floor(),
            ((north - y) / (north - south) * height).floor(),
        );
        let inside = (0.0..width).contains(&x) && (0.0..height).contains(&y);
        if inside {
            f32::from(picture.get_pixel(x as u32, y as u32).0[0])
        } else {
            f32::NAN
        }
    };
    Ok(cells.map(value).collect())
}
