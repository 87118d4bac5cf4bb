//! OGC API - Features. The names of the abstract tests are in the tests that run them.

use std::time::Duration;

use diesel::sql_types::{BigInt, Text};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use proptest::prelude::*;
use proptest::strategy::ValueTree as _;
use proptest::test_runner::TestRunner;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use test_support::{TEST_ORIGIN, wait_for};

use crate::support::{World, square, square_of};

const CRS84: &str = "http://www.opengis.net/def/crs/OGC/1.3/CRS84";
const ITEMS: &str = "/ogc/collections/parcels/items";

/// The EPSG system's URI.
fn epsg(number: u32) -> String {
    format!("http://www.opengis.net/def/crs/EPSG/0/{number}")
}

struct Answer {
    status: u16,
    headers: HeaderMap,
    body: Value,
}

impl Answer {
    fn content_type(&self) -> &str {
        self.headers["content-type"].to_str().unwrap()
    }

    /// The address of the first link with this relation.
    fn link(&self, rel: &str) -> Option<String> {
        let links = self.body["links"].as_array()?;
        let link = links.iter().find(|link| link["rel"] == rel)?;
        Some(link["href"].as_str()?.to_owned())
    }

    fn numbers(&self) -> Vec<&str> {
        let features = self.body["features"].as_array().expect("features");
        let mut numbers: Vec<_> = features
            .iter()
            .map(|feature| feature["properties"]["parcelnumb"].as_str().unwrap())
            .collect();
        numbers.sort_unstable();
        numbers
    }
}

async fn ask(world: &World, path: &str, query: &[(&str, &str)]) -> Answer {
    let answer = world.get(path).query(query).send().await.unwrap();
    Answer {
        status: answer.status().as_u16(),
        headers: answer.headers().clone(),
        body: answer.json().await.unwrap(),
    }
}

async fn items(world: &World, query: &[(&str, &str)]) -> Answer {
    let answer = ask(world, ITEMS, query).await;
    assert_eq!(answer.status, 200, "{query:?}: {}", answer.body);
    answer
}

/// The answer at an address that a link contains.
async fn follow(world: &World, href: &str) -> Answer {
    let path = href.strip_prefix(&format!("{TEST_ORIGIN}/api-2"));
    ask(world, path.expect("an address of ours"), &[]).await
}

/// Three parcels in Houston, of which the last is a sample, and one in Charlotte.
async fn filled() -> World {
    let world = World::start().await;
    let mut a = square("48201", "A", -95.37, 29.76);
    a.fields.owner = Some("O'Hara & Söhne".to_owned());
    a.fields.address = Some("901 Preston St".to_owned());
    a.fields.parval = Some("1250000.50".parse().unwrap());
    a.fields.year_built = Some(1999);
    a.fields.saledate = chrono::NaiveDate::from_ymd_opt(2019, 6, 14);
    let mut b = square("48201", "B", -95.36, 29.76);
    b.fields.owner = Some("100% Land_Trust".to_owned());
    b.fields.year_built = Some(2010);
    let n = square("37119", "N", -80.84, 35.22);
    world.put(vec![a, b, n]).await;
    world
        .put_sample(vec![square("48201", "S", -95.35, 29.76)])
        .await;
    world
}

