//! Consumers: early, late and duplicate events.

use domain::EventId;
use futures::StreamExt as _;
use reqwest::{Method, StatusCode};
use serde_json::json;
use test_support::{Persona, assert_event_valid, wait_for};
use uuid::Uuid;

use crate::world::{Parcel, TEST_TIMEOUT, World};

#[tokio::test]
async fn marker_and_description_make_the_property_in_either_order() {
    let world = World::start().await;
    let pat = Persona::user();
    let (first, second) = (
        Parcel::of(&pat),
        Parcel {
            marker: 7,
            ..Parcel::of(&pat)
        },
    );
    world.hear(&first.added()).await;
    world.wait_handled(1).await;
    let early = world.get(&pat, "/specific_property", &first.query()).await;
    assert_eq!(early["owner_name"], "Bayou Crossing Holdings LLC");
    assert_eq!(early["source"], json!(null), "not described yet");
    world.hear(&first.described()).await;
    world.hear(&second.described()).await;
    world.hear(&second.added()).await;
    world.wait_handled(4).await;
    for parcel in [&first, &second] {
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        assert_eq!(property["ll_uuid"], json!(parcel.ll_uuid));
        assert_eq!(property["address"], "901 Preston St");
        assert_eq!(property["year_built"], 1987);
        assert_eq!(property["total_value"], 3_480_000);
        assert_eq!(property["square_feet"], 18_400);
        assert_eq!(property["geom_json"]["type"], "Polygon");
        assert_eq!(property["project_ids"], json!([parcel.project]));
        assert_eq!(property["is_sample"], true);
        assert_eq!(property["fetched_at"], "2026-11-21T09:29:41.500Z");
        assert_eq!(property["source_licence"], json!(null));
    }
    world.stop().await;
}

#[tokio::test]
async fn the_same_event_twice_changes_nothing() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let before = world.get(&pat, "/specific_property", &parcel.query()).await;
    let again = parcel.added();
    world.hear(&again).await;
    world.hear(&again).await;
    // A later marker shows that the two before it were handled: one queue, in order.
    world
        .hear(
            &Parcel {
                marker: 8,
                ..Parcel::of(&pat)
            }
            .added(),
        )
        .await;
    world.wait_handled(4).await;
    let after = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(before, after);
    let links = world
        .rows("SELECT count(*) AS n FROM project_links WHERE marker_id = 1042")
        .await;
    assert_eq!(links[0]["n"], 1);
    world.stop().await;
}

#[tokio::test]
async fn a_marker_that_went_before_it_came_stays_gone() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = Parcel::of(&pat);
    world.hear(&parcel.removed()).await;
    world.hear(&parcel.added()).await;
    world.hear(&parcel.described()).await;
    world.wait_handled(3).await;
    let answer = world
        .call(&pat, Method::GET, "/specific_property")
        .query(&parcel.query())
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    world.stop().await;
}

#[tokio::test]
async fn a_removed_marker_takes_the_property_out_of_the_project_once() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut said = world.listen(&["property.removed"]).await;
    world.hear(&parcel.removed()).await;
    world.hear(&parcel.event("marker.removed", 2, |_| {})).await;
    let removed = said.next().await.unwrap();
    assert_event_valid(&removed);
    assert_eq!(removed.data["marker_id"], parcel.marker);
    world.wait_handled(4).await;
    let list = world
        .get(
            &pat,
            "/property_details",
            &[("project_id", parcel.project.to_string())],
        )
        .await;
    assert_eq!(list["properties"], json!([]));
    let waiting = "SELECT count(*) AS n FROM outbox WHERE event_type = 'property.removed'";
    wait_for(TEST_TIMEOUT, || async {
        world.rows(waiting).await[0]["n"] == 0
    })
    .await;
    let nothing = tokio::time::timeout(std::time::Duration::from_millis(200), said.next()).await;
    assert!(
        nothing.is_err(),
        "a second removal says nothing: {nothing:?}"
    );
    // The firm keeps its property.
    let kept = world
        .get(
            &pat,
            "/specific_property",
            &[("parcel_number", parcel.number.clone())],
        )
        .await;
    assert_eq!(kept["project_ids"], json!([]));
    world.stop().await;
}

