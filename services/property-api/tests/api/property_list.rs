//! Sorting and filtering a project's properties, their totals, and files of them.

use std::io::Cursor;

use calamine::{Data, Reader as _, Xlsx};
use reqwest::{Method, Response, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, Reply};
use uuid::Uuid;

use crate::deal_list::many;
use crate::deal_sites::becomes_site;
use crate::letter_jobs::Site;
use crate::world::{Parcel, World};

#[tokio::test]
async fn a_list_is_sorted_by_each_column_and_empty_values_come_last() {
    let world = World::start().await;
    let pat = Persona::user();
    let first = Parcel::of(&pat);
    let rows = [
        (
            "A",
            "'9 Bay'",
            "100",
            "NULL",
            r#"'{"year_built": 1990, "parvaltype": "TOTAL", "ll_gisacre": 2.5}'"#,
        ),
        (
            "B",
            "'1 elm'",
            "2000",
            "5",
            r#"'{"year_built": 2001, "parvaltype": "appraised", "ll_gisacre": 0.43}'"#,
        ),
        ("C", "NULL", "NULL", "70.5", "'{}'"),
    ];
    for (marker, (number, address, total, appraised, facts)) in (1..).zip(rows) {
        let parcel = Parcel {
            marker,
            number: number.to_owned(),
            ll_uuid: Uuid::new_v4(),
            ..first.clone()
        };
        world.hear(&parcel.added()).await;
        world.wait_handled(marker).await;
        world
            .sql(&format!(
                "UPDATE properties SET address = {address}, total_value = {total}, appraised_value = {appraised}, \
                 facts = {facts} WHERE parcel_number = '{number}'"
            ))
            .await;
    }
    for (number, owner, name, floor) in [
        ("A", "'Zed LLC'", "'North'", "900"),
        ("B", "'abel'", "NULL", "12000"),
        ("C", "NULL", "'east'", "NULL"),
    ] {
        world
            .sql(&format!(
                "UPDATE properties SET owner_name = {owner}, property_name = {name}, square_feet = {floor} \
                 WHERE parcel_number = '{number}'"
            ))
            .await;
    }
    for (sort, expected) in [
        ("added", "A B C"),
        ("-added", "C B A"),
        ("address", "B A C"),
        ("-address", "C A B"),
        ("year_built", "A B C"),
        ("-year_built", "B A C"),
        ("parcel_value_type", "B A C"),
        ("-parcel_value_type", "A B C"),
        ("total_value", "A B C"),
        ("-total_value", "B A C"),
        ("appraised_value", "B C A"),
        ("-appraised_value", "C B A"),
        ("acres", "B A C"),
        ("-acres", "A B C"),
        ("parcel_number", "A B C"),
        ("-parcel_number", "C B A"),
        ("owner_name", "B A C"),
        ("-owner_name", "A B C"),
        ("property_name", "C A B"),
        ("-property_name", "A C B"),
        ("square_feet", "A B C"),
        ("-square_feet", "B A C"),
    ] {
        let mut query = vec![
            ("project_id", first.project.to_string()),
            ("sort", sort.to_owned()),
            ("limit", "1".to_owned()),
        ];
        let mut seen = Vec::new();
        loop {
            let page = world.get(&pat, "/property_details", &query).await;
            assert_eq!(page["total"], 3);
            let row = &page["properties"][0]["parcel_number"];
            seen.push(row.as_str().unwrap().to_owned());
            query.truncate(3);
            match page["next_cursor"].as_str() {
                Some(cursor) => query.push(("cursor", cursor.to_owned())),
                None => break,
            }
        }
        assert_eq!(seen.join(" "), expected, "{sort}");
    }
    let query = [("project_id", first.project.to_string())];
    let all = world.get(&pat, "/property_details", &query).await;
    let acres = |index: usize| all["properties"][index]["acres"].clone();
    assert_eq!(
        [acres(0), acres(1), acres(2)],
        [2.5.into(), 0.43.into(), serde_json::Value::Null]
    );
    world.stop().await;
}

async fn file(world: &World, who: &Persona, body: &Value) -> Response {
    let call = world.call(who, Method::POST, "/export_properties");
    let response = call.json(body).send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    response
}

/// Each line of a file, without the heading.
async fn lines(world: &World, who: &Persona, body: &Value) -> Vec<String> {
    let text = file(world, who, body).await.text().await.unwrap();
    text.lines().skip(1).map(str::to_owned).collect()
}

