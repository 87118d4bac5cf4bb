//! Adding a parcel to a project ends the project's discard of it.

use diesel_async::{AsyncConnection as _, SimpleAsyncConnection as _};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::many_parcels::{Site, record};
use crate::world::feature;

const UP: &str = include_str!("../../migrations/20261219012100_discards_ended_by_adding/up.sql");
const DOWN: &str =
    include_str!("../../migrations/20261219012100_discards_ended_by_adding/down.sql");

/// Parcels with the numbers 1, 2, and so on, which parcel-lookup knows.
fn known(site: &Site, parcels: usize) -> Vec<Uuid> {
    let ids: Vec<Uuid> = (0..parcels).map(|_| Uuid::new_v4()).collect();
    let records = ids
        .iter()
        .enumerate()
        .map(|(place, id)| record(*id, &(place + 1).to_string()));
    site.known(&records.collect::<Vec<_>>());
    ids
}

impl Site {
    async fn post(&self, path: &str, body: Value) -> Value {
        self.world.post(&self.pat, path, body).await.ok()
    }

    /// Adds a parcel by the call for one.
    async fn add_one(&self, number: &str, id: Option<Uuid>) -> Value {
        let mut geojson = feature(number);
        geojson["properties"]["ll_uuid"] = json!(id);
        let body = json!({ "project_id": self.project, "geojson": geojson });
        self.post("/api/add_marker", body).await["id"].clone()
    }

    /// Which parcels are discarded, as selections, the list, and the panels of these parcels say.
    async fn discarded(&self, parcels: &[Uuid]) -> Vec<Uuid> {
        let identities = |of: &Value| -> Vec<Uuid> {
            let all = of["discarded"].as_array().unwrap().iter();
            let mut all: Vec<Uuid> = all
                .map(|each| each["ll_uuid"].as_str().unwrap().parse().unwrap())
                .collect();
            all.sort_unstable();
            all
        };
        let reviewed = identities(&self.get("reviewed_parcels").await);
        assert_eq!(identities(&self.get("project_parcels").await), reviewed);
        for id in parcels {
            let status = format!("/api/parcel_status?ll_uuid={id}");
            let status = self.world.get(&self.pat, &status).await.ok();
            let discards = status["discards"].as_array().unwrap().len();
            assert_eq!(discards, usize::from(reviewed.contains(id)), "{status}");
        }
        reviewed
    }
}

fn sorted(ids: &[Uuid]) -> Vec<Uuid> {
    let mut ids = ids.to_vec();
    ids.sort_unstable();
    ids
}

#[tokio::test]
async fn adding_a_parcel_ends_its_discard_for_good() {
    let site = Site::start().await;
    let ids = known(&site, 3);
    site.discard(&ids, "flood").await;
    let other = site.world.project(&site.pat, "West").await;
    let elsewhere = json!({ "project_id": other, "ll_uuids": ids[..1], "reason": "price" });
    site.post("/api/discard_parcels", elsewhere).await;

    let marker = site.add_one("1", Some(ids[0])).await;
    // Without its identity, by its number.
    site.add_one("2", None).await;
    assert_eq!(site.discarded(&ids[1..]).await, [ids[2]]);
    // The other project has not added it.
    let status = format!("/api/parcel_status?ll_uuid={}", ids[0]);
    let status = site.world.get(&site.pat, &status).await.ok();
    assert_eq!(status["projects"][0]["project_name"], "East Houston");
    assert_eq!(status["discards"].as_array().unwrap().len(), 1);
    assert_eq!(status["discards"][0]["project_name"], "West");

    // They stay in the history, with the person who added the parcels.
    let history = site
        .world
        .rows("SELECT undone_by, ended_by_batch FROM parcel_discards WHERE undone_at IS NOT NULL")
        .await;
    let by = json!({ "undone_by": site.pat.user_id, "ended_by_batch": null });
    assert_eq!(history, [by.clone(), by]);
    // Removing the parcel does not make it discarded again.
    site.post("/api/remove_marker", json!({ "marker_id": marker }))
        .await;
    assert_eq!(site.discarded(&ids[1..]).await, [ids[2]]);
    assert_eq!(site.discard(&ids[..1], "owner").await["discarded"], 1);
    site.world.stop().await;
}

