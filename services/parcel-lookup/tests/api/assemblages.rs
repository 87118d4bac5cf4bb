//! Adjoining parcels as one site, over HTTP.

use std::f64::consts::TAU;

use diesel_async::SimpleAsyncConnection as _;
use domain::ParcelUuid;
use parcel_import::Staged;
use parcel_record::Shape;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, Reply};
use uuid::Uuid;

use crate::support::{World, fields};

pub const ACRE: f64 = 4_046.856_422_4;
/// The corner of the lots in UTM zone 15 north, metres: Houston.
const CORNER: (f64, f64) = (270_000.0, 3_294_000.0);
/// A box around all of them in degrees.
pub const BBOX: [f64; 4] = [-95.40, 29.73, -95.36, 29.77];

fn lot(number: &str, owner: Option<&str>, [x, y, width, height]: [f64; 4]) -> Staged {
    let (west, south) = (CORNER.0 + x, CORNER.1 + y);
    let (east, north) = (west + width, south + height);
    let mut fields = fields("48201", number);
    fields.owner = owner.map(ToOwned::to_owned);
    Staged {
        line: 1,
        shape: Shape::Wkt(format!(
            "POLYGON(({west} {south},{east} {south},{east} {north},{west} {north},{west} {south}))"
        )),
        crs: Some("32615".to_owned()),
        fields,
        provenance: None,
        raw: None,
    }
}

pub fn id(number: &str) -> Uuid {
    let ParcelUuid(id) = fields("48201", number).ll_uuid;
    id
}

/// Lots of 6, 1 and 6 acres in a row, south of a street of 12 m; a lot of 6 acres to the north of it.
pub fn lots() -> Vec<Staged> {
    let wide = |acres: f64| acres * ACRE / 100.0;
    let (six, one) = (wide(6.0), wide(1.0));
    vec![
        lot("1", Some("Alpha Land LLC"), [0.0, 0.0, six, 100.0]),
        lot("2", None, [six, 0.0, one, 100.0]),
        lot("3", Some("Gamma Trust"), [six + one, 0.0, six, 100.0]),
        lot("4", Some("Delta LP"), [0.0, 112.0, six, 100.0]),
    ]
}

pub async fn street(world: &World, kind: &str, class: &str) {
    let (west, north) = (CORNER.0 - 500.0, CORNER.1 + 106.0);
    let (east, top, bottom) = (CORNER.0 + 1_500.0, CORNER.1 + 500.0, CORNER.1 - 500.0);
    let sql = format!(
        "DELETE FROM site_layers;
         INSERT INTO site_layers (kind, name, origin, source, coverage) VALUES ('{kind}', 'test', 'file', 'County',
            ST_Multi(ST_Transform(ST_MakeEnvelope({west}, {bottom}, {east}, {top}, 32615), 4326)));
         INSERT INTO site_features (layer_id, kind, attributes, geom) SELECT layer_id, kind, '{{\"name\":\"Main St\",\"class\":\"{class}\"}}',
            ST_Transform(ST_SetSRID(ST_MakeLine(ST_MakePoint({west}, {north}), ST_MakePoint({east}, {north})), 32615), 4326) FROM site_layers;"
    );
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
}

pub async fn search(world: &World, mut body: Value) -> Value {
    let places = ["near", "county_fips", "submarket_id", "market_id"];
    if places.iter().all(|place| body.get(*place).is_none()) {
        body["bbox"] = json!(BBOX);
    }
    let (status, found) = world.post("/assemblage_searches", body).await;
    assert_eq!(status, 200, "{found}");
    found
}

/// The numbers of the parcels of each site, sorted.
pub fn sites(found: &Value) -> Vec<Vec<&'static str>> {
    let number = |of: &Value| {
        let mut known = ["1", "2", "3", "4"].into_iter();
        known.find(|number| json!(id(number)) == *of).unwrap()
    };
    let sites = found["assemblages"].as_array().unwrap().iter();
    let mut sites: Vec<Vec<&str>> = sites
        .map(|site| {
            let mut numbers: Vec<&str> = site["ll_uuids"]
                .as_array()
                .unwrap()
                .iter()
                .map(number)
                .collect();
            numbers.sort_unstable();
            numbers
        })
        .collect();
    sites.sort();
    sites
}

