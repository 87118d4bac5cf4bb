//! The flood zone of parcels: of the layers of land, else of the county's record. Searches, filters, selections and discards agree.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Answer, wait_for};

use crate::growth_runs::Firm;
use crate::mvt;
use crate::search_site::{BOUND, Site, numbers, path};

/// Around all parcels.
const BOX: [f64; 4] = [-95.41, 29.75, -95.38, 29.77];
/// The layer has parcel 1 to 3 outside of the flood and 4 in it, says that 5 is not determined, and does not reach the others. An older sample
/// layer says of 1 that it floods.
const LAYERS: &str = "INSERT INTO site_layers (kind, name, origin, source, source_date, coverage) VALUES \
        ('flood', 'own', 'file', 'County flood map', '2026-01-31', ST_Multi(ST_MakeEnvelope(-95.41, 29.75, -95.3909, 29.77, 4326))), \
        ('flood', 'sample', 'sample', 'Sample', NULL, ST_Multi(ST_MakeEnvelope(-95.41, 29.75, -95.3989, 29.77, 4326))); \
    INSERT INTO site_features (layer_id, kind, attributes, geom) \
        SELECT layer_id, 'flood', attributes::jsonb, ST_Multi(ST_MakeEnvelope(west, 29.75, east, 29.77, 4326)) FROM site_layers JOIN (VALUES \
            ('own', '{\"zone\": \"X\", \"class\": \"minimal\"}', -95.41, -95.3949), \
            ('own', '{\"zone\": \"AE\", \"class\": \"floodway\"}', -95.3949, -95.3929), \
            ('own', '{\"zone\": \"D\", \"class\": \"undetermined\"}', -95.3929, -95.3909), \
            ('sample', '{\"zone\": \"AE\", \"class\": \"sfha\"}', -95.41, -95.3989)) AS zone (layer_name, attributes, west, east) ON name = layer_name; \
    UPDATE parcels SET flood_zone = 'X' WHERE parcelnumb = '7'; \
    UPDATE parcels SET flood_zone = NULL WHERE parcelnumb = '8'";

async fn with_layers() -> Site {
    let site = Site::start().await;
    site.sql(LAYERS).await;
    site
}

