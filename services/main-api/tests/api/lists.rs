//! Search, sorting and paging of lists.

use serde_json::{Value, json};
use test_support::Persona;

use crate::world::World;

async fn add_contact(world: &World, who: &Persona, first: &str, last: &str, company: Option<&str>) {
    let email = format!("{first}.{last}@mail.example").to_lowercase();
    let body =
        json!({ "first_name": first, "last_name": last, "email": email, "company_name": company });
    world.post(who, "/api/add_contact", body).await.ok();
}

fn texts(list: &Value, field: &str) -> Vec<String> {
    list.as_array()
        .unwrap()
        .iter()
        .map(|row| row[field].as_str().unwrap().to_owned())
        .collect()
}

/// The values of `field` on all pages, in pages of one row.
async fn read(world: &World, who: &Persona, path: &str, list: &str, field: &str) -> String {
    let mut seen = Vec::new();
    let mut cursor = String::new();
    loop {
        let page = world
            .get(who, &format!("{path}&limit=1{cursor}"))
            .await
            .ok();
        seen.extend(texts(&page[list], field));
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => return seen.join(" "),
        }
    }
}

#[tokio::test]
async fn contacts_are_sorted_by_each_column_and_empty_values_come_last() {
    let world = World::start().await;
    let pat = world.user().await;
    for (first, last, company) in [
        ("Cid", "abel", Some("Zenith")),
        ("Bea", "Young", None),
        ("Ann", "Young", Some("acme")),
        ("Dan", "Mole", Some("  ")),
    ] {
        add_contact(&world, &pat, first, last, company).await;
    }
    for (sort, expected) in [
        ("name", "Cid Dan Ann Bea"),
        ("-name", "Bea Ann Dan Cid"),
        ("email", "Ann Bea Cid Dan"),
        ("-email", "Dan Cid Bea Ann"),
    ] {
        let path = format!("/api/get_all_contacts?sort={sort}");
        let seen = read(&world, &pat, &path, "contacts", "first_name").await;
        assert_eq!(seen, expected, "{sort}");
    }
    for (sort, first_two) in [("company", "Ann Cid"), ("-company", "Cid Ann")] {
        let path = format!("/api/get_all_contacts?sort={sort}");
        let seen = read(&world, &pat, &path, "contacts", "first_name").await;
        assert!(seen.starts_with(first_two), "{sort}: {seen}");
        assert_eq!(seen.split(' ').count(), 4, "{sort}: {seen}");
    }
    world.stop().await;
}

#[tokio::test]
async fn contacts_are_sorted_by_phone_person_and_score_as_these_change() {
    let world = World::start().await;
    let pat = world.user().await;
    for (first, phone, person, score) in [
        ("Ann", json!("+1 (713) 555-0200"), json!("maya"), json!(9)),
        ("Bea", json!("713.555.0100"), json!("Omar"), json!(10)),
        ("Cid", json!(null), json!(null), json!(null)),
    ] {
        let body = json!({
            "first_name": first, "last_name": "Lee", "email": format!("{first}@lee.example"),
            "phone_number": phone, "assigned_to": person, "lead_score": score,
        });
        world.post(&pat, "/api/add_contact", body).await.ok();
    }
    let sorted = async |sort: &str| {
        let path = format!("/api/get_all_contacts?sort={sort}");
        read(&world, &pat, &path, "contacts", "first_name").await
    };
    for (sort, expected) in [
        ("phone", "Bea Ann Cid"),
        ("-phone", "Ann Bea Cid"),
        ("assigned_to", "Ann Bea Cid"),
        ("-assigned_to", "Bea Ann Cid"),
        ("lead_score", "Ann Bea Cid"),
        ("-lead_score", "Bea Ann Cid"),
    ] {
        assert_eq!(sorted(sort).await, expected, "{sort}");
    }
    let all = world.get(&pat, "/api/get_all_contacts").await.ok();
    let cid = &all["contacts"][2];
    assert_eq!(cid["first_name"], "Cid");
    let change = json!({ "contact_id": cid["contact_id"], "phone_number": "281 555 0100", "lead_score": 11 });
    world.post(&pat, "/api/update_contact", change).await.ok();
    assert_eq!(sorted("phone").await, "Cid Bea Ann");
    assert_eq!(sorted("-lead_score").await, "Cid Bea Ann");
    // Those that a search finds, too.
    assert_eq!(sorted("-phone&q=lee&assigned_to=OMAR").await, "Bea");
    world.stop().await;
}

