//! Comparable sales from and to CSV files.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::Persona;

use crate::world::World;

async fn exported(world: &World, persona: &Persona, query: &str) -> String {
    let answer = world.call(persona, Method::GET, &format!("/comps.csv{query}"));
    let answer = answer.send().await.unwrap();
    assert_eq!(answer.status(), StatusCode::OK);
    assert_eq!(answer.headers()["content-type"], "text/csv; charset=utf-8");
    let name = answer.headers()["content-disposition"].to_str().unwrap();
    assert!(name.starts_with("attachment; filename=\"comparable-sales-"));
    answer.text().await.unwrap()
}

#[tokio::test]
async fn sales_of_a_file_are_added_and_the_others_listed() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let text = "Address,APN,Sale Date,Sale Price,Acres,Source,Broker\r\n\
        \"=HYPERLINK(\"\"x\"\")\",12-3,3/4/2026,\"$1,000,000\",10,,Ann\r\n\
        2 Comp Rd,,2026-03-05,10,4,County,Ben\r\n\
        2 Comp Rd,,2999-01-01,900000,0,County,Ben\r\n\
        3 Comp Rd,,2026-03-06,900000,6,County,Cy\r\n\
        3 comp rd,,2026-03-06,900000.00,6,County,Cy\r\n";
    let body = json!({"text": text, "source": "Flyer"});
    let imported = world.post(&pat, "/comps/import", body.clone()).await;
    assert_eq!(
        [
            &imported["added"],
            &imported["known"],
            &imported["rejected"]
        ],
        [&json!(2), &json!(1), &json!(2)]
    );
    let rejects: Vec<(u64, &str)> = imported["rejects"]
        .as_array()
        .unwrap()
        .iter()
        .map(|reject| {
            (
                reject["row"].as_u64().unwrap(),
                reject["field"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(rejects, [(3, "price"), (4, "sale_date"), (4, "acres")]);
    assert_eq!(imported["ignored_columns"], json!(["Broker"]));
    let listed = world.get(&pat, "/comps", &[]).await;
    assert_eq!(listed["comps"][1]["address"], "=HYPERLINK(\"x\")");
    assert_eq!(listed["comps"][1]["source"], "Flyer");
    assert_eq!(listed["comps"][0]["source"], "County");

    let again = world.post(&pat, "/comps/import", body).await;
    assert_eq!((&again["added"], &again["known"]), (&json!(0), &json!(3)));

    let file = exported(&world, &pat, "").await;
    assert_eq!(file.lines().count(), 3);
    assert!(
        file.contains("\r\n\"'=HYPERLINK(\"\"x\"\")\",12-3,,,,2026-03-04,1000000.00,10,"),
        "{file}"
    );
    assert_eq!(
        exported(&world, &pat, "?q=3%20comp").await.lines().count(),
        2
    );
    assert_eq!(
        exported(&world, &pat, "?since=2026-03-07")
            .await
            .lines()
            .count(),
        1
    );
    assert_eq!(exported(&world, &stranger, "").await.lines().count(), 1);
    // Another firm's file is read as it was written.
    let theirs = world
        .post(&stranger, "/comps/import", json!({"text": file}))
        .await;
    assert_eq!(
        (&theirs["added"], &theirs["rejects"]),
        (&json!(2), &json!([]))
    );
    let theirs = exported(&world, &stranger, "").await;
    assert_eq!(theirs, file);
    world.stop().await;
}

#[tokio::test]
async fn a_file_that_has_no_sales_is_refused() {
    let world = World::start().await;
    let pat = Persona::user();
    let many = format!(
        "address,date,price\n{}",
        "a,2026-03-04,500000\n".repeat(5_001)
    );
    for (text, sentence) in [
        ("", "The file has no column 'sale_date'."),
        ("price,apn\n1,2\n", "The file has no column 'sale_date'."),
        (
            many.as_str(),
            "The file has more than 5,000 rows. Please divide it.",
        ),
    ] {
        let (status, problem) = world
            .refused(&pat, "/comps/import", json!({"text": text}))
            .await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert_eq!(problem["errors"]["text"], sentence);
    }
    assert_eq!(
        world.get(&pat, "/comps", &[]).await["comps"],
        Value::Array(Vec::new())
    );
    world.stop().await;
}
