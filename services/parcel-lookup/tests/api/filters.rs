//! What filters know besides records: growth runs of the firm, and slopes.

use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl as _;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::growth_runs::{Firm, path};
use crate::search_site::{Site, numbers};
use crate::support::{World, square};

/// Around all parcels of these tests near Charlotte.
const ITEMS: &str = "/ogc/collections/parcels/items";
const BOX: [f64; 4] = [-81.1, 35.0, -80.6, 35.4];
/// The tile that contains the first of them.
const TILE: &str = "/tiles/15/9015/12969.mvt";

async fn counts(firm: &Firm<'_>, filters: &[String]) -> Vec<u64> {
    let body = json!({ "filters": filters, "bbox": BOX });
    let answer = firm.send(Method::POST, "/parcel_counts", Some(&body)).await;
    let status = answer.status();
    let body: Value = answer.json().await.unwrap();
    assert_eq!(status, 200, "{body}");
    let counts = body["counts"].as_array().unwrap().iter();
    counts
        .map(|count| count["count"].as_u64().unwrap())
        .collect()
}

/// What the run says of each parcel, by another call.
async fn grown(firm: &Firm<'_>, run: &Value, ids: &[Uuid]) -> Vec<Value> {
    let mut asked = Vec::new();
    for id in ids {
        let parcel = firm.get(&format!("/parcels/{id}")).await;
        asked.push(json!({ "parcel_number": parcel["parcelnumb"], "lon": parcel["lon"], "lat": parcel["lat"] }));
    }
    let body = json!({ "parcels": asked });
    let answer = firm
        .send(Method::POST, &path(run, "/parcels"), Some(&body))
        .await;
    let answer: Value = answer.json().await.unwrap();
    answer["parcels"].as_array().unwrap().clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_filtered_by_what_a_growth_run_says() {
    let world = World::start().await;
    let places = [
        (-80.95, 35.09),
        (-80.93, 35.07),
        (-80.96, 35.11),
        (-80.70, 35.30),
    ];
    let parcels: Vec<_> = (1..)
        .zip(places)
        .map(|(number, (lon, lat))| square("37119", &number.to_string(), lon, lat))
        .collect();
    let mut ids: Vec<Uuid> = parcels
        .iter()
        .map(|parcel| parcel.fields.ll_uuid.0)
        .collect();
    world.put(parcels).await;
    let firm = Firm::new(&world);
    let run = firm
        .ask(&json!({ "iterations": 4, "horizon_years": 20 }))
        .await;
    let run_id = run["run_id"].as_str().unwrap().to_owned();
    let of = |rest: &str| format!("growth_run_id = '{run_id}' AND {rest}");
    let refused = async |firm: &Firm<'_>, filter: String| -> (u16, Value) {
        let body = json!({ "filters": [filter], "bbox": BOX });
        let answer = firm.send(Method::POST, "/parcel_counts", Some(&body)).await;
        (answer.status().as_u16(), answer.json().await.unwrap())
    };
    let (status, problem) = refused(&firm, of("growth_chance > 0")).await;
    assert_eq!(
        (status, &problem["code"]),
        (409, &json!("growth.no_result"))
    );
    let workers = world.workers(2);
    firm.wait_for_state(&run, "succeeded").await;
    workers.shutdown().await;

    // The same figures as those of each parcel. One that is new since the table was made has them too.
    for round in 0..2 {
        let said = grown(&firm, &run, &ids).await;
        let mut known = 0;
        for (id, said) in ids.iter().zip(&said) {
            let chance = match said["chance_percent"].as_f64() {
                Some(percent) => {
                    known += 1;
                    let (low, high) = (percent / 100.0 - 0.0006, percent / 100.0 + 0.0006);
                    format!("growth_chance BETWEEN {low:.4} AND {high:.4}")
                }
                None => "growth_chance IS NULL".to_owned(),
            };
            let year = said["likely_decade"]
                .as_str()
                .map(|text| text.trim_end_matches('s'));
            let when = year.map_or("growth_decade IS NULL".to_owned(), |year| {
                format!("growth_decade = {year}")
            });
            let filter = of(&format!("ll_uuid = '{id}' AND {chance} AND {when}"));
            assert_eq!(
                counts(&firm, std::slice::from_ref(&filter)).await,
                [1],
                "{filter} {said}"
            );
        }
        assert!(known > round, "{said:?}");
        // Outside of the run's area it is unknown, and neither high nor low.
        let everywhere = [
            of("growth_chance >= 0"),
            of("growth_chance < 0"),
            of("NOT growth_chance >= 0"),
            of("growth_chance IS NULL"),
        ];
        let all = ids.len() as u64;
        assert_eq!(counts(&firm, &everywhere).await, [known, 0, 0, all - known]);
        if round == 0 {
            let new = square("37119", "new", -80.94, 35.10);
            ids.push(new.fields.ll_uuid.0);
            world.put(vec![new]).await;
        }
    }

    // Selections, tiles and searches for adjoining land read the same filter.
    let filter = of("growth_chance >= 0 AND parcelnumb = '1'");
    let select = json!({ "bbox": BOX, "filter": filter });
    let answer = firm
        .send(Method::POST, "/parcel_selections", Some(&select))
        .await;
    assert_eq!(answer.status(), 201);
    let selected: Value = answer.json().await.unwrap();
    assert_eq!(
        selected["count"],
        counts(&firm, std::slice::from_ref(&filter)).await[0]
    );
    let tile = async |firm: &Firm<'_>, filter: &str| {
        let call = firm.signed(firm.world.anonymous(Method::GET, TILE));
        let answer = call.query(&[("filter", filter)]).send().await.unwrap();
        answer.status().as_u16()
    };
    assert_eq!(tile(&firm, &of("growth_chance < 0")).await, 204);
    let search = json!({ "bbox": BOX, "filter": filter, "min_acres": 1, "max_owners": 1 });
    let answer = firm
        .send(Method::POST, "/assemblage_searches", Some(&search))
        .await;
    assert_eq!(answer.status(), 200);

    // The OGC API and files know the same, by filter or by parameter.
    let said = grown(&firm, &run, &ids).await;
    let percent = said[0]["chance_percent"].as_f64().unwrap();
    let get = async |firm: &Firm<'_>, path: &str, query: &[(&str, &str)]| {
        let call = firm.signed(firm.world.anonymous(Method::GET, path));
        let answer = call.query(query).send().await.unwrap();
        let status = answer.status().as_u16();
        (status, answer.json::<Value>().await.unwrap_or_default())
    };
    let by_parameter = [("growth_run_id", run_id.as_str()), ("parcelnumb", "1")];
    for path in [ITEMS, "/parcels.geojson"] {
        for query in [&by_parameter[..], &[("filter", filter.as_str())]] {
            let (status, found) = get(&firm, path, query).await;
            assert_eq!(status, 200, "{path} {query:?} {found}");
            let properties = &found["features"][0]["properties"];
            let chance = properties["growth_chance"].as_f64().unwrap();
            assert!(
                (100.0 * chance - percent).abs() < 0.06,
                "{path} {properties}"
            );
            let decade = said[0]["likely_decade"].as_str();
            let decade = decade.map(|text| text.trim_end_matches('s').parse::<i64>().unwrap());
            assert_eq!(properties["growth_decade"], json!(decade), "{path}");
        }
        // Without a run nothing is said of growth, and a filter by it is refused.
        let (_, found) = get(&firm, path, &[("parcelnumb", "1")]).await;
        assert_eq!(
            found["features"][0]["properties"]["growth_chance"],
            Value::Null
        );
        for query in [
            [("filter", "growth_chance > 0")],
            [("growth_chance", "0.5")],
            [("growth_run_id", "7")],
        ] {
            assert_eq!(get(&firm, path, &query).await.0, 400, "{path} {query:?}");
        }
    }
    let one = format!("{ITEMS}/{}", ids[0]);
    let (_, found) = get(&firm, &one, &by_parameter[..1]).await;
    assert!(found["properties"]["growth_chance"].is_number(), "{found}");
    let (_, schema) = get(&firm, "/ogc/collections/parcels/queryables", &[]).await;
    for name in [
        "growth_run_id",
        "growth_chance",
        "growth_decade",
        "slope_percent",
        "highway_miles",
        "rail_miles",
    ] {
        assert!(schema["properties"][name].is_object(), "{name}");
    }
    let list = format!(
        "/parcel_selections/{}/export.geojson",
        selected["selection_id"].as_str().unwrap()
    );
    let (_, found) = get(&firm, &list, &by_parameter[..1]).await;
    assert!(
        found["features"][0]["properties"]["growth_chance"].is_number(),
        "{found}"
    );

    // Another firm has no such run, also where the tile is kept.
    let other = Firm::new(&world);
    let (status, problem) = refused(&other, filter.clone()).await;
    assert_eq!(
        (status, &problem["code"]),
        (404, &json!("growth.run_not_found"))
    );
    assert_eq!(tile(&other, &of("growth_chance < 0")).await, 404);
    for path in [ITEMS, one.as_str(), "/parcels.csv", "/parcel_units.csv"] {
        assert_eq!(get(&other, path, &by_parameter[..1]).await.0, 404, "{path}");
    }
    for (path, body) in [
        ("/parcel_selections", &select),
        ("/assemblage_searches", &search),
    ] {
        let answer = other.send(Method::POST, path, Some(body)).await;
        assert_eq!(answer.status(), 404, "{path}");
    }
    // A filter by growth says of which run.
    let (status, problem) = refused(&firm, "growth_chance > 0".to_owned()).await;
    let sentence = problem["errors"]["filters.0"].as_str().unwrap();
    assert!(
        status == 422 && sentence.contains("growth_run_id = "),
        "{problem}"
    );

    // What was kept goes with the run.
    let answer = firm.send(Method::DELETE, &path(&run, ""), None).await;
    assert!(answer.status().is_success());
    assert_eq!(refused(&firm, filter).await.0, 404);
    let left = diesel::dsl::sql::<BigInt>("(SELECT count(*) FROM growth_parcels)");
    let mut conn = world.db.superuser().await;
    let left: i64 = diesel::select(left).get_result(&mut conn).await.unwrap();
    assert_eq!(left, 0);
    world.stop().await;
}