#[tokio::test]
async fn the_chosen_properties_or_those_of_a_search_are_a_file_with_their_deals() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let first = Parcel::of(&pat);
    for (marker, (number, address)) in
        (1..).zip([("007", "=1+1"), ("008", "1 Elm"), ("009", "2 Elm")])
    {
        let parcel = Parcel {
            marker,
            number: number.to_owned(),
            ll_uuid: Uuid::new_v4(),
            ..first.clone()
        };
        world.hear(&parcel.added()).await;
        world.wait_handled(marker).await;
        let facts = r#"'{"year_built": 1990}'"#;
        let edit = format!(
            "UPDATE properties SET address = '{address}', offer_value = 950000, facts = {facts} \
             WHERE parcel_number = '{number}'"
        );
        world.sql(&edit).await;
    }
    let project = first.project;
    let all = json!({"project_id": project, "format": "csv", "sort": "-address"});
    let file = lines(&world, &pat, &all).await;
    let starts: Vec<_> = file.iter().map(|line| &line[..8]).collect();
    assert_eq!(starts, ["'=1+1,19", "2 Elm,19", "1 Elm,19"], "no formula");
    assert!(file[1].contains(",009,"), "{}", file[1]);
    assert!(file[1].contains(",950000,Found,"), "{}", file[1]);

    let found = json!({"project_id": project, "format": "csv", "q": "elm"});
    assert_eq!(lines(&world, &pat, &found).await.len(), 2);
    let query = [("project_id", project.to_string())];
    let listed = world.get(&pat, "/property_details", &query).await;
    let ids = [
        &listed["properties"][2]["property_id"],
        &listed["properties"][0]["property_id"],
    ];
    let chosen = json!({"project_id": project, "format": "csv", "property_ids": ids});
    let file = lines(&world, &pat, &chosen).await;
    assert_eq!(file.len(), 2);
    assert!(
        file[0].starts_with("'=1+1"),
        "in the list's order: {}",
        file[0]
    );
    let (status, _) = world.refused(&stranger, "/export_properties", chosen).await;
    assert_eq!(
        status,
        StatusCode::NOT_FOUND,
        "the project is another firm's"
    );
    let none = json!({"project_id": project, "format": "xlsx", "property_ids": []});
    let (status, problem) = world.refused(&pat, "/export_properties", none).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert_eq!(problem["errors"]["property_ids"], "Select a row.");
    world.stop().await;
}

#[tokio::test]
async fn a_spreadsheet_of_properties_has_texts_and_numbers() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 2).await;
    world
        .sql(
            "UPDATE properties SET parcel_number = '007', address = '=1+1', total_value = NULL, offer_value = 950000.5
                 WHERE parcel_number = 'P-1';
             UPDATE properties SET source = 'HCAD', facts = facts || '{\"source_licence\": \"CC0\", \"source_date\": \"2026-10-01\"}';
             UPDATE deals SET assigned_to_name = 'Ann', next_step = 'Call', next_step_on = '2026-12-01'",
        )
        .await;
    let body = json!({"project_id": site.project, "format": "xlsx"});
    let bytes = file(&world, &pat, &body).await.bytes().await.unwrap();
    let mut book: Xlsx<_> = Xlsx::new(Cursor::new(bytes.to_vec())).unwrap();
    let sheet = book.worksheet_range("properties").unwrap();
    let mut rows = sheet.rows();
    let names = rows.next().unwrap();
    let row = rows.next().unwrap();
    let cell = |name: &str| {
        let at = names.iter().position(|each| each == name).unwrap();
        row[at].clone()
    };
    let text = |text: &str| Data::String(text.to_owned());
    assert_eq!(cell("address"), text("=1+1"));
    assert_eq!(cell("parcel_number"), text("007"));
    assert_eq!(cell("acres"), Data::Float(10.37));
    assert_eq!(cell("offer_value"), Data::Float(950_000.5));
    assert_eq!(cell("total_value"), Data::Empty);
    assert_eq!(cell("stage"), text("Found"));
    assert_eq!(cell("assigned_to"), text("Ann"));
    assert_eq!(cell("next_step_on"), text("2026-12-01"));
    assert_eq!(cell("drop_reason"), Data::Empty);
    let last: Vec<String> = names
        .iter()
        .rev()
        .take(3)
        .map(ToString::to_string)
        .collect();
    assert_eq!(last, ["source_licence", "source_date", "source"]);
    let last = ["source", "source_date", "source_licence"].map(cell);
    assert_eq!(last, ["HCAD", "2026-10-01", "CC0"].map(text));
    assert_eq!(rows.count(), 1);
    world.stop().await;
}

