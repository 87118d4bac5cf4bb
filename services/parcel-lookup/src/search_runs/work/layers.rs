//! Distances to lines and the slope of the ground, from the layers of land; sources and versions of all layers that facts are from.

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Date, Double, Nullable, Text, Timestamptz};
use diesel_async::RunQueryDsl;
use rstar::primitives::{GeomWithData, Line, Rectangle};
use rstar::{AABB, PointDistance as _, RTree};
use site_search::Fact;

use super::long_work::long_work;
use crate::parcels::access::{DEGREE, REACH};

/// An edge of a line or of an outline: west to east or otherwise, degrees.
#[derive(QueryableByName)]
struct Edge {
    #[diesel(sql_type = BigInt)]
    feature_id: i64,
    #[diesel(sql_type = Double)]
    number: f64,
    #[diesel(sql_type = Double)]
    lon: f64,
    #[diesel(sql_type = Double)]
    lat: f64,
    #[diesel(sql_type = Double)]
    to_lon: f64,
    #[diesel(sql_type = Double)]
    to_lat: f64,
}

/// The two ends of an edge.
pub(super) type Ends = [[f64; 2]; 2];

impl Edge {
    fn ends(&self) -> Ends {
        [[self.lon, self.lat], [self.to_lon, self.to_lat]]
    }
}

/// Edges of the features of a kind near a box. SQL, because diesel has no set-returning functions.
const FEATURES: &str = "SELECT feature_id, coalesce((attributes->>'percent')::float8, 0) AS number, \
        ST_X(ST_StartPoint(edge.geom)) AS lon, ST_Y(ST_StartPoint(edge.geom)) AS lat, \
        ST_X(ST_EndPoint(edge.geom)) AS to_lon, ST_Y(ST_EndPoint(edge.geom)) AS to_lat \
    FROM site_features CROSS JOIN LATERAL ST_DumpSegments(geom) AS edge \
    WHERE kind = $1 AND geom_3857 && ST_Transform(ST_MakeEnvelope($2, $3, $4, $5, 4326), 3857)";

/// Edges of the outlines in which a kind is known.
const COVERAGES: &str = "SELECT layer_id AS feature_id, 0::float8 AS number, \
        ST_X(ST_StartPoint(edge.geom)) AS lon, ST_Y(ST_StartPoint(edge.geom)) AS lat, \
        ST_X(ST_EndPoint(edge.geom)) AS to_lon, ST_Y(ST_EndPoint(edge.geom)) AS to_lat \
    FROM site_layers CROSS JOIN LATERAL ST_DumpSegments(coverage) AS edge \
    WHERE kind = $1 AND coverage_3857 && ST_Transform(ST_MakeEnvelope($2, $3, $4, $5, 4326), 3857)";

/// West, south, east and north of points, degrees.
pub(super) type Bounds = [f64; 4];

async fn edges(
    conn: &mut AsyncPgConnection,
    query: &str,
    kind: &str,
    [west, south, east, north]: Bounds,
) -> QueryResult<Vec<Edge>> {
    diesel::sql_query(query)
        .bind::<Text, _>(kind)
        .bind::<Double, _>(west)
        .bind::<Double, _>(south)
        .bind::<Double, _>(east)
        .bind::<Double, _>(north)
        .load(conn)
        .await
}

/// Most rows of the index of an outline.
const MOST_ROWS: usize = 4096;

/// An outline, of which a point is tested by the parity of the edges east of it. Edges are in rows from south
/// to north: an outline along a river has thousands, of which few are at the latitude of a point.
pub(super) struct Outline {
    number: f64,
    bounds: Bounds,
    rows: Vec<Vec<Ends>>,
}

impl Outline {
    pub(super) fn of(number: f64, edges: &[Ends]) -> Self {
        let mut outline = Self {
            number,
            bounds: bounds(edges.as_flattened()),
            rows: vec![Vec::new(); (edges.len() / 4).clamp(1, MOST_ROWS)],
        };
        for edge in edges {
            let [[_, y1], [_, y2]] = *edge;
            let (low, high) = (outline.row(y1.min(y2)), outline.row(y1.max(y2)));
            for row in &mut outline.rows[low..=high] {
                row.push(*edge);
            }
        }
        outline
    }