/// The nearest line of a kind in miles, and unknown where no layer reaches.
#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_filtered_by_the_distance_to_a_highway() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // The layer reaches the parcels 1 to 6. The highway is along the parallel 0.01 degrees (0.69 miles) south of the box; the railway
    // beside it is another kind.
    site.sql(
        "INSERT INTO site_layers (kind, name, origin, source, coverage) \
            SELECT kind, 'test', 'file', 'County', ST_Multi(ST_MakeEnvelope(-95.41, 29.7, -95.3889, 29.77, 4326)) \
            FROM unnest(ARRAY['highway', 'rail']) AS kind; \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
            SELECT layer_id, kind, '{}', ST_GeomFromText(CASE kind WHEN 'highway' THEN 'LINESTRING(-96 29.74, -95 29.74)' \
                ELSE 'LINESTRING(-96 29.755, -95 29.755)' END, 4326) FROM site_layers",
    )
    .await;
    let found = async |filter: &str| -> u64 {
        let body = json!({ "filters": [filter], "bbox": [-95.41, 29.75, -95.38, 29.77] });
        let answer = firm.send(Method::POST, "/parcel_counts", Some(&body)).await;
        let body: Value = answer.json().await.unwrap();
        body["counts"][0]["count"]
            .as_u64()
            .unwrap_or_else(|| panic!("{body}"))
    };
    for filter in [
        "highway_miles >= 0.69",
        "highway_miles <= 2.1",
        "rail_miles < 1.1",
        "rail_miles < highway_miles",
    ] {
        assert_eq!(found(filter).await, 6, "{filter}");
    }
    for (filter, expected) in [
        ("highway_miles < 0.69", 0),
        ("highway_miles IS NULL", 2),
        ("rail_miles IS NULL AND highway_miles IS NULL", 2),
    ] {
        assert_eq!(found(filter).await, expected, "{filter}");
    }
    // A layer that reaches has told that none is near.
    site.sql("DELETE FROM site_features WHERE kind = 'highway'")
        .await;
    assert_eq!(found("highway_miles > 31").await, 6);
    site.world.stop().await;
}

