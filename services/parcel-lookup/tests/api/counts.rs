//! How many parcels match filters.

use serde_json::{Value, json};
use test_support::Answer;
use uuid::Uuid;

use crate::support::{World, square, square_of};

const ROW: [f64; 4] = [-95.371, 29.7599, -95.3669, 29.7611];

/// Three squares in a row, two of them with acres.
async fn filled() -> (World, Vec<Uuid>) {
    let world = World::start().await;
    let mut parcels = vec![
        square("48201", "1", -95.370, 29.760),
        square("48201", "2", -95.369, 29.760),
        square("48201", "3", -95.368, 29.760),
    ];
    for (parcel, acres) in parcels.iter_mut().zip([2.0, 3.0, 9.0]) {
        parcel.fields.ll_gisacre = Some(acres);
        parcel.fields.flood_zone = Some("AE".to_owned());
    }
    let ids = parcels.iter().map(|parcel| parcel.fields.ll_uuid.0);
    let ids = ids.collect();
    world.put(parcels).await;
    (world, ids)
}

fn exact(counts: &[u64]) -> Value {
    let counts = counts.iter();
    counts
        .map(|count| json!({ "count": count, "is_estimate": false }))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn several_filters_are_counted_in_one_call() {
    let (world, ids) = filled().await;
    let filters = json!([
        "ll_gisacre >= 3",
        "ll_gisacre > 100",
        "parcelnumb IN ('1', '2')",
        "year_built > 1900"
    ]);
    let (status, body) = world
        .post("/parcel_counts", json!({ "filters": filters, "bbox": ROW }))
        .await;
    assert_eq!(status, 200, "{body}");
    // Unknown years are not counted.
    assert_eq!(body["counts"], exact(&[2, 0, 2, 0]));
    assert_eq!(body["total"], exact(&[3])[0]);

    let circle = json!({ "lon": -95.3695, "lat": 29.7605, "radius_m": 60 });
    let body = json!({ "filters": ["TRUE"], "circle": circle });
    assert_eq!(
        world.post("/parcel_counts", body).await.1["total"],
        exact(&[1])[0]
    );
    let everywhere = json!({ "filters": ["ll_gisacre = 2"] });
    assert_eq!(
        world.post("/parcel_counts", everywhere).await.1["counts"],
        exact(&[1])
    );

    let project = Uuid::new_v4();
    let reviewed = json!({ "in_project": [], "discarded": [
        { "ll_uuid": ids[0], "field": null, "was": null },
        { "ll_uuid": ids[1], "field": "flood_zone", "was": "X" },
    ] });
    let answer = Answer::json(200, &reviewed);
    world.main_api.on("GET", "/api/reviewed_parcels", answer);
    let body = json!({ "filters": ["TRUE"], "bbox": ROW, "project_id": project });
    // One discard holds, the other one's fact has changed.
    assert_eq!(
        world.post("/parcel_counts", body).await.1["counts"],
        exact(&[2])
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_filter_is_named_by_its_place() {
    let (world, _) = filled().await;
    for (body, field) in [
        (json!({ "filters": [], "bbox": ROW }), "filters"),
        (
            json!({ "filters": vec!["TRUE"; 21], "bbox": ROW }),
            "filters",
        ),
        (
            json!({ "filters": ["TRUE", "colour = 'red'"], "bbox": ROW }),
            "filters.1",
        ),
        (
            json!({ "filters": ["ll_gisacre >"], "bbox": ROW }),
            "filters.0",
        ),
        (json!({ "filters": ["TRUE"], "bbox": [1, 1, 0, 0] }), "bbox"),
    ] {
        let (status, problem) = world.post("/parcel_counts", body.clone()).await;
        assert_eq!(status, 422, "{body}");
        assert!(problem["errors"][field].is_string(), "{body}: {problem}");
    }
    world.stop().await;
}

/// More parcels than are compared one by one.
#[tokio::test(flavor = "multi_thread")]
async fn of_a_large_area_a_sample_is_counted_and_says_so() {
    let world = World::start().await;
    let mut one = square_of("48201", "1", -95.37, 29.76, 0.0001);
    one.fields.ll_gisacre = Some(7.0);
    world.put(vec![one]).await;
    // Copies under random identities: half of them have acres, and twelve are of a year.
    let copies = "INSERT INTO parcels (ll_uuid, county_fips, county_group, parcelnumb, ll_gisacre, year_built, geom, geom_3857, \
            words, raw, content_hash, source, is_sample, fetched_at, lon, lat, batch_id, version) \
        SELECT gen_random_uuid(), county_fips, county_group, 'N' || n, CASE WHEN n % 2 = 0 THEN 8 END, \
            CASE WHEN n <= 12 THEN 1987 END, geom, geom_3857, words, raw, content_hash, source, is_sample, fetched_at, lon, lat, \
            batch_id, version \
        FROM parcels, generate_series(1, 120000) AS n";
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, copies)
        .await
        .unwrap();
    let filters = json!([
        "ll_gisacre = 8",
        "ll_gisacre IS NULL",
        "year_built = 1987",
        "ll_gisacre = 99"
    ]);
    let body = json!({ "filters": filters, "bbox": ROW });
    let (status, body) = world.post("/parcel_counts", body).await;
    assert_eq!(status, 200, "{body}");
    for half in [&body["counts"][0], &body["counts"][1]] {
        assert_eq!(half["is_estimate"], true);
        // Ten standard deviations around 60,000.
        let count = half["count"].as_u64().unwrap();
        assert!((50_000..70_000).contains(&count), "{count}");
    }
    // A sample says little about what is rare: all were compared.
    assert_eq!(
        body["counts"][2],
        json!({ "count": 12, "is_estimate": false })
    );
    assert_eq!(
        body["counts"][3],
        json!({ "count": 0, "is_estimate": false })
    );
    // So many are not selected: the whole country.
    let (status, problem) = world
        .post("/parcel_selections", json!({ "bbox": [-125, 24, -66, 50] }))
        .await;
    assert_eq!(
        (status, &problem["code"]),
        (422, &json!("selection.too_large"))
    );
    let sentence = problem["detail"].as_str().unwrap();
    assert!(sentence.contains("Choose a smaller area"), "{sentence}");
    world.stop().await;
}
