//! Many parcels at once: added, undone, discarded, listed.

use diesel_async::SimpleAsyncConnection as _;
use serde_json::{Value, json};
use test_support::{Answer, Persona, StubServer, wait_for};
use uuid::Uuid;

use crate::world::{TEST_TIMEOUT, World, feature};

/// The record of parcel-lookup.
pub fn record(id: Uuid, number: &str) -> Value {
    json!({
        "ll_uuid": id, "county_fips": "48201", "parcelnumb": number, "address": format!("{number} Main St"),
        "scity": "Houston", "state2": "TX", "szip": "77002", "owner": "Bayou Trust", "careof": null,
        "mailing_address": null, "saledate": "2019-06-14", "saleprice": null, "year_built": 1984,
        "usedesc": "Warehouse", "use_class": "industrial", "owner_kind": "trust", "is_absentee": true, "zoning": null, "parval": 250_000.0, "landval": null, "improvval": null,
        "sqft": 12000, "ll_gisacre": 4.5, "flood_zone": "AE", "lon": -95.3698, "lat": 29.7604,
        "geometry": { "type": "Polygon", "coordinates": [[[0, 0], [1, 0], [1, 1], [0, 0]]] },
        "source": "County", "source_licence": "CC0", "fetched_at": "2026-11-21T09:30:00Z",
        "is_sample": false, "retired_at": null,
    })
}

/// So many metres from a highway.
fn access(highway_m: f64) -> Value {
    json!({ "highway_m": highway_m, "rail_m": null, "outline_acres": 4.5, "width_m": 80.0, "compactness": 0.7 })
}

/// A firm's project, and parcel-lookup.
pub struct Site {
    lookup: StubServer,
    pub world: World,
    pub pat: Persona,
    pub project: String,
}

impl Site {
    pub async fn start() -> Self {
        let lookup = StubServer::start().await;
        let world = World::with(&[("PARCEL_LOOKUP_URL", &lookup.url())]).await;
        let pat = world.user().await;
        let project = world.project(&pat, "East Houston").await;
        Self {
            lookup,
            world,
            pat,
            project,
        }
    }

    /// parcel-lookup has these from now on.
    pub fn known(&self, parcels: &[Value]) {
        self.lookup.clear();
        let answer = Answer::json(200, &json!({ "parcels": parcels }));
        self.lookup.on("POST", "/parcel_records", answer);
    }

    pub async fn add(&self, ids: &[Uuid]) -> Value {
        let body = json!({ "project_id": self.project, "ll_uuids": ids });
        self.world
            .post(&self.pat, "/api/add_markers", body)
            .await
            .ok()
    }

    pub async fn undo(&self, batch: &Value) -> test_support::Reply {
        let body = json!({ "batch_id": batch });
        self.world
            .post(&self.pat, "/api/undo_add_markers", body)
            .await
    }

    pub async fn discard(&self, ids: &[Uuid], reason: &str) -> Value {
        let body = json!({ "project_id": self.project, "ll_uuids": ids, "reason": reason });
        self.world
            .post(&self.pat, "/api/discard_parcels", body)
            .await
            .ok()
    }

    pub async fn get(&self, call: &str) -> Value {
        let path = format!("/api/{call}?project_id={}", self.project);
        self.world.get(&self.pat, &path).await.ok()
    }

    async fn markers(&self) -> usize {
        self.world.rows("SELECT 1 FROM markers").await.len()
    }
}