/// The filter has the slope that a search judges by.
#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_filtered_by_slope() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // The layer reaches the parcels 1 to 6; 1 and 2 are on ground of 8 percent, 2 on ground of 15.
    site.sql(
        "INSERT INTO site_layers (kind, name, origin, source, coverage) \
            VALUES ('slope', 'test', 'file', 'County', ST_Multi(ST_MakeEnvelope(-95.41, 29.75, -95.3889, 29.77, 4326))); \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
            SELECT layer_id, kind, '{\"percent\": 8}', ST_Multi(ST_MakeEnvelope(-95.41, 29.75, -95.3969, 29.77, 4326)) FROM site_layers; \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
            SELECT layer_id, kind, '{\"percent\": 15}', ST_Multi(ST_MakeEnvelope(-95.3985, 29.75, -95.3969, 29.77, 4326)) FROM site_layers",
    )
    .await;
    let found = async |filter: &str| -> u64 {
        let body = json!({ "filters": [filter], "bbox": [-95.41, 29.75, -95.38, 29.77] });
        let answer = firm.send(Method::POST, "/parcel_counts", Some(&body)).await;
        let body: Value = answer.json().await.unwrap();
        body["counts"][0]["count"]
            .as_u64()
            .unwrap_or_else(|| panic!("{body}"))
    };
    for (filter, expected) in [
        ("slope_percent = 8", 1),
        ("slope_percent = 15", 1),
        ("slope_percent = 0", 4),
        ("slope_percent <= 8", 5),
        ("slope_percent IS NULL", 2),
    ] {
        assert_eq!(found(filter).await, expected, "{filter}");
    }
    let criteria = json!({ "version": 1, "gates": [{ "fact": "slope_percent", "max": 8 }],
        "wishes": [{ "fact": "year_built", "weight": 1, "curve": { "kind": "ramp", "zero": 1000, "one": 2000 } }] });
    let reviewed = json!({ "in_project": [], "discarded": [] });
    let answer = Answer::json(200, &reviewed);
    site.world
        .main_api
        .on("GET", "/api/reviewed_parcels", answer);
    let run = site.done(&firm, &json!({ "criteria": criteria })).await;
    let mut ranked = numbers(&firm, &run, "").await;
    ranked.sort_unstable();
    assert_eq!(ranked, ["1", "3", "4", "5", "6"]);
    site.world.stop().await;
}
