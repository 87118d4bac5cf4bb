//! Files that say mostly what is known already.

use std::path::Path;

use parcel_import::batches::undo;
use parcel_import::{Extent, ImportOptions, Report};
use parcel_record::facts::SOURCE_DATE;
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};

use super::{PLACE, collection, feature, features, square, text, try_load, write};
use crate::support::World;

/// Where the rows of these parcels are stored, and who wrote them: a row that is written again has another place.
const PLACES: &str = "SELECT string_agg(concat_ws(' ', parcelnumb, tableoid, ctid, xmin), ', ' ORDER BY parcelnumb) \
    FROM parcels WHERE parcelnumb IN ('R-0', 'R-1', 'R-2', 'R-3', 'R-6')";

/// What was left of the county, and what of it is retired.
const LIVE: &str = "SELECT string_agg(parcelnumb || CASE WHEN retired_at IS NULL THEN '' ELSE ' retired' END, ', ' ORDER BY parcelnumb) \
    FROM parcels";

async fn whole(world: &World, file: &Path, sample: usize, day: &str) -> Report {
    let change = |options: &mut ImportOptions| {
        options.source_date = Some(day.parse().unwrap());
        options.field_map = Some(FieldMap::parse("parcelnumb=APN,owner=Owner").unwrap());
        options.sample = sample;
        options.extent = Extent::Whole {
            allow_retire: false,
        };
    };
    try_load(world, file, change).await.unwrap()
}

/// The dates that are shown of an unchanged parcel, of a changed one, and of one that is gone.
async fn dates(world: &World) -> String {
    let query = format!(
        "SELECT string_agg({SOURCE_DATE}::text, ', ' ORDER BY parcelnumb) FROM parcels WHERE parcelnumb IN ('R-0', 'R-5', 'R-9')"
    );
    text(world, &query).await
}

/// Nine of ten parcels: one has another owner, one has a second part, and one is named twice with other facts.
fn next() -> Vec<Value> {
    let mut rows = features(9, PLACE);
    rows[5]["properties"]["Owner"] = json!("PELICAN LLC");
    let (x, y) = (PLACE.0, PLACE.1 - 0.01);
    rows.push(feature(&json!("R-4"), &square(x, y, 0.001)));
    let mut other = feature(&json!("R-3"), &square(x + 0.01, y, 0.001));
    other["properties"]["Owner"] = json!("EGRET LLC");
    rows.push(other);
    rows
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_that_say_the_same_are_left_alone() {
    // In the sample PostGIS makes the outlines, after it the importer.
    for sample in [2, 1_000] {
        let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
        let first = write(&folder, "first.geojson", collection(&features(10, PLACE)));
        let report = whole(&world, &first, sample, "2024-01-31").await;
        assert_eq!(report.written.inserted, 10);
        let before = text(&world, PLACES).await;

        let file = write(&folder, "next.geojson", collection(&next()));
        let report = whole(&world, &file, sample, "2025-01-31").await;
        let written = report.written;
        assert_eq!(
            (
                written.parcels,
                written.inserted,
                written.updated,
                written.unchanged()
            ),
            (9, 0, 2, 7),
            "{report}"
        );
        assert_eq!((report.retired, report.further_parts), (1, 1), "{report}");
        let repeats = report.rejections.of("the parcel number of an earlier row");
        assert_eq!((repeats, report.rejections.total()), (1, 1), "{report}");
        assert_eq!(text(&world, PLACES).await, before);
        assert_eq!(
            text(&world, LIVE).await,
            "R-0, R-1, R-2, R-3, R-4, R-5, R-6, R-7, R-8, R-9 retired"
        );
        assert_eq!(dates(&world).await, "2025-01-31, 2025-01-31, 2024-01-31");

        // Nothing but the parcel of two rows is compared by its outline, and it is the same.
        let again = whole(&world, &file, sample, "2026-01-31").await;
        assert_eq!(again.written.unchanged(), 9, "{again}");
        assert_eq!((again.retired, again.further_parts), (0, 1), "{again}");
        let parts = "SELECT ST_NumGeometries(geom)::text FROM parcels WHERE parcelnumb = 'R-4'";
        assert_eq!(text(&world, parts).await, "2");
        assert_eq!(dates(&world).await, "2026-01-31, 2026-01-31, 2024-01-31");
        undo(&world.db.app(), again.batch.unwrap()).await.unwrap();
        assert_eq!(dates(&world).await, "2025-01-31, 2025-01-31, 2024-01-31");
        world.stop().await;
    }
}