    /// The row of a latitude within the bounds.
    fn row(&self, y: f64) -> usize {
        let [_, south, _, north] = self.bounds;
        let place = (y - south) / (north - south) * self.rows.len() as f64;
        // Not a number if it has no extent.
        (place as usize).min(self.rows.len() - 1)
    }

    pub(super) fn has(&self, [x, y]: [f64; 2]) -> bool {
        let [west, south, east, north] = self.bounds;
        if x < west || x > east || y < south || y > north {
            return false;
        }
        let crosses = |[[x1, y1], [x2, y2]]: &&Ends| {
            (*y1 > y) != (*y2 > y) && x < (x2 - x1) * (y - y1) / (y2 - y1) + x1
        };
        self.rows[self.row(y)].iter().filter(crosses).count() % 2 == 1
    }
}

fn outlines(edges: &[Edge]) -> Vec<Outline> {
    let mut features: BTreeMap<i64, (f64, Vec<Ends>)> = BTreeMap::new();
    for edge in edges {
        let (_, ends) = features
            .entry(edge.feature_id)
            .or_insert_with(|| (edge.number, Vec::new()));
        ends.push(edge.ends());
    }
    let features = features.into_values();
    features
        .map(|(number, edges)| Outline::of(number, &edges))
        .collect()
}

const NOTHING: Bounds = [
    f64::INFINITY,
    f64::INFINITY,
    f64::NEG_INFINITY,
    f64::NEG_INFINITY,
];

fn with([west, south, east, north]: Bounds, [x, y]: [f64; 2]) -> Bounds {
    [west.min(x), south.min(y), east.max(x), north.max(y)]
}

pub(super) fn bounds(points: &[[f64; 2]]) -> Bounds {
    points
        .iter()
        .fold(NOTHING, |bounds, point| with(bounds, *point))
}

/// Where a kind is known.
async fn coverage(conn: &mut AsyncPgConnection, kind: &str, area: Bounds) -> QueryResult<Outlines> {
    Ok(Outlines::of(&edges(conn, COVERAGES, kind, area).await?))
}

/// Where a kind is known of what an operator loaded, or a public service said after that time.
pub(super) async fn coverage_since(
    conn: &mut AsyncPgConnection,
    kind: &str,
    [west, south, east, north]: Bounds,
    since: DateTime<Utc>,
) -> QueryResult<Outlines> {
    let query = format!("{COVERAGES} AND (origin <> 'service' OR fetched_at > $6)");
    let edges: Vec<Edge> = diesel::sql_query(query)
        .bind::<Text, _>(kind)
        .bind::<Double, _>(west)
        .bind::<Double, _>(south)
        .bind::<Double, _>(east)
        .bind::<Double, _>(north)
        .bind::<Timestamptz, _>(since)
        .load(conn)
        .await?;
    Ok(Outlines::of(&edges))
}

/// The fact of a layer at each point; not a number where the layer does not reach. `None` if there is no
/// layer of the fact.
pub async fn values(
    conn: &mut AsyncPgConnection,
    fact: Fact,
    points: &[[f64; 2]],
) -> QueryResult<Option<Vec<f64>>> {
    let (kind, is_line) = match fact {
        Fact::HighwayM => ("highway", true),
        Fact::RailM => ("rail", true),
        Fact::SlopePercent => ("slope", false),
        _ => return Ok(None),
    };
    let area = bounds(points);
    if points.is_empty() {
        return Ok(None);
    }
    let coverage = coverage(conn, kind, area).await?;
    if coverage.is_empty() {
        return Ok(None);
    }
    let near = if is_line { widened(area) } else { area };
    let edges = edges(conn, FEATURES, kind, near).await?;
    let values = long_work(|| {
        let at: Box<dyn Fn([f64; 2]) -> f64> = if is_line {
            let lines = Lines::of(edges.iter().map(Edge::ends), area);
            Box::new(move |point| lines.distance(point))
        } else {
            let steep = Outlines::of(&edges);
            Box::new(move |point| steep.percent(point))
        };
        let value = |point: &[f64; 2]| {
            if coverage.has(*point) {
                at(*point)
            } else {
                f64::NAN
            }
        };
        points.iter().map(value).collect()
    });
    Ok(Some(values))
}

