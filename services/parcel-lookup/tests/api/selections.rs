//! Selections of parcels.

use parcel_import::Staged;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, Reply, TestClient};
use uuid::Uuid;

use crate::support::{World, square};

/// Three squares in a row, a fourth at a corner of the third, and one in another county.
fn parcels() -> Vec<Staged> {
    let mut parcels = vec![
        square("48201", "1", -95.370, 29.760),
        square("48201", "2", -95.369, 29.760),
        square("48201", "3", -95.368, 29.760),
        square("48201", "4", -95.367, 29.761),
        square("37119", "4", -80.800, 35.200),
    ];
    let facts = [
        (Some("Bayou Trust"), Some("100 Main St"), Some(2.0)),
        (Some("BAYOU TRUST "), Some("200 Main St"), Some(3.0)),
        (None, Some("300 Main St"), None),
        (Some("Oak LLC"), None, Some(4.0)),
        (Some("Oak LLC"), None, Some(4.0)),
    ];
    for (parcel, (owner, address, acres)) in parcels.iter_mut().zip(facts) {
        parcel.fields.owner = owner.map(ToOwned::to_owned);
        parcel.fields.address = address.map(ToOwned::to_owned);
        parcel.fields.ll_gisacre = acres;
        parcel.fields.flood_zone = Some("AE".to_owned());
    }
    parcels
}

/// The world with these parcels; one firm.
struct Site {
    world: World,
    token: String,
    ids: Vec<Uuid>,
}

impl Site {
    async fn start() -> Self {
        let world = World::start().await;
        let parcels = parcels();
        let ids = parcels
            .iter()
            .map(|parcel| parcel.fields.ll_uuid.0)
            .collect();
        world.put(parcels).await;
        let token = world.token();
        Self { world, token, ids }
    }

    async fn post(&self, body: Value) -> Reply {
        let client: &TestClient = &self.world;
        let call = client.anonymous(Method::POST, "/parcel_selections");
        Reply::of(call.bearer_auth(&self.token).json(&body)).await
    }

    async fn page(&self, token: &str, id: &Value, query: &str) -> Reply {
        let path = format!("/parcel_selections/{}{query}", id.as_str().unwrap());
        Reply::of(self.world.anonymous(Method::GET, &path).bearer_auth(token)).await
    }

    /// The numbers selected, in order.
    async fn numbers(&self, body: Value) -> Vec<String> {
        let selected = self.post(body).await.ok();
        let page = self
            .page(&self.token, &selected["selection_id"], "")
            .await
            .ok();
        assert_eq!(page["count"], selected["count"]);
        let parcels = page["parcels"].as_array().unwrap();
        let number = |parcel: &Value| parcel["parcelnumb"].as_str().unwrap().to_owned();
        parcels.iter().map(number).collect()
    }
}

const ROW: [f64; 4] = [-95.3701, 29.7599, -95.3669, 29.7611];

