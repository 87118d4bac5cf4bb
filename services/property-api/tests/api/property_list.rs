//! Sorting a project's properties, and files of them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

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

/// The first cells of each line of a file, without the heading.
async fn lines(world: &World, who: &Persona, body: &Value) -> Vec<String> {
    let call = world
        .call(who, Method::POST, "/export_properties")
        .json(body);
    let response = call.send().await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    let text = response.text().await.unwrap();
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