#[tokio::test]
async fn many_parcels_are_added_once_and_removed_together() {
    let site = Site::start().await;
    let ids: Vec<Uuid> = (0..3).map(|_| Uuid::new_v4()).collect();
    let unknown = Uuid::new_v4();
    let mut retired = record(Uuid::new_v4(), "9");
    retired["retired_at"] = json!("2026-02-03T10:00:00Z");
    let gone = retired["ll_uuid"].clone();
    let records = ["1", "2", "3"]
        .iter()
        .zip(&ids)
        .map(|(number, id)| record(*id, number));
    site.known(&records.chain([retired]).collect::<Vec<_>>());
    // One of them is there already, by its number only.
    let single = json!({ "project_id": site.project, "geojson": feature("1") });
    site.world
        .post(&site.pat, "/api/add_marker", single)
        .await
        .ok();

    let wanted = [
        ids.clone(),
        vec![unknown, gone.as_str().unwrap().parse().unwrap(), ids[1]],
    ]
    .concat();
    let added = site.add(&wanted).await;
    assert_eq!((&added["added"], &added["already"]), (&json!(2), &json!(1)));
    assert_eq!(added["not_found"], json!([unknown, gone]));
    assert_eq!(added["message"], "2 parcels were added to East Houston.");
    let markers = site.get("get_markers").await;
    assert_eq!(
        markers["markers"][1]["geojson"]["properties"]["saledate"],
        "2019-06-14"
    );
    let properties = &markers["markers"][1]["geojson"]["properties"];
    assert_eq!(
        ["source", "source_licence", "fetched_at"].map(|name| properties[name].clone()),
        ["County", "CC0", "2026-11-21T09:30:00Z"]
    );
    // A repeated request, as after a lost response.
    let again = site.add(&ids).await;
    assert_eq!(
        (&again["added"], &again["batch_id"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(again["message"], "3 parcels were already in East Houston.");

    let undone = site.undo(&added["batch_id"]).await.ok();
    assert_eq!(
        undone,
        json!({ "removed": 2, "message": "2 parcels were removed from East Houston." })
    );
    assert_eq!(site.undo(&added["batch_id"]).await.ok()["removed"], 0);
    assert_eq!(site.markers().await, 1);
    let activity = site.get("activity").await;
    assert_eq!(activity["activities"][1]["text"], added["message"]);
    let map = format!("/map?project_id={}", site.project);
    assert_eq!(activity["activities"][0]["link"], map);

    let late = site.add(&ids).await;
    site.world
        .sql("UPDATE marker_batches SET created_at = now() - interval '61 seconds'")
        .await;
    let problem = site.undo(&late["batch_id"]).await.problem(409);
    assert_eq!(problem["code"], "marker_batch.undo_expired");
    assert_eq!(site.markers().await, 3);
    site.undo(&json!(Uuid::new_v4())).await.problem(404);
    site.world.stop().await;
}

#[tokio::test]
async fn many_parcels_are_removed_at_once_and_brought_back() {
    let site = Site::start().await;
    let ids: Vec<Uuid> = (0..3).map(|_| Uuid::new_v4()).collect();
    let records = ["1", "2", "3"].iter().zip(&ids);
    site.known(
        &records
            .map(|(number, id)| record(*id, number))
            .collect::<Vec<_>>(),
    );
    site.add(&ids).await;
    let post = async |path: &str, body: Value| site.world.post(&site.pat, path, body).await;
    let markers = site.get("get_markers").await["markers"].clone();
    let numbers: Vec<_> = (0..3).map(|at| markers[at]["id"].clone()).collect();

    let remove = json!({ "project_id": site.project, "marker_ids": [numbers[0], numbers[1], numbers[0], 999_999] });
    let removed = post("/api/remove_markers", remove.clone()).await.ok();
    assert_eq!(
        (&removed["removed"], &removed["gone"]),
        (&json!(2), &json!(1))
    );
    assert_eq!(
        removed["message"],
        "2 parcels were removed from East Houston."
    );
    assert_eq!(site.markers().await, 1);
    let again = post("/api/remove_markers", remove).await.ok();
    assert_eq!(
        (&again["removed"], &again["removal_id"]),
        (&json!(0), &Value::Null)
    );
    assert_eq!(
        again["message"],
        "None of these parcels is in East Houston."
    );

    // A colleague adds one of them again before the undo.
    site.add(&ids[..1]).await;
    let undo = json!({ "removal_id": removed["removal_id"] });
    let restored = post("/api/undo_remove_markers", undo.clone()).await.ok();
    assert_eq!(
        restored,
        json!({ "restored": 1, "already": 1, "message": "1 parcel was added to East Houston." })
    );
    let back = site.get("get_markers").await["markers"].clone();
    assert_eq!(back.as_array().unwrap().len(), 3);
    assert_eq!(back[2]["geojson"], markers[1]["geojson"]);
    // Other services remember that the old marker was removed.
    assert_ne!(back[2]["id"], numbers[1]);
    let repeated = post("/api/undo_remove_markers", undo).await.ok();
    assert_eq!(
        (&repeated["restored"], &repeated["message"]),
        (
            &json!(0),
            &json!("These parcels were already brought back.")
        )
    );
    assert_eq!(site.markers().await, 3);

    let last = json!({ "project_id": site.project, "marker_ids": [numbers[2]] });
    let late = post("/api/remove_markers", last).await.ok();
    site.world
        .sql("UPDATE marker_removals SET removed_at = now() - interval '61 seconds'")
        .await;
    let undo = json!({ "removal_id": late["removal_id"] });
    let problem = post("/api/undo_remove_markers", undo).await.problem(409);
    assert_eq!(problem["code"], "marker_removal.undo_expired");
    let unknown = json!({ "removal_id": Uuid::new_v4() });
    post("/api/undo_remove_markers", unknown).await.problem(404);
    for (count, sentence) in [
        (0, "Select at least one parcel."),
        (10_001, "Select at most 10,000 parcels."),
    ] {
        let ids: Vec<i64> = (0..count).collect();
        let body = json!({ "project_id": site.project, "marker_ids": ids });
        let problem = post("/api/remove_markers", body).await.problem(422);
        assert_eq!(problem["errors"]["marker_ids"], sentence);
    }
    site.world.stop().await;
}

#[tokio::test]
async fn a_site_of_several_parcels_is_added_and_listed_as_one() {
    let site = Site::start().await;
    let (id, members) = (Uuid::new_v4(), [Uuid::new_v4(), Uuid::new_v4()]);
    let mut kept = record(id, "0660640130020 +1");
    let member = |(place, id): (usize, &Uuid)| json!({ "ll_uuid": id, "parcelnumb": format!("066064013002{place}"), "retired_at": null, "acres": 1 });
    let all: Vec<Value> = members.iter().enumerate().map(member).collect();
    kept["site"] = json!({ "name": "Elm Corner", "parcels": 2, "members": all });
    site.known(&[kept.clone(), record(members[1], "0660640130021")]);
    assert_eq!(site.get("reviewed_parcels").await["in_project"], json!([]));
    // There is no site yet to ask for.
    assert_eq!(site.lookup.requests().len(), 0);
    let added = site.add(&[id]).await;
    assert_eq!(
        (&added["added"], &added["not_found"]),
        (&json!(1), &json!([]))
    );
    // Its parcels are in the project: neither offered again by a selection or a search, nor added.
    assert_eq!(
        site.get("reviewed_parcels").await["in_project"],
        json!([id, members[0], members[1]])
    );
    let member = site.add(&members[1..]).await;
    assert_eq!(
        (&member["added"], &member["already"]),
        (&json!(0), &json!(1))
    );
    let again = site.add(&[id]).await;
    assert_eq!((&again["added"], &again["already"]), (&json!(0), &json!(1)));
    let markers = site.get("get_markers").await;
    let properties = &markers["markers"][0]["geojson"]["properties"];
    assert_eq!(properties["ll_uuid"], json!(id));
    assert_eq!(properties["parcelnumb"], "0660640130020 +1");
    let listed = site.get("project_parcels").await;
    let parcel = &listed["parcels"][0];
    assert_eq!(parcel["geometry"]["type"], "Polygon");
    assert_eq!(parcel["facts"]["site"]["name"], "Elm Corner");
    let numbers = &parcel["facts"]["site"]["members"];
    assert_eq!(numbers[1]["parcelnumb"], "0660640130021");
    // Added by hand it is the same, and the link to its property is one address.
    site.world
        .post(
            &site.pat,
            "/api/add_marker",
            json!({ "project_id": site.world.project(&site.pat, "West").await, "geojson": {
                "type": "Feature", "geometry": { "type": "Point", "coordinates": [-95.3, 29.7] },
                "properties": { "parcelnumb": "0660640130020 +1", "ll_uuid": id, "county_fips": "48201" } } }),
        )
        .await
        .ok();
    let activity = site.get("activity").await;
    let links = activity["activities"].as_array().unwrap().iter();
    let links: Vec<&str> = links.filter_map(|of| of["link"].as_str()).collect();
    assert!(
        links
            .iter()
            .any(|link| link.starts_with("/property/0660640130020%20%2B1?project_id=")),
        "{activity}"
    );
    site.world.stop().await;
}

#[tokio::test]
async fn the_parcels_of_a_selection_are_added() {
    let site = Site::start().await;
    let parcels: Vec<Value> = (0..3)
        .map(|at| record(Uuid::new_v4(), &at.to_string()))
        .collect();
    let selection = Uuid::new_v4();
    let path = format!("/parcel_selections/{selection}");
    let page = json!({ "count": 3, "parcels": parcels });
    let body = |id: Uuid| json!({ "project_id": site.project, "selection_id": id });
    let post = async |body: Value| site.world.post(&site.pat, "/api/add_markers", body).await;
    // A colleague discards one after it was counted; another one was discarded when the highway was farther away.
    let id = |at: usize| -> Uuid { parcels[at]["ll_uuid"].as_str().unwrap().parse().unwrap() };
    let discarded = id(0);
    site.known(&parcels[..1]);
    site.discard(&[discarded], "zoning").await;
    let mut remote = parcels[1].clone();
    remote["access_and_shape"] = access(3_000.0);
    site.known(&[remote.clone()]);
    site.discard(&[id(1)], "access").await;
    remote["access_and_shape"] = access(400.0);
    site.known(&[remote]);
    site.lookup.on("GET", &path, Answer::json(200, &page));
    let added = post(body(selection)).await.ok();
    assert_eq!(
        (&added["added"], &added["discarded"], site.markers().await),
        (&json!(2), &json!(1), 2)
    );
    assert_eq!(
        added["message"],
        "2 parcels were added to East Houston. 1 parcel was discarded meanwhile and left out."
    );
    let kept = site.get("reviewed_parcels").await;
    assert_eq!(kept["discarded"][0]["ll_uuid"], json!(discarded));
    let problem = post(body(Uuid::new_v4())).await.problem(404);
    assert_eq!(problem["code"], "selection.not_found");
    for wrong in [
        json!({ "project_id": site.project }),
        json!({ "project_id": site.project, "selection_id": selection, "ll_uuids": [selection] }),
    ] {
        let problem = post(wrong).await.problem(422);
        let sentence = "Give either selection_id or ll_uuids.";
        assert_eq!(problem["errors"]["selection_id"], sentence);
    }
    // One more than allowed.
    site.lookup.clear();
    let thousand: Vec<Value> = (0..1_000).map(|_| parcels[0].clone()).collect();
    let page = json!({ "count": 10_001, "parcels": thousand });
    site.lookup.on("GET", &path, Answer::json(200, &page));
    let problem = post(body(selection)).await.problem(422);
    assert_eq!(
        problem["errors"]["selection_id"],
        "Select at most 10,000 parcels."
    );
    site.world.stop().await;
}

#[tokio::test]
async fn the_parcels_of_a_site_that_a_colleague_adds_meanwhile_are_in_the_project_once() {
    let site = Site::start().await;
    let (id, member) = (Uuid::new_v4(), Uuid::new_v4());
    let (number, first) = ("0660640130020 +1", "0660640130020");
    let mut kept = record(id, number);
    let members = json!([{ "ll_uuid": member, "parcelnumb": first, "retired_at": null }]);
    kept["site"] = json!({ "name": null, "members": members });
    site.known(&[kept, record(member, first)]);
    // The colleague's transaction ends when both requests have read the project without the site.
    let mut colleague = site.world.db.superuser().await;
    let insert = format!(
        "BEGIN; INSERT INTO markers (customer_id, project_id, ll_uuid, parcelnumb, lon, lat, created_by) \
         SELECT customer_id, project_id, '{id}', '{number}', -95.3, 29.7, '{}' FROM projects WHERE project_id = '{}'",
        site.pat.user_id, site.project
    );
    colleague.batch_execute(&insert).await.unwrap();
    let ids = [member];
    let commit = async {
        wait_for(TEST_TIMEOUT, || async { site.lookup.requests().len() == 2 }).await;
        colleague.batch_execute("COMMIT").await.unwrap();
    };
    let (added, discarded, ()) = tokio::join!(site.add(&ids), site.discard(&ids, "owner"), commit);
    assert_eq!((&added["added"], &added["already"]), (&json!(0), &json!(1)));
    assert_eq!(
        discarded,
        json!({ "discarded": 0, "in_project": 1, "not_found": [] })
    );
    assert_eq!(site.markers().await, 1);
    site.world.stop().await;
}

#[tokio::test]
async fn two_requests_at_once_add_a_parcel_once() {
    let site = Site::start().await;
    let id = Uuid::new_v4();
    site.known(&[record(id, "1")]);
    let ids = [id];
    let added = futures::future::join_all((0..5).map(|_| site.add(&ids))).await;
    let new: i64 = added
        .iter()
        .map(|each| each["added"].as_i64().unwrap())
        .sum();
    assert_eq!((new, site.markers().await), (1, 1));
    site.world.stop().await;
}

#[tokio::test]
async fn ten_thousand_parcels_are_added_or_none() {
    let site = Site::start().await;
    let ids: Vec<Uuid> = (0..2_500).map(|_| Uuid::new_v4()).collect();
    let all: Vec<Value> = ids
        .iter()
        .enumerate()
        .map(|(at, id)| record(*id, &at.to_string()))
        .collect();
    // The third thousand fails.
    for part in all.chunks(1_000).take(2) {
        let answer = Answer::json(200, &json!({ "parcels": part }));
        site.lookup.on("POST", "/parcel_records", answer);
    }
    site.lookup
        .on("POST", "/parcel_records", Answer::status(503));
    let body = json!({ "project_id": site.project, "ll_uuids": ids });
    let problem = site
        .world
        .post(&site.pat, "/api/add_markers", body)
        .await
        .problem(503);
    assert_eq!(problem["code"], "parcel.service_unavailable");
    assert_eq!(site.markers().await, 0);

    site.known(&all);
    let added = site.add(&ids).await;
    assert_eq!(
        added["message"],
        "2,500 parcels were added to East Houston."
    );
    assert_eq!(site.markers().await, 2_500);

    for (count, sentence) in [
        (0, "Select at least one parcel."),
        (10_001, "Select at most 10,000 parcels."),
    ] {
        let ids: Vec<Uuid> = (0..count).map(|_| Uuid::new_v4()).collect();
        for path in [
            "/api/add_markers",
            "/api/discard_parcels",
            "/api/undo_discard",
        ] {
            let body = json!({ "project_id": site.project, "ll_uuids": ids, "reason": "flood" });
            let problem = site.world.post(&site.pat, path, body).await.problem(422);
            assert_eq!(problem["errors"]["ll_uuids"], sentence, "{path}");
        }
    }
    site.world.stop().await;
}

#[tokio::test]
async fn a_discard_keeps_reason_person_and_facts() {
    let site = Site::start().await;
    let (id, other, in_project) = (Uuid::new_v4(), Uuid::new_v4(), Uuid::new_v4());
    let records = [record(id, "1"), record(other, "2"), record(in_project, "3")];
    site.known(&records);
    site.add(&[in_project]).await;
    let unknown = Uuid::new_v4();
    let answer = site
        .discard(&[id, other, in_project, unknown], "flood")
        .await;
    assert_eq!(
        answer,
        json!({ "discarded": 2, "in_project": 1, "not_found": [unknown] })
    );
    // Another reason replaces the first; the first stays in the history.
    site.discard(&[other], "price").await;

    let listed = site.get("project_parcels").await;
    assert_eq!(listed["parcels"][0]["facts"]["ll_uuid"], json!(in_project));
    let facts = &listed["parcels"][0]["facts"];
    assert_eq!(
        [
            &facts["use_class"],
            &facts["owner_kind"],
            &facts["is_absentee"]
        ],
        [&json!("industrial"), &json!("trust"), &json!(true)]
    );
    assert_eq!(listed["parcels"][0]["geometry"]["type"], "Polygon");
    let discarded = listed["discarded"].as_array().unwrap();
    assert_eq!(discarded.len(), 2);
    assert_eq!(
        (&discarded[0]["ll_uuid"], &discarded[0]["reason"]),
        (&json!(other), &json!("price"))
    );
    assert_eq!(discarded[1]["discarded_by"], "Pat");
    assert_eq!(discarded[1]["facts"]["flood_zone"], "AE");
    assert_eq!(discarded[1]["changed"], Value::Null);
    let reviewed = site.get("reviewed_parcels").await;
    assert_eq!(reviewed["in_project"], json!([in_project]));
    assert_eq!(
        reviewed["discarded"][1],
        json!({ "ll_uuid": id, "field": "flood_zone", "was": "AE" })
    );

    let status = format!("/api/parcel_status?ll_uuid={id}");
    let status = site.world.get(&site.pat, &status).await.ok();
    assert_eq!(status["projects"], json!([]));
    assert_eq!(status["discards"][0]["project_name"], "East Houston");
    let status = format!("/api/parcel_status?ll_uuid={in_project}");
    let status = site.world.get(&site.pat, &status).await.ok();
    assert_eq!(status["projects"][0]["added_by"], "Pat");

    let undo = json!({ "project_id": site.project, "ll_uuids": [id, other] });
    for restored in [2, 0] {
        let path = "/api/undo_discard";
        let answer = site.world.post(&site.pat, path, undo.clone()).await.ok();
        assert_eq!(answer["restored"], restored);
    }
    assert_eq!(site.get("project_parcels").await["discarded"], json!([]));
    let kept = site.world.rows("SELECT 1 FROM parcel_discards").await;
    assert_eq!(kept.len(), 3);
    site.world.stop().await;
}

#[tokio::test]
async fn a_discard_is_due_for_review_when_its_fact_changed() {
    let site = Site::start().await;
    let id = Uuid::new_v4();
    let mut parcel = record(id, "1");
    site.known(&[parcel.clone()]);
    site.discard(&[id], "flood").await;
    parcel["owner"] = json!("Someone else");
    site.known(&[parcel.clone()]);
    let listed = site.get("project_parcels").await;
    assert_eq!(listed["discarded"][0]["changed"], Value::Null);
    parcel["flood_zone"] = json!("X");
    site.known(&[parcel.clone()]);
    let listed = site.get("project_parcels").await;
    assert_eq!(
        listed["discarded"][0]["changed"],
        json!({ "field": "flood_zone", "was": "AE", "now": "X" })
    );
    // Distances are asked for with the records of those that rest on them.
    parcel["access_and_shape"] = access(3_000.0);
    site.known(&[parcel.clone()]);
    site.discard(&[id], "access").await;
    parcel["access_and_shape"] = access(400.0);
    site.known(&[parcel]);
    let listed = site.get("project_parcels").await;
    assert_eq!(
        listed["discarded"][0]["changed"],
        json!({ "field": "highway_m", "was": 3_000.0, "now": 400.0 })
    );
    let asked = site.lookup.requests();
    assert_eq!(asked.last().unwrap().json()["access_and_shape"], true);
    site.world.stop().await;
}

#[tokio::test]
async fn a_discard_without_a_proper_reason_is_refused() {
    let site = Site::start().await;
    let ids = json!([Uuid::new_v4()]);
    let post = async |reason: &str, note: Value| {
        let body =
            json!({ "project_id": site.project, "ll_uuids": ids, "reason": reason, "note": note });
        site.world
            .post(&site.pat, "/api/discard_parcels", body)
            .await
    };
    let problem = post("other", json!(" ")).await.problem(422);
    assert_eq!(problem["errors"]["note"], "Say why in the note.");
    let problem = post("flood", json!("x".repeat(1001))).await.problem(422);
    assert_eq!(problem["errors"]["note"], "Use at most 1000 characters.");
    post("ugly", Value::Null).await.problem(422);
    assert!(site.lookup.requests().is_empty());
    site.world.stop().await;
}
