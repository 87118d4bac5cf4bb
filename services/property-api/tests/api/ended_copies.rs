//! Copies of a licensed provider's facts in properties: read until its terms end, then deleted, and renewed.

use messaging::Envelope;
use property_api::properties::copies::sweep;
use serde_json::{Value, json};
use test_support::Persona;

use crate::world::{Parcel, World};

fn licensed(parcel: &Parcel, keep_until: &Value) -> Envelope {
    parcel.event("parcel.described", 1, |data| {
        for (name, value) in [
            ("ll_uuid", json!(parcel.ll_uuid)),
            ("parcelnumb", json!(parcel.number)),
            ("source", json!("Regrid")),
            ("source_licence", json!("Regrid contract")),
            ("fetched_at", json!("2020-01-01T00:00:00Z")),
            ("keep_until", keep_until.clone()),
        ] {
            data["parcel"][name] = value;
        }
    })
}

#[tokio::test]
async fn only_the_providers_values_end_with_its_terms() {
    let world = World::start().await;
    let (pat, pool) = (Persona::user(), &world.state.pool);
    let parcel = world.parcel(&pat).await;
    let later = json!("9999-01-01T00:00:00Z");
    world.hear(&licensed(&parcel, &later)).await;
    world.wait_handled(3).await;
    let own = json!({ "parcel_number": parcel.number, "project_id": parcel.project, "market_value": 900_000 });
    world.post(&pat, "/update_market_value", own).await;
    assert_eq!(sweep(pool, None).await.unwrap(), 0, "not before");
    let read = async || world.get(&pat, "/specific_property", &parcel.query()).await;
    let before = read().await;
    assert_eq!(before["owner_name"], "Bayou Crossing Holdings LLC");
    assert_eq!(before["total_value"], 3_480_000);

    world.sql("UPDATE properties SET keep_until = now()").await;
    // Read before housekeeping ran, and after it.
    for deleted in [1, 0] {
        let property = read().await;
        for name in [
            "address",
            "city",
            "zip",
            "owner_name",
            "taxpayer_name",
            "mailing_address",
            "sale_date",
            "year_built",
            "square_feet",
            "total_value",
            "acres",
            "geom_json",
        ] {
            assert_eq!(property[name], Value::Null, "{name}");
        }
        for name in [
            "ll_uuid",
            "parcel_number",
            "lon",
            "county_fips",
            "project_ids",
            "fetched_at",
            "market_value",
            "edits",
        ] {
            assert_eq!(property[name], before[name], "{name}");
        }
        assert_eq!(
            (&property["source"], &property["source_licence"]),
            (&json!("Regrid"), &json!("Regrid contract"))
        );
        let of_project = [("project_id", parcel.project.to_string())];
        for path in ["/property_details", "/deals"] {
            let list = world.get(&pat, path, &of_project).await.to_string();
            assert!(list.contains(&parcel.number), "{list}");
            for copied in ["Bayou Crossing", "901 Preston", "3480000"] {
                assert!(!list.contains(copied), "{path}: {list}");
            }
        }
        assert_eq!(sweep(pool, None).await.unwrap(), deleted);
    }
    let left = world
        .rows("SELECT owner_name, total_value, geometry, facts ->> 'mailing_address' AS mail FROM properties")
        .await;
    let nothing =
        json!({ "owner_name": null, "total_value": null, "geometry": null, "mail": null });
    assert_eq!(left, [nothing]);

    // Looked up again, without a period.
    world.hear(&licensed(&parcel, &Value::Null)).await;
    world.wait_handled(4).await;
    let renewed = read().await;
    assert_eq!(renewed["owner_name"], "Bayou Crossing Holdings LLC");
    assert_eq!(
        (&renewed["market_value"], &renewed["keep_until"]),
        (&before["market_value"], &Value::Null)
    );

    // The period is stated after the copies were made.
    assert_eq!(sweep(pool, Some(30)).await.unwrap(), 1);
    let ended = read().await;
    assert_eq!(
        (&ended["owner_name"], &ended["keep_until"]),
        (&Value::Null, &json!("2020-01-31T00:00:00Z"))
    );
    world.stop().await;
}