const ANN: &str = "00000000-0000-7000-8000-00000000000a";
const BEN: &str = "00000000-0000-7000-8000-00000000000b";

/// Four properties in four stages: 'Found', 'Contacted' (Ben), one that the firm added (Ann) and 'Dropped'.
async fn in_stages(world: &World, pat: &Persona) -> Site {
    let site = Site::new(world, pat, 4).await;
    let (firm, project) = (pat.customer_id, site.project);
    let set = |n: usize, stage: &str, more: &str| {
        format!(
            "UPDATE deals SET stage_id = (SELECT stage_id FROM deal_stages s WHERE s.project_id = deals.project_id AND {stage}) {more}
             WHERE property_id = '{}';",
            site.ids[n]
        )
    };
    let statements = [
        format!(
            "INSERT INTO deal_stages (customer_id, project_id, name, kind, position)
             VALUES ('{firm}', '{project}', 'Under Review', 'open', 20);"
        ),
        set(
            1,
            "milestone = 'contacted'",
            &format!(", assigned_to = '{BEN}', assigned_to_name = 'ben'"),
        ),
        set(
            2,
            "name = 'Under Review'",
            &format!(
                ", assigned_to = '{ANN}', assigned_to_name = 'Ann', next_step = 'Call', next_step_on = '2026-12-01'"
            ),
        ),
        set(
            3,
            "milestone = 'dropped'",
            ", drop_reason = 'flood', next_step_on = '2026-12-09'",
        ),
    ];
    world.sql(&statements.concat()).await;
    site
}

