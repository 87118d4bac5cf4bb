//! Land of a run of which a layer is not there yet that a public service has.

use std::cmp::Reverse;
use std::collections::HashMap;

use ::site_layers::LayerKind;
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use site_search::{Fact, Outcome};

use super::judging::{Found, Job};
use super::layers::{bounds, coverage_since};
use super::long_work::long_work;
use crate::search_runs::row::UnmappedLand;
use crate::site_layers::{Cell, SiteLayers};

/// Facts of layers that searches ask services for. Not the slope: a run reads the steep areas of its area into memory, and those of a county of
/// hills do not fit.
const SERVED: [(Fact, LayerKind); 1] = [(Fact::InFloodZone, LayerKind::Flood)];

/// The land of the parcels of a run without a layer that its criteria use. None where the layer is there for all parcels, or no service is asked.
pub async fn unmapped(
    conn: &mut AsyncPgConnection,
    job: &Job,
    found: &Found,
    layers: &SiteLayers,
) -> QueryResult<Vec<UnmappedLand>> {
    let (used, points) = (job.criteria.facts(), &found.facts.points);
    let mut unmapped = Vec::new();
    for (fact, kind) in SERVED {
        let Some(since) = layers.searched_since(kind) else {
            continue;
        };
        if points.is_empty() || !used.contains(&fact) {
            continue;
        }
        let coverage = coverage_since(conn, kind.name(), bounds(points), since).await?;
        let has = |point| coverage.has(point);
        let (mapped, cells) = long_work(|| cells_without(has, points, &found.judged.outcomes));
        if !cells.is_empty() {
            unmapped.push(UnmappedLand {
                fact,
                kind,
                mapped: mapped as u64,
                cells: cells.len() as u64,
                first_cells: layers
                    .of_search(&cells)
                    .iter()
                    .map(|cell| cell.name())
                    .collect(),
            });
        }
    }
    Ok(unmapped)
}

/// How many points have the layer, and the cells of the others: first those with most parcels that fail no requirement.
fn cells_without(
    has: impl Fn([f64; 2]) -> bool,
    points: &[[f64; 2]],
    outcomes: &[Outcome],
) -> (usize, Vec<Cell>) {
    let mut mapped = 0;
    let mut cells: HashMap<Cell, (usize, usize)> = HashMap::new();
    for (point, outcome) in points.iter().zip(outcomes) {
        if has(*point) {
            mapped += 1;
            continue;
        }
        let (suitable, parcels) = cells.entry(Cell::at(*point)).or_default();
        *suitable += usize::from(*outcome != Outcome::Failed);
        *parcels += 1;
    }
    let mut cells: Vec<_> = cells.into_iter().collect();
    cells.sort_unstable_by_key(|(cell, (suitable, parcels))| {
        (Reverse(*suitable), Reverse(*parcels), *cell)
    });
    (mapped, cells.into_iter().map(|(cell, _)| cell).collect())
}

/// Asks for the land. A search ends with its results also when this fails: the next one asks again.
pub async fn want(pool: &Pool, layers: &SiteLayers, unmapped: &[UnmappedLand]) {
    for land in unmapped {
        let cells = land.first_cells();
        let wanted = layers.want(pool, land.kind, &cells);
        if let Err(error) = wanted.await {
            let kind = land.kind.name();
            tracing::warn!(error.cause = %error, kind, "a layer that a search needs could not be asked for");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_come_by_the_parcels_that_fail_nothing_then_by_all() {
        let [west, middle, east] = [-95.41, -95.39, -95.37].map(|lon| [lon, 29.77]);
        let points = [west, west, west, middle, east, east, [-95.31, 29.77]];
        let outcomes = [
            Outcome::Failed,
            Outcome::Failed,
            Outcome::Unknown,
            Outcome::Fit,
            Outcome::Failed,
            Outcome::Failed,
            Outcome::Fit,
        ];
        let is_mapped = |point: [f64; 2]| point[0] > -95.35;
        let (mapped, cells) = cells_without(is_mapped, &points, &outcomes);
        assert_eq!(mapped, 1);
        assert_eq!(cells, [west, middle, east].map(Cell::at));
    }
}
