use serde_json::{Value, json};

use crate::world::World;

fn contact(first: &str, last: &str) -> Value {
    json!({ "first_name": first, "last_name": last, "email": format!("{first}@{last}.example").to_lowercase() })
}

#[tokio::test]
async fn a_contact_is_added_changed_and_removed() {
    let world = World::start().await;
    let pat = world.user().await;
    let mut body = contact("Ann", "Lee");
    body["phone_number"] = json!("7135550100");
    body["lead_score"] = json!("42");
    body["notes"] = json!("");
    let added = world.post(&pat, "/api/add_contact", body).await.ok();
    let contact = &added["contact"];
    assert_eq!(
        (&added["success"], &added["contact_id"]),
        (&json!(true), &contact["contact_id"])
    );
    assert_eq!(
        (&contact["email1"], &contact["phoneNumber"], &contact["id"]),
        (
            &contact["email"],
            &contact["phone_number"],
            &contact["contact_id"]
        )
    );
    assert_eq!(
        (
            &contact["lead_score"],
            &contact["notes"],
            &contact["version"]
        ),
        (&json!(42), &json!(null), &json!(1))
    );
    let id = &added["contact_id"];
    // Only named fields change; null clears.
    let change = json!({ "contact_id": id, "title": "Dr.", "phone_number": null });
    let changed = world.post(&pat, "/api/update_contact", change).await.ok()["contact"].clone();
    assert_eq!(
        (
            &changed["title"],
            &changed["phone_number"],
            &changed["last_name"]
        ),
        (&json!("Dr."), &json!(null), &json!("Lee"))
    );
    assert_eq!(changed["version"], 2);
    let refused = world
        .post(
            &pat,
            "/api/update_contact",
            json!({ "contact_id": id, "email": "nonsense" }),
        )
        .await
        .problem(422);
    assert_eq!(
        refused["errors"]["email"],
        "Please enter a valid email address."
    );
    world
        .post(&pat, "/api/delete_contact", json!({ "contact_id": id }))
        .await
        .ok();
    world
        .post(&pat, "/api/delete_contact", json!({ "contact_id": id }))
        .await
        .problem(404);
    world.stop().await;
}

#[tokio::test]
async fn a_removed_contact_is_restored_as_a_newer_version() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let mut body = contact("Ann", "Lee");
    body["notes"] = json!("Prefers mornings.");
    let added = world.post(&pat, "/api/add_contact", body).await.ok()["contact"].clone();
    let id = json!({ "contact_id": added["contact_id"] });
    let restore = "/api/restore_contact";
    // A contact that was not removed cannot be restored.
    world.post(&pat, restore, id.clone()).await.problem(404);
    world
        .post(&pat, "/api/delete_contact", id.clone())
        .await
        .ok();
    world
        .post(&stranger, restore, id.clone())
        .await
        .problem(404);
    let restored = world.post(&pat, restore, id.clone()).await.ok()["contact"].clone();
    assert_eq!(restored["contact_id"], added["contact_id"]);
    assert_eq!(restored["notes"], "Prefers mornings.");
    assert_eq!(restored["created_at"], added["created_at"]);
    assert_eq!(restored["version"], 3);
    let all = world.get(&pat, "/api/get_all_contacts").await.ok();
    assert_eq!(all["contacts"].as_array().unwrap().len(), 1);
    world.post(&pat, restore, id.clone()).await.problem(404);

    // The time to restore is limited.
    world
        .post(&pat, "/api/delete_contact", id.clone())
        .await
        .ok();
    world
        .sql("UPDATE removed_contacts SET removed_at = removed_at - interval '2 hours'")
        .await;
    world.post(&pat, restore, id).await.problem(404);
    world.stop().await;
}