async fn count(firm: &Firm<'_>, path: &str, body: Value) -> Value {
    let answer = firm.send(Method::POST, path, Some(&body)).await;
    answer.json().await.unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_layer_stands_before_the_record_and_all_reads_agree() {
    let site = with_layers().await;
    let firm = Firm::new(&site.world);
    for (filter, expected) in [
        ("in_flood_zone = FALSE", 4),
        ("in_flood_zone = TRUE", 3),
        ("in_flood_zone IS NULL", 1),
    ] {
        let body = json!({ "filters": [filter], "bbox": BOX });
        let counted = count(&firm, "/parcel_counts", body).await;
        assert_eq!(counted["counts"][0]["count"], expected, "{filter}");
        let body = json!({ "filter": filter, "bbox": BOX });
        let selected = count(&firm, "/parcel_selections", body).await;
        assert_eq!(selected["count"], expected, "{filter} {selected}");
    }
    for (number, is, from, zone) in [
        (1, json!(false), json!("layer"), json!("X")),
        (4, json!(true), json!("layer"), json!("AE")),
        (5, json!(true), json!("county"), json!("AE")),
        (7, json!(false), json!("county"), json!("X")),
        (8, Value::Null, Value::Null, Value::Null),
    ] {
        let id = site.ids[number - 1];
        let parcel = firm.get(&format!("/parcels/{id}")).await;
        let flood = &parcel["flood"];
        assert_eq!(
            (&flood["in_flood_zone"], &flood["from"], &flood["zone"]),
            (&is, &from, &zone),
            "{number}"
        );
        assert_eq!(parcel["facts"]["in_flood_zone"], is, "{number}");
        let item = firm
            .get(&format!("/ogc/collections/parcels/items/{id}"))
            .await;
        assert_eq!(item["properties"]["in_flood_zone"], is, "{number}");
        let listed = count(&firm, "/parcel_records", json!({ "ll_uuids": [id] })).await;
        assert_eq!(&listed["parcels"][0]["flood"], flood, "{number}");
    }
    let flooded = firm.get(&format!("/parcels/{}", site.ids[3])).await;
    let flood = &flooded["flood"];
    assert_eq!(flood["source"], "County flood map");
    assert_eq!(
        (&flood["source_date"], &flood["class"]),
        (&json!("2026-01-31"), &json!("floodway"))
    );

    // A search lists the same, and says where it is from.
    let criteria = json!({ "version": 1, "gates": [{ "fact": "in_flood_zone", "is": false }],
        "wishes": [{ "fact": "year_built", "weight": 1, "curve": { "kind": "ramp", "zero": 1000, "one": 2000 } }] });
    let run = site.done(&firm, &json!({ "criteria": criteria })).await;
    let mut dry = numbers(&firm, &run, "").await;
    dry.sort_unstable();
    assert_eq!(dry, ["1", "2", "3", "7"]);
    assert_eq!(numbers(&firm, &run, "?list=unknown").await, ["8"]);
    let gate_of = async |number: usize| {
        let why = format!("/results/{}", site.ids[number - 1]);
        firm.get(&path(&run, &why)).await["result"]["gates"][0].clone()
    };
    let (layer, county, unknown) = (gate_of(1).await, gate_of(7).await, gate_of(8).await);
    assert_eq!(
        (&layer["source"], &layer["source_date"]),
        (&json!("County flood map"), &json!("2026-01-31"))
    );
    assert_eq!(county["source"], "Test County");
    assert_eq!(
        county["source_date"],
        json!(chrono::Utc::now().date_naive())
    );
    assert_eq!(
        (&unknown["source"], &unknown["source_date"]),
        (&Value::Null, &Value::Null)
    );

    // Another layer, another answer: the run's data is another.
    site.sql("DELETE FROM site_layers WHERE name = 'own'").await;
    let again = site.done(&firm, &json!({ "criteria": criteria })).await;
    let before = run["run_id"].as_str().unwrap();
    let compared = firm
        .get(&path(&again, &format!("/compare?with={before}")))
        .await;
    assert_eq!(compared["same_data"], false, "{compared}");
    let mut dry = numbers(&firm, &again, "").await;
    dry.sort_unstable();
    assert_eq!(dry, ["7"]);
    site.world.stop().await;
}

/// A discard for the flood zone holds when the layer says the same of it, and ends when it says otherwise.
#[tokio::test(flavor = "multi_thread")]
async fn discards_for_the_flood_zone_follow_the_layer() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // As they were before there was a layer: all in the zone AE of the county.
    let was = json!({ "from": "county", "zone": "AE", "in_flood_zone": true });
    let discarded: Vec<Value> = site
        .ids
        .iter()
        .map(|id| json!({ "ll_uuid": id, "field": "flood", "was": was }))
        .collect();
    let reviewed = json!({ "in_project": [], "discarded": discarded });
    site.world
        .main_api
        .on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    let select = || json!({ "bbox": BOX, "project_id": site.project });
    // Once what each site begins with was asked for, main-api says the above.
    count(&firm, "/parcel_selections", select()).await;
    let before = count(&firm, "/parcel_selections", select()).await;
    assert_eq!(
        (&before["count"], &before["discarded"]),
        (&json!(0), &json!(8))
    );
    site.sql(LAYERS).await;
    // 1 to 3 are dry by the layer, 7 by the county, and of 8 nothing is known any more.
    let after = count(&firm, "/parcel_selections", select()).await;
    assert_eq!(
        (&after["count"], &after["discarded"]),
        (&json!(5), &json!(3))
    );
    let run = site.done(&firm, &json!({})).await;
    assert_eq!(run["counts"]["discarded"], 3);
    site.world.stop().await;
}