/// Parcel numbers of the list, page by page, which must say how many there are.
async fn listed(world: &World, pat: &Persona, of: &Site, more: &[(&'static str, &str)]) -> String {
    let mut query = vec![("project_id", of.project.to_string())];
    query.extend(
        more.iter()
            .map(|(name, value)| (*name, (*value).to_owned())),
    );
    let whole = world.get(pat, "/property_details", &query).await;
    let numbers = |list: &Value| {
        let rows = list["properties"].as_array().unwrap();
        let of = |row: &Value| row["parcel_number"].as_str().unwrap().to_owned();
        rows.iter().map(of).collect::<Vec<_>>()
    };
    query.push(("limit", "1".to_owned()));
    let mut seen = Vec::new();
    loop {
        let page = world.get(pat, "/property_details", &query).await;
        let count = json!(numbers(&whole).len());
        let totals = &page["totals"];
        if seen.is_empty() {
            assert_eq!(totals["count"], count);
        } else {
            assert!(totals.is_null(), "{totals}");
        }
        assert_eq!(page["total"], count);
        seen.extend(numbers(&page));
        query.retain(|(name, _)| *name != "cursor");
        match page["next_cursor"].as_str() {
            Some(cursor) => query.push(("cursor", cursor.to_owned())),
            None => break,
        }
    }
    assert_eq!(seen, numbers(&whole));
    seen.join(" ")
}

#[tokio::test]
async fn properties_are_filtered_by_tag_sorted_by_it_and_have_it_in_a_file() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = in_stages(&world, &pat).await;
    for (of, tags) in [(0, json!(["Flood zone", "rail"])), (2, json!(["corner"]))] {
        let body =
            json!({"project_id": site.project, "property_ids": [site.ids[of]], "add_tags": tags});
        world.post(&pat, "/deals/update", body).await;
    }
    for (more, expected) in [
        (vec![("tag", "FLOOD zone")], "P-1"),
        (vec![("tag", "flood")], ""),
        (vec![("tag", "rail"), ("tag", "Corner")], "P-1 P-3"),
        (vec![("tag", "rail"), ("milestone", "contacted")], ""),
        (vec![("tag", " ")], "P-1 P-2 P-3 P-4"),
        (vec![("sort", "tags")], "P-3 P-1 P-2 P-4"),
        (vec![("sort", "-tags")], "P-1 P-3 P-4 P-2"),
    ] {
        let list = listed(&world, &pat, &site, &more).await;
        assert_eq!(list, expected, "{more:?}");
    }
    let body = json!({"project_id": site.project, "format": "csv", "tags": ["RAIL"]});
    let text = file(&world, &pat, &body).await.text().await.unwrap();
    let mut rows = csv::Reader::from_reader(text.as_bytes());
    let at = rows
        .headers()
        .unwrap()
        .iter()
        .position(|name| name == "tags");
    let cells: Vec<_> = rows
        .records()
        .map(|row| row.unwrap()[at.unwrap()].to_owned())
        .collect();
    assert_eq!(cells, ["Flood zone, rail"]);
    world.stop().await;
}

#[tokio::test]
async fn properties_are_filtered_by_stage_and_person_and_sorted_by_them() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = in_stages(&world, &pat).await;
    for (more, expected) in [
        (vec![], "P-1 P-2 P-3 P-4"),
        (vec![("milestone", "contacted")], "P-2"),
        (
            vec![("milestone", "found"), ("milestone", "dropped")],
            "P-1 P-4",
        ),
        (
            vec![("milestone", "found"), ("stage_name", "under review")],
            "P-1 P-3",
        ),
        // A milestone's stage may have any name.
        (vec![("stage_name", "Contacted")], ""),
        (vec![("stage_name", " ")], "P-1 P-2 P-3 P-4"),
        (vec![("assigned_to", BEN)], "P-2"),
        (vec![("assigned_to", "none")], "P-1 P-4"),
        (
            vec![("assigned_to", "none"), ("assigned_to", ANN)],
            "P-1 P-3 P-4",
        ),
        (
            vec![("assigned_to", "none"), ("milestone", "contacted")],
            "",
        ),
        (vec![("q", "2 elm"), ("assigned_to", BEN)], "P-2"),
        (vec![("q", "2 elm"), ("assigned_to", ANN)], ""),
        (vec![("sort", "stage")], "P-1 P-2 P-4 P-3"),
        (vec![("sort", "-stage")], "P-3 P-4 P-2 P-1"),
        (vec![("sort", "assigned_to")], "P-3 P-2 P-1 P-4"),
        (vec![("sort", "-assigned_to")], "P-2 P-3 P-4 P-1"),
        (vec![("sort", "next_step_on")], "P-3 P-4 P-1 P-2"),
        (
            vec![("sort", "-next_step_on"), ("assigned_to", "none")],
            "P-4 P-1",
        ),
    ] {
        assert_eq!(
            listed(&world, &pat, &site, &more).await,
            expected,
            "{more:?}"
        );
    }
    let query = [
        ("project_id", site.project.to_string()),
        ("stage_name", "Under Review".to_owned()),
    ];
    let list = world.get(&pat, "/property_details", &query).await;
    assert_eq!(
        list["properties"][0]["deal"],
        json!({"stage": "Under Review", "assigned_to": "Ann", "next_step": "Call", "next_step_on": "2026-12-01",
            "drop_reason": null, "tags": null})
    );
    for (field, value) in [("milestone", "sold"), ("assigned_to", "me")] {
        let query = [
            ("project_id", site.project.to_string()),
            (field, value.to_owned()),
        ];
        let call = world.call(&pat, Method::GET, "/property_details");
        let problem = Reply::of(call.query(&query)).await.problem(422);
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_file_has_the_properties_of_the_filter() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = in_stages(&world, &pat).await;
    for (more, expected) in [
        (
            json!({"milestones": ["found", "dropped"], "sort": "-stage"}),
            "P-4 P-1",
        ),
        (
            json!({"stage_names": ["UNDER REVIEW"], "milestones": ["contacted"]}),
            "P-2 P-3",
        ),
        (
            json!({"assigned_to": ["none", BEN], "q": "elm"}),
            "P-1 P-2 P-4",
        ),
        (json!({"assigned_to": [ANN], "milestones": ["found"]}), ""),
        // The selected rows, whatever the list shows now.
        (
            json!({"assigned_to": [ANN], "property_ids": [site.ids[0]]}),
            "P-1",
        ),
    ] {
        let mut body = json!({"project_id": site.project, "format": "csv"});
        body.as_object_mut()
            .unwrap()
            .extend(more.as_object().unwrap().clone());
        let text = file(&world, &pat, &body).await.text().await.unwrap();
        let mut rows = csv::Reader::from_reader(text.as_bytes());
        let at = rows
            .headers()
            .unwrap()
            .iter()
            .position(|name| name == "parcel_number")
            .unwrap();
        let numbers: Vec<_> = rows
            .records()
            .map(|row| row.unwrap()[at].to_owned())
            .collect();
        assert_eq!(numbers.join(" "), expected, "{more}");
    }
    let wrong = json!({"project_id": site.project, "format": "csv", "assigned_to": ["me"]});
    let (status, problem) = world.refused(&pat, "/export_properties", wrong).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(problem["errors"]["assigned_to"].is_string(), "{problem}");
    world.stop().await;
}

#[tokio::test]
async fn pages_by_stage_and_person_hold_every_property_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 40).await;
    world
        .sql("UPDATE deals SET assigned_to_name = 'Ann' WHERE next_step_on > '2026-12-01'")
        .await;
    for sort in [
        "stage",
        "-stage",
        "assigned_to",
        "-assigned_to",
        "next_step_on",
        "-next_step_on",
    ] {
        let mut query = vec![
            ("project_id", project.to_string()),
            ("sort", sort.to_owned()),
            ("limit", "7".to_owned()),
        ];
        let mut seen = Vec::new();
        loop {
            let page = world.get(&pat, "/property_details", &query).await;
            let rows = page["properties"].as_array().unwrap();
            seen.extend(rows.iter().map(|row| row["marker_id"].as_i64().unwrap()));
            query.truncate(3);
            match page["next_cursor"].as_str() {
                Some(cursor) => query.push(("cursor", cursor.to_owned())),
                None => break,
            }
        }
        seen.sort_unstable();
        assert_eq!(seen, (1..=40).collect::<Vec<_>>(), "{sort}");
    }
    world.stop().await;
}