#[tokio::test]
async fn a_search_with_more_results_than_are_counted_is_paged_in_order() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let insert = |who: &Persona, company: &str, count: u32| {
        format!(
            "INSERT INTO contacts (contact_id, customer_id, first_name, last_name, email, mobile_number, company_name) \
             SELECT gen_random_uuid(), '{}', 'N' || i, 'Of' || i, 'n' || i || '@mail.example', '713555' || lpad(i::text, 4, '0'), '{company}' \
             FROM generate_series(1, {count}) i",
            who.customer_id
        )
    };
    world.sql(&insert(&pat, "Widgets", 10_100)).await;
    world.sql(&insert(&stranger, "Widgets and Gears", 5)).await;
    let get = async |query: &str| {
        let path = format!("/api/get_all_contacts?limit=200{query}");
        world.get(&pat, &path).await.ok()
    };
    // All are counted without a search, and up to 10,000 with one, unless the exact number is asked for.
    assert_eq!(get("").await["total"], 10_100);
    let exact = get("&q=widgets&exact_total=true").await;
    assert_eq!(
        (
            &exact["total"],
            texts(&exact["contacts"], "last_name").len()
        ),
        (&json!(10_100), 200)
    );
    assert_eq!(get("&q=of119&exact_total=true").await["total"], 11);
    for (q, total) in [("widgets", json!(null)), ("of1", json!(1212))] {
        let first = get(&format!("&q={q}")).await;
        assert_eq!(first["total"], total, "{q}");
        let next = first["next_cursor"].as_str().unwrap();
        let second = get(&format!("&q={q}&cursor={next}")).await;
        let mut names = texts(&first["contacts"], "last_name");
        names.extend(texts(&second["contacts"], "last_name"));
        let mut sorted = names.clone();
        sorted.sort_by_key(|name| name.to_lowercase());
        assert_eq!((names.len(), &names), (400, &sorted), "{q}");
    }
    // Few results: by words and by digits, only this firm's.
    for (q, total) in [
        ("of119", 11),
        ("WIDGETS%20n119", 11),
        ("713%20555%200119", 1),
        ("gears", 0),
        ("f1%25", 0),
    ] {
        let found = get(&format!("&q={q}")).await;
        assert_eq!(found["total"], json!(total), "{q}");
        assert_eq!(found["contacts"].as_array().unwrap().len(), total, "{q}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_changed_contact_is_found_by_its_new_words_only() {
    let world = World::start().await;
    let pat = world.user().await;
    add_contact(&world, &pat, "Ann", "Lee", Some("Acme")).await;
    let all = world.get(&pat, "/api/get_all_contacts").await.ok();
    let id = &all["contacts"][0]["contact_id"];
    let change = json!({ "contact_id": id, "company_name": "Zenith" });
    world.post(&pat, "/api/update_contact", change).await.ok();
    for (q, total) in [("acme", 0), ("zenith", 1)] {
        let found = world
            .get(&pat, &format!("/api/get_all_contacts?q={q}"))
            .await
            .ok();
        assert_eq!(found["total"], total, "{q}");
    }
    let named = json!({ "contact_id": id });
    world
        .post(&pat, "/api/delete_contact", named.clone())
        .await
        .ok();
    let gone = world.get(&pat, "/api/get_all_contacts?q=zenith").await.ok();
    assert_eq!(gone["total"], 0);
    world.post(&pat, "/api/restore_contact", named).await.ok();
    let back = world.get(&pat, "/api/get_all_contacts?q=zenith").await.ok();
    assert_eq!(back["total"], 1);
    world.stop().await;
}

#[tokio::test]
async fn companies_are_sorted_and_paged() {
    let world = World::start().await;
    let pat = world.user().await;
    for (name, city, employees) in [
        ("Zenith", json!("Austin"), json!(5)),
        ("acme", json!(null), json!(40)),
        ("Mole", json!("Boise"), json!(null)),
    ] {
        let body =
            json!({ "company_name": name, "office_city": city, "number_of_employees": employees });
        world.post(&pat, "/api/add_company", body).await.ok();
    }
    for (sort, expected) in [
        ("name", "acme Mole Zenith"),
        ("-name", "Zenith Mole acme"),
        ("city", "Zenith Mole acme"),
        ("-city", "Mole Zenith acme"),
        ("employees", "Zenith acme Mole"),
        ("-employees", "acme Zenith Mole"),
    ] {
        let path = format!("/api/get_companies?sort={sort}");
        let seen = read(&world, &pat, &path, "companies", "company_name").await;
        assert_eq!(seen, expected, "{sort}");
    }
    let found = world.get(&pat, "/api/get_companies?q=O").await.ok();
    assert_eq!(
        (found["total"].as_i64(), &found["next_cursor"]),
        (Some(1), &json!(null))
    );
    let totals = json!({ "count": 1, "employees": null, "without_employees": 1 });
    assert_eq!(found["totals"], totals);
    for (first_name, company) in [("Ann", "ACME"), ("Bea", "acme"), ("Cid", "Mole")] {
        let email = format!("{first_name}@x.example");
        let contact = json!({
            "first_name": first_name, "last_name": "Lee", "email": email, "company_name": company,
        });
        world.post(&pat, "/api/add_contact", contact).await.ok();
    }
    let listed = world.get(&pat, "/api/get_companies?limit=2").await.ok();
    let totals = json!({ "count": 3, "employees": 45, "without_employees": 1 });
    assert_eq!(listed["totals"], totals);
    let contacts: Vec<_> = listed["companies"]
        .as_array()
        .unwrap()
        .iter()
        .map(|company| company["contacts"].clone())
        .collect();
    assert_eq!(contacts, [json!(2), json!(1)]);
    let next = listed["next_cursor"].as_str().unwrap();
    let path = format!("/api/get_companies?limit=2&cursor={next}");
    let second = world.get(&pat, &path).await.ok();
    assert_eq!(second["totals"], json!(null));
    world.stop().await;
}

#[tokio::test]
async fn projects_are_sorted_and_counted() {
    let world = World::start().await;
    let pat = world.user().await;
    for name in ["beta", "Alpha", "Gamma"] {
        world.project(&pat, name).await;
    }
    for (sort, expected) in [
        ("created", "beta Alpha Gamma"),
        ("-created", "Gamma Alpha beta"),
        ("name", "Alpha beta Gamma"),
        ("-name", "Gamma beta Alpha"),
    ] {
        let path = format!("/api/projects?sort={sort}");
        let seen = read(&world, &pat, &path, "projects", "project_name").await;
        assert_eq!(seen, expected, "{sort}");
    }
    let found = world
        .get(&pat, "/api/projects?q=MM&sort=progress")
        .await
        .ok();
    assert_eq!(found["total"], 1);
    world.stop().await;
}

#[tokio::test]
async fn companies_are_filtered_by_the_industries_that_occur() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    for (who, name, industry) in [
        (&pat, "Acme", json!("Retail")),
        (&pat, "Bayou", json!("Oil, Gas")),
        (&pat, "Cedar", json!("retail")),
        (&pat, "Dock", json!(null)),
        (&stranger, "Elm", json!("Timber")),
    ] {
        let body = json!({ "company_name": name, "industry": industry });
        world.post(who, "/api/add_company", body).await.ok();
    }
    let filters = world.get(&pat, "/api/get_company_filters").await.ok();
    assert_eq!(
        filters,
        json!({ "industries": ["Oil, Gas", "Retail", "retail"], "tags": [] })
    );
    for (query, expected) in [
        ("industry=Retail", "Acme"),
        ("industry=Oil%2C+Gas&industry=retail", "Bayou Cedar"),
        ("industry=Oil%2C+Gas&industry=retail&q=e", "Cedar"),
        (
            "industry=Oil%2C+Gas&industry=retail&sort=-name",
            "Cedar Bayou",
        ),
        ("industry=Timber", ""),
        ("industry=", "Acme Bayou Cedar Dock"),
        ("industry=%00", "Acme Bayou Cedar Dock"),
    ] {
        let path = format!("/api/get_companies?{query}");
        let seen = read(&world, &pat, &path, "companies", "company_name").await;
        assert_eq!(seen, expected, "{query}");
        let total = world.get(&pat, &path).await.ok()["total"].clone();
        assert_eq!(total, expected.split_whitespace().count(), "{query}");
    }
    world.stop().await;
}

