//! Incomes of properties, their cap rates, and prices from them.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, Reply};

use crate::letter_jobs::Site;
use crate::world::World;

fn figures(kind: &str, as_of: &str, expenses: i64) -> Value {
    json!({"kind": kind, "as_of": as_of, "potential_gross_income": 1_200_000,
        "vacancy_and_credit_loss": 96_000, "other_income": 12_000, "operating_expenses": expenses,
        "reserves_included": true, "source": "Rent roll"})
}

async fn call(world: &World, persona: &Persona, method: Method, path: &str, body: Value) -> Reply {
    Reply::of(world.call(persona, method, path).json(&body)).await
}

#[tokio::test]
async fn incomes_are_added_changed_deleted_and_restored() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let parcel = world.parcel(&pat).await;
    let property = world.get(&pat, "/specific_property", &parcel.query()).await;
    let property = property["property_id"].clone();
    let of = |income: Value| json!({"property_id": property, "income": income});
    let query = |price: Option<&str>| {
        let mut query = vec![("property_id", property.as_str().unwrap().to_owned())];
        query.extend(price.map(|price| ("price", price.to_owned())));
        query
    };
    let mut wrong = figures("trailing_12", "2999-01-01", 502_200);
    wrong["potential_gross_income"] = json!(0);
    let (status, problem) = world.refused(&pat, "/incomes", of(wrong)).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["income.as_of", "income.potential_gross_income"] {
        assert!(problem["errors"].get(field).is_some(), "{problem}");
    }
    let (status, _) = world
        .refused(
            &stranger,
            "/incomes",
            of(figures("broker", "2026-01-31", 0)),
        )
        .await;
    assert_eq!(status, StatusCode::NOT_FOUND);

    let added = world
        .post(
            &pat,
            "/incomes",
            of(figures("trailing_12", "2026-01-31", 502_200)),
        )
        .await;
    assert_eq!(
        (&added["effective_gross_income"], &added["noi"]),
        (&json!(1_116_000), &json!(613_800))
    );
    let loss = world
        .post(
            &pat,
            "/incomes",
            of(figures("broker", "2026-02-28", 2_000_000)),
        )
        .await;
    assert_eq!(loss["noi"].as_f64(), Some(-884_000.0));
    let without = world.get(&pat, "/incomes", &query(None)).await;
    assert_eq!(without["price"], Value::Null);
    assert_eq!(without["incomes"][1]["no_cap_rate"], "no_price");
    let listed = world.get(&pat, "/incomes", &query(Some("10230000"))).await;
    assert_eq!(
        listed["incomes"][0]["no_cap_rate"], "no_income",
        "the latest first"
    );
    assert_eq!(
        [
            &listed["incomes"][1]["cap_rate"],
            &listed["incomes"][1]["unusual"]
        ],
        [&json!(6), &json!(false)]
    );
    let cheap = world.get(&pat, "/incomes", &query(Some("4000000"))).await;
    assert_eq!(
        [
            &cheap["incomes"][1]["cap_rate"],
            &cheap["incomes"][1]["unusual"]
        ],
        [&json!(15.35), &json!(true)]
    );
    for (who, price, status) in [(&pat, Some("0"), 422), (&stranger, None, 404)] {
        let mut path = format!("/incomes?property_id={}", property.as_str().unwrap());
        path.extend(price.map(|price| format!("&price={price}")));
        let refused = Reply::of(world.call(who, Method::GET, &path)).await;
        refused.problem(status);
    }

    let path = format!("/incomes/{}", added["income_id"].as_str().unwrap());
    let change = json!({"income": figures("stabilized", "2027-01-31", 500_000), "version": 1});
    for (who, status) in [(&stranger, 404), (&pat, 200), (&pat, 409)] {
        let answer = call(&world, who, Method::PUT, &path, change.clone()).await;
        match status {
            200 => assert_eq!(answer.ok()["noi"], 616_000),
            refused => {
                answer.problem(refused);
            }
        }
    }
    let count = async || {
        let listed = world.get(&pat, "/incomes", &query(None)).await;
        listed["incomes"].as_array().unwrap().len()
    };
    for (who, status) in [(&stranger, 404), (&pat, 200), (&pat, 404)] {
        let answer = call(&world, who, Method::DELETE, &path, json!({})).await;
        match status {
            200 => {
                answer.ok();
            }
            refused => {
                answer.problem(refused);
            }
        }
    }
    assert_eq!(count().await, 1);
    call(&world, &pat, Method::PUT, &path, change)
        .await
        .problem(404);
    let restored = world
        .post(&pat, &format!("{path}/restore"), json!({}))
        .await;
    assert_eq!(restored["version"], 4);
    assert_eq!(count().await, 2);
    world.stop().await;
}

#[tokio::test]
async fn prices_are_from_the_latest_income_of_the_chosen_kind() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    for (place, kind, as_of, expenses) in [
        (0, "stabilized", "2025-01-31", 502_200),
        (0, "stabilized", "2026-01-31", 498_000),
        (0, "broker", "2026-06-30", 100_000),
        (1, "broker", "2026-06-30", 100_000),
        (2, "stabilized", "2026-01-31", 2_000_000),
    ] {
        let income = figures(kind, as_of, expenses);
        let body = json!({"property_id": site.ids[place], "income": income});
        world.post(&pat, "/incomes", body).await;
    }
    let mut rule = json!({"basis": "noi_over_cap", "factor": 6, "income": "stabilized"});
    let batch = site.batch(&json!({"price_rule": rule}));
    let preview = world.post(&pat, "/letter_jobs/preview", batch).await;
    let rows = &preview["rows"];
    assert_eq!(rows[0]["price"], 10_300_000);
    for (place, sentence) in [
        (1, "There is no net operating income of this kind."),
        (2, "The net operating income is not above 0."),
    ] {
        assert_eq!(rows[place]["price"], Value::Null);
        let problem = &rows[place]["price_problem"];
        assert_eq!(
            (&problem["field"], &problem["sentence"]),
            (&json!("noi"), &json!(sentence))
        );
    }
    rule["income"] = Value::Null;
    let batch = site.batch(&json!({"price_rule": rule}));
    let (status, problem) = world.refused(&pat, "/letter_jobs/preview", batch).await;
    assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        problem["errors"].get("price_rule.income").is_some(),
        "{problem}"
    );
    world.stop().await;
}
