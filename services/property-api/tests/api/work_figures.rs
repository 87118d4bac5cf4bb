//! Figures of the dashboard: each equals the list that it links to.

use chrono::{TimeDelta, Utc};
use property_api::letter_register::expiry_sweep::sweep;
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

use crate::letter_jobs::Site;
use crate::letter_links::path_of;
use crate::letter_redlines::{copy_of, full, handed_over};
use crate::letter_register::{approve, set};
use crate::world::{World, ok};

async fn list(world: &World, pat: &Persona, path: &str, query: &[(&str, String)]) -> Value {
    let call = world.call(pat, Method::GET, path).query(query);
    ok(call.send().await.unwrap()).await
}

/// Seven letters that are out since so many days, and one that is not.
async fn offers(world: &World, pat: &Persona, site: &Site) -> Vec<Value> {
    let soon = (Utc::now() + TimeDelta::days(3)).date_naive();
    site.make(world, pat, &json!({"expires_on": soon})).await;
    let made = site.letters(world, pat).await;
    approve(world, pat, &made).await;
    for (letter, days) in made[..7].iter().zip([0, 7, 8, 14, 15, 30, 31]) {
        let (status, sent) = set(world, pat, letter, json!({"to": "sent", "version": 2})).await;
        assert_eq!(status, StatusCode::OK, "{sent}");
        let id = letter["letter_id"].as_str().unwrap();
        world
            .sql(&format!(
                "UPDATE letters SET sent_at = now() - interval '{days} days 1 hour' WHERE letter_id = '{id}'"
            ))
            .await;
    }
    made
}

/// A campaign whose message to the n-th property's contact was accepted, for each n.
async fn campaign(world: &World, pat: &Persona, site: &Site, reached: &[usize]) -> Uuid {
    let (firm, id) = (pat.customer_id, Uuid::new_v4());
    world
        .sql(&format!(
            "INSERT INTO campaigns (customer_id, campaign_id, project_id, subject, body, postal_address, created_by, created_by_email, created_at)
             VALUES ('{firm}', '{id}', '{}', 'Selling?', 'b', 'p', '{}', 'a@b.example', now() - interval '1 hour')",
            site.project, pat.user_id
        ))
        .await;
    for (n, status) in reached.iter().map(|n| (*n, "sent")).chain([(8, "failed")]) {
        let mail = Uuid::new_v4();
        world
            .sql(&format!(
                "INSERT INTO mails (customer_id, mail_id, project_id, subject, body, reply_to, sent_by, campaign_id)
                 VALUES ('{firm}', '{mail}', '{}', 's', 'b', 'a@b.example', '{}', '{id}');
                 INSERT INTO mail_recipients (customer_id, mail_id, email_key, email, status)
                 VALUES ('{firm}', '{mail}', 'dana{n}@owner.example', 'dana{n}@owner.example', '{status}')",
                site.project, pat.user_id
            ))
            .await;
    }
    id
}

