//! Whether the outlines of the sample lie where their county is.
//!
//! A wrong county, a missing projection and exchanged axes are noticed here, before the rest of the
//! file is read.

use std::collections::BTreeMap;

use feature_files::FileError;
use tokio_postgres::Row;

use super::Staging;
use super::outlines::MARGIN;
use crate::error::ImportError;
use parcel_record::counties::{Bounds, County, county_label};

/// Share of the outlines that may lie outside of their county.
const OUTSIDE: f64 = 0.05;
/// Share that lies in the county when the axes are right.
const INSIDE: f64 = 0.95;

const SAMPLE: &str = "SELECT county_fips, crs, \
        ST_XMin(shape) AS shape_west, ST_YMin(shape) AS shape_south, ST_XMax(shape) AS shape_east, ST_YMax(shape) AS shape_north, \
        ST_XMin(place) AS west, ST_YMin(place) AS south, ST_XMax(place) AS east, ST_YMax(place) AS north \
    FROM (SELECT county_fips, crs, shape, CASE WHEN kind = 'p' THEN (pg_temp.import_points(ARRAY[said], crs))[1] ELSE outline END AS place \
        FROM (SELECT county_fips, crs, kind, outline, shape AS said, \
            pg_temp.import_shape(kind, shape) AS shape FROM import_rows WHERE line >= $1 OFFSET 0) AS shapes OFFSET 0) AS places";

/// A row of the sample.
#[derive(Debug, Clone, PartialEq)]
struct Placed {
    county: String,
    crs: Option<String>,
    /// In the coordinates of the file; none if the shape cannot be read.
    shape: Option<Bounds>,
    /// In degrees; none if there is no usable outline.
    place: Option<Bounds>,
}

impl Staging<'_> {
    /// Refuses a file that does not lie where it should; its first row is at this position.
    pub(super) async fn check_sample(
        &mut self,
        first: i64,
        swap_axes: bool,
    ) -> Result<(), ImportError> {
        let before = first - 1;
        if swap_axes {
            self.swap_axes(before).await?;
        }
        self.compute_outlines().await?;
        let sample = self.placed(first).await?;
        self.check_crs(&sample).await?;
        if share_inside(&sample).is_some_and(|inside| inside < OUTSIDE) {
            self.swap_axes(before).await?;
            self.compute_outlines().await?;
            let swapped = self.placed(first).await?;
            if share_inside(&swapped).is_some_and(|inside| inside >= INSIDE) {
                return Err(FileError::SwappedAxes {
                    place: counties(&swapped),
                    advice: if swap_axes {
                        "leave out --swap-axes"
                    } else {
                        "give --swap-axes"
                    },
                }
                .into());
            }
            self.swap_axes(before).await?;
            self.compute_outlines().await?;
        }
        refusal(&sample).map_or(Ok(()), Err)
    }

    async fn placed(&self, first: i64) -> Result<Vec<Placed>, ImportError> {
        let rows = self.transaction.query(SAMPLE, &[&first]).await?;
        let placed = |row: &Row| Placed {
            county: row.get("county_fips"),
            crs: row.get("crs"),
            shape: bounds(
                row,
                ["shape_west", "shape_south", "shape_east", "shape_north"],
            ),
            place: bounds(row, ["west", "south", "east", "north"]),
        };
        Ok(rows.iter().map(placed).collect())
    }

    /// Refuses a coordinate reference system that PostGIS does not know.
    async fn check_crs(&self, sample: &[Placed]) -> Result<(), ImportError> {
        let mut usable: BTreeMap<&str, bool> = BTreeMap::new();
        for row in sample {
            if let Some(crs) = &row.crs {
                *usable.entry(crs).or_default() |= row.place.is_some();
            }
        }
        for (crs, _) in usable.into_iter().filter(|(_, usable)| !usable) {
            let row = self
                .transaction
                .query_one("SELECT pg_temp.import_crs_error($1)", &[&crs])
                .await?;
            if let Some(cause) = row.get(0) {
                return Err(FileError::UnknownCrs {
                    crs: crs.chars().take(100).collect(),
                    cause,
                }
                .into());
            }
        }
        Ok(())
    }
}

/// The box of four columns; none if empty or not finite, as after a projection that failed.
fn bounds(row: &Row, names: [&str; 4]) -> Option<Bounds> {
    let [west, south, east, north] = names.map(|name| row.get::<_, Option<f64>>(name));
    let bounds = Bounds {
        west: west?,
        south: south?,
        east: east?,
        north: north?,
    };
    let edges = [bounds.west, bounds.south, bounds.east, bounds.north];
    edges.iter().all(|edge| edge.is_finite()).then_some(bounds)
}

/// Share of the readable shapes that lie in their county, or, if its place is not known, in the
/// United States. None without readable shapes.
fn share_inside(sample: &[Placed]) -> Option<f64> {
    let readable = sample.iter().filter(|row| row.shape.is_some());
    let inside = readable.clone().filter(|row| is_inside(row)).count();
    let readable = readable.count();
    (readable > 0).then(|| inside as f64 / readable as f64)
}

