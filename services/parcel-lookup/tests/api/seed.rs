//! The sample city in the database.

use serde_json::json;

use crate::support::World;

#[tokio::test(flavor = "multi_thread")]
async fn the_sample_city_loads_once_and_its_middle_is_found() {
    let world = World::start().await;
    let first = sample_data::seed(&world.db.app()).await.unwrap();
    assert!(first.written.inserted >= 20_000, "{first}");
    assert_eq!(
        (first.written.inserted, first.rejections.total()),
        (first.written.parcels, 0)
    );
    let second = sample_data::seed(&world.db.app()).await.unwrap();
    assert_eq!((second.written.inserted, second.written.updated), (0, 0));
    let (status, body) = world.look_up(-95.3698, 29.7604).await;
    assert_eq!((status, &body["status"]), (200, &json!("found")));
    assert_eq!(body["data"]["is_sample"], true);
    assert_eq!(body["data"]["source"], "Sitewright sample data");
    assert!(body.get("candidates").is_none());
    assert_eq!(
        world
            .get("/tiles/15/7703/13544.mvt")
            .send()
            .await
            .unwrap()
            .status(),
        200
    );
    world.stop().await;
}
