//! Sorting a project's properties.

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