#[tokio::test]
async fn undoing_a_batch_brings_back_the_discards_that_it_ended() {
    let site = Site::start().await;
    let ids = known(&site, 4);
    site.discard(&ids[..2], "flood").await;
    let before = site.get("project_parcels").await["discarded"].clone();
    // This one was no longer discarded when the batch was added.
    site.discard(&ids[2..3], "price").await;
    let undo = json!({ "project_id": site.project, "ll_uuids": ids[2..3] });
    site.post("/api/undo_discard", undo).await;

    let added = site.add(&ids).await;
    assert!(site.discarded(&ids).await.is_empty());
    for _ in 0..2 {
        site.undo(&added["batch_id"]).await.ok();
        assert_eq!(site.discarded(&ids).await, sorted(&ids[..2]));
    }
    // With reason, person, time and facts as they were.
    assert_eq!(site.get("project_parcels").await["discarded"], before);

    // What was added again, or discarded for another reason, before the undo stays so.
    let added = site.add(&ids).await;
    let markers = site.get("get_markers").await["markers"].clone();
    let of = |id: Uuid| {
        let mut all = markers.as_array().unwrap().iter();
        let own = all.find(|each| each["geojson"]["properties"]["ll_uuid"] == json!(id));
        own.unwrap()["id"].clone()
    };
    for id in &ids[..2] {
        site.post("/api/remove_marker", json!({ "marker_id": of(*id) }))
            .await;
    }
    let marker = site.add_one("1", Some(ids[0])).await;
    site.discard(&ids[1..2], "owner").await;
    site.undo(&added["batch_id"]).await.ok();
    assert_eq!(site.discarded(&ids).await, [ids[1]]);
    let reviewed = site.get("reviewed_parcels").await;
    assert_eq!(reviewed["in_project"], json!([ids[0]]));
    let listed = site.get("project_parcels").await;
    assert_eq!(listed["discarded"][0]["reason"], "owner");
    site.post("/api/remove_marker", json!({ "marker_id": marker }))
        .await;
    assert_eq!(site.discarded(&ids).await, [ids[1]]);
    site.world.stop().await;
}

#[tokio::test]
async fn bringing_removed_parcels_back_ends_discards_made_since() {
    let site = Site::start().await;
    let ids = known(&site, 2);
    site.add(&ids).await;
    let markers = site.get("get_markers").await["markers"].clone();
    let numbers = json!([markers[0]["id"], markers[1]["id"]]);
    let remove = json!({ "project_id": site.project, "marker_ids": numbers });
    let removed = site.post("/api/remove_markers", remove).await;
    site.discard(&ids, "flood").await;
    assert_eq!(site.discarded(&ids).await, sorted(&ids));
    let undo = json!({ "removal_id": removed["removal_id"] });
    site.post("/api/undo_remove_markers", undo).await;
    assert!(site.discarded(&ids).await.is_empty());
    site.world.stop().await;
}

#[tokio::test]
async fn adding_a_site_ends_the_discards_of_its_parcels() {
    let site = Site::start().await;
    let (id, members) = (Uuid::new_v4(), [Uuid::new_v4(), Uuid::new_v4()]);
    let mut kept = record(id, "1 +1");
    let all = [("1", members[0]), ("2", members[1])]
        .map(|(number, id)| json!({ "ll_uuid": id, "parcelnumb": number, "retired_at": null }));
    kept["site"] = json!({ "name": null, "members": all });
    site.known(&[kept, record(members[0], "1"), record(members[1], "2")]);
    site.discard(&members, "flood").await;

    let added = site.add(&[id]).await;
    assert!(site.discarded(&members).await.is_empty());
    // They are in the project now.
    let again = site.discard(&members, "price").await;
    assert_eq!(
        (&again["discarded"], &again["in_project"]),
        (&json!(0), &json!(2))
    );
    site.undo(&added["batch_id"]).await.ok();
    assert_eq!(site.discarded(&members).await, sorted(&members));

    site.add_one("1 +1", Some(id)).await;
    assert!(site.discarded(&members).await.is_empty());
    site.world.stop().await;
}

#[tokio::test]
async fn the_migration_ends_discards_of_parcels_that_projects_have() {
    let site = Site::start().await;
    let ids = known(&site, 4);
    site.discard(&ids[1..], "flood").await;
    site.add(&ids[..1]).await;
    let mut owner = db::AsyncPgConnection::establish(&site.world.db.owner_url())
        .await
        .unwrap();
    owner
        .batch_execute(&format!("BEGIN; {DOWN}; COMMIT"))
        .await
        .unwrap();
    // As it was before: one parcel was added by its identity, one by its number, one by the same number in another county.
    site.world
        .sql(&format!(
            "INSERT INTO markers (customer_id, project_id, ll_uuid, parcelnumb, county_fips, lon, lat, created_by)
             SELECT customer_id, project_id, id, number, county, lon, lat, created_by FROM markers,
               (VALUES ('{}'::uuid, '2', '48201'), (NULL, '3', '48201'), (NULL, '4', '40001')) AS added (id, number, county)",
            ids[1]
        ))
        .await;
    owner
        .batch_execute(&format!("BEGIN; {UP}; COMMIT"))
        .await
        .unwrap();
    let active = site
        .world
        .rows("SELECT ll_uuid FROM parcel_discards WHERE undone_at IS NULL")
        .await;
    assert_eq!(active, [json!({ "ll_uuid": ids[3] })]);
    // The policies hold for the owner of the tables again.
    let forced = "SELECT relname FROM pg_class WHERE relname IN ('markers', 'parcel_discards') AND relforcerowsecurity";
    assert_eq!(site.world.rows(forced).await.len(), 2);
    site.world.stop().await;
}