#[tokio::test(flavor = "multi_thread")]
async fn sites_of_enough_land_and_few_owners_are_found_with_their_hold_outs() {
    let world = World::start().await;
    world.put(lots()).await;
    let row = search(&world, json!({ "min_acres": 10, "max_owners": 3 })).await;
    assert_eq!(sites(&row), [vec!["1", "2", "3"]]);
    assert_eq!(
        (&row["is_proven"], &row["streets_known"]),
        (&json!(true), &json!(false))
    );
    assert_eq!((&row["parcels"], &row["blocks"]), (&json!(4), &json!(4)));
    let site = &row["assemblages"][0];
    assert!(
        (site["acres"].as_f64().unwrap() - 13.0).abs() < 0.01,
        "{site}"
    );
    let on_ellipsoid = "SELECT round(sum(ST_Area(geom::geography)))::bigint AS count FROM parcels WHERE parcelnumb IN ('1', '2', '3')";
    let on_ellipsoid = world.db.count(on_ellipsoid).await as f64;
    assert!(
        (site["acres"].as_f64().unwrap() * ACRE - on_ellipsoid).abs() < 2.0,
        "{on_ellipsoid} m², {site}"
    );
    assert!(
        (site["width_m"].as_f64().unwrap() - 100.0).abs() < 1.0,
        "{site}"
    );
    assert!((site["envelope_m"][0].as_f64().unwrap() - 13.0 * ACRE / 100.0).abs() < 1.0);
    let owners = site["owners"].as_array().unwrap();
    let hold_out: Vec<&Value> = owners
        .iter()
        .filter(|owner| owner["is_hold_out"] == true)
        .collect();
    assert_eq!(hold_out.len(), 1);
    assert_eq!(
        (&hold_out[0]["owner"], &hold_out[0]["parts_without"]),
        (&Value::Null, &json!(2))
    );
    assert!((hold_out[0]["acres_without"].as_f64().unwrap() - 12.0).abs() < 0.01);
    assert_eq!(site["geometry"]["type"], "Polygon");
    // Two owners do not have ten acres together.
    assert!(sites(&search(&world, json!({ "min_acres": 10, "max_owners": 2 })).await).is_empty());
    // A filter is for each parcel of a site.
    let filtered = json!({ "min_acres": 10, "max_owners": 3, "filter": "owner IS NOT NULL" });
    assert!(sites(&search(&world, filtered).await).is_empty());
    let near = json!({ "near": { "ll_uuid": id("1"), "radius_m": 2_000 }, "min_acres": 10, "max_owners": 3 });
    assert_eq!(sites(&search(&world, near).await).len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_local_streets_join_what_lies_on_both_sides() {
    let world = World::start().await;
    world.put(lots()).await;
    let wanted = json!({ "min_acres": 10, "max_owners": 2 });
    street(&world, "road", "local").await;
    let found = search(&world, wanted.clone()).await;
    assert_eq!(
        (sites(&found), &found["streets_known"]),
        (vec![vec!["1", "4"]], &json!(true))
    );
    let site = &found["assemblages"][0];
    // The street is no land of the site, but it is closed in the drawing.
    assert!(
        (site["acres"].as_f64().unwrap() - 12.0).abs() < 0.01,
        "{site}"
    );
    assert_eq!(
        (&site["across_streets"], &site["geometry"]["type"]),
        (&json!(true), &json!("Polygon"))
    );
    let width = 6.0 * ACRE / 100.0;
    assert!(
        (site["inner_frontage_m"].as_f64().unwrap() - 2.0 * width).abs() < 2.0,
        "{site}"
    );
    assert!(site["frontage_m"].as_f64().unwrap() < 1.0, "{site}");
    assert_eq!(site["streets"], json!([]));
    let within = json!({ "min_acres": 10, "max_owners": 2, "across_streets": false });
    assert!(sites(&search(&world, within).await).is_empty());
    for (kind, class) in [
        ("road", "arterial"),
        ("highway", "motorway"),
        ("rail", ""),
        ("road", "alley"),
    ] {
        street(&world, kind, class).await;
        assert!(
            sites(&search(&world, wanted.clone()).await).is_empty(),
            "{kind} {class}"
        );
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn adjoining_parcels_of_one_owner_are_one_block_and_public_land_is_left_out() {
    let world = World::start().await;
    world.put(lots()).await;
    let owned =
        "UPDATE parcels SET owner_key = 7, facts_version = 2 WHERE parcelnumb IN ('1', '2')";
    world
        .db
        .superuser()
        .await
        .batch_execute(owned)
        .await
        .unwrap();
    let wanted = json!({ "min_acres": 10, "max_owners": 2 });
    let found = search(&world, wanted.clone()).await;
    assert_eq!(
        (sites(&found), &found["blocks"]),
        (vec![vec!["1", "2", "3"]], &json!(3))
    );
    let public = "UPDATE parcels SET owner_kind = 'government' WHERE parcelnumb = '3'";
    world
        .db
        .superuser()
        .await
        .batch_execute(public)
        .await
        .unwrap();
    let found = search(&world, wanted.clone()).await;
    assert_eq!((sites(&found).len(), &found["public"]), (0, &json!(1)));
    let with = json!({ "min_acres": 10, "max_owners": 2, "include_public": true });
    assert_eq!(sites(&search(&world, with).await).len(), 1);
    world.stop().await;
}

/// The lots are 26 acres in a row and one across the street; a market has what its submarkets have.
#[tokio::test(flavor = "multi_thread")]
async fn counties_and_markets_are_searched_with_a_filter() {
    let world = World::start().await;
    world.put(lots()).await;
    let wanted = |place: Value| {
        let mut body = json!({ "min_acres": 10, "max_owners": 3 });
        for (name, value) in place.as_object().unwrap() {
            body[name] = value.clone();
        }
        body
    };
    let row = vec![vec!["1", "2", "3"]];
    let here = search(&world, wanted(json!({ "county_fips": ["48201"] }))).await;
    assert_eq!((sites(&here), &here["parcels"]), (row.clone(), &json!(4)));
    let other = search(&world, wanted(json!({ "county_fips": ["37119"] }))).await;
    assert_eq!((sites(&other), &other["parcels"]), (Vec::new(), &json!(0)));
    // Parcel 4 does not match, and the others still adjoin.
    let filter =
        json!({ "county_fips": ["48201"], "filter": "owner IS NULL OR owner <> 'Delta LP'" });
    let filtered = search(&world, wanted(filter)).await;
    assert_eq!(
        (sites(&filtered), &filtered["parcels"]),
        (row.clone(), &json!(3))
    );
    let [west, south, east, north] = BBOX;
    let outline = json!({ "type": "Polygon", "coordinates": [[[west, south], [east, south], [east, north], [west, north], [west, south]]] });
    let main_api = &world.main_api;
    let polygon = Answer::json(200, &json!({ "geometry": outline }));
    main_api.on("GET", "/api/get_submarket_polygon", polygon);
    // Two submarkets with the same outline: land that two have is in the market.
    let submarkets = [7, 8].map(|id| json!({ "submkt_id": id, "sub_mkt_name": "West" }));
    let submarkets = json!({ "submarkets": submarkets });
    main_api.on("GET", "/api/submarkets", Answer::json(200, &submarkets));
    for place in [json!({ "submarket_id": 7 }), json!({ "market_id": 2 })] {
        let found = search(&world, wanted(place.clone())).await;
        assert_eq!(sites(&found), row, "{place}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discarded_parcels_stay_out_and_those_of_the_project_are_counted() {
    let world = World::start().await;
    world.put(lots()).await;
    let project = Uuid::new_v4();
    let reviewed = |discarded: Value| json!({ "in_project": [id("1")], "discarded": discarded });
    let answer = |discarded| {
        world.main_api.on(
            "GET",
            "/api/reviewed_parcels",
            Answer::json(200, &reviewed(discarded)),
        );
    };
    answer(json!([]));
    let wanted = json!({ "min_acres": 10, "max_owners": 3, "project_id": project });
    let found = search(&world, wanted.clone()).await;
    assert_eq!(found["assemblages"][0]["in_project"], 1);
    world.main_api.clear();
    answer(json!([{ "ll_uuid": id("2"), "field": null, "was": null }]));
    let found = search(&world, wanted).await;
    assert_eq!((sites(&found).len(), &found["discarded"]), (0, &json!(1)));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn chosen_parcels_are_measured_as_one_site() {
    let world = World::start().await;
    let mut all = lots();
    // Two condominiums on the outline of the second lot.
    for number in ["5", "6"] {
        let mut unit = lots().remove(1);
        unit.fields = fields("48201", number);
        unit.fields.owner = Some(format!("Owner {number}"));
        all.push(unit);
    }
    world.put(all).await;
    street(&world, "road", "local").await;
    let measure = |numbers: &[&str]| {
        let ids: Vec<Uuid> = numbers.iter().map(|number| id(number)).collect();
        world.post("/assemblages", json!({ "ll_uuids": ids }))
    };
    let (status, site) = measure(&["1", "2"]).await;
    assert_eq!(status, 200, "{site}");
    // All of what lies on the outline, with the land once.
    assert_eq!(
        (&site["lots"], site["ll_uuids"].as_array().unwrap().len()),
        (&json!(2), 4)
    );
    assert!((site["acres"].as_f64().unwrap() - 7.0).abs() < 0.01);
    assert_eq!(
        (&site["parts"], site["owners"].as_array().unwrap().len()),
        (&json!(1), 4)
    );
    let front = 7.0 * ACRE / 100.0;
    // The street is 12 m wide to the north; all of it but what faces the fourth lot, which is not of the site.
    assert!(
        (site["frontage_m"].as_f64().unwrap() - front).abs() < 2.0,
        "{site}"
    );
    assert_eq!(
        (&site["streets"][0]["street"], &site["is_corner"]),
        (&json!("Main St"), &json!(false))
    );
    let (_, apart) = measure(&["1", "3"]).await;
    assert_eq!(apart["parts"], 2);
    let (status, problem) = measure(&["1", "9"]).await;
    assert_eq!((status, &problem["not_found"]), (404, &json!([id("9")])));
    world.stop().await;
}

/// 20,151 lots of a tenth of an acre, side by side, each of nobody, far from the four.
async fn crowd(world: &World) {
    let mut all = lots();
    all.push(lot("9", None, [2_000.0, 0.0, 20.0, 20.0]));
    world.put(all).await;
    let copies = "INSERT INTO parcels (ll_uuid, county_fips, county_group, parcelnumb, geom, geom_3857, words, raw, content_hash, \
            source, is_sample, fetched_at, lon, lat, batch_id, version) \
        SELECT gen_random_uuid(), county_fips, county_group, 'S' || n, moved, ST_Transform(moved, 3857), words, raw, content_hash, \
            source, is_sample, fetched_at, lon + east, lat + north, batch_id, version \
        FROM parcels, generate_series(1, 20150) AS n, \
            LATERAL (SELECT 0.000207 * (n / 142) AS east, 0.00018 * (n % 142) AS north) AS way, \
            LATERAL (SELECT ST_Translate(geom, east, north) AS moved) AS at WHERE parcelnumb = '9'";
    let facts = "UPDATE parcels SET facts_version = 2, \
        use_class = CASE WHEN parcelnumb IN ('1', '2', '3', '4') THEN 'vacant' ELSE 'residential' END";
    let mut superuser = world.db.superuser().await;
    superuser.batch_execute(copies).await.unwrap();
    superuser.batch_execute(facts).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn of_a_large_county_only_what_can_be_in_no_site_is_left_out() {
    let world = World::start().await;
    crowd(&world).await;
    let county = json!(["48201"]);
    let wanted = json!({ "county_fips": county, "min_acres": 10, "max_owners": 3 });
    let found = search(&world, wanted).await;
    assert_eq!(sites(&found), [vec!["1", "2", "3"]]);
    assert_eq!(
        (&found["parcels"], &found["blocks"], &found["is_proven"]),
        (&json!(20_155), &json!(4), &json!(true))
    );
    // Any two of the small lots are enough now.
    let mut small = json!({ "county_fips": county, "min_acres": 0.15, "max_owners": 2 });
    let (status, problem) = world.post("/assemblage_searches", small.clone()).await;
    assert_eq!(
        (status, &problem["code"], &problem["left"]),
        (422, &json!("selection.too_large"), &json!(20_155)),
        "{problem}"
    );
    let sentence = problem["detail"].as_str().unwrap();
    assert!(
        sentence.starts_with("20,155 of 20,155 parcels") && sentence.contains("4 are vacant"),
        "{sentence}"
    );
    // A requirement for each parcel leaves few enough.
    let wish = json!({ "fact": "site_owners", "weight": 1, "curve": { "kind": "ramp", "zero": 4, "one": 1 } });
    let gates = json!([{ "fact": "use_class", "any_of": ["vacant"] }]);
    small["criteria"] = json!({ "version": 1, "gates": gates, "wishes": [wish] });
    let found = search(&world, small.clone()).await;
    assert_eq!(
        sites(&found),
        [vec!["1"], vec!["2"], vec!["3"], vec!["4"]],
        "{found}"
    );
    assert_eq!(
        (&found["parcels"], &found["judged"]["parcels_failed"]),
        (&json!(4), &json!(20_151))
    );
    // One that leaves too many is named.
    small["criteria"]["gates"][0]["any_of"] = json!(["residential"]);
    let (_, problem) = world.post("/assemblage_searches", small).await;
    let sentence = problem["detail"].as_str().unwrap();
    assert!(sentence.contains("use alone leaves 20,151"), "{sentence}");
    world.stop().await;
}

/// Two round lots, side by side, each with more corners than its neighbours can be found for in time.
fn round_lots() -> Vec<Staged> {
    let corners = 30_000;
    let round = |number, east: f64| {
        let (x, y) = (CORNER.0 + east, CORNER.1);
        let mut ring: Vec<String> = (0..corners)
            .map(|corner| {
                let (sine, cosine) = (f64::from(corner) * TAU / f64::from(corners)).sin_cos();
                format!("{:.6} {:.6}", x + 10.0 * cosine, y + 10.0 * sine)
            })
            .collect();
        ring.push(ring[0].clone());
        let mut lot = lot(number, Some("Alpha Land LLC"), [0.0; 4]);
        lot.shape = Shape::Wkt(format!("POLYGON(({}))", ring.join(",")));
        lot
    };
    vec![round("1", 20.0), round("2", 45.0)]
}

#[tokio::test(flavor = "multi_thread")]
async fn adjacency_that_takes_too_long_is_ended_with_what_can_be_done() {
    let world = World::start().await;
    world.put(round_lots()).await;
    let search = json!({ "bbox": BBOX, "min_acres": 1, "max_owners": 1 });
    let chosen = json!({ "ll_uuids": [id("1"), id("2")] });
    for (path, body) in [("/assemblage_searches", search), ("/assemblages", chosen)] {
        let (status, problem) = world.post(path, body).await;
        assert_eq!(
            (status, &problem["code"]),
            (422, &json!("filter.too_slow")),
            "{problem}"
        );
        let sentence = problem["detail"].as_str().unwrap();
        assert!(sentence.contains("smaller area"), "{sentence}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_name_the_field() {
    let world = World::start().await;
    let good = json!({ "bbox": BBOX, "min_acres": 10, "max_owners": 3 });
    for (field, value) in [
        ("min_acres", json!(0)),
        ("max_owners", json!(0)),
        ("max_owners", json!(11)),
        ("max_parcels", json!(101)),
        ("limit", json!(0)),
        ("bbox", json!([1, 1, 0, 0])),
        ("near", json!({ "ll_uuid": Uuid::nil(), "radius_m": 10 })),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let call = world.call(Method::POST, "/assemblage_searches").json(&body);
        let problem = Reply::of(call).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    for (field, place) in [
        ("county_fips", json!({ "county_fips": ["TX"] })),
        ("county_fips", json!({ "county_fips": [] })),
        ("submarket_id", json!({ "submarket_id": 5 })),
        ("market_id", json!({ "market_id": 5 })),
        ("area", json!({ "market_id": 5, "submarket_id": 5 })),
        ("area", json!({ "market_id": 5, "bbox": BBOX })),
    ] {
        let mut body = json!({ "min_acres": 10, "max_owners": 3 });
        for (name, value) in place.as_object().unwrap() {
            body[name] = value.clone();
        }
        let call = world.call(Method::POST, "/assemblage_searches").json(&body);
        let problem = Reply::of(call).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    let nowhere = json!({ "min_acres": 10, "max_owners": 3 });
    let call = world
        .call(Method::POST, "/assemblage_searches")
        .json(&nowhere);
    assert!(Reply::of(call).await.problem(422)["errors"]["area"].is_string());
    let unknown = json!({ "near": { "ll_uuid": Uuid::nil(), "radius_m": 10 }, "min_acres": 10, "max_owners": 3 });
    let (status, problem) = world.post("/assemblage_searches", unknown).await;
    assert_eq!(
        (status, &problem["code"]),
        (404, &json!("parcel.not_found"))
    );
    let (status, _) = world.post("/assemblages", json!({ "ll_uuids": [] })).await;
    assert_eq!(status, 422);
    world.stop().await;
}