#[tokio::test]
async fn names_and_email_are_required() {
    let world = World::start().await;
    let pat = world.user().await;
    let problem = world
        .post(&pat, "/api/add_contact", json!({}))
        .await
        .problem(422);
    for field in ["first_name", "last_name", "email"] {
        assert!(problem["errors"][field].is_string(), "{problem}");
    }
    assert!(world.rows("SELECT 1 FROM contacts").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn contacts_are_searched_and_paged_by_name() {
    let world = World::start().await;
    let pat = world.user().await;
    for (first, last) in [("Bea", "young"), ("Ann", "Young"), ("Zoe", "Abel")] {
        world
            .post(&pat, "/api/add_contact", contact(first, last))
            .await
            .ok();
    }
    let names = |body: &Value| -> Vec<String> {
        body["contacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|c| c["first_name"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(
        names(&world.get(&pat, "/api/get_all_contacts").await.ok()),
        ["Zoe", "Ann", "Bea"]
    );
    assert_eq!(
        names(
            &world
                .get(&pat, "/api/get_all_contacts?q=ann%20y")
                .await
                .ok()
        ),
        ["Ann"]
    );
    assert_eq!(
        names(
            &world
                .get(&pat, "/api/get_all_contacts?q=abel.example")
                .await
                .ok()
        ),
        ["Zoe"]
    );
    let mut seen = Vec::new();
    let mut path = "/api/get_all_contacts?limit=1".to_owned();
    loop {
        let page = world.get(&pat, &path).await.ok();
        seen.extend(names(&page));
        let Some(cursor) = page["next_cursor"].as_str() else {
            break;
        };
        path = format!("/api/get_all_contacts?limit=1&cursor={cursor}");
    }
    assert_eq!(seen, ["Zoe", "Ann", "Bea"]);
    world.stop().await;
}

#[tokio::test]
async fn a_number_is_found_however_it_is_stored_and_typed() {
    let world = World::start().await;
    let pat = world.user().await;
    let numbers = [
        ("Ann", "phone_number", "713-555-0999"),
        ("Bea", "mobile_number", "+1 (713) 555 0999"),
        ("Cid", "phone_number2", "7135550999"),
        ("Dan", "phone_number", "832 555 0124"),
    ];
    for (first, field, number) in numbers {
        let mut body = contact(first, "Lee");
        body[field] = json!(number);
        world.post(&pat, "/api/add_contact", body).await.ok();
    }
    for (typed, found) in [
        ("7135550999", "Ann Bea Cid"),
        ("(713)%20555-0999", "Ann Bea Cid"),
        ("%2B1%20713%20555%200999", "Ann Bea Cid"),
        ("bea%20555-0999", "Bea"),
        ("lee%20dan", "Dan"),
        ("8325550999", ""),
        // A match must not span two numbers.
        ("0999832", ""),
    ] {
        let path = format!("/api/get_all_contacts?q={typed}");
        let list = world.get(&pat, &path).await.ok();
        let names: Vec<_> = list["contacts"]
            .as_array()
            .unwrap()
            .iter()
            .map(|contact| contact["first_name"].as_str().unwrap())
            .collect();
        assert_eq!(names.join(" "), found, "{typed}");
    }
    world.stop().await;
}

#[tokio::test]
async fn companies_are_listed_by_name_and_not_doubled() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let company = |name: &str| json!({ "company_name": name, "number_of_employees": 12 });
    let added = world
        .post(&pat, "/api/add_company", company("Zenith"))
        .await
        .ok();
    assert_eq!(added["company"]["number_of_employees"], 12);
    world
        .post(&pat, "/api/add_company", company("acme"))
        .await
        .ok();
    world
        .post(&pat, "/api/add_company", company("ACME"))
        .await
        .problem(409);
    // Company names are unique per firm only.
    world
        .post(&stranger, "/api/add_company", company("acme"))
        .await
        .ok();
    let list = world.get(&pat, "/api/get_companies").await.ok();
    let names: Vec<_> = list["companies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["company_name"].clone())
        .collect();
    assert_eq!(names, ["acme", "Zenith"]);
    assert_eq!(
        world.get(&pat, "/api/get_companies?q=zen").await.ok()["companies"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
    let first = world.get(&pat, "/api/get_companies?limit=1").await.ok();
    assert_eq!(first["companies"].as_array().unwrap().len(), 1);
    let refused = world
        .post(
            &pat,
            "/api/add_company",
            json!({ "company_name": "n", "number_of_employees": -1 }),
        )
        .await;
    assert!(refused.problem(422)["errors"]["number_of_employees"].is_string());
    world.stop().await;
}