#[tokio::test(flavor = "multi_thread")]
async fn every_figure_is_the_total_of_its_list() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 8).await;
    let letters = offers(&world, &pat, &site).await;
    let campaign_id = campaign(&world, &pat, &site, &[1, 2, 3]).await;
    // One to contacts of the directory, of which no answers are known.
    let to_contacts = campaign(&world, &pat, &site, &[4]).await;
    world
        .sql(&format!(
            "UPDATE campaigns SET project_id = NULL WHERE campaign_id = '{to_contacts}'"
        ))
        .await;
    // Opened by its owner: still out, and no answer to the campaign yet. A declined one is not out.
    let version = json!({"to": "declined", "version": 3});
    let (status, _) = set(&world, &pat, &letters[1], version).await;
    assert_eq!(status, StatusCode::OK);
    let id = letters[2]["letter_id"].as_str().unwrap();
    world
        .sql(&format!(
            "UPDATE letters SET status = 'opened', expires_at = now() + interval '8 days' WHERE letter_id = '{id}';
             INSERT INTO letter_events (event_id, customer_id, letter_id, kind)
             VALUES (gen_random_uuid(), '{firm}', '{id}', 'opened');
             UPDATE deals SET since = now() - interval '60 days' WHERE property_id IN ('{}', '{}');
             UPDATE properties SET offer_value = 500 WHERE property_id = '{}'",
            site.ids[6], site.ids[7], site.ids[7], firm = pat.customer_id
        ))
        .await;
    // The letter of today is out as its second version only, which is sent at another price.
    let first = full(&world, &pat, &letters[0]).await;
    let mut copy = copy_of(&first, first["html"].as_str().unwrap());
    copy["price"] = json!(1_300_000);
    let copy = world.post(&pat, &path_of(&first, "/copy"), copy).await;
    assert!(copy["number"].is_string(), "{copy}");
    let drafted = full(&world, &pat, &first).await;
    assert_eq!(
        (&drafted["newer"], &drafted["replaced_by"]),
        (&copy["number"], &Value::Null)
    );
    handed_over(&world, &pat, &copy).await;
    let first = full(&world, &pat, &first).await;
    assert_eq!(
        (&first["status"], &first["replaced_by"]),
        (&json!("sent"), &copy["number"])
    );
    let figures = world.get(&pat, "/work_figures", &[]).await;
    assert_eq!(
        figures["offers_out"][0]["price"].as_f64(),
        Some(1_300_000.0)
    );
    let counts: Vec<&Value> = figures["offers_out"]
        .as_array()
        .unwrap()
        .iter()
        .map(|age| &age["count"])
        .collect();
    assert_eq!(counts, [1, 2, 2, 1], "{figures}");
    assert_eq!(figures["expiring"]["count"], 5);
    assert_eq!(figures["stalled"]["count"], 2);
    for age in figures["offers_out"].as_array().unwrap() {
        let mut query = vec![
            ("out", "true".to_owned()),
            ("sent_days_min", age["days_min"].to_string()),
        ];
        if !age["days_max"].is_null() {
            query.push(("sent_days_max", age["days_max"].to_string()));
        }
        let listed = list(&world, &pat, "/letters", &query).await;
        assert_eq!(
            listed["letters"].as_array().unwrap().len(),
            age["count"].as_u64().unwrap() as usize
        );
        assert_eq!(
            (&listed["totals"]["count"], &listed["totals"]["price"]),
            (&age["count"], &age["price"])
        );
    }
    let days = figures["expiring"]["expires_within"].to_string();
    let query = [("out", "true".to_owned()), ("expires_within", days)];
    let listed = list(&world, &pat, "/letters", &query).await;
    assert_eq!(listed["letters"].as_array().unwrap().len(), 5);
    assert_eq!(listed["totals"]["price"], figures["expiring"]["price"]);
    let listed = list(&world, &pat, "/deals", &[("stalled", "true".to_owned())]).await;
    assert_eq!(
        listed["totals"]["offer_value"],
        figures["stalled"]["offer_value"]
    );
    let mut query = vec![("campaign_id", campaign_id.to_string())];
    let reached = list(&world, &pat, "/deals", &query).await;
    query.push(("opened", "true".to_owned()));
    let opened = list(&world, &pat, "/deals", &query).await;
    query.push(("responded", "true".to_owned()));
    let responded = list(&world, &pat, "/deals", &query).await;
    let [row] = figures["campaigns"].as_array().unwrap().as_slice() else {
        panic!("{figures}");
    };
    assert_eq!(
        (&row["reached"], &row["opened"], &row["responded"]),
        (&json!(3), &json!(2), &json!(1)),
        "{figures}"
    );
    assert_eq!(
        [&reached, &opened, &responded].map(|list| &list["totals"]["count"]),
        [3, 2, 1]
    );
    assert!(figures["campaigns_next"].is_null());
    let older = campaign(&world, &pat, &site, &[5]).await;
    world
        .sql(&format!(
            "UPDATE campaigns SET created_at = created_at - interval '1 day' WHERE campaign_id = '{older}'"
        ))
        .await;
    let mut page = vec![("limit", "1".to_owned())];
    let newest = list(&world, &pat, "/campaign_figures", &page).await;
    assert_eq!(newest["campaigns"], figures["campaigns"]);
    page.push(("cursor", newest["next_cursor"].as_str().unwrap().to_owned()));
    let last = list(&world, &pat, "/campaign_figures", &page).await;
    assert_eq!(last["campaigns"][0]["campaign_id"], json!(older));
    assert_eq!(last["campaigns"][0]["reached"], 1);
    assert!(last["next_cursor"].is_null());
    // Of the two versions only the one that is out expires, until that is withdrawn.
    let over = Utc::now() + TimeDelta::days(5);
    sweep(&world.state.pool, over).await.unwrap();
    assert_eq!(full(&world, &pat, &first).await["status"], "sent");
    let second = full(&world, &pat, &copy).await;
    assert_eq!(second["status"], "expired");
    world
        .sql(&format!(
            "UPDATE letters SET withdrawn_at = now() WHERE number = '{}'",
            copy["number"].as_str().unwrap()
        ))
        .await;
    let again = over + TimeDelta::days(2);
    sweep(&world.state.pool, again).await.unwrap();
    assert_eq!(full(&world, &pat, &first).await["status"], "expired");
    let nobody = world.get(&stranger, "/work_figures", &[]).await;
    assert_eq!(
        (&nobody["stalled"]["count"], &nobody["campaigns"]),
        (&json!(0), &json!([]))
    );
    let nobody = world.get(&stranger, "/campaign_figures", &[]).await;
    assert_eq!(nobody["campaigns"], json!([]));
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_pipeline_s_figures_are_totals_of_lists_too() {
    let world = World::start().await;
    let pat = Persona::user();
    let (one, two) = (
        Site::new(&world, &pat, 3).await,
        Site::new(&world, &pat, 2).await,
    );
    world
        .sql(&format!(
            "UPDATE deals SET stage_id = (SELECT stage_id FROM deal_stages s WHERE s.project_id = deals.project_id AND s.milestone = 'dropped')
             WHERE property_id = '{}';
             UPDATE deals SET assigned_to = '{}', assigned_to_name = 'Ana' WHERE property_id IN ('{}', '{}');
             UPDATE deal_stages SET milestone = NULL, name = CASE project_id WHEN '{}' THEN 'Waiting' ELSE 'waiting' END
             WHERE milestone = 'contacted';
             UPDATE deals SET stage_id = (SELECT stage_id FROM deal_stages s WHERE s.project_id = deals.project_id AND lower(s.name) = 'waiting'),
                since = now() - CASE property_id WHEN '{}' THEN interval '2 days' ELSE interval '10 days' END
             WHERE property_id IN ('{}', '{}', '{}')",
            one.ids[0], pat.user_id, one.ids[1], two.ids[0], one.project, one.ids[1], one.ids[1], two.ids[0], two.ids[1]
        ))
        .await;
    let pipeline = world.get(&pat, "/pipeline", &[]).await;
    let waiting = &pipeline["stages"][1];
    assert_eq!(
        (&waiting["name"], &waiting["count"]),
        (&json!("waiting"), &json!(3)),
        "the name that most of the deals have"
    );
    let days = waiting["median_age_days"].as_f64().unwrap();
    assert!((days - 10.0).abs() < 0.01, "{pipeline}");
    let count = async |query: &[(&str, String)]| {
        list(&world, &pat, "/deals", query).await["totals"]["count"].clone()
    };
    let open = || ("open", "true".to_owned());
    for stage in pipeline["stages"].as_array().unwrap() {
        let query = match stage["milestone"].as_str() {
            Some(milestone) => ("milestone", milestone.to_owned()),
            None => ("stage_name", stage["name"].as_str().unwrap().to_lowercase()),
        };
        assert_eq!(count(&[query]).await, stage["count"], "{stage}");
    }
    assert_eq!(
        pipeline["people"].as_array().unwrap().len(),
        2,
        "{pipeline}"
    );
    for person in pipeline["people"].as_array().unwrap() {
        let id = person["user_id"].as_str().unwrap_or("none").to_owned();
        assert_eq!(count(&[open(), ("assigned_to", id)]).await, person["count"]);
    }
    for project in pipeline["projects"].as_array().unwrap() {
        let id = project["project_id"].as_str().unwrap().to_owned();
        assert_eq!(count(&[open(), ("project_id", id)]).await, project["count"]);
    }
    assert_eq!(count(&[("open", "false".to_owned())]).await, 1);
    world.stop().await;
}
