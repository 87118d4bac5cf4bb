//! Copies of a licensed provider's facts in markers and discards: read until its terms end, then deleted, and renewed.

use main_api::ended_copies::sweep;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::many_parcels::{Site, record};
use crate::parcel_watch::{listen, next};
use crate::world::feature;

fn licensed(id: Uuid, number: &str) -> Value {
    let mut record = record(id, number);
    for (name, value) in [
        ("source", "Regrid"),
        ("source_licence", "Regrid contract"),
        ("fetched_at", "2020-01-01T00:00:00Z"),
        ("keep_until", "9999-01-01T00:00:00Z"),
    ] {
        record[name] = json!(value);
    }
    record
}

/// Facts of the only marker and of the only discard.
async fn copies(site: &Site) -> (Value, Value) {
    let markers = site.get("get_markers").await;
    let parcels = site.get("project_parcels").await;
    let discard = &parcels["discarded"][0];
    assert_eq!(
        (&discard["changed"], &discard["reason"]),
        (&Value::Null, &json!("owner"))
    );
    (
        markers["markers"][0]["geojson"]["properties"].clone(),
        discard["facts"].clone(),
    )
}

#[tokio::test]
async fn only_the_providers_values_end_with_its_terms() {
    let site = Site::start().await;
    let (world, pool) = (&site.world, &site.world.state.pool);
    let [saved, discarded] = [(); 2].map(|()| Uuid::new_v4());
    let mut heard = listen(world, &["marker.added"]).await;
    site.known(&[licensed(saved, "1"), licensed(discarded, "2")]);
    site.add(&[saved]).await;
    site.discard(&[discarded], "owner").await;
    let added = next(&mut heard).await;
    assert_eq!(added.data["keep_until"], "9999-01-01T00:00:00Z");
    assert_eq!(sweep(pool, None).await.unwrap(), 0, "not before");
    let (marker, discard) = copies(&site).await;
    assert_eq!(
        (&marker["owner"], &discard["owner"]),
        (&json!("Bayou Trust"), &json!("Bayou Trust"))
    );

    world
        .sql(
            "UPDATE markers SET keep_until = now();
             UPDATE parcel_discards SET keep_until = now(), facts = facts || jsonb_build_object('keep_until', now());",
        )
        .await;
    // Read before housekeeping ran, and after it.
    for deleted in [2, 0] {
        let (marker, discard) = copies(&site).await;
        for name in ["address", "scity", "szip", "owner", "careof", "saledate"] {
            assert_eq!(marker[name], Value::Null, "{name}");
            assert_eq!(discard[name], Value::Null, "{name}");
        }
        for (copy, number) in [(&marker, "1"), (&discard, "2")] {
            assert_eq!(copy["parcelnumb"], number);
            assert_eq!(copy["source"], "Regrid");
            assert_eq!(copy["source_licence"], "Regrid contract");
        }
        assert_eq!(discard["parval"], Value::Null);
        assert_eq!(sweep(pool, None).await.unwrap(), deleted);
    }
    let left = world
        .rows("SELECT m.owner, d.facts ->> 'owner' AS discarded FROM markers m, parcel_discards d")
        .await;
    assert_eq!(left, [json!({ "owner": null, "discarded": null })]);

    // Looked up again.
    let mut geojson = feature("1");
    for (name, value) in [
        ("ll_uuid", json!(saved)),
        ("owner", json!("New Trust")),
        ("source", json!("Regrid")),
        ("fetched_at", json!("2020-02-01T00:00:00Z")),
    ] {
        geojson["properties"][name] = value;
    }
    let body = json!({ "project_id": site.project, "geojson": geojson });
    let renewed = world.post(&site.pat, "/api/add_marker", body).await.ok();
    assert_eq!(renewed["already_added"], true);
    assert_eq!(renewed["geojson"]["properties"]["owner"], "New Trust");
    let again = next(&mut heard).await;
    assert_eq!(
        (&again.data["marker_id"], &again.data["owner"]),
        (&renewed["id"], &json!("New Trust"))
    );

    // The period is stated after the copies were made.
    assert_eq!(sweep(pool, Some(30)).await.unwrap(), 1);
    let until = world
        .rows("SELECT (keep_until AT TIME ZONE 'UTC')::date::text AS day FROM markers WHERE owner IS NULL")
        .await;
    assert_eq!(until, [json!({ "day": "2020-03-02" })]);
    site.world.stop().await;
}
