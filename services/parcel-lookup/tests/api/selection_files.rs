//! Selections as files, and selections of parcels that are given one by one.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;

use calamine::{Reader as _, Xlsx};
use diesel_async::SimpleAsyncConnection as _;
use feature_files::{Contents, FileError, Input, Meter, Rows, SourceRow};
use reqwest::{Method, Response};
use serde_json::{Map, Value, json};
use test_support::Reply;
use uuid::Uuid;

use crate::support::{EXPORTS, World, square, square_of};

struct Site {
    world: World,
    token: String,
    ids: Vec<Uuid>,
}

impl Site {
    /// Four parcels, one with a formula as owner; a retired one.
    async fn start() -> Self {
        let world = World::start().await;
        let mut parcels = vec![
            square("48201", "0012", -95.370, 29.760),
            square("48201", "2", -95.369, 29.760),
            square("48201", "3", -95.368, 29.760),
            square("48201", "4", -95.30, 29.760),
        ];
        parcels[0].fields.owner = Some("=HYPERLINK(\"http://a.example\")".to_owned());
        parcels[0].fields.ll_gisacre = Some(2.5);
        let ids = parcels.iter().map(|parcel| parcel.fields.ll_uuid.0);
        let ids = ids.collect();
        world.put(parcels).await;
        let token = world.token();
        Self { world, token, ids }
    }

    async fn select(&self, body: Value) -> Value {
        let call = self.world.anonymous(Method::POST, "/parcel_selections");
        let reply = Reply::of(call.bearer_auth(&self.token).json(&body)).await;
        assert_eq!(reply.status, 201, "{}", reply.body);
        reply.body
    }

    async fn file(&self, selection: &Value, ending: &str) -> Response {
        let id = selection["selection_id"].as_str().unwrap();
        let path = format!("/parcel_selections/{id}/export.{ending}");
        let call = self.world.anonymous(Method::GET, &path);
        call.bearer_auth(&self.token).send().await.unwrap()
    }

    async fn bytes(&self, selection: &Value, ending: &str) -> Vec<u8> {
        let file = self.file(selection, ending).await;
        assert_eq!(file.status(), 200, "{ending}");
        file.bytes().await.unwrap().to_vec()
    }

    async fn sql(&self, sql: &str) {
        let mut conn = self.world.db.superuser().await;
        conn.batch_execute(sql).await.unwrap();
    }
}

/// The rows of a file, as an import reads them.
#[derive(Default)]
struct Read(Vec<SourceRow>);

impl Rows for Read {
    type Error = FileError;

    fn row(&mut self, row: SourceRow) -> Result<(), FileError> {
        self.0.push(row);
        Ok(())
    }

    fn unreadable(&mut self, reason: &'static str, _: Map<String, Value>) -> Result<(), FileError> {
        panic!("{reason}")
    }
}

fn rows(bytes: &[u8], ending: &str) -> Vec<SourceRow> {
    let file = tempfile::Builder::new()
        .suffix(&format!(".{ending}"))
        .tempfile()
        .unwrap();
    std::fs::write(file.path(), bytes).unwrap();
    let input = Input {
        contents: Contents::Outlines,
        ..Input::new(file.path().to_owned())
    };
    let mut read = Read::default();
    feature_files::read(&input, &Arc::new(Meter::default()), &mut read).unwrap();
    read.0
}

#[tokio::test(flavor = "multi_thread")]
async fn each_format_has_exactly_the_selected_parcels() {
    let site = Site::start().await;
    site.sql("UPDATE parcels SET source_licence = 'CC0'").await;
    let selection = site
        .select(json!({ "bbox": [-95.371, 29.759, -95.366, 29.762] }))
        .await;
    assert_eq!(selection["count"], 3);
    let selected: BTreeSet<String> = site.ids[..3].iter().map(Uuid::to_string).collect();
    for ending in ["csv", "geojson", "gpkg", "fgb", "parquet"] {
        let rows = rows(&site.bytes(&selection, ending).await, ending);
        let text = |row: &SourceRow, name: &str| row.columns[name].as_str().unwrap().to_owned();
        let ids: BTreeSet<String> = rows.iter().map(|row| text(row, "ll_uuid")).collect();
        assert_eq!(ids, selected, "{ending}");
        assert_eq!(rows.len(), 3, "{ending}");
        assert!(rows.iter().all(|row| row.shape.is_some()), "{ending}");
        // In the order of the list, and the number is a text.
        assert_eq!(text(&rows[0], "parcelnumb"), "0012", "{ending}");
        assert_eq!(text(&rows[0], "source"), "Test County", "{ending}");
        assert_eq!(text(&rows[0], "source_licence"), "CC0", "{ending}");
    }
    let csv = String::from_utf8(site.bytes(&selection, "csv").await).unwrap();
    assert!(
        csv.contains(",\"'=HYPERLINK(\"\"http://a.example\"\")\","),
        "{csv}"
    );

    let kml = String::from_utf8(site.bytes(&selection, "kml").await).unwrap();
    let placemarks = kml.split("<Placemark id=\"p-").skip(1);
    let ids: BTreeSet<String> = placemarks.map(|mark| mark[..36].to_owned()).collect();
    assert_eq!(ids, selected);
    assert!(
        kml.contains("<Polygon><outerBoundaryIs><LinearRing><coordinates>-95.37,29.76"),
        "{kml}"
    );

    let book = site.bytes(&selection, "xlsx").await;
    let mut book = Xlsx::new(Cursor::new(book)).unwrap();
    assert!(book.worksheet_formula("Parcels").unwrap().is_empty());
    let sheet = book.worksheet_range("Parcels").unwrap();
    let ids: BTreeSet<String> = (1..=3)
        .map(|row| sheet.get_value((row, 0)).unwrap().to_string())
        .collect();
    assert_eq!((sheet.height(), ids), (4, selected));
    assert_eq!(
        sheet.get_value((1, 2)).unwrap(),
        &calamine::Data::String("0012".to_owned())
    );
    assert_eq!(
        sheet.get_value((1, 7)).unwrap(),
        &calamine::Data::String("=HYPERLINK(\"http://a.example\")".to_owned())
    );
    let other = site.file(&selection, "shp").await;
    assert_eq!(other.status(), 404);
    site.world.stop().await;
}

