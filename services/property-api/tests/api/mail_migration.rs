//! The migration that makes background jobs of waiting mail.

use diesel_async::{AsyncConnection as _, RunQueryDsl, SimpleAsyncConnection as _};
use property_api::{ALL_MIGRATIONS, SERVICE};
use serde_json::{Value, json};
use test_support::TestDb;

const UP: &str = include_str!("../../migrations/20261123000100_mail_deliveries/up.sql");
const DOWN: &str = include_str!("../../migrations/20261123000100_mail_deliveries/down.sql");

const FIRM: &str = "00000000-0000-4000-8000-00000000000f";
const WAITING: &str = "00000000-0000-7000-8000-000000000001";
const GIVEN_UP: &str = "00000000-0000-7000-8000-000000000002";

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

/// Two messages of the version before: one on the work queue, one parked.
async fn fill(db: &TestDb) {
    let sql = format!(
        "INSERT INTO mails (mail_id, customer_id, subject, body, reply_to, sent_by, attempts) VALUES
           ('{WAITING}', '{FIRM}', 's', 'b', 'r@x.example', gen_random_uuid(), 2),
           ('{GIVEN_UP}', '{FIRM}', 's', 'b', 'r@x.example', gen_random_uuid(), 11);
         INSERT INTO mail_recipients (customer_id, mail_id, email_key, email, status, reason, leased_at, settled_at) VALUES
           ('{FIRM}', '{WAITING}', 'a@x.example', 'A@x.example', 'queued', 'away', NULL, NULL),
           ('{FIRM}', '{WAITING}', 'b@x.example', 'b@x.example', 'sending', NULL, now(), NULL),
           ('{FIRM}', '{WAITING}', 'c@x.example', 'c@x.example', 'sent', NULL, now(), now()),
           ('{FIRM}', '{GIVEN_UP}', 'd@x.example', 'd@x.example', 'given_up', 'often', NULL, '2026-01-01Z');
         INSERT INTO mail_turns (customer_id, mail_id) VALUES ('{FIRM}', '{WAITING}');
         INSERT INTO outbox (event_id, work_queue, event_type, subject, aggregate_version, customer_id, data) VALUES
           (gen_random_uuid(), 'mail', 'mail.requested', '{WAITING}', 1, '{FIRM}', '{{}}'),
           (gen_random_uuid(), NULL, 'mail.updated', '{WAITING}', 1, '{FIRM}', '{{}}');
         INSERT INTO parked (parked_id, queue, event_type, message_id, reason, attempts, body, parked_at) VALUES
           (gen_random_uuid(), 'ns.work.mail', 'mail.requested', 'm', 'mailbox full', 11,
            convert_to('{{\"data\": {{\"mail_id\": \"{GIVEN_UP}\"}}}}', 'UTF8'), '2026-01-02Z'),
           (gen_random_uuid(), 'ns.property-api.events', 'marker.added', 'n', 'unreadable', 1, '', now());"
    );
    db.superuser().await.batch_execute(&sql).await.unwrap();
}

#[tokio::test]
async fn waiting_mail_becomes_jobs_and_comes_back() {
    let db = TestDb::new(SERVICE, ALL_MIGRATIONS).await;
    migrate(&db, DOWN).await;
    fill(&db).await;

    migrate(&db, UP).await;
    let jobs = "SELECT customer_id, kind, payload, attempts, last_error, dead_at FROM jobs ORDER BY payload->>'email_key'";
    let job = |mail, key, attempts, error: Option<&str>, dead: Option<&str>| {
        json!({ "customer_id": FIRM, "kind": "mail_delivery", "payload": { "mail_id": mail, "email_key": key },
            "attempts": attempts, "last_error": error, "dead_at": dead })
    };
    let dead_at = Some("2026-01-02T00:00:00+00:00");
    let expected = [
        job(WAITING, "a@x.example", 2, Some("away"), None),
        job(WAITING, "b@x.example", 2, None, None),
        job(GIVEN_UP, "d@x.example", 11, Some("mailbox full"), dead_at),
    ];
    assert_eq!(rows(&db, jobs).await, expected);
    let others = "SELECT (SELECT string_agg(event_type, ' ') FROM parked) AS parked, \
                         (SELECT string_agg(event_type, ' ') FROM outbox) AS outbox";
    let kept = json!({ "parked": "marker.added", "outbox": "mail.updated" });
    assert_eq!(rows(&db, others).await, [kept]);
    assert_eq!(db.unprotected_tables().await, Vec::<String>::new());

    migrate(&db, DOWN).await;
    let turns = "SELECT t.mail_id, m.attempts, o.data FROM mail_turns t JOIN mails m ON m.mail_id = t.mail_id \
                 JOIN outbox o ON o.subject = t.mail_id::text WHERE o.work_queue = 'mail'";
    let turn = json!({ "mail_id": WAITING, "attempts": 2, "data": { "mail_id": WAITING } });
    assert_eq!(rows(&db, turns).await, [turn]);
    let leased =
        "SELECT email_key FROM mail_recipients WHERE leased_at < now() - interval '10 minutes'";
    assert_eq!(
        rows(&db, leased).await,
        [json!({ "email_key": "b@x.example" })]
    );
    let parked = "SELECT reason, convert_from(body, 'UTF8')::jsonb AS body FROM parked WHERE event_type = 'mail.requested'";
    let parked = rows(&db, parked).await;
    assert_eq!(parked[0]["reason"], "mailbox full");
    let envelope: messaging::Envelope = serde_json::from_value(parked[0]["body"].clone()).unwrap();
    assert_eq!(envelope.data, json!({ "mail_id": GIVEN_UP }));
    assert!(rows(&db, "SELECT 1 AS one FROM jobs").await.is_empty());

    migrate(&db, UP).await;
    assert_eq!(rows(&db, jobs).await, expected);
}