fn widened([west, south, east, north]: Bounds) -> Bounds {
    let lat = REACH / DEGREE;
    let lon = lat / south.abs().max(north.abs()).to_radians().cos().max(0.1);
    [west - lon, south - lat, east + lon, north + lat]
}

/// Lines on a plane whose units are degrees of latitude; true at the middle of the area.
pub(super) struct Lines {
    tree: RTree<Line<[f64; 2]>>,
    /// Degrees of latitude of a degree of longitude.
    narrow: f64,
}

impl Lines {
    pub(super) fn of(edges: impl Iterator<Item = Ends>, [_, south, _, north]: Bounds) -> Self {
        let narrow = f64::midpoint(south, north).to_radians().cos();
        let lines = edges.map(|ends| {
            let [from, to] = ends.map(|[lon, lat]| [lon * narrow, lat]);
            Line::new(from, to)
        });
        Self {
            tree: RTree::bulk_load(lines.collect()),
            narrow,
        }
    }

    /// To the nearest line, metres; computed at the point's own latitude.
    pub(super) fn distance(&self, [lon, lat]: [f64; 2]) -> f64 {
        let Some(line) = self.tree.nearest_neighbor([lon * self.narrow, lat]) else {
            return REACH;
        };
        let narrow = lat.to_radians().cos();
        let here = [line.from, line.to].map(|[x, y]| [x / self.narrow * narrow, y]);
        let line = Line::new(here[0], here[1]);
        let degrees = line.distance_2(&[lon * narrow, lat]).sqrt();
        (degrees * DEGREE).min(REACH)
    }
}

/// Outlines, of which those at a point are found by their boxes.
pub(super) struct Outlines {
    tree: RTree<GeomWithData<Rectangle<[f64; 2]>, usize>>,
    outlines: Vec<Outline>,
}

impl Outlines {
    fn of(edges: &[Edge]) -> Self {
        let outlines = outlines(edges);
        let boxes = outlines.iter().enumerate().map(|(place, outline)| {
            let [west, south, east, north] = outline.bounds;
            let bounds = AABB::from_corners([west, south], [east, north]);
            GeomWithData::new(Rectangle::from_aabb(bounds), place)
        });
        Self {
            tree: RTree::bulk_load(boxes.collect()),
            outlines,
        }
    }

    fn is_empty(&self) -> bool {
        self.outlines.is_empty()
    }

    fn at(&self, point: [f64; 2]) -> impl Iterator<Item = &Outline> {
        let near = self.tree.locate_all_at_point(point);
        near.map(move |near| &self.outlines[near.data])
            .filter(move |outline| outline.has(point))
    }

    /// Whether one of them has the point.
    pub(super) fn has(&self, point: [f64; 2]) -> bool {
        self.at(point).next().is_some()
    }

    /// The greatest slope that is known there; 0 where the ground is less steep than the layer tells.
    fn percent(&self, point: [f64; 2]) -> f64 {
        let steep = self.at(point);
        steep.map(|outline| outline.number).fold(0.0, f64::max)
    }
}

#[derive(QueryableByName)]
struct Name {
    #[diesel(sql_type = Text)]
    name: String,
}

