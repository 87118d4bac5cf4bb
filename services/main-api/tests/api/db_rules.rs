//! Rules that every table of the schema must follow.

use serde_json::json;

use crate::world::World;

/// Inserts at least one row of this firm into every table with firm data.
async fn fill(world: &World) -> test_support::Persona {
    let pat = world.user().await;
    let project = world.project(&pat, "Filled").await;
    world.marker(&pat, &project, "1").await;
    let contact = json!({ "first_name": "A", "last_name": "B", "email": "a@b.example" });
    world.post(&pat, "/api/add_contact", contact).await.ok();
    world
        .post(&pat, "/api/add_company", json!({ "company_name": "Acme" }))
        .await
        .ok();
    let (firm, user) = (pat.customer_id, pat.user_id);
    world
        .sql(&format!(
            "INSERT INTO sessions (session_id, customer_id, user_id, expires_at) VALUES (gen_random_uuid(), '{firm}', '{user}', now() + interval '1 day');
             INSERT INTO refresh_tokens (token_hash, customer_id, session_id) SELECT sha256(session_id::text::bytea), customer_id, session_id FROM sessions WHERE customer_id = '{firm}';
             INSERT INTO password_resets (token_hash, customer_id, user_id, expires_at) VALUES (sha256('{user}'), '{firm}', '{user}', now());
             INSERT INTO email_changes (token_hash, customer_id, user_id, email, expires_at) VALUES (sha256('{user}'), '{firm}', '{user}', 'a@b.example', now());
             INSERT INTO personal_access_tokens (token_id, customer_id, user_id, token_hash, prefix, name, scopes, expires_at)
               VALUES (gen_random_uuid(), '{firm}', '{user}', sha256('{user}'), 'swp_', 'Own', ARRAY['parcels:read'], now());
             INSERT INTO known_places (user_id, key_hash, customer_id) VALUES ('{user}', sha256('{user}'), '{firm}');
             INSERT INTO site_images (customer_id, parcelnumb, file_name, content_type, sha256, source) VALUES ('{firm}', '1', 'f', 'image/png', 'x', 'aerial');
             INSERT INTO letterheads (customer_id) VALUES ('{firm}');
             INSERT INTO letter_images (image_id, customer_id, content_type, bytes) VALUES (gen_random_uuid(), '{firm}', 'image/png', 'x');
             INSERT INTO project_deletions (customer_id, project_id, deleted_by) SELECT customer_id, project_id, gen_random_uuid() FROM projects WHERE customer_id = '{firm}';
             INSERT INTO removed_contacts (customer_id, contact_id, record) VALUES ('{firm}', gen_random_uuid(), '{{}}');
             INSERT INTO contact_commands (command_id, customer_id, actor, removed) VALUES (gen_random_uuid(), '{firm}', '{user}', false);
             INSERT INTO contact_command_items (customer_id, command_id, contact_id, version_after)
               SELECT customer_id, command_id, gen_random_uuid(), 2 FROM contact_commands WHERE customer_id = '{firm}';
             INSERT INTO company_commands (command_id, customer_id, actor, removed, companies) VALUES (gen_random_uuid(), '{firm}', '{user}', false, '[]');
             INSERT INTO list_views (view_id, customer_id, place, name, is_shared, settings, created_by)
               VALUES (gen_random_uuid(), '{firm}', 'contacts', 'Own', false, '{{}}', '{user}');
             INSERT INTO list_view_defaults (user_id, customer_id, place, view_id) SELECT created_by, customer_id, place, view_id FROM list_views WHERE customer_id = '{firm}';
             INSERT INTO marker_batches (batch_id, customer_id, project_id, created_by) SELECT gen_random_uuid(), customer_id, project_id, created_by FROM projects WHERE customer_id = '{firm}';
             INSERT INTO marker_removals (removal_id, customer_id, project_id, removed_by, markers) SELECT gen_random_uuid(), customer_id, project_id, created_by, '[]' FROM projects WHERE customer_id = '{firm}';
             INSERT INTO parcel_discards (customer_id, project_id, ll_uuid, reason, facts, discarded_by)
               SELECT customer_id, project_id, gen_random_uuid(), 'flood', '{{}}', created_by FROM projects WHERE customer_id = '{firm}';
             INSERT INTO saved_searches (search_id, customer_id, project_id, name, filter, created_by)
               SELECT gen_random_uuid(), customer_id, project_id, 'Land', 'a = 1', created_by FROM projects WHERE customer_id = '{firm}';
             INSERT INTO saved_search_looks (search_id, customer_id, user_id) SELECT search_id, customer_id, created_by FROM saved_searches WHERE customer_id = '{firm}';
             INSERT INTO parcel_changes (customer_id, ll_uuid, county_fips, parcelnumb, changes, batch_id, is_undone, source, changed_at)
               VALUES ('{firm}', gen_random_uuid(), '48201', '1', '[]', 1, false, 'County', now());
             INSERT INTO parcel_change_projects (project_id, change_id, customer_id, held_as)
               SELECT project_id, change_id, customer_id, 'saved' FROM projects JOIN parcel_changes USING (customer_id) WHERE customer_id = '{firm}';
             INSERT INTO search_matches (customer_id, search_id, parcels, batch_id, is_undone, is_shown, source, changed_at)
               SELECT customer_id, search_id, 1, 1, false, true, 'County', now() FROM saved_searches WHERE customer_id = '{firm}';
             INSERT INTO parcel_feeds (user_id, customer_id, token_hash) VALUES ('{user}', '{firm}', sha256('{user}'));
             INSERT INTO parcel_watchers (user_id, customer_id, read_up_to) VALUES ('{user}', '{firm}', 0);
             INSERT INTO project_criteria (project_id, customer_id, criteria, updated_by) SELECT project_id, customer_id, '{{}}', created_by FROM projects WHERE customer_id = '{firm}';
             INSERT INTO jobs (job_id, customer_id, kind, payload) VALUES (gen_random_uuid(), '{firm}', 'none', '{{}}');
             INSERT INTO markets (market_id, customer_id, market_name) VALUES (nextval('imported_market_ids'), '{firm}', 'Own');
             INSERT INTO market_states (market_id, customer_id, statefp) SELECT market_id, customer_id, '48' FROM markets WHERE customer_id = '{firm}';
             INSERT INTO submarkets (submkt_id, market_id, customer_id, sub_mkt_name, geom)
               SELECT nextval('imported_market_ids'), market_id, customer_id, 'Own', ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)) FROM markets WHERE customer_id = '{firm}';"
        ))
        .await;
    pat
}

#[tokio::test]
async fn every_table_of_firms_is_closed_to_other_firms() {
    let world = World::start().await;
    let (ours, theirs) = (fill(&world).await, fill(&world).await);
    let shared = world
        .db
        .assert_closed(ours.customer_id, theirs.customer_id)
        .await;
    // A table listed here needs a reason why it holds no firm data.
    assert_eq!(
        shared,
        [
            "__diesel_schema_migrations",
            "attempts",
            "counties",
            "inbox",
            "parked",
            "state_borders",
            "states"
        ]
    );
    world.stop().await;
}

#[tokio::test]
async fn the_service_is_not_mighty_and_owns_nothing() {
    let world = World::start().await;
    let rights = world
        .rows("SELECT rolsuper OR rolbypassrls AS mighty, (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned FROM pg_roles r WHERE rolname = 'sitewright_main'")
        .await;
    assert_eq!(rights, [json!({ "mighty": false, "owned": 0 })]);
    world.stop().await;
}

#[tokio::test]
async fn the_data_model_is_documented() {
    let world = World::start().await;
    world.db.assert_data_model().await;
    world.stop().await;
}
