//! Results of search runs as files.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use reqwest::{Method, Response};
use serde_json::{Value, json};
use test_support::Answer;

use crate::growth_runs::Firm;
use crate::search_site::{Site, path};

async fn file(firm: &Firm<'_>, run: &Value, rest: &str) -> Response {
    let address = path(run, &format!("/results.{rest}"));
    firm.send(Method::GET, &address, None).await
}

/// A site whose second-best parcel has a formula as owner and a number that begins with zeros.
async fn site() -> Site {
    let site = Site::start().await;
    site.sql(
        "UPDATE parcels SET owner = '=HYPERLINK(\"http://a.example\")', parcelnumb = '0002', source_licence = 'CC0' \
         WHERE parcelnumb = '2'",
    )
    .await;
    site
}

#[tokio::test(flavor = "multi_thread")]
async fn csv_has_a_row_for_each_result_with_its_criteria_and_data() {
    let site = site().await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({ "name": "=First" })).await;
    let answer = file(&firm, &run, "csv").await;
    assert_eq!(answer.status(), 200);
    let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
    assert!(header("content-type").starts_with("text/csv"));
    let day = &run["created_at"].as_str().unwrap()[..10];
    let name = format!("attachment; filename=\"search-results-{day}.csv\"");
    assert_eq!(header("content-disposition"), name);
    let text = answer.text().await.unwrap();
    let lines: Vec<&str> = text.trim_end().split("\r\n").collect();
    let names: Vec<&str> = lines[0].split(',').collect();
    assert_eq!(lines.len(), 5);
    // The formula is the only cell with quotes.
    let second: Vec<&str> = lines[2].split(',').collect();
    let cell = |name: &str| second[names.iter().position(|each| *each == name).unwrap()];
    assert_eq!(
        (cell("rank"), cell("score"), cell("unknown_share")),
        ("2", "74", "0")
    );
    assert_eq!((cell("rank_best"), cell("rank_worst")), ("1", "2"));
    assert_eq!(cell("parcelnumb"), "0002");
    assert_eq!(cell("owner"), "\"'=HYPERLINK(\"\"http://a.example\"\")\"");
    assert_eq!(
        [
            cell("wish_total_value"),
            cell("wish_total_value_part"),
            cell("wish_total_value_points")
        ],
        ["700", "0.7", "35"]
    );
    assert_eq!(
        (
            cell("requirement_1_acres"),
            cell("requirement_1_acres_outcome")
        ),
        ("10", "pass")
    );
    assert_eq!(cell("search"), "'=First");
    assert_eq!(
        (cell("filter"), cell("requirement_1_acres_source")),
        ("", "Test County")
    );
    let today = chrono::Utc::now().date_naive().to_string();
    assert_eq!(cell("wish_total_value_source_date"), today);
    assert_eq!(
        (cell("source"), cell("source_licence")),
        ("Test County", "CC0")
    );
    assert!(cell("searched_at").starts_with(day));
    // The last ones: behind the data, which has commas.
    assert!(names.ends_with(&["rows_in_file", "parcels_in_list"]));
    assert!(second.ends_with(&["4", "4"]), "{}", lines[2]);
    assert_eq!(cell("criteria_hash"), run["criteria_hash"]);
    assert!(lines[2].contains("48201: Test County"), "{}", lines[2]);

    // Of little certainty: what is unknown is empty, never zero.
    let uncertain = file(&firm, &run, "csv?list=uncertain")
        .await
        .text()
        .await
        .unwrap();
    let row: Vec<&str> = uncertain.split("\r\n").nth(1).unwrap().split(',').collect();
    let cell = |name: &str| row[names.iter().position(|each| *each == name).unwrap()];
    assert_eq!((cell("rank"), cell("unknown_share")), ("", "0.8"));
    assert_eq!(
        (cell("wish_total_value"), cell("wish_total_value_part")),
        ("", "")
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn xlsx_has_the_results_and_what_was_searched_for() {
    let site = site().await;
    let firm = Firm::new(&site.world);
    let filter = "parcelnumb IS NOT NULL";
    let asked = json!({ "name": "First", "filter": filter });
    let run = site.done(&firm, &asked).await;
    // The last one was discarded since.
    let listed = firm
        .send(Method::GET, &path(&run, "/results"), None)
        .await
        .json::<Value>()
        .await
        .unwrap();
    let last = &listed["results"][3]["ll_uuid"];
    let reviewed =
        json!({ "in_project": [], "discarded": [{ "ll_uuid": last, "field": null, "was": null }] });
    let main_api = &site.world.main_api;
    main_api.clear();
    main_api.on("GET", "/api/reviewed_parcels", Answer::json(200, &reviewed));
    let bytes = file(&firm, &run, "xlsx").await.bytes().await.unwrap();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes.to_vec())).unwrap();
    assert_eq!(book.sheet_names(), ["Results", "Search"]);
    let results = book.worksheet_range("Results").unwrap();
    let at = |name: &str| {
        let mut names = results.rows().next().unwrap().iter();
        names.position(|each| each == name).unwrap()
    };
    let second = results.rows().nth(2).unwrap();
    assert_eq!(second[at("parcelnumb")], Data::String("0002".to_owned()));
    assert_eq!(
        second[at("owner")],
        Data::String("=HYPERLINK(\"http://a.example\")".to_owned())
    );
    assert_eq!(second[at("score")], Data::Float(74.0));
    assert_eq!(second[at("filter")], Data::String(filter.to_owned()));
    let about = book.worksheet_range("Search").unwrap();
    let said = |what: &str| {
        let mut rows = about.rows();
        rows.find(|row| row[0] == what).unwrap()[1].to_string()
    };
    assert_eq!(
        (said("Search"), said("Filter")),
        ("First".to_owned(), filter.to_owned())
    );
    assert_eq!(
        said("Requirement: site size"),
        "at least 5; unknown is listed apart"
    );
    assert_eq!(said("Wish: total value"), "weight 50 of 100");
    let curve = said("Part of total value");
    assert!(curve.contains("straight between; unknown is"), "{curve}");
    assert_eq!(results.rows().count(), 4);
    assert_eq!(
        [
            said("Parcels of the list"),
            said("Rows of this file, of the first 1,000"),
            said("Discarded since, left out of these")
        ],
        ["4", "3", "1"]
    );
    assert!(said("Data of county 48201").ends_with(", 8 parcels"));
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn there_is_no_file_of_another_firm_another_format_or_an_unfinished_run() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({})).await;
    assert_eq!(
        file(&Firm::new(&site.world), &run, "csv").await.status(),
        404
    );
    for ending in ["kml", "geojson", "txt"] {
        assert_eq!(file(&firm, &run, ending).await.status(), 404, "{ending}");
    }
    site.sql("UPDATE search_runs SET state = 'cancelled', outcome = NULL, best = NULL")
        .await;
    assert_eq!(file(&firm, &run, "csv").await.status(), 409);
    site.world.stop().await;
}
