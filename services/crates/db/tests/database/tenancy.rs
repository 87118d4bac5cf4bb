//! Visibility of rows, and names of violated constraints.

use db::{AsyncPgConnection, ViolationKind};
use diesel::prelude::*;
use diesel::result::Error;
use diesel_async::{RunQueryDsl, SimpleAsyncConnection as _};
use domain::CustomerId;
use uuid::Uuid;

use crate::{MIGRATIONS, test_db};

diesel::table! {
    notes (note_id) {
        note_id -> BigInt,
        customer_id -> Uuid,
        body -> Text,
    }
}

diesel::table! {
    logins (email) {
        email -> Text,
        customer_id -> Uuid,
    }
}

fn firm() -> CustomerId {
    CustomerId(Uuid::new_v4())
}

async fn write(conn: &mut AsyncPgConnection, body: &str) -> Result<(), Error> {
    diesel::insert_into(notes::table)
        .values(notes::body.eq(body))
        .execute(conn)
        .await
        .map(drop)
}

async fn bodies(conn: &mut AsyncPgConnection) -> Result<Vec<String>, Error> {
    notes::table
        .order(notes::note_id)
        .select(notes::body)
        .load(conn)
        .await
}

#[tokio::test]
async fn a_firm_sees_and_changes_only_its_own_rows() {
    let db = test_db().await;
    let (ours, theirs) = (firm(), firm());
    for (who, body) in [(ours, "ours"), (theirs, "theirs")] {
        db::tenant_tx(db.pool(), who, async |conn| write(conn, body).await)
            .await
            .expect("written");
    }
    let seen = db::tenant_tx(db.pool(), ours, async |conn| bodies(conn).await).await;
    assert_eq!(seen.expect("read"), ["ours"]);
    let changed = db::tenant_tx(db.pool(), ours, async |conn| {
        diesel::update(notes::table)
            .set(notes::body.eq("taken over"))
            .execute(conn)
            .await
    })
    .await;
    assert_eq!(changed, Ok(1));
    let seen = db::tenant_tx(db.pool(), theirs, async |conn| bodies(conn).await).await;
    assert_eq!(seen.expect("read"), ["theirs"]);
}

#[tokio::test]
async fn without_a_firm_nothing_is_seen_and_nothing_can_be_written() {
    let db = test_db().await;
    db::tenant_tx(db.pool(), firm(), async |conn| write(conn, "ours").await)
        .await
        .expect("written");
    let seen = db::system_tx(db.pool(), async |conn| bodies(conn).await).await;
    assert!(seen.expect("read").is_empty());
    let seen = db::unscoped_tx(db.pool(), "test", async |conn| bodies(conn).await).await;
    assert!(
        seen.expect("read").is_empty(),
        "the table does not allow it"
    );
    let written = db::system_tx(db.pool(), async |conn| write(conn, "nobody's").await).await;
    assert!(written.is_err());
}

#[tokio::test]
async fn the_owner_is_bound_too() {
    let db = test_db().await;
    db::tenant_tx(db.pool(), firm(), async |conn| write(conn, "ours").await)
        .await
        .expect("written");
    let owner = db::connect(&db::DbConfig::new(db.owner_url(), "test")).expect("a pool");
    let seen = db::system_tx(&owner, async |conn| bodies(conn).await).await;
    assert!(seen.expect("read").is_empty());
}

#[tokio::test]
async fn a_connection_carries_no_firm_into_its_next_use() {
    let db = test_db().await;
    let one = db::connect(&db::DbConfig::new(db.app_url(), "test").pool_size(1)).expect("a pool");
    db::tenant_tx(&one, firm(), async |conn| write(conn, "ours").await)
        .await
        .expect("written");
    let seen = db::system_tx(&one, async |conn| bodies(conn).await).await;
    assert!(seen.expect("read").is_empty());
}

#[tokio::test]
async fn tables_that_allow_it_can_be_searched_before_the_firm_is_known() {
    let db = test_db().await;
    let ours = firm();
    db::tenant_tx(db.pool(), ours, async |conn| {
        diesel::insert_into(logins::table)
            .values((
                logins::email.eq("a@firm.example"),
                logins::customer_id.eq(ours.0),
            ))
            .execute(conn)
            .await
    })
    .await
    .expect("written");
    let find = async |conn: &mut AsyncPgConnection| {
        logins::table
            .select(logins::customer_id)
            .first::<Uuid>(conn)
            .await
            .optional()
    };
    let found = db::unscoped_tx(db.pool(), "sign-in", find).await;
    assert_eq!(found, Ok(Some(ours.0)));
    let found = db::tenant_tx(db.pool(), firm(), find).await;
    assert_eq!(found, Ok(None), "another firm");
}

