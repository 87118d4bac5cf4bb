//! Deals that begin by the migration or a settled identity, and those that a sent message advances.

use diesel::sql_types::Text;
use diesel_async::{AsyncConnection as _, RunQueryDsl as _, SimpleAsyncConnection as _};
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink};
use uuid::Uuid;

use crate::campaigns::{campaign, finished, owner};
use crate::deal_list::many;
use crate::mail::{message, settled};
use crate::mail_worker::worker;
use crate::world::{Parcel, World};

const UP: &str = include_str!("../../migrations/20261130000100_deals/up.sql");
const DOWN: &str = include_str!("../../migrations/20261130000100_deals/down.sql");
const RECORDS_UP: &str =
    include_str!("../../migrations/20261130000200_deal_notes_and_tasks/up.sql");
const RECORDS_DOWN: &str =
    include_str!("../../migrations/20261130000200_deal_notes_and_tasks/down.sql");
const MENTIONS_UP: &str = include_str!("../../migrations/20261211000200_note_mentions/up.sql");
const MENTIONS_DOWN: &str = include_str!("../../migrations/20261211000200_note_mentions/down.sql");
const TAGS_UP: &str = include_str!("../../migrations/20261215000100_tags_and_value_edits/up.sql");
const TAGS_DOWN: &str =
    include_str!("../../migrations/20261215000100_tags_and_value_edits/down.sql");
const WORDS_UP: &str = include_str!("../../migrations/20261216000100_property_words/up.sql");
const LETTER_WORDS_UP: &str = include_str!("../../migrations/20261218000300_letter_words/up.sql");
const WORDS_DOWN: &str = include_str!("../../migrations/20261216000100_property_words/down.sql");
const LETTER_WORDS_DOWN: &str =
    include_str!("../../migrations/20261218000300_letter_words/down.sql");

async fn stage_of(world: &World, pat: &Persona, parcel: &Parcel) -> Value {
    let project = [("project_id", parcel.project.to_string())];
    let deal = world.get(pat, "/deals", &project).await["deals"][0].clone();
    json!([deal["stage_name"], deal["cause"]])
}

#[tokio::test]
async fn mail_to_a_contact_of_the_property_advances_its_deal() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "Dana@lee.example").await;
    let running = worker(&world, Some(&sink));
    world
        .post(
            &pat,
            "/send_email",
            message(&parcel, &["somebody@else.example"]),
        )
        .await;
    settled(&world, &pat, &parcel).await;
    assert_eq!(
        stage_of(&world, &pat, &parcel).await,
        json!(["Found", "added"])
    );
    world
        .post(&pat, "/send_email", message(&parcel, &["dana@lee.example"]))
        .await;
    settled(&world, &pat, &parcel).await;
    assert_eq!(
        stage_of(&world, &pat, &parcel).await,
        json!(["Contacted", "mail"])
    );
    running.shutdown().await;
    world.stop().await;
}

#[tokio::test]
async fn a_campaign_advances_the_deals_of_those_who_received_it() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let running = worker(&world, Some(&sink));
    let made = world
        .post(&pat, "/create_campaign", campaign(&parcel))
        .await;
    finished(&world, &pat, &parcel, &made["campaign"]["campaign_id"]).await;
    assert_eq!(
        stage_of(&world, &pat, &parcel).await,
        json!(["Contacted", "mail"])
    );
    running.shutdown().await;
    world.stop().await;
}

#[tokio::test]
async fn the_migration_opens_a_deal_for_each_property_of_a_project() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 30).await;
    world.sql("UPDATE project_links SET linked_at = '2026-01-02Z', removed_at = CASE WHEN marker_id = 1 THEN now() END").await;
    let mut as_owner = db::AsyncPgConnection::establish(&world.db.owner_url())
        .await
        .unwrap();
    let sql = format!(
        "BEGIN; {LETTER_WORDS_DOWN}; {WORDS_DOWN}; {TAGS_DOWN}; {MENTIONS_DOWN}; {RECORDS_DOWN}; {DOWN}; {UP}; {RECORDS_UP}; {MENTIONS_UP}; {TAGS_UP}; {WORDS_UP}; {LETTER_WORDS_UP}; COMMIT"
    );
    as_owner.batch_execute(&sql).await.unwrap();
    let listed = world
        .get(&pat, "/deals", &[("project_id", project.to_string())])
        .await;
    assert_eq!(listed["totals"]["count"], 29);
    let deal = &listed["deals"][0];
    assert_eq!(
        (&deal["since"], &deal["stage_name"]),
        (&json!("2026-01-02T00:00:00Z"), &json!("Found"))
    );
    world.stop().await;
}

