//! Rules of the schema that no table may break.

use diesel::sql_types::{Bool, Text};
use diesel_async::RunQueryDsl;
use serde_json::json;

use crate::world::World;

#[derive(diesel::QueryableByName, Debug)]
struct Table {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    forced: bool,
}

#[derive(diesel::QueryableByName)]
struct Count {
    #[diesel(sql_type = diesel::sql_types::BigInt)]
    count: i64,
}

async fn tables_of_firms(world: &World) -> Vec<Table> {
    let mut conn = world.db.superuser().await;
    diesel::sql_query(
        "SELECT c.relname::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced \
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'customer_id' AND NOT a.attisdropped \
         WHERE c.relkind = 'r' AND c.relnamespace = 'main'::regnamespace ORDER BY 1",
    )
    .load(&mut conn)
    .await
    .unwrap()
}

/// Fills every table of firms with at least one row of this firm.
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
             INSERT INTO account_mails (mail_id, customer_id, recipient, subject, body, due_at) VALUES (gen_random_uuid(), '{firm}', 'a@b.example', 's', 'b', now() + interval '1 day');
             INSERT INTO site_images (customer_id, parcelnumb, file_name, content_type, sha256, source) VALUES ('{firm}', '1', 'f', 'image/png', 'x', 'aerial');
             INSERT INTO webhook_deliveries (delivery_id, customer_id, target, kind, payload, due_at) VALUES (gen_random_uuid(), '{firm}', 'live', 'k', '{{}}', now() + interval '1 day');
             INSERT INTO markets (market_id, customer_id, market_name) VALUES (nextval('imported_market_ids'), '{firm}', 'Own');
             INSERT INTO market_states (market_id, customer_id, statefp) SELECT market_id, customer_id, '48' FROM markets WHERE customer_id = '{firm}';
             INSERT INTO submarkets (submkt_id, market_id, customer_id, sub_mkt_name, geom)
               SELECT nextval('imported_market_ids'), market_id, customer_id, 'Own', ST_Multi(ST_MakeEnvelope(0, 0, 1, 1, 4326)) FROM markets WHERE customer_id = '{firm}';"
        ))
        .await;
    pat
}

/// How many of these rows a firm sees.
async fn seen(world: &World, firm: &test_support::Persona, rows: &str) -> i64 {
    db::tenant_tx(world.db.pool(), firm.customer_id, async |conn| {
        let found: Count = diesel::sql_query(format!("SELECT count(*) AS count FROM {rows}"))
            .get_result(conn)
            .await?;
        Ok::<_, diesel::result::Error>(found.count)
    })
    .await
    .unwrap()
}

#[tokio::test]
async fn every_table_of_firms_is_closed_to_other_firms() {
    let world = World::start().await;
    let (ours, theirs) = (fill(&world).await, fill(&world).await);
    let tables = tables_of_firms(&world).await;
    assert!(tables.len() >= 15, "{tables:?}");
    let count =
        |table: &str, setting: &str| format!("{setting} SELECT count(*) AS count FROM {table}");
    for table in &tables {
        assert!(
            table.forced,
            "{} is not under forced row-level security",
            table.name
        );
        if table.name == "outbox" {
            // Emptied by the relay at any moment; the messaging crate tests its policy.
            continue;
        }
        let own_rows = format!(
            "{} WHERE customer_id = '{}'",
            table.name, theirs.customer_id
        );
        let all = world.rows(&count(&own_rows, "")).await[0]["count"]
            .as_i64()
            .unwrap();
        assert!(all > 0, "{} holds nothing to hide", table.name);
        assert_eq!(
            seen(&world, &theirs, &own_rows).await,
            all,
            "{}",
            table.name
        );
        assert_eq!(
            seen(&world, &ours, &own_rows).await,
            0,
            "{} shows another firm's rows",
            table.name
        );
        // Without a firm nothing of any firm is seen.
        let unset: i64 = db::system_tx(world.db.pool(), async |conn| {
            let found: Count =
                diesel::sql_query(format!("SELECT count(*) AS count FROM {own_rows}"))
                    .get_result(conn)
                    .await?;
            Ok::<_, diesel::result::Error>(found.count)
        })
        .await
        .unwrap();
        assert_eq!(unset, 0, "{} shows rows without a firm", table.name);
        // Nor can they be changed, removed or taken over.
        for statement in [
            format!(
                "UPDATE {} SET customer_id = customer_id WHERE customer_id = '{}'",
                table.name, theirs.customer_id
            ),
            format!(
                "DELETE FROM {} WHERE customer_id = '{}'",
                table.name, theirs.customer_id
            ),
        ] {
            let touched = db::tenant_tx(world.db.pool(), ours.customer_id, async |conn| {
                diesel::sql_query(&statement).execute(conn).await
            })
            .await
            .unwrap();
            assert_eq!(touched, 0, "{statement}");
        }
        let given_away = format!(
            "UPDATE {} SET customer_id = '{}' WHERE customer_id = '{}'",
            table.name, theirs.customer_id, ours.customer_id
        );
        let refused = db::tenant_tx(world.db.pool(), ours.customer_id, async |conn| {
            diesel::sql_query(&given_away).execute(conn).await
        })
        .await;
        assert!(
            refused.is_err(),
            "{} lets rows be given to another firm",
            table.name
        );
    }
    world.stop().await;
}

#[tokio::test]
async fn tables_without_a_firm_are_known_and_the_service_owns_none() {
    let world = World::start().await;
    let shared = world
        .rows(
            "SELECT c.relname::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'main'::regnamespace \
             AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'customer_id') ORDER BY 1",
        )
        .await;
    let names: Vec<_> = shared
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    // Whoever adds a table here says why it holds no firm's data.
    assert_eq!(
        names,
        [
            "__diesel_schema_migrations",
            "attempts",
            "counties",
            "inbox",
            "parked",
            "states"
        ]
    );
    let rights = world
        .rows("SELECT rolsuper OR rolbypassrls AS mighty, (SELECT count(*) FROM pg_class WHERE relowner = r.oid) AS owned FROM pg_roles r WHERE rolname = 'sitewright_main'")
        .await;
    assert_eq!(rights, [json!({ "mighty": false, "owned": 0 })]);
    world.stop().await;
}
