//! A site of several parcels beside the parcels themselves: no offer is summed twice.

use serde_json::{Value, json};
use test_support::Persona;
use uuid::Uuid;

use crate::letter_jobs::Site;
use crate::world::World;

/// Makes the n-th property of the project a site of others, given by their places.
pub async fn becomes_site(world: &World, of: &Site, n: usize, members: &[usize]) {
    let members: Vec<String> = members.iter().map(|n| of.ids[*n].to_string()).collect();
    world
        .sql(&format!(
            "UPDATE properties SET facts = facts || jsonb_build_object('members',
                (SELECT jsonb_agg(jsonb_build_object('ll_uuid', m.ll_uuid, 'parcelnumb', m.parcel_number)) FROM properties m
                 WHERE m.property_id IN ('{}')))
             WHERE property_id = '{}'",
            members.join("', '"),
            of.ids[n]
        ))
        .await;
}

async fn offers(world: &World, of: &Site, amounts: &[i64]) {
    for (id, amount) in of.ids.iter().zip(amounts) {
        let set =
            format!("UPDATE properties SET offer_value = {amount} WHERE property_id = '{id}'");
        world.sql(&set).await;
    }
}

async fn moved(world: &World, of: &Site, n: usize, milestone: &str) {
    world
        .sql(&format!(
            "UPDATE deals SET stage_id = (SELECT stage_id FROM deal_stages s WHERE s.project_id = deals.project_id
                AND s.milestone = '{milestone}') WHERE property_id = '{}'",
            of.ids[n]
        ))
        .await;
}

/// Rows, deals that are part of a site, and offers of the list; the pipeline and the dashboard must not say otherwise.
async fn figures(world: &World, pat: &Persona, project: Uuid) -> (i64, i64, Value) {
    let query = [("project_id", project.to_string())];
    let list = world.get(pat, "/deals", &query).await;
    let rows = list["deals"].as_array().unwrap();
    let totals = &list["totals"];
    let parts = rows.iter().filter(|deal| !deal["site"].is_null()).count();
    assert_eq!(totals["in_sites"], parts, "{list}");
    assert_eq!(totals["count"], rows.len());
    let pipeline = world.get(pat, "/pipeline", &query).await;
    for stage in totals["by_stage"].as_array().unwrap() {
        let id = stage["stage_id"].as_str().unwrap();
        let named = rows.iter().find(|deal| deal["stage_id"] == id).unwrap();
        let stages = pipeline["stages"].as_array().unwrap();
        let same = stages.iter().find(|of| of["name"] == named["stage_name"]);
        assert_eq!(
            same.unwrap()["offer_value"],
            stage["offer_value"],
            "{pipeline}"
        );
    }
    let open = [query[0].clone(), ("open", "true".to_owned())];
    let open = world.get(pat, "/deals", &open).await["totals"]["offer_value"].clone();
    let lines = pipeline["projects"].as_array().unwrap();
    let line = lines
        .iter()
        .find(|line| line["project_id"] == json!(project));
    assert_eq!(line.unwrap()["offer_value"], open);
    assert_eq!(pipeline["people"][0]["offer_value"], open);
    (
        totals["count"].as_i64().unwrap(),
        totals["in_sites"].as_i64().unwrap(),
        totals["offer_value"].clone(),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_s_parcels_are_not_summed_beside_it() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 4).await;
    // A site of two parcels of which each has an offer too, and a parcel beside it.
    offers(&world, &site, &[1_000_000, 400_000, 500_000, 70_000]).await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (4, 0, json!(1_970_000.0))
    );
    becomes_site(&world, &site, 0, &[1, 2]).await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (4, 2, json!(1_070_000.0))
    );

    let list = world
        .get(&pat, "/deals", &[("project_id", site.project.to_string())])
        .await;
    let of = |n: usize| {
        let deals = list["deals"].as_array().unwrap();
        let deal = deals
            .iter()
            .find(|deal| deal["property_id"] == json!(site.ids[n]));
        deal.unwrap()["site"].clone()
    };
    let named = json!({"property_id": site.ids[0], "parcel_number": "P-1"});
    assert_eq!(
        [of(0), of(1), of(2), of(3)],
        [Value::Null, named.clone(), named, Value::Null]
    );

    // The stalled deals of the dashboard are summed alike.
    world
        .sql("UPDATE deals SET since = now() - interval '60 days'")
        .await;
    let stalled = &world.get(&pat, "/work_figures", &[]).await["stalled"];
    assert_eq!(
        (&stalled["count"], &stalled["offer_value"]),
        (&json!(4), &json!(1_070_000.0))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn parcels_count_again_without_their_site() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 3).await;
    offers(&world, &site, &[1_000_000, 400_000, 500_000]).await;
    becomes_site(&world, &site, 0, &[1, 2]).await;
    let alone = (3, 2, json!(1_000_000.0));
    assert_eq!(figures(&world, &pat, site.project).await, alone);
    // A parcel that was dropped is still the site's land; a site under contract still counts.
    moved(&world, &site, 1, "dropped").await;
    assert_eq!(figures(&world, &pat, site.project).await, alone);
    moved(&world, &site, 0, "under_contract").await;
    assert_eq!(figures(&world, &pat, site.project).await, alone);
    // Nobody buys a dropped site.
    moved(&world, &site, 0, "dropped").await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (3, 0, json!(1_900_000.0))
    );
    moved(&world, &site, 0, "found").await;
    assert_eq!(figures(&world, &pat, site.project).await, alone);
    world
        .sql(&format!(
            "UPDATE project_links SET removed_at = now() WHERE property_id = '{}'",
            site.ids[0]
        ))
        .await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (2, 0, json!(900_000.0))
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_site_counts_in_its_own_project_only_and_the_largest_counts() {
    let world = World::start().await;
    let (pat, other) = (Persona::user(), Persona::user());
    let site = Site::new(&world, &pat, 4).await;
    let elsewhere = Site::new(&world, &other, 2).await;
    offers(&world, &site, &[1_000_000, 600_000, 400_000, 500_000]).await;
    offers(&world, &elsewhere, &[5, 7]).await;
    // Another firm's site of the same parcels changes nothing.
    world
        .sql(&format!(
            "UPDATE properties e SET ll_uuid = p.ll_uuid FROM properties p WHERE e.property_id = '{}' AND p.property_id = '{}'",
            elsewhere.ids[1], site.ids[3]
        ))
        .await;
    becomes_site(&world, &elsewhere, 0, &[1]).await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (4, 0, json!(2_500_000.0))
    );
    assert_eq!(
        figures(&world, &other, elsewhere.project).await,
        (2, 1, json!(5.0))
    );

    // A site within a larger one is part of it, and so are its parcels.
    becomes_site(&world, &site, 1, &[2]).await;
    becomes_site(&world, &site, 0, &[2, 3]).await;
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (4, 3, json!(1_000_000.0))
    );

    // In a project that has the parcel alone it counts.
    let second = Uuid::new_v4();
    world
        .sql(&format!(
            "INSERT INTO known_projects (customer_id, project_id) VALUES ('{firm}', '{second}');
             INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version)
             VALUES ('{firm}', 900001, '{second}', '{}', 1)",
            site.ids[3],
            firm = pat.customer_id
        ))
        .await;
    assert_eq!(
        figures(&world, &pat, second).await,
        (1, 0, json!(500_000.0))
    );
    assert_eq!(
        figures(&world, &pat, site.project).await,
        (4, 3, json!(1_000_000.0))
    );
    world.stop().await;
}
