//! Rules of the schema that no table may break.

use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;
use domain::CustomerId;
use serde_json::json;
use test_support::Persona;

use crate::world::World;

#[derive(diesel::QueryableByName)]
struct Count {
    #[diesel(sql_type = BigInt)]
    count: i64,
}

async fn count(world: &World, firm: Option<CustomerId>, rows: &str) -> i64 {
    let query = format!("SELECT count(*) AS count FROM {rows}");
    let found = match firm {
        Some(firm) => {
            db::tenant_tx(world.db.pool(), firm, async |conn| {
                diesel::sql_query(&query).get_result::<Count>(conn).await
            })
            .await
        }
        None => {
            db::system_tx(world.db.pool(), async |conn| {
                diesel::sql_query(&query).get_result::<Count>(conn).await
            })
            .await
        }
    };
    found.unwrap().count
}

/// A firm with a row in every table of firms.
async fn fill(world: &World, marker: i64) -> Persona {
    let pat = Persona::user();
    let firm = pat.customer_id;
    let mut conn = world.db.superuser().await;
    let sql = format!(
        "INSERT INTO properties (customer_id, ll_uuid, parcel_number, lon, lat) VALUES ('{firm}', gen_random_uuid(), '1', 0, 0);
         INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version) SELECT customer_id, {marker}, gen_random_uuid(), property_id, 1 FROM properties WHERE customer_id = '{firm}';
         INSERT INTO known_projects (customer_id, project_id) VALUES ('{firm}', gen_random_uuid());
         INSERT INTO site_images (customer_id, parcel, image_path, version) VALUES ('{firm}', '1', '/x', 1);
         INSERT INTO contacts (customer_id, contact_id, version) VALUES ('{firm}', gen_random_uuid(), 1);
         INSERT INTO property_contacts (customer_id, property_id, contact_id) SELECT customer_id, property_id, gen_random_uuid() FROM properties WHERE customer_id = '{firm}';
         INSERT INTO attachments (attachment_id, customer_id, property_id, path, name, version, size, content_type, uploaded_by, uploaded_by_email) SELECT gen_random_uuid(), customer_id, property_id, 'p', 'n', 1, 0, 't', gen_random_uuid(), 'e' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO attachment_names (customer_id, property_id, name, last_version) SELECT customer_id, property_id, 'n', 1 FROM properties WHERE customer_id = '{firm}';
         INSERT INTO letter_drafts (customer_id, property_id, html, updated_by) SELECT customer_id, property_id, '', gen_random_uuid() FROM properties WHERE customer_id = '{firm}';
         INSERT INTO mails (mail_id, customer_id, subject, body, reply_to, sent_by) VALUES (gen_random_uuid(), '{firm}', 's', 'b', 'r', gen_random_uuid());
         INSERT INTO mail_recipients (customer_id, mail_id, email_key, email) SELECT customer_id, mail_id, 'e', 'e' FROM mails WHERE customer_id = '{firm}';
         INSERT INTO mail_files (customer_id, mail_id, attachment_id, name, content_type, size) SELECT customer_id, mail_id, gen_random_uuid(), 'n', 't', 0 FROM mails WHERE customer_id = '{firm}';
         INSERT INTO campaigns (campaign_id, customer_id, project_id, subject, body, postal_address, created_by, created_by_email) VALUES (gen_random_uuid(), '{firm}', gen_random_uuid(), 's', 'b', 'p', gen_random_uuid(), 'e');
         INSERT INTO suppressions (customer_id, email_key) VALUES ('{firm}', 'e');"
    );
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &sql)
        .await
        .unwrap();
    pat
}

#[tokio::test]
async fn every_table_of_firms_is_closed_to_other_firms() {
    let world = World::start().await;
    let (ours, theirs) = (fill(&world, 1).await, fill(&world, 2).await);
    let tables = world
        .rows(
            "SELECT c.relname::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced FROM pg_class c \
             JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'customer_id' AND NOT a.attisdropped \
             WHERE c.relkind = 'r' AND c.relnamespace = 'property'::regnamespace ORDER BY 1",
        )
        .await;
    assert_eq!(tables.len(), 15, "{tables:?}");
    for table in &tables {
        let name = table["name"].as_str().unwrap();
        assert_eq!(
            table["forced"],
            json!(true),
            "{name} is not under forced row-level security"
        );
        if name == "outbox" {
            // The relay empties it; messaging's own tests look at it.
            continue;
        }
        let rows = format!("{name} WHERE customer_id = '{}'", theirs.customer_id);
        assert_eq!(
            count(&world, Some(theirs.customer_id), &rows).await,
            1,
            "{name} holds nothing to hide"
        );
        assert_eq!(
            count(&world, Some(ours.customer_id), &rows).await,
            0,
            "{name} shows another firm's rows"
        );
        assert_eq!(
            count(&world, None, &rows).await,
            0,
            "{name} shows rows without a firm"
        );
        for statement in [
            format!(
                "UPDATE {name} SET customer_id = customer_id WHERE customer_id = '{}'",
                theirs.customer_id
            ),
            format!(
                "DELETE FROM {name} WHERE customer_id = '{}'",
                theirs.customer_id
            ),
        ] {
            let touched = db::tenant_tx(world.db.pool(), ours.customer_id, async |conn| {
                diesel::sql_query(&statement).execute(conn).await
            })
            .await
            .unwrap();
            assert_eq!(touched, 0, "{statement}");
        }
        let given_away = format!("UPDATE {name} SET customer_id = '{}'", theirs.customer_id);
        let refused = db::tenant_tx(world.db.pool(), ours.customer_id, async |conn| {
            diesel::sql_query(&given_away).execute(conn).await
        })
        .await;
        assert!(
            refused.is_err(),
            "{name} lets rows be given to another firm"
        );
    }
    world.stop().await;
}

#[tokio::test]
async fn tables_without_a_firm_are_known() {
    let world = World::start().await;
    let shared = world
        .rows(
            "SELECT c.relname::text AS name FROM pg_class c WHERE c.relkind = 'r' AND c.relnamespace = 'property'::regnamespace \
             AND NOT EXISTS (SELECT 1 FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attname = 'customer_id') ORDER BY 1",
        )
        .await;
    let names: Vec<_> = shared
        .iter()
        .map(|row| row["name"].as_str().unwrap())
        .collect();
    // Whoever adds a table here says why it holds no firm's data.
    assert_eq!(names, ["__diesel_schema_migrations", "inbox", "parked"]);
    world.stop().await;
}