/// What was counted is in the file, whatever an import has changed meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_is_the_frozen_list() {
    let site = Site::start().await;
    let filter = json!({ "filter": "ll_gisacre = 2.5" });
    let selection = site.select(filter).await;
    site.sql(
        "UPDATE parcels SET retired_at = now(), retired_by = 1, ll_gisacre = 9 WHERE parcelnumb = '0012';
         UPDATE parcels SET ll_gisacre = 2.5 WHERE parcelnumb = '2'",
    )
    .await;
    let rows = rows(&site.bytes(&selection, "geojson").await, "geojson");
    assert_eq!(rows.len(), 1);
    assert_eq!(rows[0].columns["parcelnumb"], "0012");
    assert!(rows[0].columns["retired_at"].is_string());
    // Of another firm there is none.
    let id = selection["selection_id"].as_str().unwrap();
    let stranger = site
        .world
        .get(&format!("/parcel_selections/{id}/export.csv"));
    Reply::of(stranger).await.problem(404);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_are_given_one_by_one() {
    let site = Site::start().await;
    let unknown = Uuid::new_v4();
    let given = json!({ "ll_uuids": [site.ids[3], site.ids[0], unknown, site.ids[3]] });
    let selection = site.select(given).await;
    assert_eq!(selection["count"], 2);
    assert_eq!(selection["not_found"], json!([unknown]));
    assert_eq!(rows(&site.bytes(&selection, "csv").await, "csv").len(), 2);
    // In the order given, whichever that is.
    for order in [[3, 0, 2, 1], [1, 2, 0, 3]] {
        let ids = order.map(|at| site.ids[at]);
        let selection = site.select(json!({ "ll_uuids": ids })).await;
        let file = String::from_utf8(site.bytes(&selection, "csv").await).unwrap();
        let places = ids.map(|id| file.find(&id.to_string()).unwrap());
        assert!(places.is_sorted(), "{order:?} {file}");
    }
    let many: Vec<Uuid> = (0..10_001).map(Uuid::from_u128).collect();
    for wrong in [json!({ "ll_uuids": [] }), json!({ "ll_uuids": many })] {
        let (status, problem) = site.world.post("/parcel_selections", wrong).await;
        assert_eq!(status, 422);
        assert!(problem["errors"]["ll_uuids"].is_string(), "{problem}");
    }
    site.world.stop().await;
}