#[tokio::test]
async fn a_parcel_without_identity_gets_its_true_one_when_described() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = Parcel::of(&pat);
    world
        .hear(&parcel.event("marker.added", 1, |data| data["ll_uuid"] = json!(null)))
        .await;
    world.wait_handled(1).await;
    let early = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_ne!(early["ll_uuid"], json!(parcel.ll_uuid));
    world.hear(&parcel.described()).await;
    world.wait_handled(2).await;
    let settled = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(settled["ll_uuid"], json!(parcel.ll_uuid));
    assert_eq!(world.rows("SELECT 1 FROM properties").await.len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn a_site_of_several_parcels_is_one_property_that_names_them() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Parcel {
        number: "0660640130020 +1".to_owned(),
        ..Parcel::of(&pat)
    };
    let members = json!([
        { "ll_uuid": Uuid::new_v4(), "parcelnumb": "0660640130020" },
        { "ll_uuid": Uuid::new_v4(), "parcelnumb": "0660640130021" },
    ]);
    world.hear(&site.added()).await;
    let described = site.event("parcel.described", 1, |data| {
        data["parcel"]["ll_uuid"] = json!(site.ll_uuid);
        data["parcel"]["parcelnumb"] = json!(site.number);
        data["parcel"]["owner"] = json!("Alpha LLC; Beta Trust");
        data["parcel"]["ll_gisacre"] = json!(5.2);
        data["parcel"]["members"] = members.clone();
    });
    assert_event_valid(&described);
    world.hear(&described).await;
    world.wait_handled(2).await;
    let property = world.get(&pat, "/specific_property", &site.query()).await;
    assert_eq!(property["parcel_number"], "0660640130020 +1");
    assert_eq!(property["members"], members);
    assert_eq!(property["acres"], 5.2);
    assert_eq!(property["owner_name"], "Alpha LLC; Beta Trust");
    let project = [("project_id", site.project.to_string())];
    let list = world.get(&pat, "/property_details", &project).await;
    assert_eq!(list["properties"][0]["parcel_count"], 2);
    // The letter of the site is its own.
    let draft = json!({ "parcel_number": site.number, "project_id": site.project, "html": "<p>All of it</p>" });
    world.post(&pat, "/update_loi_template", draft).await;
    let letter = world.get(&pat, "/get_loi_template", &site.query()).await;
    assert_eq!(letter["html"], "<p>All of it</p>");
    world.stop().await;
}

#[tokio::test]
async fn a_deleted_project_has_no_properties_however_late_a_marker_comes() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    world
        .hear(&parcel.event("project.deleted", 3, |_| {}))
        .await;
    world
        .hear(
            &Parcel {
                marker: 99,
                ll_uuid: Uuid::new_v4(),
                ..parcel.clone()
            }
            .added(),
        )
        .await;
    world.wait_handled(4).await;
    let query = [("project_id", parcel.project.to_string())];
    let answer = world
        .call(&pat, Method::GET, "/property_details")
        .query(&query)
        .send()
        .await
        .unwrap();
    assert_eq!(answer.status(), StatusCode::NOT_FOUND);
    assert_eq!(
        world
            .rows("SELECT 1 FROM project_links WHERE removed_at IS NULL")
            .await
            .len(),
        0
    );
    world.stop().await;
}

#[tokio::test]
async fn what_the_firm_set_outlives_a_new_description() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    world
        .post(
            &pat,
            "/update_square_feet",
            json!({"parcel_number": parcel.number, "square_feet": 5}),
        )
        .await;
    world
        .post(
            &pat,
            "/update_total_value",
            json!({"parcel_number": parcel.number, "total_value": null}),
        )
        .await;
    let newer = parcel.event("parcel.described", 2, |data| {
        data["parcel"]["ll_uuid"] = json!(parcel.ll_uuid);
        data["parcel"]["parcelnumb"] = json!(parcel.number);
        data["parcel"]["owner"] = json!("New Owner LP");
    });
    world.hear(&newer).await;
    world.wait_handled(3).await;
    let property = world.get(&pat, "/specific_property", &parcel.query()).await;
    assert_eq!(property["square_feet"], 5);
    assert_eq!(property["total_value"], json!(null));
    assert_eq!(property["owner_name"], "New Owner LP");
    world.stop().await;
}

#[tokio::test]
async fn a_description_without_an_address_keeps_the_markers() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let bare = parcel.event("parcel.described", 2, |data| {
        let record = &mut data["parcel"];
        record["ll_uuid"] = json!(parcel.ll_uuid);
        record["parcelnumb"] = json!(parcel.number);
        for field in ["address", "scity", "szip", "owner", "geometry"] {
            record[field] = json!(null);
        }
        record["county_fips"] = json!("00000");
        record["source"] = json!("marker");
    });
    world.hear(&bare).await;
    world.wait_handled(3).await;
    let property = world.get(&pat, "/specific_property", &parcel.query()).await;
    for (field, value) in [
        ("address", json!("901 Preston St")),
        ("city", json!("Houston")),
        ("zip", json!("77002")),
        ("owner_name", json!("Bayou Crossing Holdings LLC")),
        ("county_fips", json!(null)),
        ("geom_json", json!(null)),
        ("source", json!("marker")),
    ] {
        assert_eq!(property[field], value, "{field}");
    }
    world.stop().await;
}

