//! Everything that an owner has.

use diesel_async::SimpleAsyncConnection as _;
use parcel_import::Staged;
use parcel_lookup::parcels::store::make_facts;
use parcel_record::facts::FACTS_VERSION;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Reply, TEST_TIMEOUT, TestClient, wait_for};
use uuid::Uuid;

use crate::support::{World, square};

const SUITE: &str = "900 Foundry St Ste 250, Houston, TX 77002";

/// Owner, mailing address, value of each; in a row.
fn parcels() -> Vec<Staged> {
    let given = [
        (Some("Zephyrvale Holdings LLC"), Some(SUITE), Some("F2")),
        (
            Some("ZEPHYRVALE HOLDINGS, L.L.C."),
            Some("900 FOUNDRY STREET SUITE 250, HOUSTON TX 77002-1234"),
            Some("F2"),
        ),
        (Some("Zephyrvale Oak LP"), Some(SUITE), Some("C2")),
        (Some("Zephyrvale Holdings II LLC"), Some(SUITE), Some("F1")),
        (
            Some("Smith, John"),
            Some("5 Oak St, Houston, TX 77003"),
            Some("A1"),
        ),
        (
            Some("SMITH MARY"),
            Some("5 Oak St, Houston, TX 77003"),
            Some("A1"),
        ),
        (None, None, None),
    ];
    let mut parcels = Vec::new();
    for (index, (owner, mail, code)) in given.into_iter().enumerate() {
        let west = -95.370 + index as f64 * 0.001;
        let mut parcel = square("48201", &format!("{}", index + 1), west, 29.760);
        let fields = &mut parcel.fields;
        fields.owner = owner.map(str::to_owned);
        fields.mailing_address = mail.map(str::to_owned);
        fields.usecode = code.map(str::to_owned);
        fields.address = Some(format!("{} Oak St", index + 1));
        fields.szip = Some("77003".to_owned());
        fields.ll_gisacre = (index != 1).then_some(2.0);
        fields.flood_zone = Some(if index == 0 { "D" } else { "X" }.to_owned());
        parcels.push(parcel);
    }
    parcels
}

struct Site {
    world: World,
    token: String,
    ids: Vec<Uuid>,
}

impl Site {
    async fn start() -> Self {
        let world = World::start().await;
        let parcels = parcels();
        let ids = parcels
            .iter()
            .map(|parcel| parcel.fields.ll_uuid.0)
            .collect();
        world.put(parcels).await;
        let token = world.token();
        Self { world, token, ids }
    }

    async fn get(&self, path: &str) -> Reply {
        let client: &TestClient = &self.world;
        Reply::of(client.anonymous(Method::GET, path).bearer_auth(&self.token)).await
    }

    async fn group(&self, index: usize) -> Value {
        self.get(&format!("/parcels/{}/owner_group", self.ids[index]))
            .await
            .ok()
    }
}