#[tokio::test(flavor = "multi_thread")]
async fn each_way_of_selecting_finds_its_parcels() {
    let site = Site::start().await;
    let [one, two] = [site.ids[0], site.ids[1]];
    let lasso = |corners: [[f64; 2]; 5]| json!({ "type": "Polygon", "coordinates": [corners] });
    let cases = [
        (json!({ "bbox": ROW }), vec!["1", "2", "3"]),
        // The inner point of the third is outside.
        (
            json!({ "bbox": [-95.3701, 29.7599, -95.3677, 29.7611] }),
            vec!["1", "2"],
        ),
        (
            json!({ "circle": { "lon": -95.3695, "lat": 29.7605, "radius_m": 60 } }),
            vec!["1"],
        ),
        (
            json!({ "circle": { "lon": -95.3695, "lat": 29.7605, "radius_m": 110 } }),
            vec!["1", "2"],
        ),
        // It crosses itself: two triangles, over the first and the third.
        (
            json!({ "area": lasso([[-95.3702, 29.7599], [-95.3672, 29.7621], [-95.3672, 29.7599], [-95.3702, 29.7621], [-95.3702, 29.7599]]) }),
            vec!["1", "3"],
        ),
        // A road along the upper edge of the row, which the fourth touches from the side.
        (
            json!({ "corridor": { "line": { "type": "LineString", "coordinates": [[-95.3700, 29.7612], [-95.3675, 29.7612]] }, "distance_m": 30 } }),
            vec!["1", "2", "3"],
        ),
        (json!({ "adjoining_to": [two] }), vec!["1", "3"]),
        (json!({ "adjoining_to": [one, two] }), vec!["3"]),
        (
            json!({ "bbox": ROW, "filter": "ll_gisacre >= 3" }),
            vec!["2"],
        ),
        (json!({ "filter": "owner = 'Oak LLC'" }), vec!["4", "4"]),
        // Near a point, and near a line: the fourth is farther than the first three.
        (
            json!({ "filter": "S_DWITHIN(geometry, POINT(-95.3695 29.7605), 20) AND county_fips = '48201'" }),
            vec!["1"],
        ),
        (
            json!({ "filter": "S_DWITHIN(LINESTRING(-95.3700 29.7612, -95.3675 29.7612), geometry, 30)" }),
            vec!["1", "2", "3"],
        ),
        (
            json!({ "filter": "owner = 'Oak LLC'", "county_fips": "48201" }),
            vec!["4"],
        ),
    ];
    for (body, expected) in cases {
        assert_eq!(site.numbers(body.clone()).await, expected, "{body}");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_values_are_counted_beside_the_sums() {
    let site = Site::start().await;
    let summary = site.post(json!({ "bbox": ROW })).await;
    assert_eq!(summary.status, 201);
    let summary = summary.body;
    let count = |field: &str| summary[field].as_u64().unwrap();
    assert_eq!(
        (count("count"), count("owners"), count("without_owner")),
        (3, 1, 1)
    );
    // The area of a parcel without one in the file is measured.
    assert_eq!((count("without_acres"), count("without_value")), (0, 3));
    assert!(summary["acres"].as_f64().unwrap() > 5.0);
    assert_eq!(summary["total_value"], 0.0);
    assert_eq!((count("in_project"), count("discarded")), (0, 0));
    // A recorded value of 0 is an unknown one, in sums and in the filter; as a field of the record it is a number.
    let mut conn = site.world.db.superuser().await;
    let values = "UPDATE parcels SET ll_gisacre = 2, parval = CASE parcelnumb WHEN '1' THEN 0 WHEN '2' THEN 500 END, \
        landval = CASE parcelnumb WHEN '2' THEN 0 END WHERE county_fips = '48201'";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, values)
        .await
        .unwrap();
    let summary = site.post(json!({ "bbox": ROW })).await.body;
    assert_eq!(
        (&summary["total_value"], &summary["without_value"]),
        (&json!(500.0), &json!(2))
    );
    for (filter, expected) in [
        ("value_per_acre <= 250", vec!["2"]),
        ("value_per_acre < 250", vec![]),
        ("total_value <= 500", vec!["2"]),
        ("total_value IS NULL", vec!["1", "3"]),
        (
            "land_value IS NULL AND land_value_per_acre IS NULL",
            vec!["1", "2", "3"],
        ),
        ("parval = 0", vec!["1"]),
    ] {
        let body = json!({ "bbox": ROW, "filter": filter });
        assert_eq!(site.numbers(body).await, expected, "{filter}");
    }
    // Condominiums on the outline of the first lot.
    let units = ["1A", "1B"].map(|number| {
        let mut unit = square("48201", number, -95.370, 29.760);
        unit.fields.ll_gisacre = Some(2.0);
        unit.fields.parval = Some("400".parse().unwrap());
        unit
    });
    site.world.put(units.into()).await;
    let summary = site.post(json!({ "bbox": ROW })).await.body;
    assert_eq!(
        (&summary["count"], &summary["acres"]),
        (&json!(5), &json!(6.0)),
        "the land of three parcels once"
    );
    // The value of one of the three is unknown, so that of their land is; then each has 1,200 dollars on two acres.
    for (value, expected) in [(0, vec!["2"]), (400, vec!["1", "1A", "1B", "2"])] {
        let change = format!(
            "UPDATE parcels SET parval = {value} WHERE parcelnumb = '1'; \
            SELECT note_shared_land('parcels', ARRAY['48201'], ARRAY['4'], NULL, NULL)"
        );
        diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &change)
            .await
            .unwrap();
        for filter in ["value_per_acre <= 600", "value_per_acre IS NOT NULL"] {
            let body = json!({ "bbox": ROW, "filter": filter });
            let mut found = site.numbers(body).await;
            found.sort();
            assert_eq!(found, expected, "{filter}");
        }
        let body = json!({ "bbox": ROW, "filter": "value_per_acre = 200" });
        assert!(site.numbers(body).await.is_empty());
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pasted_lines_are_numbers_or_addresses() {
    let site = Site::start().await;
    let lines = json!([
        "3",
        "100 MAIN ST, Houston, TX",
        " 200 main st ",
        "4",
        "12 Elm St",
        ""
    ]);
    let summary = site.post(json!({ "numbers": lines })).await.body;
    assert_eq!(summary["count"], 3);
    assert_eq!(summary["not_found"], json!(["12 Elm St"]));
    assert_eq!(summary["ambiguous"], json!(["4"]));
    // What was pasted by mistake is listed.
    let garbage = json!([
        "'; DROP TABLE parcels; --",
        "💥 ½",
        "%",
        "Dear Ana, see below",
        "\"\"\"",
        ","
    ]);
    let nothing = site.post(json!({ "numbers": garbage })).await.body;
    assert_eq!(
        (&nothing["count"], &nothing["not_found"]),
        (&json!(0), &garbage)
    );
    let in_county = json!({ "numbers": lines, "county_fips": "48201" });
    let summary = site.post(in_county).await.body;
    assert_eq!(
        (&summary["count"], &summary["ambiguous"]),
        (&json!(4), &json!([]))
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn points_select_the_parcels_under_them() {
    let site = Site::start().await;
    let (first, second, third) = (
        [-95.3695, 29.7605],
        [-95.3685, 29.7605],
        [-95.3675, 29.7602],
    );
    let elsewhere = [-80.7995, 35.2005];
    for (body, expected) in [
        (json!({ "points": [third, first] }), vec!["1", "3"]),
        // Two points on one parcel.
        (json!({ "points": [first, [-95.3692, 29.7608]] }), vec!["1"]),
        // So far apart that no groups are named.
        (json!({ "points": [first, elsewhere] }), vec!["4", "1"]),
        (
            json!({ "points": [first, elsewhere], "county_fips": "48201" }),
            vec!["1"],
        ),
    ] {
        assert_eq!(site.numbers(body.clone()).await, expected, "{body}");
    }
    // A parcel that the filter leaves out is not told as missing, and a point abroad is one on no parcel.
    let body = json!({
        "points": [first, second, [-95.5, 29.9], [2.35, 48.86]],
        "filter": "ll_gisacre >= 3",
    });
    let summary = site.post(body).await.body;
    assert_eq!(summary["count"], 1);
    assert_eq!(summary["not_found"], json!(["29.9, -95.5", "48.86, 2.35"]));
    let mut conn = site.world.db.superuser().await;
    let retire = "UPDATE parcels SET retired_at = now(), retired_by = 1 WHERE parcelnumb = '1'";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, retire)
        .await
        .unwrap();
    let summary = site.post(json!({ "points": [first] })).await.body;
    assert_eq!(
        (&summary["count"], &summary["not_found"]),
        (&json!(0), &json!(["29.7605, -95.3695"]))
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn pasted_lines_are_found_in_other_spellings_that_mean_one_parcel() {
    let site = Site::start().await;
    let written = [
        ("12-34", "7 N OAK STREET"),
        ("A-100", "9 PINE AVE"),
        ("5.6", "11 FM 1960"),
        ("56-", "13 Elm St"),
    ];
    let parcels = written
        .iter()
        .enumerate()
        .map(|(place, (number, address))| {
            let mut parcel = square("48201", number, -95.360 + place as f64 * 0.001, 29.770);
            parcel.fields.address = Some((*address).to_owned());
            // All have words of their streets.
            parcel.fields.scity = Some("Oak Pine".to_owned());
            parcel
        });
    site.world.put(parcels.collect()).await;
    let lines = json!([
        "1234",
        "a100",
        "7 north oak st, Houston TX",
        "9 Pine Avenue",
        "11 Farm to Market 1960",
        "56",
        "8 Oak",
    ]);
    let summary = site.post(json!({ "numbers": lines })).await.body;
    assert_eq!(summary["not_found"], json!(["8 Oak"]));
    // Two parcels of one county, which no county tells apart.
    assert_eq!(
        (&summary["ambiguous"], &summary["ambiguous_counties"]),
        (&json!(["56"]), &json!([]))
    );
    let respelled = |given: &str, found: &str| json!({ "given": given, "found": found });
    assert_eq!(
        summary["respelled"],
        json!([
            respelled("1234", "12-34"),
            respelled("a100", "A-100"),
            respelled("7 north oak st, Houston TX", "7 N OAK STREET"),
            respelled("9 Pine Avenue", "9 PINE AVE"),
            respelled("11 Farm to Market 1960", "11 FM 1960"),
        ])
    );
    let numbers = site.numbers(json!({ "numbers": lines })).await;
    assert_eq!(numbers, ["12-34", "5.6", "A-100"]);
    // What is found as it is written is not looked for otherwise.
    let exact = json!({ "numbers": ["56-", "13 ELM ST"] });
    let summary = site.post(exact).await.body;
    assert_eq!(
        (&summary["count"], &summary["respelled"]),
        (&json!(1), &json!([]))
    );
    // Limits hold for other spellings too.
    let elsewhere = json!(["1234", "9 Pine Avenue"]);
    for body in [
        json!({ "numbers": elsewhere, "county_fips": "37119" }),
        json!({ "numbers": elsewhere, "filter": "parcelnumb = '1'" }),
    ] {
        let summary = site.post(body.clone()).await.body;
        assert_eq!(
            (&summary["count"], &summary["not_found"]),
            (&json!(0), &elsewhere),
            "{body}"
        );
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_of_several_counties_is_that_of_the_projects_county_or_of_the_chosen_one() {
    let site = Site::start().await;
    // The same in another spelling.
    let parcels = vec![
        square("48201", "9-9", -95.360, 29.770),
        square("37119", "99-", -80.810, 35.210),
    ];
    site.world.put(parcels).await;
    let lines = json!(["4", "99"]);
    let open = site.post(json!({ "numbers": lines })).await.body;
    assert_eq!((&open["count"], &open["ambiguous"]), (&json!(0), &lines));
    assert_eq!(
        open["ambiguous_counties"],
        json!([
            { "county_fips": "37119", "name": "Mecklenburg, NC (37119)", "lines": 2 },
            { "county_fips": "48201", "name": "Harris, TX (48201)", "lines": 2 },
        ])
    );
    let chosen = json!({ "numbers": lines, "preferred_counties": ["37119", "48201"] });
    assert_eq!(site.numbers(chosen).await, ["4", "99-"]);

    let main_api = &site.world.main_api;
    let has = |own: &[Uuid]| {
        main_api.clear();
        let reviewed = json!({ "in_project": own, "discarded": [] });
        main_api.on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    };
    let of_project = json!({ "numbers": lines, "project_id": Uuid::new_v4() });
    has(&site.ids[..1]);
    assert_eq!(site.numbers(of_project.clone()).await, ["4", "9-9"]);
    // What is chosen comes first.
    let mut both = of_project.clone();
    both["preferred_counties"] = json!(["37119"]);
    assert_eq!(site.numbers(both).await, ["4", "99-"]);
    // A project in both counties, or in neither, says nothing.
    for own in [vec![site.ids[0], site.ids[4]], Vec::new()] {
        has(&own);
        let summary = site.post(of_project.clone()).await.body;
        assert_eq!(summary["ambiguous"], lines, "{own:?}");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn discarded_parcels_stay_out_until_their_fact_changed() {
    let site = Site::start().await;
    let project = Uuid::new_v4();
    let discard = |at: usize, field: Value, was: Value| json!({ "ll_uuid": site.ids[at], "field": field, "was": was });
    let reviewed = json!({
        "in_project": [site.ids[0]],
        "discarded": [
            discard(1, json!("flood_zone"), json!("AE")),
            discard(2, json!("flood_zone"), json!("X")),
            discard(3, Value::Null, Value::Null),
        ],
    });
    let main_api = &site.world.main_api;
    main_api.on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    let body = json!({ "bbox": ROW, "project_id": project });
    let summary = site.post(body.clone()).await.body;
    let count = |field: &str| summary[field].as_u64().unwrap();
    assert_eq!(
        (count("count"), count("in_project"), count("discarded")),
        (2, 1, 1)
    );
    // Of parcels that are given one by one too, such as those of an owner; the other one is outside of the row.
    let listed = json!({ "ll_uuids": site.ids[..4], "project_id": project });
    assert_eq!(site.numbers(listed.clone()).await, ["1", "3"]);
    assert_eq!(site.post(listed.clone()).await.body["discarded"], 2);
    let asked = main_api.requests();
    assert_eq!(
        asked[0].target,
        format!("/api/reviewed_parcels?project_id={project}")
    );
    assert_eq!(
        asked[0].headers["authorization"],
        format!("Bearer {}", site.token)
    );

    // A highway 720 m south of all of them, and the outlines of squares of 2.65 acres.
    let mut conn = site.world.db.superuser().await;
    let highway = "INSERT INTO site_layers (kind, name, origin, source, coverage) \
            VALUES ('highway', 'test', 'file', 'County', ST_Multi(ST_MakeEnvelope(-95.4, 29.7, -95.3, 29.8, 4326))); \
        INSERT INTO site_features (layer_id, kind, attributes, geom) \
            SELECT layer_id, kind, '{}', ST_GeomFromText('LINESTRING(-96 29.754, -95 29.754)', 4326) FROM site_layers";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, highway)
        .await
        .unwrap();
    let access = |metres: f64| json!({ "highway_m": metres, "rail_m": null });
    let shape =
        |acres: f64| json!({ "outline_acres": acres, "width_m": 96.7, "compactness": 0.782 });
    let reviewed = json!({ "in_project": [], "discarded": [
        discard(0, json!("access"), access(4_000.0)),
        discard(1, json!("access"), access(700.0)),
        discard(2, json!("shape"), shape(3.5)),
        discard(3, json!("shape"), shape(2.65)),
    ] });
    main_api.clear();
    main_api.on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    assert_eq!(site.numbers(listed).await, ["1", "3"]);

    for (answer, status, code) in [
        (Answer::status(404), 404, "project.not_found"),
        (Answer::status(500), 503, "project.unavailable"),
    ] {
        main_api.clear();
        main_api.on("GET", "/api/reviewed_parcels", answer);
        assert_eq!(site.post(body.clone()).await.problem(status)["code"], code);
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_selection_is_a_frozen_list_of_one_firm_for_a_day() {
    let site = Site::start().await;
    let selected = site.post(json!({ "bbox": ROW })).await.body;
    let id = &selected["selection_id"];
    // A parcel that would be in it now.
    site.world
        .put(vec![square("48201", "5", -95.3695, 29.7603)])
        .await;
    let page = site.page(&site.token, id, "?offset=1&limit=1").await.ok();
    assert_eq!(page["count"], 3);
    assert_eq!(page["parcels"][0]["parcelnumb"], "2");
    assert_eq!(page["parcels"][0]["geometry"], Value::Null);
    assert_eq!(page["parcels"].as_array().unwrap().len(), 1);
    for wrong in ["?limit=0", "?limit=1001", "?offset=-1"] {
        site.page(&site.token, id, wrong).await.problem(422);
    }
    site.page(&site.world.token(), id, "").await.problem(404);
    let mut conn = site.world.db.superuser().await;
    let age = "UPDATE parcel_selections SET created_at = now() - interval '25 hours'";
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, age)
        .await
        .unwrap();
    let problem = site.page(&site.token, id, "").await.problem(404);
    assert_eq!(problem["code"], "selection.not_found");
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_name_the_field() {
    let site = Site::start().await;
    let many: Vec<String> = (0..10_001).map(|number| number.to_string()).collect();
    for (body, field) in [
        (json!({}), "area"),
        (json!({ "bbox": [1, 1, 0, 0] }), "bbox"),
        (json!({ "numbers": many }), "numbers"),
        (json!({ "points": vec![[-95.0, 29.7]; 10_001] }), "points"),
        // Abroad, and latitude first.
        (json!({ "points": [[2.35, 48.86]] }), "points"),
        (json!({ "points": [[29.7, -95.0]] }), "points"),
        (
            json!({ "area": { "type": "Polygon", "coordinates": [[[0, 0], [1, 1]]] } }),
            "area",
        ),
        (
            json!({ "bbox": ROW, "adjoining_to": [Uuid::nil()] }),
            "adjoining_to",
        ),
        (json!({ "bbox": ROW, "county_fips": "TX" }), "county_fips"),
        (
            json!({ "numbers": ["1"], "preferred_counties": ["TX"] }),
            "preferred_counties",
        ),
    ] {
        let problem = site.post(body.clone()).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    let unknown = json!({ "bbox": ROW, "filter": "colour = 'red'" });
    let problem = site.post(unknown).await.body;
    assert!(problem["errors"]["filter"].is_string(), "{problem}");
    // An area without extent, and one with nothing in it.
    let point = json!({ "type": "Polygon", "coordinates": [[[0, 0], [0, 0], [0, 0], [0, 0]]] });
    assert!(site.numbers(json!({ "area": point })).await.is_empty());
    assert!(
        site.numbers(json!({ "adjoining_to": [Uuid::nil()] }))
            .await
            .is_empty()
    );
    site.world.stop().await;
}
