//! What properties add to dossiers.

use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply};
use uuid::Uuid;

use crate::attachments::{file, form, upload};
use crate::world::{World, ok};

const PNG: &[u8] = b"\x89PNG\r\n\x1a\n and the rest";

#[tokio::test]
async fn a_dossier_gets_the_newest_pictures_and_the_chosen_sales() {
    let world = World::start().await;
    let (pat, stranger) = (Persona::user(), Persona::user());
    let parcel = world.parcel(&pat).await;
    let asked = async |who: &Persona, project: Value| {
        let sites =
            json!([{"ll_uuids": [Uuid::new_v4(), parcel.ll_uuid]}, {"ll_uuids": [Uuid::new_v4()]}]);
        let body = json!({"project_id": project, "sites": sites});
        world.post(who, "/dossier_parts", body).await["sites"].clone()
    };
    let nothing = json!({"pictures": [], "picture_count": 0, "comps": null});
    assert_eq!(
        asked(&pat, Value::Null).await,
        json!([nothing.clone(), nothing.clone()])
    );

    // Seven names, one of them in two versions; no picture is a file of text, nor of an older version.
    for name in [
        "1.png",
        "1.png",
        "2.png",
        "3.png",
        "4.png",
        "5.png",
        "6.png",
        "7.png",
        "notes.txt",
    ] {
        let bytes: &[u8] = if name == "notes.txt" { b"text" } else { PNG };
        let sent = form(&parcel).part("file", file(bytes, name));
        ok(upload(&world, &pat, sent).await).await;
    }
    let detail = world.get(&pat, "/specific_property", &parcel.query()).await;
    let sale = json!({"address": "1 Comp Rd", "sale_date": "2026-03-04", "price": 500_000, "acres": 5,
        "source": "Broker", "confidence": "stated"});
    let comp = world.post(&pat, "/comps", sale).await;
    let set = json!({"property_id": detail["property_id"], "version": 0, "unit": "acre",
        "items": [{"comp_id": comp["comp_id"]}]});
    let put = world.call(&pat, Method::PUT, "/comp_set").json(&set);
    Reply::of(put).await.ok();

    let found = asked(&pat, json!(parcel.project)).await;
    let names: Vec<&Value> = found[0]["pictures"]
        .as_array()
        .unwrap()
        .iter()
        .map(|picture| &picture["name"])
        .collect();
    assert_eq!(
        names,
        ["7.png", "6.png", "5.png", "4.png", "3.png", "2.png"]
    );
    assert_eq!(found[0]["picture_count"], 7);
    assert_eq!(found[0]["comps"]["items"][0]["unit_price"], 100_000);
    assert_eq!(found[1], nothing);
    // Another firm has no property of the same parcel.
    assert_eq!(
        asked(&stranger, Value::Null).await,
        json!([nothing.clone(), nothing])
    );

    for (sites, field) in [
        (json!([]), "sites"),
        (json!([{"ll_uuids": []}]), "sites[0].ll_uuids"),
    ] {
        let (status, refused) = world
            .refused(&pat, "/dossier_parts", json!({"sites": sites}))
            .await;
        assert_eq!(status, 422);
        assert!(refused["errors"][field].is_string(), "{refused}");
    }
    world.stop().await;
}