#[tokio::test]
async fn totals_count_what_is_not_known_and_sum_the_land_of_a_site_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = in_stages(&world, &pat).await;
    let totals = async |more: &[(&'static str, &str)]| {
        let mut query = vec![
            ("project_id", site.project.to_string()),
            ("limit", "2".to_owned()),
        ];
        query.extend(
            more.iter()
                .map(|(name, value)| (*name, (*value).to_owned())),
        );
        world.get(&pat, "/property_details", &query).await["totals"].clone()
    };
    world
        .sql("UPDATE properties SET facts = '{\"ll_gisacre\": \"x\"}', total_value = NULL WHERE parcel_number = 'P-4'")
        .await;
    let stacked = totals(&[]).await;
    assert_eq!(
        (&stacked["acres"], &stacked["without_acres"]),
        (&json!(10.37), &json!(1)),
        "all are on one lot"
    );
    world
        .sql("UPDATE properties SET lon = lon + substr(parcel_number, 3)::integer")
        .await;
    assert_eq!(
        totals(&[]).await,
        json!({"count": 4, "in_sites": 0, "acres": 31.11, "without_acres": 1, "total_value": 3_001_500.0,
            "without_total_value": 1, "appraised_value": 4_000_000.0, "without_appraised_value": 0})
    );
    assert_eq!(
        totals(&[("milestone", "dropped")]).await,
        json!({"count": 1, "in_sites": 0, "acres": null, "without_acres": 1, "total_value": null,
            "without_total_value": 1, "appraised_value": 1_000_000.0, "without_appraised_value": 0})
    );
    assert_eq!(
        totals(&[("q", "no such address")]).await,
        json!({"count": 0, "in_sites": 0, "acres": null, "without_acres": 0, "total_value": null,
            "without_total_value": 0, "appraised_value": null, "without_appraised_value": 0})
    );

    // The first property becomes a site of the second and the third.
    becomes_site(&world, &site, 0, &[1, 2]).await;
    assert_eq!(
        totals(&[]).await,
        json!({"count": 4, "in_sites": 2, "acres": 10.37, "without_acres": 1, "total_value": 1_000_500.0,
            "without_total_value": 1, "appraised_value": 2_000_000.0, "without_appraised_value": 0})
    );
    let parts = totals(&[("assigned_to", ANN), ("assigned_to", BEN)]).await;
    assert_eq!(
        (&parts["count"], &parts["in_sites"], &parts["acres"]),
        (&json!(2), &json!(2), &Value::Null),
        "their land is the site's, which says so itself"
    );
    let query = [("project_id", site.project.to_string())];
    let list = world.get(&pat, "/property_details", &query).await;
    assert_eq!(
        list["totals"],
        Value::Null,
        "a list without pages is summed by its reader"
    );
    let of = |n: usize| list["properties"][n]["site"].clone();
    let named = json!({"property_id": site.ids[0], "parcel_number": "P-1"});
    assert_eq!(
        [of(0), of(1), of(2), of(3)],
        [Value::Null, named.clone(), named, Value::Null]
    );
    world.stop().await;
}
