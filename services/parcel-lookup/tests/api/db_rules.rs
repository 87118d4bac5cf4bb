//! Rules that every table of the schema must follow.

use domain::CustomerId;
use uuid::Uuid;

use crate::support::World;

/// A firm with a row in every table that holds firm data.
async fn fill(world: &World) -> CustomerId {
    let firm = CustomerId(Uuid::new_v4());
    let run = Uuid::new_v4();
    let sql = format!(
        "INSERT INTO growth_run (run_id, customer_id, created_by, kind, state, settings, iterations_total) \
           VALUES ('{run}', '{firm}', gen_random_uuid(), 'prediction', 'cancelled', '{{}}', 1);
         INSERT INTO growth_batch (run_id, customer_id, stage, batch, first, size, state) VALUES ('{run}', '{firm}', 0, 0, 0, 1, 'done');
         INSERT INTO growth_parcel_sets (run_id, customer_id, made_at) VALUES ('{run}', '{firm}', now());
         INSERT INTO growth_parcels (run_id, customer_id, ll_uuid, chance) VALUES ('{run}', '{firm}', gen_random_uuid(), 0.5);
         INSERT INTO search_runs (run_id, customer_id, created_by, project_id, state, criteria, criteria_hash, method_version, settings)
           VALUES ('{run}', '{firm}', gen_random_uuid(), gen_random_uuid(), 'cancelled', '{{}}', '', 1, '{{}}');
         INSERT INTO search_results (run_id, customer_id, list, page, results) VALUES ('{run}', '{firm}', 'ranked', 0, '');
         INSERT INTO parcel_selections (selection_id, customer_id, created_by, parcels) VALUES (gen_random_uuid(), '{firm}', gen_random_uuid(), '{{}}');
         INSERT INTO parcel_sites (site_id, customer_id, parcelnumb, members, created_by)
           VALUES (gen_random_uuid(), '{firm}', '1 +1', array[gen_random_uuid(), gen_random_uuid()], gen_random_uuid());
         INSERT INTO told_parcel_changes (batch_id, customer_id, ll_uuid, data) VALUES (1, '{firm}', gen_random_uuid(), '{{}}');
         INSERT INTO watched_searches (batch_id, customer_id, search_id, filter) VALUES (1, '{firm}', gen_random_uuid(), 'TRUE');
         INSERT INTO licensed_parcels (customer_id, ll_uuid, source, county_fips, parcelnumb, fields, lon, lat, geom, expires_at)
           VALUES ('{firm}', gen_random_uuid(), 'Regrid', '48201', '1', '{{}}', 0, 0, ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)), now() + interval '1 day');"
    );
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &sql)
        .await
        .unwrap();
    firm
}

#[tokio::test(flavor = "multi_thread")]
async fn every_table_of_firms_is_closed_to_other_firms() {
    let world = World::start().await;
    let (ours, theirs) = (fill(&world).await, fill(&world).await);
    let shared = world.db.assert_closed(ours, theirs).await;
    // Parcels are public records shared by all firms; the other tables are infrastructure.
    assert_eq!(
        shared,
        [
            "__diesel_schema_migrations",
            "announced_batches",
            "flood_cells",
            "flood_change_parcels",
            "flood_changes",
            "growth_storage",
            "inbox",
            "parcel_batches",
            "parcel_cities",
            "parcel_groups",
            "parcel_history",
            "parcel_units",
            "parcels",
            "parked",
            "provider_misses",
            "site_features",
            "site_layer_requests",
            "site_layers",
            "unnumbered_features"
        ]
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_data_model_is_documented() {
    let world = World::start().await;
    world.db.assert_data_model().await;
    world.stop().await;
}

/// PostgreSQL ends a parallel worker that begins a subtransaction, which catching an error does.
#[tokio::test(flavor = "multi_thread")]
async fn functions_that_catch_errors_run_in_no_parallel_worker() {
    let world = World::start().await;
    let (client, _connection) = db::open(&world.db.app()).await.unwrap();
    let catching = "SELECT coalesce(string_agg(proname, ' ' ORDER BY proname), '') FROM pg_proc \
        WHERE pronamespace = current_schema()::regnamespace AND prosrc ~* '\\mEXCEPTION\\s+WHEN\\M'";
    let all: String = client.query_one(catching, &[]).await.unwrap().get(0);
    assert!(all.contains("parcel_geometries parcel_geometry"), "{all}");
    let safe = format!("{catching} AND proparallel <> 'u'");
    let safe: String = client.query_one(&safe, &[]).await.unwrap().get(0);
    assert_eq!(safe, "");
    // By its name of PostgreSQL 15, or the later one.
    let forced = "SELECT set_config(name, 'on', false) FROM pg_settings WHERE name IN ('force_parallel_mode', 'debug_parallel_query')";
    assert_eq!(client.query(forced, &[]).await.unwrap().len(), 1);
    let broken = "SELECT count(parcel_geometry('w', text, NULL)) FROM unnest(ARRAY['POLYGON((0 0,1 0', 'x']) AS text";
    let usable: i64 = client.query_one(broken, &[]).await.unwrap().get(0);
    assert_eq!(usable, 0);
    world.stop().await;
}