fn is_inside(row: &Placed) -> bool {
    let Some(place) = &row.place else {
        return false;
    };
    if let Some(county) = County::with_fips(&row.county) {
        place.is_within(&county.bounds, MARGIN)
    } else {
        let (lon, lat) = place.middle();
        County::near(lon, lat).is_some()
    }
}

/// Why the file cannot be imported, if its axes are right.
fn refusal(sample: &[Placed]) -> Option<ImportError> {
    let unnamed: Vec<&Bounds> = sample
        .iter()
        .filter(|row| row.crs.is_none())
        .filter_map(|row| row.shape.as_ref())
        .collect();
    let far: Vec<&&Bounds> = unnamed
        .iter()
        .filter(|shape| !shape.are_degrees())
        .collect();
    if far.len() * 2 > unnamed.len() {
        let all = far
            .iter()
            .skip(1)
            .fold(**far[0], |all, next| all.joined(next));
        return Some(FileError::NoDegrees(all).into());
    }
    let known: Vec<(&Placed, &Bounds)> = sample
        .iter()
        .filter(|row| County::with_fips(&row.county).is_some())
        .filter_map(|row| Some((row, row.place.as_ref()?)))
        .collect();
    let outside: Vec<(&Placed, &Bounds)> = known
        .iter()
        .copied()
        .filter(|(row, _)| !is_inside(row))
        .collect();
    if outside.len() as f64 <= known.len() as f64 * OUTSIDE {
        return None;
    }
    // The middle one by longitude, so that no single error decides.
    let mut middles: Vec<(f64, f64)> = outside.iter().map(|(_, place)| place.middle()).collect();
    middles.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (lon, lat) = middles[middles.len() / 2];
    let there = County::near(lon, lat).map_or_else(
        || "outside of the United States".to_owned(),
        |county| format!("in or near {}", county_label(county.county_fips)),
    );
    let expected: Vec<Placed> = outside.iter().map(|(row, _)| (*row).clone()).collect();
    Some(ImportError::Outside {
        outside: outside.len(),
        of: known.len(),
        expected: counties(&expected),
        there,
        lon,
        lat,
    })
}

/// The counties of the rows, for a sentence.
fn counties(sample: &[Placed]) -> String {
    let mut counties: Vec<&str> = sample.iter().map(|row| row.county.as_str()).collect();
    counties.sort_unstable();
    counties.dedup();
    match counties.as_slice() {
        [one] if County::with_fips(one).is_some() => county_label(one),
        [_] | [] => "the United States".to_owned(),
        several => format!("their {} counties", several.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(west: f64, south: f64) -> Bounds {
        Bounds {
            west,
            south,
            east: west + 0.001,
            north: south + 0.001,
        }
    }

    /// A row in degrees.
    fn placed(county: &str, place: Bounds) -> Placed {
        Placed {
            county: county.to_owned(),
            crs: None,
            shape: Some(place),
            place: Some(place),
        }
    }

    #[test]
    fn a_few_outlines_outside_are_not_the_whole_file() {
        let mut sample = vec![placed("37161", square(-82.0, 35.3)); 99];
        sample.push(placed("37161", square(-77.4, 39.1)));
        assert!(refusal(&sample).is_none());
        assert!(share_inside(&sample).is_some_and(|share| share > 0.98));
    }

    #[test]
    fn an_outline_may_lie_just_outside_of_the_box() {
        let county = County::with_fips("37161").unwrap().bounds;
        assert!(is_inside(&placed(
            "37161",
            square(county.east + 0.04, 35.3)
        )));
        assert!(!is_inside(&placed(
            "37161",
            square(county.east + 0.05, 35.3)
        )));
    }

    #[test]
    fn the_place_and_the_expected_county_are_named() {
        let sample = vec![placed("37119", square(-77.64, 39.09)); 10];
        let text = refusal(&sample).unwrap().to_string();
        for part in [
            "10 of the first 10 outlines",
            "outside of Mecklenburg, NC (37119)",
            "in or near Loudoun, VA (51107)",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn feet_are_no_degrees() {
        let mut row = placed("37161", square(1_146_000.0, 577_000.0));
        row.place = None;
        let text = refusal(&[row]).unwrap().to_string();
        assert!(
            text.contains("x 1146000 to 1146000") && text.contains("--crs"),
            "{text}"
        );
    }

    #[test]
    fn a_county_without_a_box_is_not_judged_by_it() {
        let region = placed("09110", square(-72.7, 41.8));
        assert!(is_inside(&region));
        assert!(refusal(&[region]).is_none());
        let swapped = placed("09110", square(41.8, -72.7));
        assert_eq!(share_inside(&[swapped]), Some(0.0));
    }
}