#[tokio::test]
async fn an_error_rolls_back() {
    let db = test_db().await;
    let ours = firm();
    let result: Result<(), Error> = db::tenant_tx(db.pool(), ours, async |conn| {
        write(conn, "half").await?;
        Err(Error::NotFound)
    })
    .await;
    assert_eq!(result, Err(Error::NotFound));
    let seen = db::tenant_tx(db.pool(), ours, async |conn| bodies(conn).await).await;
    assert!(seen.expect("read").is_empty());
}

#[tokio::test]
async fn work_can_be_spawned_and_can_own_what_it_uses() {
    let db = test_db().await;
    let (pool, ours, body) = (db.pool().clone(), firm(), "owned".to_owned());
    let task = tokio::spawn(async move {
        db::tenant_tx(&pool, ours, async |conn| {
            write(conn, &body).await?;
            bodies(conn).await
        })
        .await
    });
    assert_eq!(task.await.expect("no panic"), Ok(vec!["owned".to_owned()]));
}

#[tokio::test]
async fn broken_rules_are_named() {
    let db = test_db().await;
    let twice = db::tenant_tx(db.pool(), firm(), async |conn| {
        write(conn, "same").await?;
        write(conn, "same").await
    })
    .await
    .expect_err("unique");
    let violation = db::violation(&twice).expect("a violation");
    assert_eq!(violation.kind, ViolationKind::Unique);
    assert_eq!(violation.name, "notes_body_unique");

    let empty = db::tenant_tx(db.pool(), firm(), async |conn| write(conn, "").await)
        .await
        .expect_err("check");
    let violation = db::violation(&empty).expect("a violation");
    assert_eq!(violation.kind, ViolationKind::Check);
    assert_eq!(violation.name, "notes_body_not_empty");
    assert!(db::violation(&Error::NotFound).is_none());
}

#[tokio::test]
async fn the_application_role_cannot_change_the_schema_or_reach_another() {
    let db = test_db().await;
    for sql in [
        "CREATE TABLE intruder (a int)",
        "ALTER TABLE notes DISABLE ROW LEVEL SECURITY",
        "DROP TABLE notes",
        "TRUNCATE notes",
        "CREATE TABLE property.intruder (a int)",
        "CREATE TABLE public.intruder (a int)",
    ] {
        let result = db::system_tx(db.pool(), async |conn| {
            diesel::sql_query(sql).execute(conn).await
        })
        .await;
        assert!(result.is_err(), "{sql}");
    }
}

#[tokio::test]
async fn every_table_with_a_firm_is_under_forced_row_level_security() {
    #[derive(QueryableByName)]
    struct Table {
        #[diesel(sql_type = diesel::sql_types::Text)]
        name: String,
        #[diesel(sql_type = diesel::sql_types::Bool)]
        forced: bool,
    }
    let db = test_db().await;
    let tables: Vec<Table> = diesel::sql_query(
        "SELECT c.relname::text AS name, c.relrowsecurity AND c.relforcerowsecurity AS forced \
         FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'customer_id' \
         WHERE c.relkind = 'r' AND c.relnamespace = 'main'::regnamespace ORDER BY 1",
    )
    .load(&mut db.superuser().await)
    .await
    .expect("the catalogue");
    let names: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    assert_eq!(names, ["logins", "notes"]);
    assert!(tables.iter().all(|table| table.forced));
}

#[tokio::test]
async fn migrating_again_changes_nothing() {
    let db = test_db().await;
    let again = db::migrate(&db::DbConfig::new(db.owner_url(), "test"), &[MIGRATIONS])
        .await
        .expect("migrated");
    assert!(again.is_empty(), "{again:?}");
}

#[tokio::test]
async fn tables_without_a_visibility_map_get_one() {
    let db = test_db().await;
    let mut conn = db.superuser().await;
    // As a migration leaves a table that it rewrote.
    let rewritten =
        "INSERT INTO places (point) SELECT ST_Point(i, 0, 4326) FROM generate_series(1, 100) i;
        ALTER TABLE places ADD COLUMN made_at timestamptz NOT NULL DEFAULT clock_timestamp()";
    conn.batch_execute(rewritten).await.expect("rewritten");
    let pages =
        "SELECT relallvisible::bigint AS count FROM pg_class WHERE oid = 'places'::regclass";
    assert_eq!(db.count(pages).await, 0);
    db::migrate(&db::DbConfig::new(db.owner_url(), "test"), &[MIGRATIONS])
        .await
        .expect("migrated");
    assert!(db.count(pages).await > 0);
}
