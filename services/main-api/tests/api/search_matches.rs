//! What imports changed of what a firm's saved searches find.

use std::collections::BTreeMap;

use domain::CustomerId;
use messaging::Event;
use reqwest::Method;
use serde_json::{Value, json};
use test_support::{Persona, Reply, event_example};
use uuid::Uuid;

use crate::parcel_watch::{inbox, list as list_changes, listen, next, save, say};
use crate::world::World;

const PATH: &str = "/api/search_matches";

/// Saves a search of a project. Returns its id.
pub async fn search(world: &World, who: &Persona, project: &str, name: &str) -> Uuid {
    let body = json!({ "project_id": project, "name": name, "filter": "ll_gisacre >= 5" });
    let made = world.post(who, "/api/saved_searches", body).await;
    assert_eq!(made.status, 201);
    made.body["search_id"].as_str().unwrap().parse().unwrap()
}

fn matched(firm: CustomerId, search: Uuid, batch: i64, is_undone: bool) -> Event {
    let mut data = event_example("saved_search.matched").data;
    data["search_id"] = json!(search);
    data["batch_id"] = json!(batch);
    data["is_undone"] = json!(is_undone);
    // After the search was made.
    data["changed_at"] = json!(chrono::Utc::now());
    let version = batch * 2 + i64::from(is_undone);
    Event::new("saved_search.matched", search, version, firm, data)
}

/// Says that an import added parcels to what a search finds, and waits until the firm was told.
pub async fn tell(world: &World, who: &Persona, search: Uuid, batch: i64) -> i64 {
    let mut heard = listen(world, &["search_matches.added"]).await;
    say(world, matched(who.customer_id, search, batch, false)).await;
    next(&mut heard).await.data["match_id"].as_i64().unwrap()
}

async fn list(world: &World, who: &Persona, query: &str) -> Value {
    world.get(who, &format!("{PATH}{query}")).await.ok()
}

fn ids(list: &Value) -> Vec<&Value> {
    let matches = list["search_matches"].as_array().unwrap();
    matches.iter().map(|row| &row["search_id"]).collect()
}

#[tokio::test]
async fn searches_are_named_after_an_import() {
    let world = World::start().await;
    let (pat, lee, idle) = (world.user().await, world.user().await, world.user().await);
    let (mine, deleted) = (
        world.project(&pat, "East").await,
        world.project(&pat, "Gone").await,
    );
    world.project(&idle, "None").await;
    let theirs = world.project(&lee, "West").await;
    let area = json!({ "type": "Polygon", "coordinates": [[[-95.4, 29.7], [-95.3, 29.7], [-95.3, 29.8], [-95.4, 29.7]]] });
    let placed =
        json!({ "project_id": mine, "name": "Placed", "filter": "owner = 'A'", "area": area });
    let placed = world.post(&pat, "/api/saved_searches", placed).await.body;
    for number in 1..11 {
        search(&world, &pat, &mine, &format!("Land {number}")).await;
    }
    search(&world, &pat, &deleted, "Lost").await;
    let gone = json!({ "project_id": deleted });
    world.post(&pat, "/api/delete_project", gone).await.ok();
    let other = search(&world, &lee, &theirs, "Land").await;
    let mut heard = listen(&world, &["saved_searches.watched"]).await;
    let imported = event_example("parcels.imported");
    let no_firm = CustomerId(Uuid::nil());
    let event = Event::new("parcels.imported", 12, 1, no_firm, imported.data);
    say(&world, event).await;
    let mut named: BTreeMap<Uuid, Vec<Value>> = BTreeMap::new();
    let mut sizes = Vec::new();
    for _ in 0..3 {
        let event = next(&mut heard).await;
        assert_eq!(event.data["batch_id"], 12);
        let searches = event.data["searches"].as_array().unwrap();
        sizes.push(searches.len());
        let firm = named.entry(event.customerid.0).or_default();
        firm.extend(searches.iter().cloned());
    }
    sizes.sort_unstable();
    assert_eq!(sizes, [1, 1, 10]);
    assert!(!named.contains_key(&idle.customer_id.0));
    let theirs = json!([{ "search_id": other, "filter": "ll_gisacre >= 5", "area": null }]);
    assert_eq!(json!(named[&lee.customer_id.0]), theirs);
    let mine = &named[&pat.customer_id.0];
    assert_eq!(mine.len(), 11);
    let expected =
        json!({ "search_id": placed["search_id"], "filter": "owner = 'A'", "area": area });
    assert!(mine.contains(&expected), "{mine:?}");
    world.stop().await;
}

