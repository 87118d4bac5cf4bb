//! The work on search runs: turns, cancelling, processes that die, firms, layers and owners.

use diesel_async::SimpleAsyncConnection as _;
use futures::StreamExt as _;
use messaging::{Event, outbox};
use reqwest::Method;
use serde_json::{Value, json};
use test_support::wait_for;
use uuid::Uuid;

use crate::growth_runs::Firm;
use crate::search_site::{BOUND, Site, criteria, numbers, path};

/// What is said of runs, checked against the contract.
struct Heard(messaging::BroadcastStream);

impl Heard {
    async fn start(site: &Site) -> Self {
        let amqp = site.world.amqp.config("observer");
        let stream = messaging::Broadcast::subscribe(amqp, &["search.*"]);
        let health = stream.health();
        wait_for(BOUND, || async { health.is_connected() }).await;
        Self(stream)
    }

    /// How so many runs ended, in any order; the next event must be of another one.
    async fn ends(&mut self, runs: usize) -> Vec<(String, String)> {
        let mut ends = Vec::new();
        while ends.len() < runs {
            let event = tokio::time::timeout(BOUND, self.0.next())
                .await
                .unwrap()
                .unwrap();
            test_support::assert_event_valid(&event);
            if event.r#type == "search.finished" {
                let outcome = event.data["outcome"].as_str().unwrap().to_owned();
                ends.push((event.subject, outcome));
            }
        }
        ends.sort();
        ends
    }
}

fn end(run: &Value, outcome: &str) -> (String, String) {
    (
        run["run_id"].as_str().unwrap().to_owned(),
        outcome.to_owned(),
    )
}