/// What a list says of its parcels stays beside them, whatever is left of the list.
#[tokio::test(flavor = "multi_thread")]
async fn a_file_has_the_columns_that_are_given_with_its_parcels() {
    let site = Site::start().await;
    let given = [site.ids[3], Uuid::new_v4(), site.ids[0], site.ids[1]];
    let columns = json!({
        "rank": [1, 2, 3, null],
        "score": [87.5, 80, 70.25, 60],
        "site": [1, 1, 2, 2],
        "reason": ["Same name", null, "=Same address", "Same name"],
        "confidence": [1, 1, 0.9, 1],
    });
    let selection = site
        .select(json!({ "ll_uuids": given, "columns": columns }))
        .await;
    for ending in ["csv", "geojson", "gpkg", "fgb", "parquet"] {
        let rows = rows(&site.bytes(&selection, ending).await, ending);
        assert_eq!(rows.len(), 3, "{ending}");
        let text = |row: &SourceRow, name: &str| match row.columns.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(other) => other.to_string(),
        };
        let ids: Vec<String> = rows.iter().map(|row| text(row, "ll_uuid")).collect();
        let kept = [site.ids[3], site.ids[0], site.ids[1]];
        assert_eq!(ids, kept.map(|id| id.to_string()), "{ending}");
        let ranks: Vec<String> = rows.iter().map(|row| text(row, "rank")).collect();
        assert_eq!(ranks, ["1", "3", ""], "{ending}");
        assert_eq!(text(&rows[1], "score"), "70.25", "{ending}");
        assert_eq!(text(&rows[1], "site"), "2", "{ending}");
        assert!(
            text(&rows[1], "reason").ends_with("=Same address"),
            "{ending}"
        );
        assert_eq!(text(&rows[1], "confidence"), "0.9", "{ending}");
    }
    let kml = String::from_utf8(site.bytes(&selection, "kml").await).unwrap();
    assert!(
        kml.contains("<Data name=\"rank\"><value>1</value></Data>"),
        "{kml}"
    );
    // A list without columns has none.
    let plain = site.select(json!({ "ll_uuids": given })).await;
    let csv = String::from_utf8(site.bytes(&plain, "csv").await).unwrap();
    assert!(csv.starts_with("ll_uuid,county_fips,"), "{csv}");
    for wrong in [
        json!({ "ll_uuids": given, "columns": { "rank": [1] } }),
        json!({ "county_fips": "48201", "columns": { "rank": [1] } }),
        json!({ "ll_uuids": [given[0]], "columns": { "reason": ["a\u{0}b"] } }),
    ] {
        let (status, problem) = site.world.post("/parcel_selections", wrong).await;
        assert_eq!(status, 422);
        assert!(problem["errors"]["columns"].is_string(), "{problem}");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_has_as_many_parcels_as_a_request_may_export() {
    let world = World::start().await;
    let over = EXPORTS.max_parcels + 1;
    let parcels = (0..over).map(|n| {
        let west = -95.37 + n as f64 * 0.00002;
        square_of("48201", &format!("P{n}"), west, 29.76, 0.00001)
    });
    world.put(parcels.collect()).await;
    let token = world.token();
    let site = Site {
        world,
        token,
        ids: Vec::new(),
    };
    let all = site.select(json!({ "county_fips": "48201" })).await;
    let refused = site.file(&all, "xlsx").await;
    assert_eq!(refused.status(), 422);
    assert_eq!(
        refused.json::<Value>().await.unwrap()["code"],
        "export.too_large"
    );
    let most = site.select(json!({ "filter": "parcelnumb <> 'P0'" })).await;
    // Several parts of a megabyte.
    let rows = rows(&site.bytes(&most, "gpkg").await, "gpkg");
    assert_eq!(rows.len() as u64, EXPORTS.max_parcels);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_is_new_or_changed_since_a_time() {
    let site = Site::start().await;
    site.sql("UPDATE parcel_batches SET finished_at = '2026-01-01T00:00:00Z'")
        .await;
    let since = |time: &str| json!({ "filter": "TRUE", "changed_since": time });
    assert_eq!(site.select(since("2025-12-31T00:00:00Z")).await["count"], 4);
    assert_eq!(site.select(since("2026-01-02T00:00:00Z")).await["count"], 0);
    // Of an import again: one is unchanged, one has another owner, one is new.
    let unchanged = square("48201", "2", -95.369, 29.760);
    let mut sold = square("48201", "3", -95.368, 29.760);
    sold.fields.owner = Some("New Owner LLC".to_owned());
    let added = square("48201", "5", -95.2, 29.760);
    site.world.put(vec![unchanged, sold, added]).await;
    let new = site.select(since("2026-01-02T00:00:00Z")).await;
    let page = format!(
        "/parcel_selections/{}",
        new["selection_id"].as_str().unwrap()
    );
    let call = site
        .world
        .anonymous(Method::GET, &page)
        .bearer_auth(&site.token);
    let page = Reply::of(call).await.ok();
    let numbers: Vec<&str> = page["parcels"]
        .as_array()
        .unwrap()
        .iter()
        .map(|parcel| parcel["parcelnumb"].as_str().unwrap())
        .collect();
    assert_eq!(numbers, ["3", "5"]);
    let counted = json!({ "filters": ["TRUE"], "changed_since": "2026-01-02T00:00:00Z" });
    let (_, counted) = site.world.post("/parcel_counts", counted).await;
    assert_eq!(counted["counts"][0]["count"], 2);
    // An import that was undone has changed nothing.
    site.sql("UPDATE parcel_batches SET undone_at = now(), undone_by = 'x' WHERE finished_at > '2026-01-02'").await;
    assert_eq!(site.select(since("2026-01-02T00:00:00Z")).await["count"], 0);
    site.world.stop().await;
}