#[tokio::test]
async fn what_newly_matches_is_told_once_to_the_firm_of_the_search() {
    let world = World::start().await;
    let (pat, stranger) = (world.user().await, world.user().await);
    let colleague = pat.colleague();
    world.insert(&colleague, None).await;
    let (east, west) = (
        world.project(&pat, "East").await,
        world.project(&pat, "West").await,
    );
    let land = search(&world, &pat, &east, "Land").await;
    let shops = search(&world, &pat, &west, "Shops").await;
    let mut heard = listen(&world, &["search_matches.added"]).await;
    let firm = pat.customer_id;
    say(&world, matched(firm, land, 1, false)).await;
    let told = next(&mut heard).await;
    assert_eq!(
        (
            told.customerid,
            &told.data["search_id"],
            &told.data["project_id"]
        ),
        (firm, &json!(land), &json!(east))
    );
    say(&world, matched(firm, shops, 1, false)).await;
    next(&mut heard).await;
    // Told again, of a search that is deleted, and to a firm that does not have it.
    say(&world, matched(firm, land, 1, false)).await;
    say(&world, matched(firm, Uuid::new_v4(), 1, false)).await;
    say(&world, matched(stranger.customer_id, land, 1, false)).await;
    inbox(&world, 5).await;

    let all = list(&world, &pat, "").await;
    assert_eq!(ids(&all), [&json!(shops), &json!(land)]);
    assert_eq!(
        (&all["unread"], &all["next_cursor"]),
        (&json!(2), &Value::Null)
    );
    let row = &all["search_matches"][1];
    let example = event_example("saved_search.matched").data;
    for name in ["parcels", "changed", "source", "source_date"] {
        assert_eq!(row[name], example[name], "{name}");
    }
    let kept = ["search_name", "project_id", "project_name"].map(|name| row[name].clone());
    assert_eq!(kept, [json!("Land"), json!(east), json!("East")]);
    for name in ["is_undone", "is_read", "is_search_changed"] {
        assert_eq!(row[name], false, "{name}");
    }
    let first = list(&world, &pat, "?limit=1").await;
    let cursor = first["next_cursor"].as_str().unwrap();
    let rest = list(&world, &pat, &format!("?limit=1&cursor={cursor}")).await;
    assert_eq!(ids(&rest), [&json!(land)]);
    for wrong in ["?limit=0", "?limit=201", "?cursor=x"] {
        world
            .get(&pat, &format!("{PATH}{wrong}"))
            .await
            .problem(422);
    }

    // Another firm sees none of it, and cannot mark it as read.
    let theirs = list(&world, &stranger, "").await;
    assert_eq!(
        (&theirs["search_matches"], &theirs["unread"]),
        (&json!([]), &json!(0))
    );
    let older = json!({ "change_id": row["match_id"] });
    let read = "/api/read_parcel_changes";
    let foreign = world.post(&stranger, read, older.clone()).await;
    assert_eq!(foreign.problem(404)["code"], "parcel_change.not_found");

    // What a person has read the others have not.
    let left = world.post(&pat, read, older).await.ok();
    assert_eq!(left, json!({ "unread": 0, "unread_matches": 1 }));
    let unread = list(&world, &pat, "?unread=true").await;
    assert_eq!(ids(&unread), [&json!(shops)]);
    assert_eq!(list(&world, &colleague, "").await["unread"], 2);

    // The search finds something else now.
    let change = json!({ "search_id": land, "version": 1, "name": "Big land", "filter": "ll_gisacre >= 50" });
    world.put(&pat, "/api/saved_searches", change).await.ok();
    let row = list(&world, &pat, "").await["search_matches"][1].clone();
    assert_eq!(
        (&row["search_name"], &row["is_search_changed"]),
        (&json!("Big land"), &json!(true))
    );

    // Nothing is shown of a deleted search, nor of a deleted project.
    let path = format!("/api/saved_searches?search_id={land}");
    Reply::of(world.call(&pat, Method::DELETE, &path))
        .await
        .ok();
    assert_eq!(ids(&list(&world, &pat, "").await), [&json!(shops)]);
    let gone = json!({ "project_id": west });
    world.post(&pat, "/api/delete_project", gone).await.ok();
    let left = list(&world, &colleague, "").await;
    assert_eq!((ids(&left), &left["unread"]), (vec![], &json!(0)));
    world.stop().await;
}