#[tokio::test]
async fn projects_are_searched_word_by_word_and_filtered_by_what_occurs() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let retail = "Site Selection - Retail/General";
    for (who, name, category, state, submarket) in [
        (&pat, "Alpha", retail, "48", json!(48201)),
        (&pat, "Beta", "Site Selection", "48", json!(null)),
        (&pat, "Gamma", retail, "40", json!(null)),
        (
            &stranger,
            "Delta",
            "Site Selection - Office/General",
            "48",
            json!(null),
        ),
    ] {
        let market = submarket.is_number().then_some(26420);
        let body = json!({ "project_name": name, "category": category, "state": state, "market": market, "submarket": submarket });
        world.post(who, "/api/create_project", body).await.ok();
    }
    let beta =
        world.get(&pat, "/api/projects?q=beta").await.ok()["projects"][0]["project_id"].clone();
    let change = json!({ "project_id": beta, "status": "On Hold" });
    world.post(&pat, "/api/update_project", change).await.ok();
    let (texas, oklahoma) = (
        json!({ "statefp": "48", "name": "Texas" }),
        json!({ "statefp": "40", "name": "Oklahoma" }),
    );
    assert_eq!(
        world.get(&pat, "/api/get_project_filters").await.ok(),
        json!({
            "statuses": ["active", "on hold"],
            "categories": ["Site Selection", retail],
            "states": [oklahoma, texas],
            "tags": [],
        })
    );
    for (query, expected) in [
        ("q=alp+texas", "Alpha"),
        ("q=harris", "Alpha"),
        ("q=retail+oklahoma", "Gamma"),
        ("q=alp+oklahoma", ""),
        ("status=On+hold", "Beta"),
        ("status=on+hold&state=40", ""),
        ("state=48", "Beta Alpha"),
        ("category=Site+Selection", "Beta"),
        (
            "category=Site+Selection+-+Retail%2FGeneral&sort=name",
            "Alpha Gamma",
        ),
        ("category=&state=%00", "Gamma Beta Alpha"),
    ] {
        let path = format!("/api/projects?{query}");
        let seen = read(&world, &pat, &path, "projects", "project_name").await;
        assert_eq!(seen, expected, "{query}");
        let total = world.get(&pat, &path).await.ok()["total"].clone();
        assert_eq!(total, expected.split_whitespace().count(), "{query}");
    }
    // A deleted project is no reason to offer its status.
    let named = json!({ "project_id": beta });
    world.post(&pat, "/api/delete_project", named).await.ok();
    let filters = world.get(&pat, "/api/get_project_filters").await.ok();
    assert_eq!(filters["statuses"], json!(["active"]));
    assert_eq!(filters["categories"], json!([retail]));
    world.stop().await;
}

