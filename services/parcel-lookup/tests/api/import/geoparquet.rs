//! `GeoParquet` of other programs. The fixtures are written by geopandas.

use std::path::PathBuf;

use parcel_import::{FileError, ImportError};
use parcel_record::field_map::FieldMap;

use super::{load, refused, text, try_load, write};
use crate::support::World;

fn fixture(name: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures");
    PathBuf::from(folder).join(name)
}

#[tokio::test(flavor = "multi_thread")]
async fn columns_of_every_type_and_a_projection_are_read() {
    reads_whole("geopandas-epsg2264.parquet").await;
}

#[tokio::test(flavor = "multi_thread")]
async fn zstandard_is_unpacked() {
    reads_whole("geopandas-zstd.parquet").await;
}

/// Of the same three parcels.
async fn reads_whole(name: &str) {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    // A copy: rejected rows go beside the file.
    let original = std::fs::read(fixture(name)).unwrap();
    let file = write(&folder, "town.parquet", &original);
    let map = "parcelnumb=apn,owner=owner,saledate=sold,parval=value,year_built=built";
    let report = load(&world, &file, map).await;
    assert_eq!(report.written.inserted, 3, "{report}");
    assert_eq!(report.reader.format, "geoparquet");
    let stored = text(
        &world,
        "SELECT string_agg(concat_ws('|', parcelnumb, owner, saledate, parval, year_built), ' ' ORDER BY parcelnumb) FROM parcels",
    )
    .await;
    assert_eq!(
        stored,
        "Q-0|Heron Point LLC|2019-06-14|1250000.50|1999 Q-1|0.01 Q-2|Pelican Row LLC|2020-02-29|2010"
    );
    // 2,000 feet of the projection wide.
    let acres = text(
        &world,
        "SELECT DISTINCT round(ll_gisacre, 1)::text FROM parcels",
    )
    .await;
    assert_eq!(acres, "91.9");
    let kept = text(&world, "SELECT string_agg(DISTINCT key, ' ' ORDER BY key) FROM parcels, jsonb_object_keys(raw) AS key").await;
    assert_eq!(kept, "apn built owner sold value", "no lists, and no boxes");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_geoparquet_is_refused_with_a_sentence() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let whole = std::fs::read(fixture("geopandas-epsg2264.parquet")).unwrap();
    let cut = write(&folder, "cut.parquet", &whole[..whole.len() - 100]);
    let error = refused(&world, &cut, |_| ()).await;
    assert!(
        matches!(error, ImportError::File(FileError::EndsEarly(_))),
        "{error}"
    );
    for (name, content) in [("text.parquet", "PIN,owner\n1,2\n"), ("none.parquet", "")] {
        let error = refused(&world, &write(&folder, name, content), |_| ()).await;
        assert!(error.to_string().contains("no Parquet"), "{error}");
    }
    // In the middle of the data.
    let mut damaged = whole;
    for byte in &mut damaged[8..80] {
        *byte = !*byte;
    }
    let damaged = write(&folder, "damaged.parquet", damaged);
    let result = try_load(&world, &damaged, |options| {
        options.field_map = Some(FieldMap::parse("parcelnumb=apn").unwrap());
    })
    .await;
    assert!(result.is_err(), "{}", result.unwrap());
    world.stop().await;
}