#[tokio::test]
async fn changes_of_parcels_that_matched_are_told_without_new_ones() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    let [old, changed] = [
        search(&world, &pat, &project, "Old").await,
        search(&world, &pat, &project, "Changed").await,
    ];
    // As parcel-lookup said it before it counted changes.
    let mut event = matched(pat.customer_id, old, 1, false);
    event.data.as_object_mut().unwrap().remove("changed");
    say(&world, event).await;
    inbox(&world, 1).await;
    let mut event = matched(pat.customer_id, changed, 1, false);
    event.data["parcels"] = json!(0);
    say(&world, event).await;
    inbox(&world, 2).await;
    let all = list(&world, &pat, "").await;
    assert_eq!(
        (ids(&all), &all["unread"]),
        (vec![&json!(changed), &json!(old)], &json!(2))
    );
    let [new, before] = [0_usize, 1].map(|at| &all["search_matches"][at]);
    let example = event_example("saved_search.matched").data;
    assert_eq!(
        (&new["parcels"], &new["changed"]),
        (&json!(0), &example["changed"])
    );
    assert_eq!(before["parcels"], example["parcels"]);
    let none = json!({ "parcels": 0, "owner": 0, "sale": 0, "zoning": 0, "flood": 0, "gone": 0, "unmatched": 0 });
    assert_eq!(before["changed"], none);
    // Undoing the import takes back what nobody has heard.
    say(&world, matched(pat.customer_id, changed, 1, true)).await;
    inbox(&world, 3).await;
    assert_eq!(ids(&list(&world, &pat, "").await), [&json!(old)]);
    world.stop().await;
}

#[tokio::test]
async fn an_undone_import_takes_back_what_was_told() {
    let world = World::start().await;
    let pat = world.user().await;
    let project = world.project(&pat, "East").await;
    let firm = pat.customer_id;
    let [unread, read, early] = [
        search(&world, &pat, &project, "Unread").await,
        search(&world, &pat, &project, "Read").await,
        search(&world, &pat, &project, "Early").await,
    ];
    // Undoing arrives before what it undoes.
    say(&world, matched(firm, early, 1, true)).await;
    inbox(&world, 1).await;
    say(&world, matched(firm, early, 1, false)).await;
    inbox(&world, 2).await;
    let heard = tell(&world, &pat, read, 1).await;
    let body = json!({ "change_id": heard });
    world
        .post(&pat, "/api/read_parcel_changes", body)
        .await
        .ok();
    tell(&world, &pat, unread, 1).await;
    let both = list(&world, &pat, "").await;
    assert_eq!(ids(&both), [&json!(unread), &json!(read)]);
    assert_eq!(both["unread"], 1);

    for search in [unread, read] {
        say(&world, matched(firm, search, 1, true)).await;
        say(&world, matched(firm, search, 1, true)).await;
    }
    inbox(&world, 8).await;
    // Who has heard of it is told; what nobody had heard of is gone.
    let left = list(&world, &pat, "").await;
    assert_eq!(
        (ids(&left), &left["unread"]),
        (vec![&json!(read)], &json!(1))
    );
    assert_eq!(left["search_matches"][0]["is_undone"], true);
    // A next import is told again.
    tell(&world, &pat, unread, 2).await;
    assert_eq!(list(&world, &pat, "").await["unread"], 2);
    world.stop().await;
}

#[tokio::test]
async fn a_changed_parcel_of_a_site_is_told_with_the_site() {
    let world = World::start().await;
    let pat = world.user().await;
    let (east, west) = (
        world.project(&pat, "East").await,
        world.project(&pat, "West").await,
    );
    let [site, unsaved, member] = [(); 3].map(|()| Uuid::new_v4());
    save(&world, &pat, &east, site, "48201").await;
    // The other project has the parcel itself, and the site too.
    save(&world, &pat, &west, site, "48201").await;
    save(&world, &pat, &west, member, "48201").await;
    let mut data = event_example("parcel.changed").data;
    data["ll_uuid"] = json!(member);
    data["sites"] = json!([
        { "site_id": site, "name": null, "parcelnumb": "7 +1" },
        { "site_id": unsaved, "name": "Other", "parcelnumb": "8 +1" },
    ]);
    let firm = pat.customer_id;
    for _ in 0..2 {
        let event = Event::new("parcel.changed", member, 2, firm, data.clone());
        say(&world, event).await;
    }
    // A parcel of a site that no project has.
    let stray = Uuid::new_v4();
    data["ll_uuid"] = json!(stray);
    data["sites"] = json!([{ "site_id": unsaved, "name": "Other", "parcelnumb": "8 +1" }]);
    say(&world, Event::new("parcel.changed", stray, 2, firm, data)).await;
    inbox(&world, 3).await;
    let told = list_changes(&world, &pat, "").await;
    assert_eq!(told["parcel_changes"].as_array().unwrap().len(), 1);
    assert_eq!(
        told["parcel_changes"][0]["projects"],
        json!([
            { "project_id": east, "project_name": "East", "held_as": "saved", "site_id": site, "site_name": "7 +1" },
            { "project_id": west, "project_name": "West", "held_as": "saved", "site_id": null, "site_name": null },
        ])
    );
    world.stop().await;
}