#[tokio::test]
async fn one_contact_is_read_by_its_id_and_not_by_another_firm() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    for first in ["Ann", "Bea"] {
        add_contact(&world, &pat, first, "Lee", None).await;
    }
    let all = world.get(&pat, "/api/get_all_contacts").await.ok();
    let path = format!(
        "/api/get_all_contacts?contact_id={}",
        all["contacts"][1]["contact_id"].as_str().unwrap()
    );
    let one = world.get(&pat, &path).await.ok();
    assert_eq!(texts(&one["contacts"], "first_name"), ["Bea"]);
    assert_eq!(one["total"], 1);
    assert_eq!(world.get(&stranger, &path).await.ok()["total"], 0);
    world.stop().await;
}

#[tokio::test]
async fn an_invalid_sort_limit_or_cursor_is_rejected_with_the_field_named() {
    let world = World::start().await;
    let pat = world.user().await;
    for (first, last) in [("Ann", "Lee"), ("Bea", "Lee")] {
        add_contact(&world, &pat, first, last, None).await;
    }
    let page = world.get(&pat, "/api/get_all_contacts?limit=1").await.ok();
    let of_names = page["next_cursor"].as_str().unwrap();
    for path in [
        "/api/get_all_contacts",
        "/api/get_companies",
        "/api/projects",
    ] {
        for (query, field) in [
            ("sort=notes".to_owned(), "sort"),
            ("limit=0".to_owned(), "limit"),
            ("limit=201".to_owned(), "limit"),
            ("cursor=nonsense".to_owned(), "cursor"),
            (format!("sort=-name&cursor={of_names}"), "cursor"),
        ] {
            let problem = world
                .get(&pat, &format!("{path}?{query}"))
                .await
                .problem(422);
            assert!(
                problem["errors"][field].is_string(),
                "{path}?{query}: {problem}"
            );
        }
    }
    world.stop().await;
}
