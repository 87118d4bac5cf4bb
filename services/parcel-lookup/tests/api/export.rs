//! Files of parcels over HTTP: `GET /parcels.{format}`.

use std::time::Duration;

use chrono::Utc;
use diesel_async::SimpleAsyncConnection as _;
use domain::CustomerId;
use parcel_import::Staged;
use reqwest::{Response, StatusCode};
use serde_json::Value;
use test_support::wait_for;
use uuid::Uuid;

use crate::support::{EXPORTS, World, square};

/// Two parcels in Houston and one in Charlotte.
async fn filled() -> World {
    let world = World::start().await;
    let mut a = square("48201", "A", -95.37, 29.76);
    a.fields.owner = Some("=Heron & Söhne".to_owned());
    a.fields.year_built = Some(1999);
    let b = square("48201", "B", -95.36, 29.76);
    let n = square("37119", "N", -80.84, 35.22);
    world.put(vec![a, b, n]).await;
    world
}

async fn ask(world: &World, path: &str, query: &[(&str, &str)]) -> Response {
    world.get(path).query(query).send().await.unwrap()
}

/// The parcel numbers in a file of GeoJSON.
async fn numbers(world: &World, query: &[(&str, &str)]) -> Vec<String> {
    let answer = ask(world, "/parcels.geojson", query).await;
    assert_eq!(answer.status(), 200, "{query:?}");
    let read: Value = answer.json().await.unwrap();
    let features = read["features"].as_array().unwrap();
    let mut numbers: Vec<_> = features
        .iter()
        .map(|feature| {
            feature["properties"]["parcelnumb"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .collect();
    numbers.sort_unstable();
    numbers
}

#[tokio::test(flavor = "multi_thread")]
async fn each_format_is_an_attachment_of_its_media_type() {
    let world = filled().await;
    for (ending, media_type, start) in [
        (
            "geojson",
            "application/geo+json",
            &b"{\"type\":\"FeatureCollection\""[..],
        ),
        ("fgb", "application/flatgeobuf", b"fgb\x03fgb\0"),
        (
            "csv",
            "text/csv; charset=utf-8; header=present",
            b"ll_uuid,county_fips,",
        ),
        ("parquet", "application/vnd.apache.parquet", b"PAR1"),
        (
            "xlsx",
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            b"PK",
        ),
        ("kml", "application/vnd.google-earth.kml+xml", b"<?xml"),
        ("gpkg", "application/geopackage+sqlite3", b"SQLite format 3"),
    ] {
        let answer = ask(&world, &format!("/parcels.{ending}"), &[]).await;
        assert_eq!(answer.status(), 200, "{ending}");
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        assert_eq!(header("content-type"), media_type);
        let name = format!(
            "attachment; filename=\"parcels-{}.{ending}\"",
            Utc::now().date_naive()
        );
        assert_eq!(header("content-disposition"), name);
        assert_eq!(header("cache-control"), "no-store");
        assert_eq!(header("x-accel-buffering"), "no");
        let bytes = answer.bytes().await.unwrap();
        assert!(
            bytes.starts_with(start),
            "{ending}: {:?}",
            &bytes[..bytes.len().min(40)]
        );
    }
    let unknown = ask(&world, "/parcels.shp", &[]).await;
    assert_eq!(unknown.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        unknown.json::<Value>().await.unwrap()["code"],
        "address.not_found"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_filters_are_those_of_the_features() {
    let world = filled().await;
    assert_eq!(numbers(&world, &[]).await, ["A", "B", "N"]);
    for (query, expected) in [
        (&[("county_fips", "48201")][..], &["A", "B"][..]),
        (&[("bbox", "-95.3705,29.7595,-95.3685,29.7615")], &["A"]),
        (
            &[("filter", "year_built > 1990 OR county_fips = '37119'")],
            &["A", "N"],
        ),
        (
            &[("county_fips", "48201"), ("filter", "year_built IS NULL")],
            &["B"],
        ),
        (&[("state2", "NC")], &["N"]),
        (&[("owner", "nobody")], &[]),
    ] {
        assert_eq!(numbers(&world, query).await, expected, "{query:?}");
        let page = ask(&world, "/ogc/collections/parcels/items", query).await;
        let page: Value = page.json().await.unwrap();
        assert_eq!(page["features"].as_array().unwrap().len(), expected.len());
    }
    for (query, code) in [
        (("limit", "5"), "parameter.unknown"),
        (
            ("crs", "http://www.opengis.net/def/crs/EPSG/0/4326"),
            "parameter.unknown",
        ),
        (("bbox", "1,2,3"), "parameter.invalid"),
        (("filter", "owner ="), "parameter.invalid"),
    ] {
        let refused = ask(&world, "/parcels.csv", &[query]).await;
        assert_eq!(refused.status(), 400, "{query:?}");
        assert_eq!(
            refused.headers()["content-type"],
            "application/problem+json"
        );
        assert_eq!(refused.json::<Value>().await.unwrap()["code"], code);
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn neither_bought_nor_retired_parcels_are_exported() {
    let world = filled().await;
    let firm = CustomerId(Uuid::new_v4());
    let licensed = format!(
        "UPDATE parcels SET retired_at = now(), retired_by = 1 WHERE parcelnumb = 'B'; \
         INSERT INTO licensed_parcels (customer_id, ll_uuid, source, county_fips, parcelnumb, fields, lon, lat, geom, expires_at) \
         SELECT '{}', gen_random_uuid(), 'Regrid', county_fips, 'L', '{{}}', lon, lat, geom, now() + interval '1 day' \
         FROM parcels WHERE parcelnumb = 'A'",
        firm.0
    );
    world
        .db
        .superuser()
        .await
        .batch_execute(&licensed)
        .await
        .unwrap();
    let token = world.token_of(firm);
    let call = world
        .anonymous(reqwest::Method::GET, "/parcels.csv")
        .bearer_auth(token);
    let text = call.send().await.unwrap().text().await.unwrap();
    let read: Vec<&str> = text
        .lines()
        .skip(1)
        .filter_map(|line| line.split(',').nth(2))
        .collect();
    assert_eq!(read.len(), 2, "{text}");
    assert!(read.contains(&"A") && read.contains(&"N"), "{text}");
    world.stop().await;
}

/// So many parcels, each with a long description.
fn many(count: usize, description: usize) -> Vec<Staged> {
    (0..count)
        .map(|index| {
            let (x, y) = ((index % 100) as f64, (index / 100) as f64);
            let mut parcel = square(
                "48201",
                &format!("M{index}"),
                -95.4 + x * 0.001,
                29.7 + y * 0.001,
            );
            parcel.line = index as i64 + 1;
            // Of many values, so that it cannot be compressed to nothing.
            let mut dice = index as u64 + 1;
            let text = std::iter::repeat_with(|| {
                dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                char::from(b'a' + (dice >> 40) as u8 % 26)
            });
            parcel.fields.legaldesc = Some(text.take(description).collect());
            parcel
        })
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_parcels_are_refused_before_the_first_byte() {
    let world = World::start().await;
    let most = EXPORTS.max_parcels as usize;
    world.put(many(most + 1, 10)).await;
    let refused = ask(&world, "/parcels.parquet", &[]).await;
    assert_eq!(refused.status(), 422);
    assert_eq!(
        refused.headers()["content-type"],
        "application/problem+json"
    );
    let problem: Value = refused.json().await.unwrap();
    assert_eq!(problem["code"], "export.too_large");
    assert_eq!(problem["limit"], EXPORTS.max_parcels);
    let sentence = problem["detail"].as_str().unwrap();
    assert!(
        sentence.contains("bbox") && sentence.contains("parcel-lookup export"),
        "{sentence}"
    );
    let allowed = numbers(&world, &[("filter", "parcelnumb <> 'M0'")]).await;
    assert_eq!(allowed.len(), most);
    world.stop().await;
}

impl World {
    /// Statements that read parcels now.
    async fn running(&self) -> i64 {
        let sql = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() \
            AND state = 'active' AND query LIKE 'SELECT \"parcels\".\"ll_uuid\"%' AND pid <> pg_backend_pid()";
        self.db.count(sql).await
    }
}

/// Begins an export and reads nothing but its beginning.
async fn begun(world: &World, ending: &str) -> Response {
    let mut answer = ask(world, &format!("/parcels.{ending}"), &[]).await;
    assert_eq!(answer.status(), 200);
    assert!(answer.chunk().await.unwrap().is_some());
    answer
}

#[tokio::test(flavor = "multi_thread")]
async fn few_exports_run_at_once_and_end_with_their_clients() {
    let world = World::start().await;
    // 30 MB, more than the buffers of both ends hold.
    world.put(many(3_000, 10_000)).await;
    let first = begun(&world, "geojson").await;
    let second = begun(&world, "csv").await;
    // The first bytes of a file may come before its statement.
    let both = || async { world.running().await == 2 };
    wait_for(Duration::from_secs(10), both).await;
    let busy = ask(&world, "/parcels.fgb", &[]).await;
    assert_eq!(busy.status(), 503);
    assert_eq!(busy.headers()["retry-after"], "60");
    assert_eq!(busy.json::<Value>().await.unwrap()["code"], "export.busy");
    drop(first);
    let cancelled = || async { world.running().await == 1 };
    wait_for(Duration::from_secs(10), cancelled).await;
    let rest = second.bytes().await.unwrap();
    assert!(rest.len() > 30_000_000, "{}", rest.len());
    assert!(rest.ends_with(b"\r\n"));
    let whole = ask(&world, "/parcels.fgb", &[]).await;
    assert!(whole.bytes().await.unwrap().len() > 30_000_000);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_firm_has_not_all_places_and_a_client_that_reads_nothing_loses_its_own() {
    let world = World::start().await;
    world.put(many(3_000, 10_000)).await;
    let token = world.token_of(CustomerId(Uuid::new_v4()));
    let of_firm = async || {
        let request = world.anonymous(reqwest::Method::GET, "/parcels.geojson");
        request.bearer_auth(&token).send().await.unwrap()
    };
    let mut silent = of_firm().await;
    assert_eq!(silent.status(), 200);
    assert!(silent.chunk().await.unwrap().is_some());
    let second = of_firm().await;
    assert_eq!(second.status(), 503, "one firm");
    assert_eq!(second.json::<Value>().await.unwrap()["code"], "export.busy");
    assert!(
        begun(&world, "csv").await.chunk().await.unwrap().is_some(),
        "another firm"
    );
    // The first client has read nothing since, without having gone.
    wait_for(Duration::from_secs(20), || async {
        world.running().await == 0
    })
    .await;
    let whole = of_firm().await.bytes().await.unwrap();
    assert!(whole.len() > 30_000_000, "{}", whole.len());
    let mut read = 0;
    let ended_early = loop {
        match silent.chunk().await {
            Ok(Some(part)) => read += part.len(),
            Ok(None) => break false,
            Err(_) => break true,
        }
    };
    assert!(ended_early && read < 30_000_000, "{read}");
    world.stop().await;
}