#[tokio::test(flavor = "multi_thread")]
async fn core_the_start_leads_to_everything() {
    let world = filled().await;
    // /conf/core/root-op, root-success
    let start = ask(&world, "/ogc", &[]).await;
    assert_eq!(start.status, 200);
    assert_eq!(start.content_type(), "application/json");
    // /conf/core/conformance-op, conformance-success
    let conformance = follow(&world, &start.link("conformance").unwrap()).await;
    let classes = conformance.body["conformsTo"].as_array().unwrap();
    for class in [
        "ogcapi-features-1/1.0/conf/core",
        "ogcapi-features-1/1.0/conf/geojson",
        "ogcapi-features-1/1.0/conf/oas30",
        "ogcapi-features-2/1.0/conf/crs",
        "ogcapi-features-3/1.0/conf/filter",
        "cql2/1.0/conf/basic-cql2",
    ] {
        let uri = format!("http://www.opengis.net/spec/{class}");
        assert!(classes.contains(&json!(uri)), "{class}");
    }
    // /conf/core/fc-md-op, fc-md-success, fc-md-links, fc-md-items, fc-md-extent
    let collections = follow(&world, &start.link("data").unwrap()).await;
    assert!(collections.link("self").is_some());
    let listed = &collections.body["collections"];
    assert_eq!(listed.as_array().unwrap().len(), 3);
    assert_eq!(listed[0]["id"], "parcels");
    // /conf/core/sfc-md-op, sfc-md-success
    let href = listed[0]["links"][0]["href"].as_str().unwrap();
    let collection = follow(&world, href).await;
    assert_eq!(collection.body, listed[0]);
    let bbox = &collection.body["extent"]["spatial"]["bbox"][0];
    let side = |index: usize| bbox[index].as_f64().unwrap();
    assert!(
        (side(0) + 95.37).abs() < 0.01 && (side(1) - 29.76).abs() < 0.01,
        "{bbox}"
    );
    assert!(
        (side(2) + 80.839).abs() < 0.01 && (side(3) - 35.221).abs() < 0.01,
        "{bbox}"
    );
    // /conf/core/fc-op, fc-response, fc-links, fc-rel-type, fc-timeStamp, fc-numberReturned
    let page = follow(&world, &collection.link("items").unwrap()).await;
    assert_eq!(page.numbers(), ["A", "B", "N", "S"]);
    assert_eq!(page.body["type"], "FeatureCollection");
    assert_eq!(page.body["numberReturned"], 4);
    let stamp = page.body["timeStamp"].as_str().unwrap();
    assert!(
        chrono::DateTime::parse_from_rfc3339(stamp).is_ok(),
        "{stamp}"
    );
    assert_eq!(
        page.link("self").unwrap(),
        collection.link("items").unwrap()
    );
    assert!(page.link("next").is_none());
    // /conf/core/f-op, f-success, f-links; /conf/geojson/content, definition
    let first = page.body["features"][0].clone();
    let id = first["id"].as_str().unwrap();
    let feature = ask(&world, &format!("{ITEMS}/{id}"), &[]).await;
    assert_eq!(feature.content_type(), "application/geo+json");
    assert_eq!(page.content_type(), "application/geo+json");
    for member in ["type", "id", "geometry", "properties"] {
        assert_eq!(feature.body[member], first[member]);
    }
    assert_eq!(feature.body["type"], "Feature");
    assert_eq!(feature.body["geometry"]["type"], "MultiPolygon");
    assert!(
        feature
            .link("self")
            .unwrap()
            .ends_with(&format!("{ITEMS}/{id}"))
    );
    assert_eq!(feature.link("collection"), collection.link("self"));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn properties_are_public_facts_with_source_and_the_state_of_the_county() {
    let world = filled().await;
    let page = items(&world, &[("parcelnumb", "A")]).await;
    let properties = &page.body["features"][0]["properties"];
    assert_eq!(properties["parval"], json!(1_250_000.5));
    assert_eq!(properties["saledate"], "2019-06-14");
    assert_eq!(properties["source"], "Test County");
    assert_eq!(properties["is_sample"], false);
    assert_eq!(properties["state2"], "TX");
    assert!(properties["fetched_at"].is_string());
    // Of the queryables no property is missing.
    let queryables = ask(&world, "/ogc/collections/parcels/queryables", &[]).await;
    for name in queryables.body["properties"].as_object().unwrap().keys() {
        let is_there = name == "geometry" || properties.get(name).is_some();
        assert!(is_there, "{name}");
    }
    // The state is filtered as it is shown.
    assert_eq!(items(&world, &[("state2", "NC")]).await.numbers(), ["N"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn oas30_the_document_describes_what_is_answered() {
    let world = filled().await;
    // /conf/core/api-definition-op, api-definition-success; /conf/oas30/*
    let start = ask(&world, "/ogc", &[]).await;
    let api = follow(&world, &start.link("service-desc").unwrap()).await;
    assert_eq!(
        api.content_type(),
        "application/vnd.oai.openapi+json;version=3.0"
    );
    assert_eq!(api.body["openapi"], "3.0.3");
    let id = items(&world, &[("limit", "1")]).await.body["features"][0]["id"].clone();
    let paths = api.body["paths"].as_object().unwrap();
    assert_eq!(paths.len(), 16);
    for (path, item) in paths {
        let path = path.replace("{featureId}", id.as_str().unwrap());
        let path = format!("/ogc{path}");
        let answer = ask(&world, &path, &[]).await;
        if path.starts_with("/ogc/collections/project") {
            // main-api answers it; the proxy directs it there.
            assert_eq!(answer.body["code"], "collection.not_found", "{path}");
            continue;
        }
        assert_eq!(answer.status, 200, "{path}");
        let described = &item["get"]["responses"]["200"]["content"];
        assert!(described.get(answer.content_type()).is_some(), "{path}");
        // /conf/core/query-param-unknown
        let refused = ask(&world, &path, &[("nonsense", "1")]).await;
        assert_eq!(refused.status, 400, "{path}");
        assert_eq!(refused.body["code"], "parameter.unknown");
        assert!(refused.body["errors"]["nonsense"].is_string(), "{path}");
        assert!(item["get"]["responses"].get("400").is_some());
    }
    // Every reference has its component.
    let text = api.body.to_string();
    for part in text.split("\"$ref\":\"#").skip(1) {
        let pointer = part.split('"').next().unwrap();
        assert!(api.body.pointer(pointer).is_some(), "{pointer}");
    }
    // /conf/core/fc-limit-definition
    let limit = &api.body["components"]["parameters"]["limit"]["schema"];
    assert_eq!(
        (&limit["minimum"], &limit["maximum"]),
        (&json!(1), &json!(1000))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_exist_is_404() {
    let world = filled().await;
    for (path, code) in [
        (
            "/ogc/collections/nothing".to_owned(),
            "collection.not_found",
        ),
        (
            "/ogc/collections/nothing/items".to_owned(),
            "collection.not_found",
        ),
        (
            "/ogc/collections/nothing/queryables".to_owned(),
            "collection.not_found",
        ),
        (format!("{ITEMS}/nothing"), "parcel.not_found"),
        (
            format!("{ITEMS}/7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11"),
            "parcel.not_found",
        ),
    ] {
        let answer = ask(&world, &path, &[]).await;
        assert_eq!(
            (answer.status, &answer.body["code"]),
            (404, &json!(code)),
            "{path}"
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_parameters_are_400_and_named() {
    let world = filled().await;
    // /conf/core/query-param-invalid; /conf/crs/crs-parameter-invalid, bbox-crs-parameter-invalid
    for (name, value) in [
        ("limit", "0"),
        ("limit", "-1"),
        ("limit", "ten"),
        ("limit", ""),
        ("cursor", "nonsense"),
        ("bbox", "1,2,3"),
        ("bbox", "1,2,3,4,5"),
        ("bbox", "a,b,c,d"),
        ("bbox", "0,10,1,5"),
        ("bbox", "-181,0,0,1"),
        ("bbox", "0,0,NaN,1"),
        ("bbox-crs", "EPSG:4326"),
        ("datetime", "yesterday"),
        ("datetime", "2026-02-01/2026-01-01"),
        ("crs", "http://www.opengis.net/def/crs/EPSG/0/1"),
        ("filter-crs", ""),
        ("filter-lang", "cql2-json"),
        ("filter", ""),
        ("filter", "owner = 1"),
        ("filter", "nothing = 1"),
        ("year_built", "old"),
        ("saledate", "2019"),
        ("is_sample", "yes"),
        ("ll_uuid", "1"),
        ("owner", "a\0b"),
    ] {
        let answer = ask(&world, ITEMS, &[(name, value)]).await;
        assert_eq!(answer.status, 400, "{name}={value}: {}", answer.body);
        assert_eq!(answer.content_type(), "application/problem+json");
        assert_eq!(answer.body["code"], "parameter.invalid", "{name}={value}");
        assert!(answer.body["errors"][name].is_string(), "{}", answer.body);
    }
    let twice = ask(&world, ITEMS, &[("limit", "1"), ("limit", "2")]).await;
    assert_eq!(
        (twice.status, &twice.body["code"]),
        (400, &json!("parameter.invalid"))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn core_boxes_select_what_they_touch() {
    let world = filled().await;
    // /conf/core/fc-bbox-definition, fc-bbox-response
    for (bbox, numbers) in [
        ("-95.38,29.7,-95.3,29.8", vec!["A", "B", "S"]),
        ("-95.38,29.7,-99,-95.3,29.8,99", vec!["A", "B", "S"]),
        // A corner.
        ("-95.40,29.70,-95.37,29.76", vec!["A"]),
        ("-95.3695,29.7605,-95.3695,29.7605", vec!["A"]),
        ("0,0,1,1", vec![]),
        ("-180,-90,180,90", vec!["A", "B", "N", "S"]),
        // Beyond the antimeridian, to the west of Charlotte.
        ("170,0,-90,80", vec!["A", "B", "S"]),
    ] {
        let page = items(&world, &[("bbox", bbox)]).await;
        assert_eq!(page.numbers(), numbers, "{bbox}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn core_datetime_is_when_the_source_was_read() {
    let world = filled().await;
    let sql = "UPDATE parcels SET fetched_at = '2020-01-31T12:00:00Z' WHERE parcelnumb = 'A'";
    world.db.superuser().await.batch_execute(sql).await.unwrap();
    // /conf/core/fc-time-definition, fc-time-response
    for (datetime, found) in [
        ("2020-01-31T12:00:00Z", true),
        ("2020-01-31T13:00:00+01:00", true),
        ("2020-01-31", true),
        ("2020-01-30", false),
        ("2020-01-31T12:00:01Z/2020-02-01T00:00:00Z", false),
        ("2020-01-01/2020-01-31", true),
        ("../2020-02-01", true),
        ("/2020-01-30", false),
    ] {
        let page = items(&world, &[("datetime", datetime)]).await;
        let expected: &[&str] = if found { &["A"] } else { &[] };
        assert_eq!(page.numbers(), expected, "{datetime}");
    }
    let all = items(&world, &[("datetime", "2020-01-01/..")]).await;
    assert_eq!(all.numbers(), ["A", "B", "N", "S"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn core_pages_hold_every_parcel_once_while_others_change() {
    let world = World::start().await;
    let parcels = (0..25).map(|i| {
        square(
            "48201",
            &format!("P{i:02}"),
            -95.37,
            29.7 + f64::from(i) * 0.002,
        )
    });
    world.put(parcels.collect()).await;
    // /conf/core/fc-limit-definition, fc-limit-response
    let mut page = items(&world, &[("limit", "10"), ("county_fips", "48201")]).await;
    assert_eq!(page.body["numberReturned"], 10);
    let last = page.body["features"][9]["id"].as_str().unwrap().to_owned();
    let mut seen: Vec<String> = Vec::new();
    let sql = format!("DELETE FROM parcels WHERE ll_uuid = '{last}'");
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
    loop {
        seen.extend(page.numbers().into_iter().map(str::to_owned));
        let Some(next) = page.link("next") else { break };
        assert!(
            next.contains("limit=10") && next.contains("county_fips=48201"),
            "{next}"
        );
        page = follow(&world, &next).await;
        assert_eq!(page.status, 200);
    }
    seen.sort_unstable();
    let all: Vec<String> = (0..25).map(|i| format!("P{i:02}")).collect();
    assert_eq!(seen, all);
    // More than the maximum means the maximum.
    for limit in ["1001", "10000", "99999999999999999999"] {
        assert_eq!(
            items(&world, &[("limit", limit)]).await.body["numberReturned"],
            24
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn crs_coordinates_are_in_the_requested_system() {
    let world = filled().await;
    // /conf/crs/fc-md-crs-list, fc-md-storageCrs
    let collection = ask(&world, "/ogc/collections/parcels", &[]).await;
    assert_eq!(collection.body["storageCrs"], CRS84);
    let systems = collection.body["crs"].as_array().unwrap();
    assert_eq!(systems[0], CRS84);
    assert!(systems.len() >= 9);
    for system in systems {
        let uri = system.as_str().unwrap();
        // /conf/crs/crs-parameter, crs-op, content-crs: of Texas, far away ones too.
        for number in ["A", "N"] {
            let page = items(&world, &[("parcelnumb", number), ("crs", uri)]).await;
            assert_eq!(page.headers["content-crs"], format!("<{uri}>"));
            let corner = &page.body["features"][0]["geometry"]["coordinates"][0][0][0];
            let (x, y) = (corner[0].as_f64().unwrap(), corner[1].as_f64().unwrap());
            // /conf/crs/bbox-crs-parameter, bbox-crs-action, and /conf/features-filter/filter-crs: what is
            // read at these coordinates is found there. PostGIS made them and we read them, so the two
            // must agree.
            let is_degrees = x.abs() < 181.0 && y.abs() < 181.0;
            let near = if is_degrees { 1e-6 } else { 0.3 };
            let bbox = format!("{},{},{},{}", x - near, y - near, x + near, y + near);
            let found = items(&world, &[("bbox", &bbox), ("bbox-crs", uri)]).await;
            assert_eq!(found.numbers(), [number], "{uri} {bbox}");
            let filter = format!("S_INTERSECTS(geometry, BBOX({bbox}))");
            let found = items(&world, &[("filter", &filter), ("filter-crs", uri)]).await;
            assert_eq!(found.numbers(), [number], "{uri} {filter}");
            let id = page.body["features"][0]["id"].as_str().unwrap();
            let one = ask(&world, &format!("{ITEMS}/{id}"), &[("crs", uri)]).await;
            assert_eq!(one.body["geometry"], page.body["features"][0]["geometry"]);
            assert_eq!(one.headers["content-crs"], format!("<{uri}>"));
        }
    }
    // /conf/crs/default-crs
    let usual = items(&world, &[("parcelnumb", "A")]).await;
    assert_eq!(usual.headers["content-crs"], format!("<{CRS84}>"));
    let at = |page: &Answer| page.body["features"][0]["geometry"]["coordinates"][0][0][0].clone();
    assert_eq!(at(&usual), json!([-95.37, 29.76]));
    let swapped = items(&world, &[("parcelnumb", "A"), ("crs", &epsg(4326))]).await;
    assert_eq!(at(&swapped), json!([29.76, -95.37]));
    // Charlotte's false easting and northing in feet, roughly.
    let feet = items(&world, &[("parcelnumb", "N"), ("crs", &epsg(2264))]).await;
    let x = at(&feet)[0].as_f64().unwrap();
    assert!((1_400_000.0..1_500_000.0).contains(&x), "{x}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_select_parcels() {
    let world = filled().await;
    // /conf/queryables/get-queryables
    let queryables = ask(&world, "/ogc/collections/parcels/queryables", &[]).await;
    assert_eq!(queryables.content_type(), "application/schema+json");
    let id = format!("{TEST_ORIGIN}/api-2/ogc/collections/parcels/queryables");
    assert_eq!(queryables.body["$id"], id);
    // /conf/queryables-query-parameters/parameters
    for (name, value, numbers) in [
        ("owner", "O'Hara & Söhne", vec!["A"]),
        ("year_built", "2010", vec!["B"]),
        ("parval", "1250000.5", vec!["A"]),
        ("saledate", "2019-06-14", vec!["A"]),
        ("is_sample", "true", vec!["S"]),
        ("county_fips", "37119", vec!["N"]),
    ] {
        assert_eq!(
            items(&world, &[(name, value)]).await.numbers(),
            numbers,
            "{name}"
        );
    }
    // /conf/filter/filter-param, /conf/features-filter/get-conformance; CQL2 by classes
    for (filter, numbers) in [
        // /conf/basic-cql2
        ("year_built = 1999", "A"),
        ("1999 = year_built", "A"),
        ("year_built <> 1999", "B"),
        ("year_built > 1999 OR parval<=1250000.50", "A B"),
        ("year_built>=1.999e3 and NOT year_built < 2010", "B"),
        ("NOT (year_built = 1999 OR parcelnumb = 'B')", ""),
        ("owner = 'O''Hara & Söhne'", "A"),
        (r"owner = 'O\'Hara & Söhne'", "A"),
        (r#""parcelnumb" < 'N'"#, "A B"),
        ("saledate = DATE('2019-06-14')", "A"),
        ("saledate > DATE('2019-06-14')", ""),
        ("fetched_at > TIMESTAMP('2020-01-01T00:00:00Z')", "A B N S"),
        ("is_sample = TRUE", "S"),
        ("is_sample = false and true", "A B N"),
        ("year_built IS NULL", "N S"),
        ("year_built is not null", "A B"),
        ("geometry IS NULL", ""),
        ("state2 = 'NC'", "N"),
        ("'' = 'a'", ""),
        ("owner = ''' OR 1=1 --'", ""),
        // /conf/advanced-comparison-operators
        ("year_built BETWEEN 1999 AND 2000", "A"),
        ("year_built NOT BETWEEN 1999 AND 2000", "B"),
        (
            "saledate BETWEEN DATE('2019-01-01') AND DATE('2019-12-31')",
            "A",
        ),
        ("parcelnumb IN ('A', 'N', 'X')", "A N"),
        ("parcelnumb NOT IN ('A', 'N')", "B S"),
        ("address LIKE '901 %'", "A"),
        ("address LIKE '_01 Preston St'", "A"),
        (r"owner LIKE '100\% Land\_Trust'", "B"),
        (r"owner LIKE '10_\% Land\_%'", "B"),
        ("address NOT LIKE '9%'", ""),
        // /conf/case-insensitive-comparison
        ("CASEI(owner) = CASEI('o''HARA & SÖHNE')", "A"),
        ("CASEI(address) LIKE CASEI('%PRESTON%')", "A"),
        ("CASEI(parcelnumb) IN (CASEI('a'), CASEI('b'))", "A B"),
        // /conf/basic-spatial-functions
        ("S_INTERSECTS(geometry, POINT(-95.3695 29.7605))", "A"),
        (
            "S_INTERSECTS(BBOX(-95.38,29.7,-95.355,29.8), geometry)",
            "A B",
        ),
        ("S_INTERSECTS(geometry, BBOX(170,0,-90,80))", "A B S"),
        // /conf/basic-spatial-functions-plus
        (
            "s_intersects(geometry, LINESTRING(-95.38 29.7605, -95.355 29.7605))",
            "A B",
        ),
        (
            "S_INTERSECTS(geometry, POLYGON((-95.3655 29.7, -95.3 29.7, -95.3 29.8, -95.3655 29.8, -95.3655 29.7)))",
            "B S",
        ),
        (
            "S_INTERSECTS(geometry, POLYGON Z((-95.3655 29.7 0, -95.3 29.7 0, -95.3 29.8 0, -95.3655 29.8 0, -95.3655 29.7 0)))",
            "B S",
        ),
        (
            "S_INTERSECTS(geometry, MULTIPOINT((-95.3695 29.7605), (-80.8395 35.2205)))",
            "A N",
        ),
        (
            "S_INTERSECTS(geometry, MULTIPOINT(-95.3695 29.7605, -80.8395 35.2205))",
            "A N",
        ),
        (
            "S_INTERSECTS(geometry, MULTILINESTRING((-95.38 29.7605, -95.365 29.7605), (0 0, 1 1)))",
            "A",
        ),
        (
            "S_INTERSECTS(geometry, MULTIPOLYGON(((-96 29, -95 29, -95 30, -96 30, -96 29), (-95.38 29.7, -95.3 29.7, -95.3 29.8, -95.38 29.8, -95.38 29.7)), ((-81 35, -80 36, -81 36, -81 35))))",
            "N",
        ),
        (
            "S_INTERSECTS(geometry, GEOMETRYCOLLECTION(POINT(-95.3695 29.7605), BBOX(-81, 35, -80, 36)))",
            "A N",
        ),
        // A polygon that crosses itself.
        (
            "S_INTERSECTS(geometry, POLYGON((-96 28, -95 31, -95 28, -96 31, -96 28)))",
            "A B S",
        ),
    ] {
        let page = items(&world, &[("filter", filter), ("filter-lang", "cql2-text")]).await;
        assert_eq!(page.numbers().join(" "), numbers, "{filter}");
    }
    let id = items(&world, &[("parcelnumb", "A")]).await.body["features"][0]["id"].clone();
    let filter = format!("ll_uuid = '{}'", id.as_str().unwrap());
    assert_eq!(items(&world, &[("filter", &filter)]).await.numbers(), ["A"]);
    // /conf/features-filter/mixing-expressions: all parameters apply together.
    let both = [
        ("filter", "year_built > 1900"),
        ("bbox", "-95.365,29.7,-95.3,29.8"),
    ];
    assert_eq!(items(&world, &both).await.numbers(), ["B"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn filters_that_are_refused_say_why() {
    let world = filled().await;
    let deep = format!("{}year_built = 1{}", "(".repeat(40), ")".repeat(40));
    let many = format!("parcelnumb IN ({})", vec!["'x'"; 600].join(","));
    let vertices = format!(
        "S_INTERSECTS(geometry, MULTIPOINT({}))",
        vec!["1 1"; 2001].join(",")
    );
    let long = format!("owner = '{}'", "x".repeat(8000));
    for (filter, reason) in [
        (deep.as_str(), "nested deeper"),
        (&many, "more than 500"),
        (&long, "longer than"),
        ("owner", "a comparison"),
        ("owner =", "ends where"),
        ("owner = 'a' 'b'", "(character 13)"),
        ("owner = 'a", "no closing quote"),
        ("owner = owner; DROP TABLE parcels", "unexpected character"),
        ("raw IS NULL", "no queryable property raw"),
        ("version = 1", "no queryable property version"),
        ("pg_sleep(5) = 1", "no function pg_sleep"),
        ("year_built = 'x'", "cannot be compared"),
        ("saledate = '2019-06-14'", "cannot be compared"),
        ("saledate = DATE('2019-6-14')", "is expected"),
        ("ll_uuid = 'x'", "UUID"),
        ("year_built LIKE 1", "compares texts"),
        (r"owner LIKE 'a\'", "no closing quote"),
        (r"owner LIKE 'a\\\ '", ""),
        ("owner LIKE address", "pattern of LIKE"),
        ("1 IS NULL", "Only a property"),
        ("CASEI(year_built) = 1", "CASEI applies"),
        ("S_INTERSECTS(owner, POINT(1 1))", "not a geometry"),
        ("S_INTERSECTS(geometry, geometry)", "literal"),
        ("S_INTERSECTS(geometry, POINT(1 1, 2 2))", "one position"),
        (
            "S_INTERSECTS(geometry, POINT(200 1))",
            "outside of the range",
        ),
        ("S_INTERSECTS(geometry, LINESTRING(1 1))", "two positions"),
        (
            "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 0 0)))",
            "at least four",
        ),
        (
            "S_INTERSECTS(geometry, POLYGON((0 0, 1 1, 1 0, 0 1)))",
            "ends at the first",
        ),
        ("S_INTERSECTS(geometry, BBOX(1, 2, 3))", "four or six"),
        ("S_INTERSECTS(geometry, CIRCLE(1, 2, 3))", "literal"),
    ] {
        let answer = ask(&world, ITEMS, &[("filter", filter)]).await;
        if reason.is_empty() {
            assert_eq!(answer.status, 200, "{filter}");
            continue;
        }
        assert_eq!(answer.status, 400, "{filter}: {}", answer.body);
        let shown = answer.body["errors"]["filter"].as_str().unwrap();
        assert!(shown.contains(reason), "{filter}: {shown}");
    }
    let answer = ask(&world, ITEMS, &[("filter", &vertices)]).await;
    assert_eq!(answer.status, 400);
    // Spent on names only, so the database is not asked.
    assert_eq!(items(&world, &[]).await.numbers().len(), 4);
    world.stop().await;
}

/// Words and signs from which filters are put together.
fn word() -> impl Strategy<Value = String> {
    let fixed = proptest::sample::select(vec![
        "owner",
        "year_built",
        "saledate",
        "fetched_at",
        "is_sample",
        "ll_uuid",
        "geometry",
        "\"address\"",
        "=",
        "<>",
        "<",
        ">=",
        "AND",
        "OR",
        "NOT",
        "IS",
        "NULL",
        "IN",
        "BETWEEN",
        "LIKE",
        "CASEI(",
        "(",
        ")",
        ",",
        "TRUE",
        "DATE('2020-02-30')",
        "DATE('0000-01-01')",
        "TIMESTAMP('9999-12-31T23:59:59Z')",
        "'%'",
        "'\\'",
        "1",
        "-1e308",
        "1e-320",
        "S_INTERSECTS(geometry,",
        "POINT(",
        "BBOX(",
        "POLYGON((0 0,1 0,1 1,0 0))",
        "LINESTRING(0 0,0 0)",
        "MULTIPOINT(180 90,-180 -90)",
        "BBOX(-180,-90,180,90)",
        ";",
        "--",
        "$1",
    ]);
    prop_oneof![4 => fixed.prop_map(str::to_owned), 1 => "\\PC{0,12}"]
}

/// A filter that is correct more often than not.
fn predicate() -> impl Strategy<Value = String> {
    let number = prop_oneof![
        any::<f64>()
            .prop_filter("finite", |n| n.is_finite())
            .prop_map(|n| format!("{n:e}")),
        any::<i32>().prop_map(|n| n.to_string()),
    ];
    let text = "\\PC{0,12}".prop_map(|text| format!("'{}'", text.replace('\'', "''")));
    let coordinate = || (-180.0..180.0_f64, -90.0..90.0_f64);
    let place = proptest::collection::vec(coordinate(), 3..8).prop_map(|mut ring| {
        ring.push(ring[0]);
        let ring: Vec<_> = ring.iter().map(|(x, y)| format!("{x} {y}")).collect();
        format!("S_INTERSECTS(geometry, POLYGON(({})))", ring.join(","))
    });
    let sign = || proptest::sample::select(vec!["=", "<>", "<", "<=", ">", ">="]);
    let numeric = proptest::sample::select(vec!["year_built", "parval", "sqft", "ll_gisacre"]);
    prop_oneof![
        (numeric, sign(), number)
            .prop_map(|(name, sign, number)| format!("{name} {sign} {number}")),
        (sign(), text.clone()).prop_map(|(sign, text)| format!("owner {sign} {text}")),
        text.clone()
            .prop_map(|text| format!("CASEI(owner) LIKE CASEI({text})")),
        proptest::collection::vec(text, 1..5)
            .prop_map(|all| format!("owner IN ({})", all.join(","))),
        place,
    ]
}

#[tokio::test(flavor = "multi_thread")]
async fn no_filter_is_an_error_of_the_server() {
    let world = filled().await;
    let mut runner = TestRunner::default();
    let soup = proptest::collection::vec(word(), 1..12).prop_map(|words| words.join(" "));
    let sound = proptest::collection::vec(predicate(), 1..4).prop_map(|all| all.join(" OR NOT "));
    let mut answered = 0;
    for _ in 0..300 {
        for filter in [
            soup.new_tree(&mut runner).unwrap().current(),
            sound.new_tree(&mut runner).unwrap().current(),
        ] {
            let answer = ask(&world, ITEMS, &[("filter", &filter), ("limit", "1")]).await;
            assert!(
                [200, 400].contains(&answer.status),
                "{filter}: {}",
                answer.body
            );
            answered += u32::from(answer.status == 200);
        }
    }
    assert!(answered > 150, "{answered} filters were correct");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_filter_that_takes_too_long_is_ended() {
    let world = filled().await;
    let mut blocker = world.db.superuser().await;
    let sql = "BEGIN; LOCK TABLE parcels IN ACCESS EXCLUSIVE MODE";
    blocker.batch_execute(sql).await.unwrap();
    let answer = ask(&world, ITEMS, &[("filter", "year_built > 1")]).await;
    assert_eq!(
        (answer.status, &answer.body["code"]),
        (422, &json!("filter.too_slow"))
    );
    blocker.batch_execute("ROLLBACK").await.unwrap();
    assert_eq!(
        items(&world, &[("filter", "year_built > 1")])
            .await
            .numbers(),
        ["A", "B"]
    );
    world.stop().await;
}

#[derive(diesel::QueryableByName)]
struct Scans {
    #[diesel(sql_type = BigInt)]
    scans: i64,
    #[diesel(sql_type = BigInt)]
    read: i64,
}

/// Scans of an index of all partitions of `parcels` and entries read from it; of the tables themselves without a name.
async fn scans(world: &World, index: &str) -> Scans {
    let sql = "SELECT sum(scans)::bigint AS scans, sum(read)::bigint AS read FROM ( \
            SELECT idx_scan AS scans, idx_tup_read AS read FROM pg_stat_all_indexes \
                JOIN pg_inherits ON inhrelid = indexrelid WHERE inhparent = to_regclass(nullif($1, '')) \
            UNION ALL SELECT seq_scan, seq_tup_read FROM pg_stat_all_tables \
                JOIN pg_inherits ON inhrelid = relid WHERE inhparent = 'parcels'::regclass AND $1 = '' \
        ) AS counted";
    let mut conn = world.db.superuser().await;
    let query = diesel::sql_query(sql).bind::<Text, _>(index);
    query.get_result(&mut conn).await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn at_size_boxes_and_pages_are_read_from_indexes() {
    let world = World::start().await;
    let seeding = db::DbConfig::new(world.db.app_url(), "seeding");
    sample_data::seed(&seeding).await.unwrap();
    let mut conn = world.db.superuser().await;
    conn.batch_execute("ANALYZE parcels").await.unwrap();
    // A connection that ends tells what it has read, and seeding reads whole tables.
    wait_for(Duration::from_mins(1), async || {
        let sql = "SELECT count(*) FROM pg_stat_activity \
                WHERE datname = current_database() AND application_name = 'seeding'";
        world.db.count(sql).await == 0
    })
    .await;
    let seeded = scans(&world, "parcels_pkey").await.scans;
    let first = items(&world, &[("limit", "100")]).await;
    // The server counts with a delay, all that a connection has read at once.
    let told = || async { scans(&world, "parcels_pkey").await.scans > seeded };
    wait_for(Duration::from_mins(1), told).await;
    let before = [
        scans(&world, "parcels_geom_3857").await,
        scans(&world, "parcels_pkey").await,
    ];
    // Empty partitions are scanned, which reads nothing.
    let whole = scans(&world, "").await.read;
    let bbox = [
        ("bbox", "-95.3705,29.7598,-95.369,29.761"),
        ("limit", "1000"),
    ];
    let found = items(&world, &bbox).await.body["numberReturned"]
        .as_i64()
        .unwrap();
    assert!((1..100).contains(&found), "{found}");
    let filter = "S_INTERSECTS(geometry, POLYGON((-95.3705 29.7598,-95.369 29.7598,-95.369 29.761,-95.3705 29.7598)))";
    items(&world, &[("filter", filter)]).await;
    follow(&world, &first.link("next").unwrap()).await;
    let counted = || async {
        scans(&world, "parcels_geom_3857").await.scans >= before[0].scans + 2
            && scans(&world, "parcels_pkey").await.scans > before[1].scans
    };
    wait_for(Duration::from_mins(1), counted).await;
    let page = scans(&world, "parcels_pkey").await.read - before[1].read;
    assert!(page < 500, "{page} entries were read for a page of 100");
    assert_eq!(
        scans(&world, "").await.read,
        whole,
        "the whole table was read"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_firms_read_the_same_public_parcels() {
    let world = filled().await;
    let of = |firm| {
        let token = world.token_of(domain::CustomerId(firm));
        world
            .anonymous(Method::GET, ITEMS)
            .bearer_auth(token)
            .send()
    };
    let mut pages = Vec::new();
    for firm in [uuid::Uuid::new_v4(), uuid::Uuid::new_v4()] {
        let page: Value = of(firm).await.unwrap().json().await.unwrap();
        pages.push(page["features"].clone());
    }
    assert_eq!(pages[0], pages[1]);
    assert_eq!(pages[0].as_array().unwrap().len(), 4);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_of_several_parts_is_one_feature() {
    let world = World::start().await;
    let mut parcel = square_of("48201", "M", -95.37, 29.76, 0.001);
    let text = "MULTIPOLYGON(((0 0,1 0,1 1,0 0)),((2 2,3 2,3 3,2 2)))".to_owned();
    parcel.shape = parcel_record::Shape::Wkt(text);
    world.put(vec![parcel]).await;
    let page = items(&world, &[]).await;
    let geometry = &page.body["features"][0]["geometry"];
    assert_eq!(geometry["coordinates"].as_array().unwrap().len(), 2);
    assert_eq!(page.body["numberReturned"], 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_parcels_there_is_no_extent() {
    let world = World::start().await;
    let collection = ask(&world, "/ogc/collections/parcels", &[]).await;
    assert_eq!(collection.status, 200, "{}", collection.body);
    assert!(collection.body.get("extent").is_none());
    assert_eq!(items(&world, &[]).await.body["numberReturned"], 0);
    world.stop().await;
}
