//! The migration of the place search, on a table that has parcels.

use diesel::sql_types::Jsonb;
use diesel_async::{AsyncConnection as _, RunQueryDsl as _, SimpleAsyncConnection as _};
use parcel_lookup::{ALL_MIGRATIONS, SERVICE};
use serde_json::{Value, json};
use test_support::TestDb;

/// That of a later migration, whose triggers know the column.
const PARTITIONS_DOWN: &str =
    include_str!("../../migrations/20261125000100_partitioned_parcels/down.sql");
const UP: &str = include_str!("../../migrations/20261123000400_place_search/up.sql");
const DOWN: &str = include_str!("../../migrations/20261123000400_place_search/down.sql");

/// As the owner of the tables, in one transaction.
async fn migrate(db: &TestDb, sql: &str) {
    let mut owner = db::AsyncPgConnection::establish(&db.owner_url())
        .await
        .unwrap();
    let statements = format!("BEGIN; {sql}; COMMIT");
    owner.batch_execute(&statements).await.unwrap();
}

async fn row(db: &TestDb, query: &str) -> Value {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = Jsonb)]
        row: Value,
    }
    let query = format!("SELECT to_jsonb(q) AS row FROM ({query}) q");
    let row: Row = diesel::sql_query(query)
        .get_result(&mut db.superuser().await)
        .await
        .unwrap();
    row.row
}

#[tokio::test]
async fn known_parcels_get_words_and_cities_and_their_old_column_back() {
    let db = TestDb::new(SERVICE, ALL_MIGRATIONS).await;
    migrate(&db, PARTITIONS_DOWN).await;
    migrate(&db, DOWN).await;
    let insert = "INSERT INTO parcels (ll_uuid, county_fips, parcelnumb, address, scity, owner, lon, lat, geom, source, content_hash) \
        SELECT gen_random_uuid(), '35013', i || '-1', '9 Elm St', 'Doña Ana', NULL, i, 32, ST_Multi(ST_MakeEnvelope(i, 32, i + 1, 33, 4326)), 't', '' \
        FROM generate_series(1, 3) i";
    db.superuser().await.batch_execute(insert).await.unwrap();
    migrate(&db, UP).await;
    let parcel = row(
        &db,
        "SELECT words::text FROM parcels WHERE parcelnumb = '1-1'",
    )
    .await;
    assert_eq!(
        parcel,
        json!({ "words": "'1' '1-1' '11' '9' '@35' 'ANA' 'DOÑA' 'ELM' 'ST'" })
    );
    let city = row(&db, "SELECT statefp, city_key, city, ARRAY[west, south, east, north]::int[] AS box FROM parcel_cities").await;
    assert_eq!(
        city,
        json!({ "statefp": "35", "city_key": "DONA ANA", "city": "Doña Ana", "box": [1, 32, 3, 32] })
    );
    migrate(&db, DOWN).await;
    let parcel = row(&db, "SELECT search FROM parcels WHERE parcelnumb = '1-1'").await;
    assert_eq!(parcel, json!({ "search": "9 ELM ST DOÑA ANA  |  | 1-1" }));
}