#[tokio::test]
async fn a_picture_is_shown_whether_it_comes_before_or_after_the_property() {
    let world = World::start().await;
    let pat = Persona::user();
    let (before, after) = (
        Parcel::of(&pat),
        Parcel {
            marker: 9,
            number: "2".to_owned(),
            ..Parcel::of(&pat)
        },
    );
    world
        .hear(&before.event("site_image.saved", 1, |_| {}))
        .await;
    world.hear(&before.added()).await;
    world.hear(&after.added()).await;
    world
        .hear(&after.event("site_image.saved", 1, |_| {}))
        .await;
    world.wait_handled(4).await;
    for parcel in [&before, &after] {
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        assert_eq!(
            property["image_path"],
            "/api/site_images/001-014-000-0008.jpg"
        );
    }
    world.stop().await;
}

#[tokio::test]
async fn a_picture_of_a_number_alone_is_of_the_county_where_it_was_taken() {
    const BARE: &str = "/api/site_images/2.jpg";
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = |marker: i64| Parcel {
        marker,
        number: "2".to_owned(),
        ..Parcel::of(&pat)
    };
    // In Adair County, Oklahoma.
    let elsewhere = |parcel: &Parcel| {
        parcel.event("marker.added", 1, |data| {
            data["county_fips"] = json!("40001");
            (data["lon"], data["lat"]) = (json!(-94.5), json!(35.5));
        })
    };
    let of_number = parcel(1).event("site_image.saved", 1, |data| {
        data["ll_uuid"] = json!(null);
        data["image_path"] = json!(BARE);
    });
    let image = async |parcel: &Parcel| {
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        property["image_path"].clone()
    };
    // Of properties that are there when it comes, and of such that come later.
    let (here, there) = (parcel(1), parcel(2));
    world.hear(&here.added()).await;
    world.hear(&elsewhere(&there)).await;
    world.wait_handled(2).await;
    world.hear(&of_number).await;
    world.wait_handled(3).await;
    assert_eq!(image(&here).await, BARE);
    assert_eq!(image(&there).await, json!(null));
    let (here_too, there_too) = (parcel(3), parcel(4));
    world.hear(&here_too.added()).await;
    world.hear(&elsewhere(&there_too)).await;
    world.wait_handled(5).await;
    assert_eq!(image(&here_too).await, BARE);
    assert_eq!(image(&there_too).await, json!(null));
    // An image of the identity wins, also if that of the number comes again.
    let own = format!("{BARE}?ll_uuid={}", here.ll_uuid);
    let of_parcel = here.event("site_image.saved", 1, |data| {
        data["image_path"] = json!(own);
    });
    world.hear(&of_parcel).await;
    world.wait_handled(6).await;
    let mut again = of_number.clone();
    again.id = EventId(Uuid::now_v7());
    world.hear(&again).await;
    world.wait_handled(7).await;
    assert_eq!(image(&here).await, json!(own));
    world.stop().await;
}

#[tokio::test]
async fn a_picture_of_a_property_without_an_identity_comes_by_its_place() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = |marker: i64| Parcel {
        marker,
        number: "3".to_owned(),
        ..Parcel::of(&pat)
    };
    let (here, there) = (parcel(1), parcel(2));
    let without = |parcel: &Parcel, lat: f64| {
        parcel.event("marker.added", 1, |data| {
            data["ll_uuid"] = json!(null);
            data["county_fips"] = json!(if lat > 35.0 { "40001" } else { "48201" });
            data["lat"] = json!(lat);
        })
    };
    world.hear(&without(&here, 29.7604)).await;
    world.hear(&without(&there, 35.5)).await;
    world.wait_handled(2).await;
    // main-api knows the identity by another marker.
    let of_parcel = here.event("site_image.saved", 1, |_| {});
    world.hear(&of_parcel).await;
    world.wait_handled(3).await;
    for (parcel, path) in [
        (&here, of_parcel.data["image_path"].clone()),
        (&there, json!(null)),
    ] {
        let property = world.get(&pat, "/specific_property", &parcel.query()).await;
        assert_eq!(property["image_path"], path);
    }
    world.stop().await;
}

#[tokio::test]
async fn a_revoked_session_is_over_here_too() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    let mut revoked = test_support::event_example("session.revoked");
    revoked.id = EventId(Uuid::now_v7());
    revoked.customerid = pat.customer_id;
    revoked.data["session_ids"] = json!([pat.session_id]);
    // The listener binds its own queue, so the event is published until it is received.
    wait_for(TEST_TIMEOUT, || async {
        world.hear(&revoked).await;
        let answer = world
            .call(&pat, Method::GET, "/specific_property")
            .query(&parcel.query())
            .send()
            .await
            .unwrap();
        answer.status() == StatusCode::UNAUTHORIZED
    })
    .await;
    let colleague = pat.colleague();
    world
        .get(&colleague, "/specific_property", &parcel.query())
        .await;
    world.stop().await;
}
