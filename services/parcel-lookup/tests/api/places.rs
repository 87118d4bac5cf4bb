//! The search box: our own parcels, places by name, then the geocoder's places.

use auth::Scope;
use diesel::sql_types::{BigInt, Double, Json, Text};
use diesel_async::{RunQueryDsl as _, SimpleAsyncConnection as _};
use parcel_lookup::places::Geocoder;
use parcel_lookup::places::store::{self, MAX_READ};
use parcel_lookup::providers::Providers;
use provider_client::{Http, Limits};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, Persona, StubServer};

use crate::support::{World, square};

async fn search(world: &World, query: &str) -> Vec<Value> {
    let answer = world.get(&format!("/places?{query}")).send().await.unwrap();
    assert_eq!(answer.status(), 200, "{query}");
    answer.json::<Value>().await.unwrap()["places"]
        .as_array()
        .unwrap()
        .clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_found_by_address_owner_and_number() {
    let world = World::start().await;
    let mut near = square("48201", "0010020000013", -95.37, 29.76);
    near.fields.address = Some("901 Cypress St".to_owned());
    near.fields.scity = Some("Houston".to_owned());
    near.fields.owner = Some("Bayou Crest Holdings LLC".to_owned());
    let mut far = square("48201", "777_100%", -95.1, 29.9);
    far.fields.address = Some("12 Cypress Hollow".to_owned());
    let id = near.fields.ll_uuid.to_string();
    world.put(vec![near, far]).await;
    for query in [
        "q=901%20cypress",
        "q=crest%20bayou",
        "q=0010020000013",
        "q=cres%20bay%20ho",
        "q=st%20cypress",
        "q=Cypress&limit=1&lat=29.7605&lon=-95.3695",
    ] {
        let places = search(&world, query).await;
        assert_eq!(
            (places.len(), &places[0]["ll_uuid"]),
            (1, &json!(id)),
            "{query}"
        );
    }
    assert_eq!(search(&world, "q=cypress").await.len(), 2);
    // The state is part of the label, and may be typed.
    for query in [
        "q=901%20cypress%2C%20houston%2C%20tx",
        "q=901%20CYPRESS%20TX",
    ] {
        let places = search(&world, query).await;
        let label = places[0]["label"].as_str().unwrap();
        assert!(label.starts_with("901 Cypress St, Houston, TX"), "{label}");
        let from = &places[0]["from"];
        assert_eq!(from["source"], "Test County");
        assert!(from["fetched_at"].is_string() && from["source_date"].is_null());
        // Measured on the outline: 0.001 degrees each way.
        let acres = places[0]["acres"].as_f64().unwrap();
        assert!((acres - 2.65).abs() < 0.01, "{acres}");
    }
    assert_eq!(search(&world, "q=901%20cypress%20ok").await.len(), 0);
    // Wildcards of LIKE are escaped.
    assert_eq!(search(&world, "q=7_7").await.len(), 0);
    assert_eq!(search(&world, "q=777_100%25").await.len(), 1);
    assert_eq!(search(&world, "q=29.76%2C-95.37").await[0]["kind"], "place");
    for bad in [
        "q=a",
        "q=%20%20",
        "",
        "q=main&limit=0",
        "q=main&limit=21",
        "q=main&lat=3",
        "q=main&lat=99&lon=1",
        "q=a%00b",
    ] {
        assert_eq!(
            world
                .get(&format!("/places?{bad}"))
                .send()
                .await
                .unwrap()
                .status(),
            422,
            "{bad}"
        );
    }
    world.stop().await;
}

fn labels(places: &[Value]) -> Vec<&str> {
    let labels = places.iter().map(|place| place["label"].as_str());
    labels.map(Option::unwrap).collect()
}

/// Adds so many small parcels from one point eastwards, the farthest first, as no order of a table
/// may decide. `i` in the text is the distance.
async fn add_row(world: &World, prefix: &str, count: u32, (lon, lat): (f64, f64), text: &str) {
    let sql = format!(
        "INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, address, owner, lon, lat, geom, source, content_hash, county_group)
         SELECT gen_random_uuid(), '48201', '{prefix}-' || i, {text}, {lon} + i * 0.0002, {lat},
             ST_Multi(ST_MakeEnvelope({lon} + i * 0.0002, {lat}, {lon} + i * 0.0002 + 0.0001, {lat} + 0.0001, 4326)), 'Test County', '', '4'
         FROM generate_series({count}, 1, -1) i"
    );
    world
        .db
        .superuser()
        .await
        .batch_execute(&sql)
        .await
        .unwrap();
}

/// The parcel numbers at the end of the labels.
fn numbers(places: &[Value]) -> Vec<&str> {
    let numbers = labels(places).into_iter();
    numbers
        .filter_map(|label| label.rsplit(" · ").next())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_nearest_of_all_matches_come_first() {
    let world = World::start().await;
    // More than an index is read for, so they are found among the nearest parcels.
    add_row(
        &world,
        "M",
        7_000,
        (-95.37, 29.76),
        "i || ' Main St', 'Jones'",
    )
    .await;
    // Fewer, and more than 2,000 other parcels are nearer.
    add_row(
        &world,
        "B",
        2_500,
        (-90.0, 35.0),
        "i || ' Bayou Rd', 'Smith'",
    )
    .await;
    for (query, nearest) in [
        ("q=main&lat=29.76&lon=-95.37&limit=3", ["M-1", "M-2", "M-3"]),
        (
            "q=main&lat=29.76&lon=-93.97&limit=3",
            ["M-7000", "M-6999", "M-6998"],
        ),
        (
            "q=bayou&lat=29.76&lon=-95.37&limit=3",
            ["B-1", "B-2", "B-3"],
        ),
        (
            "q=main&lat=35.0&lon=-90.0&limit=3",
            ["M-7000", "M-6999", "M-6998"],
        ),
        (
            "q=jones%20main&lat=29.76&lon=-95.37&limit=3",
            ["M-1", "M-2", "M-3"],
        ),
    ] {
        for _again in 0..2 {
            assert_eq!(numbers(&search(&world, query).await), nearest, "{query}");
        }
    }
    // In the index: less than two degrees away, and farther.
    for (number, lon) in [("2100", "-95.37"), ("6900", "-96.37")] {
        let query = format!("q=jones%20{number}&lat=29.76&lon={lon}&limit=1");
        assert_eq!(
            numbers(&search(&world, &query).await),
            [format!("M-{number}")]
        );
    }
    let first = search(&world, "q=main").await;
    assert_eq!(first.len(), 8);
    assert_eq!(search(&world, "q=main").await, first);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_comes_first_then_addresses_that_begin_with_the_text() {
    let world = World::start().await;
    let parcel = |number: &str, lon: f64, address: &str, owner: &str| {
        let mut parcel = square("48201", number, lon, 29.76);
        parcel.fields.address = Some(address.to_owned());
        parcel.fields.owner = Some(owner.to_owned());
        parcel
    };
    world
        .put(vec![
            parcel("MAIN-1", -94.0, "7 Elm St", "Nobody"),
            parcel("2", -94.1, "Main-1st St", "Nobody"),
            parcel("3", -95.3, "9 Oak Ave", "Main-1 Holdings"),
            parcel("4", -95.2, "9 Oak Ave", "Holdings Main-1"),
            parcel("5", -94.2, "Main-1", "Nobody"),
        ])
        .await;
    let places = search(&world, "q=main-1&lat=29.76&lon=-95.37").await;
    assert_eq!(numbers(&places), ["MAIN-1", "5", "2", "3", "4"]);
    // Without the number's punctuation; parts of it; words in any order.
    for (query, number) in [("q=main1", "MAIN-1"), ("q=holdings%20oak%20main", "3")] {
        let query = format!("{query}&lat=29.76&lon=-95.37&limit=1");
        assert_eq!(numbers(&search(&world, &query).await), [number], "{query}");
    }
    // Letters inside a word do not match.
    assert_eq!(search(&world, "q=olding").await.len(), 0);
    // The nearest of more counties than are shown.
    let recurring = (0..110_i32).map(|index| {
        let county = format!("48{:03}", 2 * index + 1);
        square(&county, "12-7", -95.0 - f64::from(index) * 0.01, 31.0)
    });
    world.put(recurring.collect()).await;
    let places = search(&world, "q=12-7&limit=1&lat=31.0005&lon=-96.0895").await;
    let lon = places[0]["lon"].as_f64().unwrap();
    assert!((lon + 96.0895).abs() < 0.001, "{places:?}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn any_text_is_a_text() {
    let world = World::start().await;
    let mut parcel = square("48201", "1", -95.37, 29.76);
    parcel.fields.address = Some("100% N O'Brien\\St".to_owned());
    parcel.fields.owner = Some(format!("Smith & Sons (A:B | !C) {}", "x".repeat(3_000)));
    world.put(vec![parcel]).await;
    for text in [
        "100%",
        "o'brien",
        "OBRIEN n",
        "brien\\st 100",
        "smith & sons",
        "(smith",
        "n sons",
        "a:b",
    ] {
        let found = world
            .get("/places")
            .query(&[("q", text)])
            .send()
            .await
            .unwrap();
        let found: Value = found.json().await.unwrap();
        let places = found["places"].as_array().unwrap().iter();
        // There is a county of Smith, and one of O'Brien.
        let parcels = places.filter(|place| place["kind"] == "parcel").count();
        let expected = usize::from(text != "brien\\st 100");
        assert_eq!(parcels, expected, "{text}");
    }
    let longest = "ab ".repeat(67);
    for text in [
        "%",
        "''",
        "\\'",
        "';DROP TABLE parcels;--",
        "!!",
        "&|",
        "<->",
        ":*",
        "\u{10ffff}x",
        "ß",
        longest.trim(),
    ] {
        let text = if text.chars().count() < 2 {
            format!("{text}{text}")
        } else {
            text.to_owned()
        };
        let found = world
            .get("/places")
            .query(&[("q", text.as_str())])
            .send()
            .await
            .unwrap();
        assert_eq!(found.status(), 200, "{text}");
        let found: Value = found.json().await.unwrap();
        assert_eq!(found["places"], json!([]), "{text}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn counties_cities_and_markets_are_found_by_name() {
    let world = World::start().await;
    let in_city = |number: &str, lon: f64, city: &str| {
        let mut parcel = square("48201", number, lon, 29.76);
        parcel.fields.scity = Some(city.to_owned());
        parcel
    };
    world
        .put(vec![
            in_city("1", -95.37, "Houston"),
            in_city("2", -95.30, "HOUSTON"),
        ])
        .await;
    world
        .put(vec![
            in_city("3", -95.35, "Houston"),
            in_city("4", -95.20, "St. John's"),
        ])
        .await;
    let market = json!({ "markets": [{ "market_id": 26420, "submkt_id": null, "name": "Houston-Pasadena, TX", "bbox": [-96.6, 28.8, -94.4, 30.6] },
        { "market_id": 1_000_000, "submkt_id": 1_000_001, "name": "Houston North, Ours", "bbox": [-95.5, 29.8, -95.3, 30.0] }] });
    world.main_api.clear();
    world
        .main_api
        .on("GET", "/api/find_markets", Answer::json(200, &market));
    let places = search(&world, "q=houston%2C%20tx&lat=29.76&lon=-95.37").await;
    let kinds: Vec<&str> = places
        .iter()
        .map(|place| place["kind"].as_str().unwrap())
        .collect();
    // The county in the east of the state, not those of other states.
    assert_eq!(
        labels(&places)[..4],
        [
            "Houston, TX",
            "Houston, TX",
            "Houston-Pasadena, TX",
            "Houston North, Ours"
        ]
    );
    assert_eq!(
        kinds,
        [
            "city",
            "county",
            "market",
            "submarket",
            "parcel",
            "parcel",
            "parcel"
        ]
    );
    // A city's extent is that of its parcels, of all imports.
    let bounds: Vec<f64> = serde_json::from_value(places[0]["bbox"].clone()).unwrap();
    let expected = [-95.3695, 29.7605, -95.2995, 29.7605];
    for (found, expected) in bounds.iter().zip(expected) {
        assert!((found - expected).abs() < 1e-6, "{bounds:?}");
    }
    // Names of metropolitan areas have the state's letters.
    let asked = world.main_api.requests();
    assert_eq!(
        asked.last().unwrap().target,
        "/api/find_markets?q=HOUSTON+TX"
    );

    let county = search(&world, "q=harris%20county&lat=29.76&lon=-95.37").await;
    assert_eq!(
        (&county[0]["label"], &county[0]["kind"]),
        (&json!("Harris, TX"), &json!("county"))
    );
    assert!(county[0]["bbox"].is_array() && county[0]["acres"].is_null());
    let city = search(&world, "q=st%20johns&limit=1").await;
    assert_eq!(
        (&city[0]["label"], &city[0]["kind"]),
        (&json!("St. John's, TX"), &json!("city"))
    );
    // A number is no name.
    assert_eq!(world.main_api.requests().len(), asked.len() + 1);
    search(&world, "q=4049%20cypress").await;
    assert_eq!(world.main_api.requests().len(), asked.len() + 1);

    // main-api shows no markets to programs, and its failure costs nothing else.
    let token = world.tokens.issue(&Persona::user(), &[Scope::ParcelsRead]);
    let call = world
        .anonymous(Method::GET, "/places?q=houston%20tx")
        .bearer_auth(token);
    let by_token: Value = call.send().await.unwrap().json().await.unwrap();
    assert_eq!(by_token["places"].as_array().unwrap().len(), 5);
    world.main_api.clear();
    world
        .main_api
        .on("GET", "/api/find_markets", Answer::status(500));
    assert_eq!(search(&world, "q=houston%20tx").await.len(), 5);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_city_gets_a_row_only_when_it_grows() {
    let world = World::start().await;
    let rows = async || world.db.count("SELECT count(*) FROM parcel_cities").await;
    let parcel = |number: &str, lon: f64| {
        let mut parcel = square("48201", number, lon, 29.76);
        parcel.fields.scity = Some("Katy".to_owned());
        parcel
    };
    let mut expected = Vec::new();
    for (parcels, count) in [
        (vec![parcel("1", -95.3), parcel("2", -95.4)], 1),
        (vec![parcel("1", -95.3), parcel("3", -95.35)], 1),
        (vec![parcel("4", -95.5)], 2),
        (vec![square("48201", "5", -90.0, 29.76)], 2),
    ] {
        world.put(parcels).await;
        expected.push(count);
        assert_eq!(rows().await, count, "{expected:?}");
    }
    let katy = search(&world, "q=katy&limit=1").await;
    let bounds: Vec<f64> = serde_json::from_value(katy[0]["bbox"].clone()).unwrap();
    assert!(
        (bounds[0] + 95.4995).abs() < 1e-6 && (bounds[2] + 95.2995).abs() < 1e-6,
        "{bounds:?}"
    );
    world.stop().await;
}

#[derive(diesel::QueryableByName)]
struct Explained {
    #[diesel(sql_type = Json, column_name = "QUERY PLAN")]
    plan: Value,
}

/// Rows of `parcels` that the plan's nodes return.
fn rows_of_parcels(plan: &Value) -> f64 {
    let below = plan["Plans"].as_array().into_iter().flatten();
    let below: f64 = below.map(rows_of_parcels).sum();
    let table = plan["Relation Name"].as_str().unwrap_or_default();
    let partition = table.strip_prefix("parcels_");
    if partition.is_some_and(|group| group.starts_with(|c: char| c.is_ascii_digit())) {
        assert_ne!(plan["Node Type"], "Seq Scan");
        return below
            + plan["Actual Rows"].as_f64().unwrap() * plan["Actual Loops"].as_f64().unwrap();
    }
    below
}

#[tokio::test(flavor = "multi_thread")]
async fn no_text_makes_a_statement_read_more_than_its_bound() {
    let world = World::start().await;
    add_row(
        &world,
        "M",
        12_000,
        (-95.37, 29.76),
        "'Main ' || i, 'Main LLC'",
    )
    .await;
    let mut conn = world.db.superuser().await;
    // As the service's connections.
    conn.batch_execute(
        "ANALYZE parcels; SET enable_seqscan = off; SET max_parallel_workers_per_gather = 0",
    )
    .await
    .unwrap();
    let explain = |statement| format!("EXPLAIN (ANALYZE, FORMAT JSON) {}", store::sql(statement));
    let bound = f64::from(MAX_READ + 1);
    for (statement, extra, most) in [
        (store::EXACT, ["main", "MAIN"], bound),
        (store::INDEXED, ["'MAIN':*", "'MAIN':*"], bound),
    ] {
        let query = diesel::sql_query(explain(statement))
            .bind::<Double, _>(0.0)
            .bind::<Double, _>(0.0)
            .bind::<Text, _>("MAIN")
            .bind::<Text, _>(format!("MAIN{}", char::MAX))
            .bind::<BigInt, _>(8_i64)
            .bind::<Text, _>(extra[0])
            .bind::<Text, _>(extra[1]);
        let explained: Explained = query.get_result(&mut conn).await.unwrap();
        let read = rows_of_parcels(&explained.plan[0]["Plan"]);
        assert!(read > 1_000.0 && read <= most, "{read} {}", explained.plan);
    }
    let query = diesel::sql_query(explain(store::NEAREST))
        .bind::<Double, _>(0.0)
        .bind::<Double, _>(0.0)
        .bind::<Text, _>("MAIN")
        .bind::<Text, _>(format!("MAIN{}", char::MAX))
        .bind::<BigInt, _>(8_i64)
        .bind::<Text, _>("'NOTHING':*")
        .bind::<BigInt, _>(500_i64)
        .bind::<Double, _>(-2e7)
        .bind::<Double, _>(-2e7)
        .bind::<Double, _>(2e7)
        .bind::<Double, _>(2e7);
    let explained: Explained = query.get_result(&mut conn).await.unwrap();
    let read = rows_of_parcels(&explained.plan[0]["Plan"]);
    assert!((read - 500.0).abs() < 0.5, "{read} {}", explained.plan);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_geocoder_adds_its_places_and_its_failure_costs_nothing_else() {
    let stub = StubServer::start().await;
    let http = Http::new("test", Limits::default()).unwrap();
    let world = World::with(
        Providers::default(),
        Some(Geocoder::new(&stub.url(), http).unwrap()),
    )
    .await;
    let mut parcel = square("48201", "1", -95.37, 29.76);
    parcel.fields.address = Some("Pasadena Rd".to_owned());
    world.put(vec![parcel]).await;
    stub.on("GET", "/api", Answer::json(200, &json!({ "features": [{
        "geometry": { "coordinates": [-95.2091, 29.6911] },
        "properties": { "name": "Pasadena", "state": "Texas", "type": "city", "extent": [-95.25, 29.72, -95.05, 29.57] },
    }] })));
    let places = search(&world, "q=pasadena").await;
    assert_eq!(
        places
            .iter()
            .map(|place| place["label"].as_str().unwrap())
            .collect::<Vec<_>>(),
        ["Pasadena Rd, TX · 1", "Pasadena, Texas"]
    );
    assert_eq!(places[1]["bbox"], json!([-95.25, 29.57, -95.05, 29.72]));
    stub.clear();
    stub.on("GET", "/api", Answer::status(502));
    assert_eq!(search(&world, "q=pasadena%20rd").await.len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_census_geocoder_is_understood_too() {
    let stub = StubServer::start().await;
    let path = "/geocoder/locations/onelineaddress";
    let geocoder = Geocoder::new(
        &format!("{}{path}", stub.url()),
        Http::new("test", Limits::default()).unwrap(),
    )
    .unwrap();
    let world = World::with(Providers::default(), Some(geocoder)).await;
    stub.on("GET", path, Answer::json(200, &json!({ "result": { "addressMatches": [
        { "matchedAddress": "4600 SILVER HILL RD, WASHINGTON, DC, 20233", "coordinates": { "x": -76.92, "y": 38.84 } },
    ] } })));
    let places = search(&world, "q=4600%20silver%20hill").await;
    assert_eq!(
        (&places[0]["kind"], &places[0]["lat"]),
        (&json!("address"), &json!(38.84))
    );
    // The second request is served from the cache.
    search(&world, "q=4600%20silver%20hill").await;
    assert_eq!(stub.requests().len(), 1);
    world.stop().await;
}