fn numbers(list: &Value) -> Vec<&str> {
    let mut numbers: Vec<&str> = list
        .as_array()
        .unwrap()
        .iter()
        .map(|member| member["parcelnumb"].as_str().unwrap())
        .collect();
    numbers.sort_unstable();
    numbers
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_is_found_under_its_spellings_and_its_companies() {
    let site = Site::start().await;
    let group = site.group(0).await;
    assert_eq!(numbers(&group["members"]), ["1", "2", "3"], "{group:#}");
    assert_eq!(numbers(&group["related"]), ["4"]);
    assert_eq!(
        (&group["count"], &group["owner_kind"]),
        (&json!(3), &json!("company"))
    );
    let sources = group["sources"].as_array().unwrap();
    assert_eq!(sources.len(), 1, "{sources:?}");
    assert_eq!(
        (&sources[0]["source"], &sources[0]["source_licence"]),
        (&json!("Test County"), &json!(null))
    );
    assert!(sources[0]["fetched_at"].is_string());
    // An unknown area is counted and not taken for zero.
    assert_eq!(
        (&group["absentee"], &group["local"]),
        (&json!(3), &json!(0))
    );
    assert_eq!(
        (&group["truncated"], &group["may_have_more"]),
        (&json!(false), &json!(false))
    );
    let other = group["members"]
        .as_array()
        .unwrap()
        .iter()
        .find(|member| member["parcelnumb"] == "3")
        .unwrap();
    assert_eq!(
        other["reason"],
        "both names have the rare word ZEPHYRVALE, same mailing address"
    );
    assert!(other["confidence"].as_f64().unwrap() >= 0.98);
    assert_eq!(
        group["related"][0]["reason"],
        "same name, other number in the series, same mailing address"
    );
    // From any of them the same owner.
    assert_eq!(numbers(&site.group(2).await["members"]), ["1", "2", "3"]);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_lives_together_or_is_not_named_is_not_one_owner() {
    let site = Site::start().await;
    let group = site.group(4).await;
    assert_eq!(numbers(&group["members"]), ["5"], "{group:#}");
    // The bill of number 5 goes to it.
    assert_eq!(
        (&group["local"], &group["absentee"]),
        (&json!(1), &json!(0))
    );
    assert_eq!(numbers(&site.group(6).await["members"]), ["7"]);
    // Two condominiums on his lot: he has three parcels and one piece of land.
    let units = ["5A", "5B"].map(|number| {
        let mut unit = square("48201", number, -95.370 + 4.0 * 0.001, 29.760);
        unit.fields.owner = Some("Smith, John".to_owned());
        unit.fields.mailing_address = Some("5 Oak St, Houston, TX 77003".to_owned());
        unit.fields.ll_gisacre = Some(2.0);
        unit
    });
    site.world.put(units.into()).await;
    let group = site.group(4).await;
    assert_eq!(numbers(&group["members"]), ["5", "5A", "5B"], "{group:#}");
    assert_eq!(
        (&group["acres"], &group["without_acres"]),
        (&json!(2.0), &json!(0))
    );
    let unknown = site
        .get(&format!("/parcels/{}/owner_group", Uuid::new_v4()))
        .await;
    assert_eq!(unknown.problem(404)["code"], "parcel.not_found");
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owners_parcels_are_selected_together() {
    let site = Site::start().await;
    let call = site.world.anonymous(Method::POST, "/parcel_selections");
    let body = json!({ "owner_of": site.ids[1], "filter": "use_class = 'industrial'" });
    let selected = Reply::of(call.bearer_auth(&site.token).json(&body))
        .await
        .ok();
    // Under two spellings.
    assert_eq!(
        (&selected["count"], &selected["owners"]),
        (&json!(2), &json!(1)),
        "{selected:#}"
    );
    site.world.stop().await;
}

impl Site {
    async fn sql(&self, statements: &str) {
        let mut conn = self.world.db.superuser().await;
        conn.batch_execute(statements).await.unwrap();
    }

    /// Copies of a parcel, numbered from `first` to `last`, which differ in what the SQL object of `n` says.
    async fn copy(&self, number: &str, (first, last): (usize, usize), differs: &str) {
        self.sql(&format!(
            "INSERT INTO parcels SELECT made.* FROM parcels AS p, generate_series({first}, {last}) AS n, \
             LATERAL jsonb_populate_record(p, jsonb_build_object('ll_uuid', md5(p.parcelnumb || ' ' || n)::uuid, \
             'parcelnumb', p.parcelnumb || '-' || n) || {differs}) AS made WHERE p.parcelnumb = '{number}'"
        ))
        .await;
    }
}

fn identities(members: &Value) -> Vec<&str> {
    let members = members.as_array().unwrap().iter();
    members
        .map(|member| member["ll_uuid"].as_str().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_has_ten_thousand_parcels_at_most_and_the_answer_says_that_there_are_more() {
    let site = Site::start().await;
    // With those of the two spellings and of the other company 10,000.
    site.copy("1", (1, 9_997), "'{}'").await;
    let group = site.group(0).await;
    assert_eq!(
        (&group["count"], &group["truncated"]),
        (&json!(10_000), &json!(false))
    );
    let found = identities(&group["members"]);
    assert!(found.contains(&site.ids[2].to_string().as_str()));
    assert_eq!(numbers(&group["related"]), ["4"]);

    site.copy("1", (9_998, 10_100), "'{}'").await;
    let group = site.group(0).await;
    assert_eq!(
        (&group["count"], &group["truncated"]),
        (&json!(10_000), &json!(true))
    );
    // The same ones, wherever the database keeps them.
    site.sql("UPDATE parcels SET version = version + 1 WHERE parcelnumb LIKE '1-%' AND ll_uuid > md5('half')::uuid")
        .await;
    let again = site.group(0).await;
    assert_eq!(identities(&again["members"]), identities(&group["members"]));
    let body = json!({ "owner_of": site.ids[0] });
    let call = site.world.anonymous(Method::POST, "/parcel_selections");
    let selected = Reply::of(call.bearer_auth(&site.token).json(&body))
        .await
        .ok();
    assert_eq!(
        (&selected["count"], &selected["truncated"]),
        (&json!(10_000), &json!(true))
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_answer_says_that_an_address_has_more_parcels_than_are_compared() {
    let site = Site::start().await;
    // Others in the building.
    let differs = "jsonb_build_object('owner', 'Quibble ' || n || ' LLC', 'owner_key', n)";
    site.copy("5", (1, 500), differs).await;
    // The own ones do not count.
    site.copy("5", (501, 1_200), "'{}'").await;
    let more = async || {
        let group = site.group(4).await;
        (group["truncated"].clone(), group["may_have_more"].clone())
    };
    // SMITH MARY is there too.
    assert_eq!(more().await, (json!(false), json!(true)));
    site.sql("DELETE FROM parcels WHERE owner LIKE 'Quibble 1%'")
        .await;
    assert_eq!(more().await, (json!(false), json!(false)));
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn facts_are_shown_and_filtered_and_forgotten_when_their_source_changes() {
    let site = Site::start().await;
    let parcel = site.get(&format!("/parcels/{}", site.ids[0])).await.ok();
    let facts = &parcel["facts"];
    assert_eq!(
        (&facts["use_class"], &facts["owner_kind"]),
        (&json!("industrial"), &json!("company"))
    );
    assert_eq!(
        (&facts["is_absentee"], &facts["in_flood_zone"]),
        (&json!(true), &Value::Null)
    );
    let of = async |filter: &str| {
        let items = site
            .get(&format!("/ogc/collections/parcels/items?filter={filter}"))
            .await
            .ok();
        items["features"].as_array().unwrap().len()
    };
    assert_eq!(of("use_class%20%3D%20'vacant'").await, 1);
    assert_eq!(of("in_flood_zone%20%3D%20false").await, 6);
    assert_eq!(of("in_flood_zone%20IS%20NULL").await, 1);
    assert_eq!(
        of("owner_kind%20%3D%20'person'%20AND%20is_absentee%20%3D%20false").await,
        1
    );
    // A new owner is unknown until the facts are made again, which housekeeping does.
    let mut changed = parcels();
    changed.truncate(1);
    changed[0].fields.owner = Some("City of Houston".to_owned());
    site.world.put(changed).await;
    let kinds = "SELECT string_agg(DISTINCT facts_version::text, ',') AS text FROM parcels";
    let current = FACTS_VERSION.to_string();
    assert_eq!(crate::import::text(&site.world, kinds).await, current);
    assert_eq!(of("owner_kind%20%3D%20'government'").await, 1);
    // Facts of older rules are made again.
    let mut conn = site.world.db.superuser().await;
    let old = "UPDATE parcels SET facts_version = 1, use_class = 'other'";
    conn.batch_execute(old).await.unwrap();
    wait_for(TEST_TIMEOUT, || async {
        let mut conn = site.world.db.superuser().await;
        make_facts(&mut conn, 100).await.unwrap();
        crate::import::text(&site.world, kinds).await == current
    })
    .await;
    assert_eq!(of("use_class%20%3D%20'vacant'").await, 1);
    site.world.stop().await;
}