/// Names and ages of all layers of these kinds, in one text that differs when one of them does.
pub async fn versions(conn: &mut AsyncPgConnection) -> QueryResult<String> {
    let query = diesel::sql_query(
        "SELECT coalesce(string_agg(layer_id || '@' || extract(epoch FROM fetched_at), ',' ORDER BY layer_id), '') AS name \
         FROM site_layers WHERE kind IN ('flood', 'highway', 'rail', 'slope')",
    );
    Ok(query.get_result::<Name>(conn).await?.name)
}

/// Where layers of a kind are from.
#[derive(QueryableByName)]
pub struct LayerSource {
    /// Names of the sources.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Date of the oldest, as its source says, else when it was read.
    #[diesel(sql_type = Nullable<Date>)]
    pub date: Option<NaiveDate>,
}

pub async fn sources(conn: &mut AsyncPgConnection, kind: &str) -> QueryResult<LayerSource> {
    let query = diesel::sql_query(
        "SELECT coalesce(string_agg(DISTINCT source, ', ' ORDER BY source), '') AS name, \
            min(coalesce(source_date, fetched_at::date)) AS date FROM site_layers WHERE kind = $1",
    );
    query.bind::<Text, _>(kind).get_result(conn).await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edge(from: [f64; 2], to: [f64; 2]) -> Edge {
        Edge {
            feature_id: 1,
            number: 15.0,
            lon: from[0],
            lat: from[1],
            to_lon: to[0],
            to_lat: to[1],
        }
    }

    #[test]
    fn distances_are_metres_at_the_latitude_of_the_point() {
        // A road along the meridian 95.4° west.
        let edges = [edge([-95.4, 29.0], [-95.4, 30.5])];
        let lines = Lines::of(edges.iter().map(Edge::ends), [-95.5, 29.5, -95.3, 30.1]);
        for lat in [29.5_f64, 29.8, 30.1] {
            let exact = 0.01 * DEGREE * lat.to_radians().cos();
            let found = lines.distance([-95.39, lat]);
            assert!((found - exact).abs() < 1.0, "{lat}: {found} {exact}");
        }
        assert!(lines.distance([-95.4, 29.7]) < 0.001);
        assert!((lines.distance([-97.0, 29.7]) - REACH).abs() < 1e-9);
        let none = Lines::of(std::iter::empty(), [-95.5, 29.5, -95.3, 30.1]);
        assert!((none.distance([-95.4, 29.7]) - REACH).abs() < 1e-9);
    }

    #[test]
    fn the_ground_is_as_steep_as_the_area_that_has_the_point() {
        // A square with a square hole.
        let ring = |west: f64, east: f64| {
            let corners = [[west, west], [east, west], [east, east], [west, east]];
            (0..4).map(move |at| edge(corners[at], corners[(at + 1) % 4]))
        };
        let edges: Vec<Edge> = ring(0.0, 10.0).chain(ring(4.0, 6.0)).collect();
        let steep = Outlines::of(&edges);
        let percent = |at| steep.percent(at).to_string();
        let percents = [[1.0, 1.0], [5.0, 5.0], [11.0, 5.0], [9.0, 5.0]].map(percent);
        assert_eq!(percents, ["15", "0", "0", "15"]);
    }

    #[test]
    fn rows_of_edges_change_nothing() {
        // A star of many corners, each edge of which crosses many rows.
        let corner = |at: usize| {
            let (angle, radius) = (
                at as f64 / 500.0 * std::f64::consts::TAU,
                [1.0, 3.0][at % 2],
            );
            [radius * angle.cos(), radius * angle.sin()]
        };
        let edges: Vec<_> = (0..500)
            .map(|at| [corner(at), corner((at + 1) % 500)])
            .collect();
        let (indexed, mut plain) = (Outline::of(1.0, &edges), Outline::of(1.0, &edges));
        plain.rows = vec![edges];
        assert!(indexed.rows.len() > 100);
        for at in 0..10_000 {
            let point = [
                f64::from(at % 100) / 16.0 - 3.1,
                f64::from(at / 100) / 16.0 - 3.1,
            ];
            assert_eq!(indexed.has(point), plain.has(point), "{point:?}");
        }
    }
}