/// Tiles are cut again when a layer is imported, and say what filters and searches say.
#[tokio::test(flavor = "multi_thread")]
async fn tiles_follow_the_layer() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // Of the parcels 1 to 3.
    let tile = async |filter: &[(&str, &str)]| {
        let path = "/tiles/15/7700/13544.mvt";
        let call = firm.signed(site.world.anonymous(Method::GET, path));
        let answer = call.query(filter).send().await.unwrap();
        (answer.status().as_u16(), answer.bytes().await.unwrap())
    };
    let dry = async || tile(&[("filter", "in_flood_zone = FALSE")]).await.0;
    let said = async || {
        let (_, bytes) = tile(&[]).await;
        let layer = mvt::layer(&bytes, "parcels").unwrap();
        let parcels = mvt::features(layer);
        let flags = parcels
            .iter()
            .map(|parcel| parcel.flag(layer, "in_flood_zone"));
        flags.collect::<Vec<_>>()
    };
    // Twice, so that it is kept.
    assert_eq!((dry().await, dry().await), (204, 204));
    let recorded = said().await;
    assert!(!recorded.contains(&Some(false)), "{recorded:?}");
    site.sql(LAYERS).await;
    wait_for(BOUND, async || dry().await == 200).await;
    wait_for(BOUND, async || {
        said().await.iter().all(|flag| *flag == Some(false))
    })
    .await;
    site.sql("DELETE FROM site_layers").await;
    wait_for(BOUND, async || dry().await == 204).await;
    wait_for(BOUND, async || said().await == recorded).await;
    site.world.stop().await;
}

/// The cells of the grid say the same as the outlines that they are cut from.
#[tokio::test(flavor = "multi_thread")]
async fn cells_are_the_zones() {
    let site = Site::start().await;
    // A star over many cells, with a hole, and land around it.
    site.sql(
        "INSERT INTO site_layers (kind, name, origin, source, coverage) \
            VALUES ('flood', 'star', 'service', 'NFHL', ST_Multi(ST_MakeEnvelope(-95.5, 29.6, -95.2, 29.9, 4326))); \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
         SELECT layer_id, 'flood', '{\"zone\": \"A\", \"class\": \"sfha\"}', ST_Multi(ST_Difference( \
                (SELECT ST_MakePolygon(ST_MakeLine(array_agg(ST_SetSRID(ST_MakePoint( \
                    -95.35 + (0.03 + 0.08 * (n % 2)) * cos(n % 400 * pi() / 200), 29.75 + (0.03 + 0.08 * (n % 2)) * sin(n % 400 * pi() / 200)), 4326) ORDER BY n))) \
                FROM generate_series(0, 400) AS n), \
                ST_Buffer(ST_SetSRID(ST_MakePoint(-95.35, 29.75), 4326), 0.02))) \
         FROM site_layers; \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
         SELECT layer_id, 'flood', '{\"zone\": \"X\", \"class\": \"minimal\"}', ST_Multi(ST_Difference(coverage, geom)) \
         FROM site_layers JOIN site_features USING (layer_id)",
    )
    .await;
    let mut conn = site.world.db.superuser().await;
    let compared: Compared = diesel_async::RunQueryDsl::get_result(
        diesel::sql_query(
            "SELECT count(*) FILTER (WHERE cells.standing IS DISTINCT FROM zones.standing) AS different, \
                count(*) FILTER (WHERE zones.standing = 4) AS flooded, count(*) FILTER (WHERE zones.standing = 5) AS dry, \
                (SELECT count(*) FROM flood_cells WHERE geom IS NULL) AS whole \
             FROM (SELECT -95.5 + 0.3 * (n * 0.754877 % 1) AS lon, 29.6 + 0.3 * (n * 0.569840 % 1) AS lat FROM generate_series(1, 5000) AS n) AS at, \
                LATERAL (SELECT min(standing) AS standing FROM flood_cells WHERE x = flood_cell_x(lon) AND y = flood_cell_y(lat) \
                    AND (geom IS NULL OR ST_Intersects(geom, map_point(lon, lat)))) AS cells, \
                LATERAL (SELECT min(CASE attributes ->> 'class' WHEN 'sfha' THEN 4 ELSE 5 END) AS standing FROM site_features \
                    WHERE ST_Intersects(geom_3857, ST_Transform(ST_SetSRID(ST_MakePoint(lon, lat), 4326), 3857))) AS zones",
        ),
        &mut conn,
    )
    .await
    .unwrap();
    assert_eq!(compared.different, 0);
    assert!(
        compared.flooded > 300 && compared.dry > 2000,
        "{compared:?}"
    );
    // Most cells need no comparison of outlines.
    assert!(compared.whole > 1000, "{compared:?}");
    site.world.stop().await;
}

#[derive(Debug, diesel::QueryableByName)]
struct Compared {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    different: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    flooded: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    dry: i64,
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    whole: i64,
}