#[tokio::test]
async fn a_deal_moves_to_the_property_that_takes_the_place_of_its_own() {
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 2).await;
    let query = [("project_id", project.to_string())];
    let ids = world
        .rows("SELECT property_id::text AS id FROM properties ORDER BY parcel_number")
        .await;
    let body = json!({"project_id": project, "property_ids": [ids[0]["id"]], "next_step": "Call"});
    world.post(&pat, "/deals/update", body).await;
    let other = Uuid::new_v4();
    let firm = pat.customer_id;
    world.sql(&format!(
        "INSERT INTO properties (property_id, customer_id, ll_uuid, parcel_number, lon, lat) VALUES ('{other}', '{firm}', gen_random_uuid(), '9', 0, 0);
         UPDATE project_links SET property_id = '{other}' WHERE marker_id = 1"
    )).await;
    let listed = world.get(&pat, "/deals", &query).await;
    assert_eq!(listed["totals"]["count"], 2);
    let moved = listed["deals"]
        .as_array()
        .unwrap()
        .iter()
        .find(|deal| deal["property_id"] == json!(other))
        .unwrap()
        .clone();
    assert_eq!(moved["next_step"], "Call");
    // The other deal exists already: the project has one deal for the property, and the former one ends.
    world
        .sql(&format!(
            "UPDATE project_links SET property_id = '{other}' WHERE marker_id = 2"
        ))
        .await;
    let listed = world.get(&pat, "/deals", &query).await;
    assert_eq!(
        (&listed["totals"]["count"], &listed["deals"][0]["next_step"]),
        (&json!(1), &json!("Call"))
    );
    world.stop().await;
}

#[tokio::test]
async fn pages_of_a_large_project_are_read_from_an_index() {
    #[derive(diesel::QueryableByName)]
    struct Line {
        #[diesel(sql_type = Text, column_name = "QUERY PLAN")]
        line: String,
    }
    let world = World::start().await;
    let pat = Persona::user();
    let project = many(&world, &pat, 50_000).await;
    world
        .sql("ANALYZE deals; ANALYZE properties; ANALYZE project_links; ANALYZE deal_stages")
        .await;
    let page = |order: &str| {
        format!(
            "SELECT d.deal_id FROM deals d JOIN properties p ON p.property_id = d.property_id \
             JOIN deal_stages s ON s.stage_id = d.stage_id \
             WHERE d.removed_at IS NULL AND d.project_id = '{project}' ORDER BY {order} LIMIT 51"
        )
    };
    let by_address = format!(
        "SELECT l.marker_id FROM project_links l JOIN properties p ON p.property_id = l.property_id \
         WHERE l.project_id = '{project}' AND l.removed_at IS NULL AND p.address_key <= '1002' \
         ORDER BY p.address_key DESC, l.marker_id DESC LIMIT 101"
    );
    for (sql, index, read) in [
        (page("d.since, d.deal_id"), "deals_since", ""),
        (page("d.since DESC, d.deal_id DESC"), "deals_since", ""),
        (page("d.next_step_on, d.deal_id"), "deals_next_step", ""),
        // From the position, not from the index's beginning.
        (by_address, "Index Cond", "address_key <= '1002'"),
    ] {
        let sql = format!("EXPLAIN {sql}");
        let plan: Result<Vec<Line>, diesel::result::Error> =
            db::tenant_tx(&world.state.pool, pat.customer_id, async |conn| {
                diesel::sql_query(&sql).load(conn).await
            })
            .await;
        let plan: Vec<_> = plan.unwrap().into_iter().map(|row| row.line).collect();
        let is_read = plan
            .iter()
            .any(|line| line.contains(index) && line.contains(read));
        assert!(is_read, "{sql}: {plan:#?}");
    }
    for path in ["/deals", "/property_details"] {
        let query = [
            ("project_id", project.to_string()),
            ("q", "A 4".to_owned()),
            ("limit", "50".to_owned()),
        ];
        let found = world.get(&pat, path, &query).await;
        assert_eq!(
            found["totals"]["count"], 3334,
            "more than are passed as ids"
        );
    }
    for sort in [
        "stage",
        "since",
        "-since",
        "offer_value",
        "-offer_value",
        "address",
        "next_step_on",
        "-next_step_on",
        "acres",
    ] {
        let query = [
            ("project_id", project.to_string()),
            ("sort", sort.to_owned()),
        ];
        world.get(&pat, "/deals", &query).await;
    }
    world
        .get(&pat, "/pipeline", &[("project_id", project.to_string())])
        .await;
    let all = world
        .get(
            &pat,
            "/deals",
            &[
                ("project_id", project.to_string()),
                ("limit", "200".to_owned()),
            ],
        )
        .await;
    let ids: Vec<Value> = world
        .rows("SELECT property_id::text AS id FROM properties LIMIT 5000")
        .await
        .into_iter()
        .map(|row| row["id"].clone())
        .collect();
    assert_eq!(all["deals"].as_array().unwrap().len(), 200);
    let stages = world
        .get(&pat, "/deal_stages", &[("project_id", project.to_string())])
        .await;
    let body = json!({"project_id": project, "property_ids": ids, "stage_id": stages["stages"][1]["stage_id"]});
    let done = world.post(&pat, "/deals/update", body).await;
    assert_eq!(done["changed"].as_array().unwrap().len(), 5000);
    let undone = world
        .post(
            &pat,
            "/deals/undo",
            json!({"command_id": done["command_id"]}),
        )
        .await;
    assert_eq!(undone["undone"].as_array().unwrap().len(), 5000);
    world.stop().await;
}