/// Nobody reads parcels until it is dropped.
async fn locked(site: &Site) -> diesel_async::AsyncPgConnection {
    let mut lock = site.world.db.superuser().await;
    lock.batch_execute("BEGIN; LOCK TABLE parcels IN ACCESS EXCLUSIVE MODE")
        .await
        .unwrap();
    lock
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_is_cancelled_and_removed() {
    let site = Site::start().await;
    let mut heard = Heard::start(&site).await;
    let firm = Firm::new(&site.world);
    let lock = locked(&site).await;
    let run = site.ask(&firm, &json!({})).await;
    site.wait(&firm, &run, "running").await;
    let results = firm.send(Method::GET, &path(&run, "/results"), None).await;
    assert_eq!(results.status(), 409);
    let cancelled = firm.send(Method::POST, &path(&run, "/cancel"), None).await;
    assert_eq!(cancelled.status(), 200);
    let cancelled: Value = cancelled.json().await.unwrap();
    assert_eq!(cancelled["state"], "cancelled");
    let again = firm.send(Method::POST, &path(&run, "/cancel"), None).await;
    assert_eq!(again.status(), 409);
    drop(lock);
    // What is still being read does not end it as done.
    let next = site.done(&firm, &json!({})).await;
    assert_eq!(firm.get(&path(&run, "")).await["state"], "cancelled");
    for (run, status) in [(&run, 204), (&next, 204), (&run, 404)] {
        let removed = firm.send(Method::DELETE, &path(run, ""), None).await;
        assert_eq!(removed.status(), status);
    }
    assert_eq!(
        site.world
            .db
            .count("SELECT count(*) FROM search_results")
            .await,
        0
    );
    assert_eq!(
        heard.ends(2).await,
        [end(&run, "cancelled"), end(&next, "done")]
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_whose_process_died_is_taken_again_once() {
    let site = Site::start().await;
    let mut heard = Heard::start(&site).await;
    let firm = Firm::new(&site.world);
    let lock = locked(&site).await;
    let run = site.ask(&firm, &json!({})).await;
    site.wait(&firm, &run, "running").await;
    // As if its process had died: the lease ended, and another process has the run. The first one finds that at its
    // next report, and writes nothing.
    site.sql("UPDATE search_runs SET attempts = 2, lease_until = now() - interval '1 second'")
        .await;
    wait_for(BOUND, || async {
        site.world
            .db
            .count("SELECT count(*) FROM search_runs WHERE attempts = 3 AND lease_until > now()")
            .await
            == 1
    })
    .await;
    drop(lock);
    let done = site.wait(&firm, &run, "done").await;
    assert_eq!(done["counts"]["fit"], 4);
    assert_eq!(numbers(&firm, &run, "").await, ["1", "2", "3", "8"]);
    let next = site.done(&firm, &json!({})).await;
    assert_eq!(heard.ends(2).await, [end(&run, "done"), end(&next, "done")]);
    // A page of each list.
    assert_eq!(
        site.world
            .db
            .count("SELECT count(*) FROM search_results")
            .await,
        6
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_run_that_keeps_killing_its_process_is_abandoned() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let lock = locked(&site).await;
    let run = site.ask(&firm, &json!({})).await;
    site.wait(&firm, &run, "running").await;
    site.sql("UPDATE search_runs SET attempts = 3, lease_until = now() - interval '1 second'")
        .await;
    let failed = site.wait(&firm, &run, "failed").await;
    assert_eq!(
        failed["error"],
        "This run could not be processed and was abandoned."
    );
    drop(lock);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn firms_take_turns_and_have_so_many_runs() {
    let site = Site::start().await;
    let (firm, other) = (Firm::new(&site.world), Firm::new(&site.world));
    let lock = locked(&site).await;
    let unchanged = json!({});
    let asked = (0..12).map(|_| site.refused(&firm, &unchanged));
    let statuses: Vec<u16> = futures::future::join_all(asked)
        .await
        .into_iter()
        .map(|(status, _)| status)
        .collect();
    assert_eq!(
        statuses.iter().filter(|status| **status == 202).count(),
        10,
        "{statuses:?}"
    );
    let (status, problem) = site.refused(&firm, &json!({})).await;
    assert_eq!(
        (status, &problem["code"]),
        (429, &json!("search_run.too_many"))
    );
    let theirs = site.ask(&other, &json!({})).await;
    wait_for(BOUND, || async {
        site.world
            .db
            .count("SELECT count(*) FROM search_runs WHERE state = 'running'")
            .await
            == 2
    })
    .await;
    drop(lock);
    site.wait(&other, &theirs, "done").await;
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_firms_run_does_not_exist() {
    let site = Site::start().await;
    let (ours, theirs) = (Firm::new(&site.world), Firm::new(&site.world));
    let run = site.done(&theirs, &json!({})).await;
    let own = site.done(&ours, &json!({})).await;
    let parcel = format!("/results/{}", site.ids[0]);
    let with_theirs = format!("/compare?with={}", run["run_id"].as_str().unwrap());
    for (run, method, rest) in [
        (&run, Method::GET, ""),
        (&run, Method::DELETE, ""),
        (&run, Method::POST, "/cancel"),
        (&run, Method::GET, "/events"),
        (&run, Method::GET, "/results"),
        (&run, Method::GET, parcel.as_str()),
        (&own, Method::GET, with_theirs.as_str()),
    ] {
        let answer = ours.send(method.clone(), &path(run, rest), None).await;
        assert_eq!(answer.status(), 404, "{method} {rest}");
    }
    let listed = ours
        .get(&format!("/search_runs?project_id={}", site.project))
        .await;
    let listed: Vec<&Value> = listed["runs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|run| &run["run_id"])
        .collect();
    assert_eq!(listed, [&own["run_id"]]);
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn old_runs_of_a_project_are_deleted() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    let run = site.done(&firm, &json!({})).await;
    site.sql(
        "INSERT INTO search_runs (run_id, customer_id, created_by, project_id, state, criteria, criteria_hash, method_version, settings, created_at) \
         SELECT gen_random_uuid(), customer_id, created_by, project_id, 'cancelled', criteria, criteria_hash, 1, settings, now() + n * interval '1 second' \
         FROM search_runs, generate_series(1, 25) AS n",
    )
    .await;
    let deleted = db::unscoped_tx(site.world.db.pool(), "test", async |conn| {
        parcel_lookup::search_runs::queue::unscoped_delete_old(conn).await
    });
    assert_eq!(deleted.await.unwrap(), 6);
    let gone = firm.send(Method::GET, &path(&run, ""), None).await;
    assert_eq!(gone.status(), 404);
    assert_eq!(
        site.world
            .db
            .count("SELECT count(*) FROM search_results")
            .await,
        0
    );
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_runs_of_a_deleted_project_are_removed() {
    let site = Site::start().await;
    let (firm, other) = (Firm::new(&site.world), Firm::new(&site.world));
    let mine = site.done(&firm, &json!({})).await;
    let theirs = site.done(&other, &json!({})).await;
    let kept = site
        .done(&firm, &json!({ "project_id": Uuid::new_v4() }))
        .await;
    let ready = || async {
        let call = site.world.anonymous(Method::GET, "/readyz").send();
        call.await.unwrap().status() == 200
    };
    // Events published before the queue is bound are lost.
    wait_for(BOUND, ready).await;
    let example = test_support::event_example("project.deleted");
    let mut data = example.data.clone();
    data["project_id"] = json!(site.project);
    let event = Event::new(
        "project.deleted",
        site.project.to_string(),
        9,
        firm.id,
        data,
    );
    db::tenant_tx(site.world.db.pool(), firm.id, async |conn| {
        outbox::append(conn, &event).await
    })
    .await
    .unwrap();
    let gone = || async {
        let answer = firm.send(Method::GET, &path(&mine, ""), None).await;
        answer.status() == 404
    };
    wait_for(BOUND, gone).await;
    for (firm, run) in [(&other, &theirs), (&firm, &kept)] {
        assert_eq!(firm.get(&path(run, "")).await["state"], "done");
    }
    site.world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn owners_and_layers_are_facts() {
    let site = Site::start().await;
    let firm = Firm::new(&site.world);
    // The parcels 1 and 2 lie 96 metres from each other; a ninth one between them joins both. A condominium is on the ninth's land.
    let ninth = ["9", "9A"].map(|number| crate::support::square("48201", number, -95.399, 29.76));
    site.world.put(ninth.into()).await;
    site.sql(
        "UPDATE parcels SET owner_key = 7, ll_gisacre = 3 WHERE parcelnumb IN ('1', '2', '9', '9A'); \
         UPDATE parcels SET owner_key = 8 WHERE parcelnumb = '3'; \
         INSERT INTO site_layers (kind, name, origin, source, coverage) VALUES \
             ('highway', 'h', 'file', 'County roads', ST_Multi(ST_MakeEnvelope(-95.5, 29.7, -95.39, 29.8, 4326))), \
             ('slope', 's', 'file', '3DEP', ST_Multi(ST_MakeEnvelope(-95.5, 29.7, -95.3, 29.8, 4326))); \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
             SELECT layer_id, kind, '{}', ST_GeomFromText('LINESTRING(-95.5 29.7505, -95.3 29.7505)', 4326) FROM site_layers WHERE kind = 'highway'; \
         INSERT INTO site_features (layer_id, kind, attributes, geom) \
             SELECT layer_id, kind, '{\"percent\": 15}', ST_MakeEnvelope(-95.3981, 29.759, -95.3969, 29.762, 4326) FROM site_layers WHERE kind = 'slope'",
    )
    .await;
    let wish = |fact: &str| json!({ "fact": fact, "weight": 10, "curve": { "kind": "ramp", "zero": 0, "one": 100 } });
    let facts = [
        "owner_parcels",
        "adjoining_owner_acres",
        "highway_m",
        "slope_percent",
        "growth_chance",
    ];
    let criteria = json!({ "version": 1, "gates": [], "wishes": facts.map(wish) });
    let run = site.done(&firm, &json!({ "criteria": criteria })).await;
    assert_eq!(
        run["missing_layers"],
        json!([{ "fact": "growth_chance", "reason": "Choose a finished growth run of this area." }])
    );
    let values = |number: &'static str| {
        let (firm, run) = (&firm, &run);
        async move {
            for list in ["ranked", "uncertain"] {
                let page = firm.get(&path(run, &format!("/results?list={list}"))).await;
                let mut results = page["results"].as_array().unwrap().iter();
                if let Some(result) = results.find(|result| result["parcelnumb"] == number) {
                    let reasons = result["reasons"].as_array().unwrap().iter();
                    return reasons
                        .map(|reason| reason["value"].clone())
                        .collect::<Vec<Value>>();
                }
            }
            panic!("{number} is in no list");
        }
    };
    let first = values("1").await;
    assert_eq!(first[..2], [json!(4.0), json!(3.0)]);
    // 29.7605 less 29.7505 degrees.
    assert!(
        (first[2].as_f64().unwrap() - 1112.0).abs() < 2.0,
        "{first:?}"
    );
    assert_eq!((&first[3], &first[4]), (&json!(0.0), &Value::Null));
    // Neither its own land nor that of the others twice.
    assert_eq!(values("9").await[1], json!(6.0));
    assert_eq!(values("9A").await[1], json!(6.0));
    assert_eq!(values("2").await[3], json!(15.0));
    assert_eq!(values("3").await[..2], [json!(1.0), json!(0.0)]);
    // Its owner is unknown, and no layer of highways reaches it.
    assert_eq!(
        values("8").await[..3],
        [Value::Null, Value::Null, Value::Null]
    );
    let why = path(&run, &format!("/results/{}", site.ids[0]));
    let why = firm.get(&why).await;
    assert_eq!(
        why["result"]["reasons"][2]["source"], "County roads",
        "{why}"
    );
    assert!(criteria_are_kept(&run, &criteria));
    the_panel_says_what_the_search_judged(&site, &firm, &run).await;
    site.world.stop().await;
}

/// Slope and distance of a parcel are the same in its panel, in the search, in filters and in a comparison of sites.
async fn the_panel_says_what_the_search_judged(site: &Site, firm: &Firm<'_>, run: &Value) {
    let body = json!({ "sites": [{ "ll_uuids": [site.ids[0]] }, { "ll_uuids": [site.ids[1]] }, { "ll_uuids": [site.ids[7]] }] });
    let compared = firm
        .send(Method::POST, "/site_comparisons", Some(&body))
        .await;
    assert_eq!(compared.status(), 200);
    let compared: Value = compared.json().await.unwrap();
    let row = |key: &str| {
        let mut rows = compared["rows"].as_array().unwrap().iter();
        rows.find(|row| row["key"] == key).unwrap()["values"].clone()
    };
    let (highways, slopes) = (row("highway_miles"), row("slope_percent"));
    for (place, at) in [0, 1, 7].into_iter().enumerate() {
        let id = site.ids[at];
        let land = firm.get(&format!("/parcels/{id}")).await["land"].clone();
        let why = path(run, &format!("/results/{id}"));
        let why = firm.get(&why).await["result"]["reasons"].clone();
        let item = firm
            .get(&format!("/ogc/collections/parcels/items/{id}"))
            .await;
        let filtered = item["properties"]["highway_miles"].as_f64();
        let (highway, judged) = (
            land["highway_m"]["value"].as_f64(),
            why[2]["value"].as_f64(),
        );
        let all = [
            highway,
            judged,
            filtered.map(|miles| 1609.344 * miles),
            highways[place]["number"]
                .as_f64()
                .map(|miles| 1609.344 * miles),
        ];
        let nearest = all.map(|metres| metres.map(|metres| format!("{metres:.3}")));
        assert!(
            nearest.iter().all(|metres| *metres == nearest[0]),
            "{id}: {nearest:?}"
        );
        let slope = &land["slope_percent"];
        assert_eq!(slope["value"], why[3]["value"], "{id}");
        assert_eq!(slope["value"], item["properties"]["slope_percent"], "{id}");
        assert_eq!(slope["value"], slopes[place]["number"], "{id}");
        assert_eq!(slope["source"], slopes[place]["source"], "{id}");
        // No layer of railways is here.
        let rail = &land["rail_m"];
        assert_eq!(
            (&rail["value"], &rail["source"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(rail["reason"], "No layer of railways is loaded here.");
    }
    let reached = firm.get(&format!("/parcels/{}", site.ids[1])).await;
    let (slope, highway) = (
        &reached["land"]["slope_percent"],
        &reached["land"]["highway_m"],
    );
    assert_eq!(
        (&slope["value"], &slope["reason"]),
        (&json!(15.0), &Value::Null)
    );
    assert_eq!(
        (&slope["source"], &highway["source"]),
        (&json!("3DEP"), &json!("County roads"))
    );
    assert!(slope["fetched_at"].is_string() && !slope["is_sample"].as_bool().unwrap());
    // The layer of highways does not reach the eighth, although one is near.
    let beyond = firm.get(&format!("/parcels/{}", site.ids[7])).await;
    let highway = &beyond["land"]["highway_m"];
    assert_eq!(
        (&highway["value"], &highway["reason"]),
        (&Value::Null, &json!("No layer of highways is loaded here."))
    );
    assert_eq!(beyond["land"]["slope_percent"]["value"], 0.0);
    assert_eq!(beyond["growth"], Value::Null);
}

fn criteria_are_kept(run: &Value, criteria: &Value) -> bool {
    run["criteria"]["wishes"].as_array().map(Vec::len)
        == criteria["wishes"].as_array().map(Vec::len)
        && criteria != &self::criteria()
}
