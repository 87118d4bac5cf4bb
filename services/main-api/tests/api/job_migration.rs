//! The migration that makes background jobs of waiting account mail and webhook calls.

use diesel_async::{AsyncConnection as _, RunQueryDsl, SimpleAsyncConnection as _};
use main_api::{ALL_MIGRATIONS, SERVICE};
use serde_json::{Value, json};
use test_support::TestDb;

const UP: &str = include_str!("../../migrations/20261122001100_background_jobs/up.sql");
const DOWN: &str = include_str!("../../migrations/20261122001100_background_jobs/down.sql");

/// As the owner of the tables, in one transaction.
async fn migrate(db: &TestDb, sql: &str) {
    let mut owner = db::AsyncPgConnection::establish(&db.owner_url())
        .await
        .unwrap();
    let statements = format!("BEGIN; {sql}; COMMIT");
    owner.batch_execute(&statements).await.unwrap();
}

async fn rows(db: &TestDb, query: &str) -> Vec<Value> {
    #[derive(diesel::QueryableByName)]
    struct Row {
        #[diesel(sql_type = diesel::sql_types::Jsonb)]
        row: Value,
    }
    let rows: Vec<Row> = diesel::sql_query(format!("SELECT to_jsonb(q) AS row FROM ({query}) q"))
        .load(&mut db.superuser().await)
        .await
        .unwrap();
    rows.into_iter().map(|row| row.row).collect()
}

#[tokio::test]
async fn waiting_mail_and_calls_become_jobs_and_come_back() {
    let db = TestDb::new(SERVICE, ALL_MIGRATIONS).await;
    migrate(&db, DOWN).await;
    let mut conn = db.superuser().await;
    conn.batch_execute(
        "INSERT INTO account_mails (mail_id, customer_id, recipient, subject, body, attempts, due_at) VALUES
           ('00000000-0000-7000-8000-000000000001', gen_random_uuid(), 'a@b.example', 's', 'b', 2, '2030-01-01Z');
         INSERT INTO reset_requests (email) VALUES ('c@d.example');
         INSERT INTO webhook_deliveries (delivery_id, customer_id, target, kind, payload, attempts, due_at, delivered_at, failed_at, last_error) VALUES
           ('00000000-0000-7000-8000-000000000002', gen_random_uuid(), 'live', 'k', '{\"n\": 1}', 3, '2030-01-02Z', NULL, NULL, 'status 500'),
           ('00000000-0000-7000-8000-000000000003', gen_random_uuid(), 'test', 'k', '{\"n\": 2}', 9, '2030-01-02Z', NULL, '2026-01-01Z', 'status 404'),
           ('00000000-0000-7000-8000-000000000004', gen_random_uuid(), 'live', 'k', '{}', 1, '2030-01-02Z', '2026-01-01Z', NULL, NULL);",
    )
    .await
    .unwrap();

    migrate(&db, UP).await;
    let jobs = "SELECT right(job_id::text, 1) AS id, kind, payload, attempts, run_at > '2029-01-01' AS later, \
                       last_error, dead_at IS NOT NULL AS dead, customer_id IS NOT NULL AS of_firm \
                FROM jobs WHERE kind <> 'reset_request' ORDER BY job_id";
    let mail = json!({ "recipient": "a@b.example", "subject": "s", "body": "b" });
    let call = |target, n| json!({ "target": target, "type": "k", "data": { "n": n } });
    let job = |id, kind, payload, attempts, error: Option<&str>, dead| {
        json!({ "id": id, "kind": kind, "payload": payload,
        "attempts": attempts, "later": true, "last_error": error, "dead": dead, "of_firm": true })
    };
    assert_eq!(
        rows(&db, jobs).await,
        [
            job("1", "account_mail", mail, 2, None, false),
            job(
                "2",
                "webhook_call",
                call("live", 1),
                3,
                Some("status 500"),
                false
            ),
            job(
                "3",
                "webhook_call",
                call("test", 2),
                9,
                Some("status 404"),
                true
            ),
        ]
    );
    let requests = "SELECT payload, customer_id FROM jobs WHERE kind = 'reset_request'";
    assert_eq!(
        rows(&db, requests).await,
        [json!({ "payload": { "email": "c@d.example" }, "customer_id": null })]
    );

    migrate(&db, DOWN).await;
    let kept = "SELECT (SELECT count(*) FROM account_mails) AS mails, (SELECT count(*) FROM reset_requests) AS requests, \
                       (SELECT count(*) FROM webhook_deliveries) AS calls, (SELECT count(*) FROM jobs) AS jobs";
    assert_eq!(
        rows(&db, kept).await,
        [json!({ "mails": 1, "requests": 1, "calls": 2, "jobs": 0 })]
    );
}
