//! The mail worker's jobs: retries, dead deliveries, and deliveries that were interrupted.

use std::sync::Arc;
use std::time::Duration;

use db::{DbConfig, Pool};
use mail::{MailConfig, Mailer};
use property_api::campaigns::progress::Progress;
use property_api::letter_links::mailing::CarriedLetters;
use property_api::letter_register::delivery::Outcomes;
use property_api::mail::delivery::MailSender;
use serde_json::{Value, json};
use settings::Secret;
use test_support::{Persona, SmtpSink, TcpProxy, wait_for};
use tokio::sync::Notify;
use tokio::task::JoinHandle;

use crate::campaigns::{campaign, finished, owner};
use crate::mail::{message, settled};
use crate::world::{Parcel, TEST_TIMEOUT, World};

/// A running mail worker.
pub struct Worker {
    stop: Arc<Notify>,
    task: JoinHandle<()>,
}

impl Worker {
    /// As when the process is stopped.
    pub async fn shutdown(self) {
        self.stop.notify_one();
        self.task.await.unwrap();
    }

    /// As when the process dies.
    pub async fn kill(self) {
        self.task.abort();
        self.task.await.unwrap_err();
    }
}

/// A mail worker that sends to the mail server, or to the folder without one.
pub fn worker(world: &World, smtp: Option<&SmtpSink>) -> Worker {
    worker_on(world.db.pool(), world, smtp)
}

/// The same with connections of its own.
fn worker_on(pool: &Pool, world: &World, smtp: Option<&SmtpSink>) -> Worker {
    let config = MailConfig {
        smtp_url: smtp.map(|sink| Secret::new(sink.url())),
        tls: mail::TlsFiles::default(),
        folder: world.folder.path().join("mail"),
        from: "Sitewright <no-reply@sitewright.test>".to_owned(),
    };
    let sender = MailSender {
        publisher: Box::new(Outcomes {
            progress: Progress::new(pool.clone()),
        }),
        carried: Box::new(CarriedLetters { pool: pool.clone() }),
        pool: pool.clone(),
        files: world.state.files.clone(),
        mailer: Mailer::new(&config).unwrap(),
    };
    let stop = Arc::new(Notify::new());
    let stopped = Arc::clone(&stop);
    let runner = sender.runner().poll_interval(Duration::from_millis(100));
    let task = tokio::spawn(runner.run(async move { stopped.notified().await }));
    Worker { stop, task }
}

async fn sql(world: &World, statement: &str) {
    let mut conn = world.db.superuser().await;
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, statement)
        .await
        .unwrap();
}

/// Ends the back-off of failed deliveries.
pub async fn retry_now(world: &World) {
    sql(
        world,
        "UPDATE jobs SET run_at = now() WHERE last_error IS NOT NULL AND dead_at IS NULL",
    )
    .await;
}

/// A message to the owner only.
fn to_owner(parcel: &Parcel) -> Value {
    let mut body = message(parcel, &["owner@bayou.example"]);
    body["copy_to_me"] = json!(false);
    body
}

fn recipient(list: &Value) -> (&str, &str) {
    let recipient = &list["emails"][0]["recipients"][0];
    (
        recipient["outcome"].as_str().unwrap(),
        recipient["reason"].as_str().unwrap_or_default(),
    )
}

#[tokio::test]
async fn what_never_works_is_given_up_kept_and_can_be_replayed() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    sink.set_out_of_order(true);
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    sql(&world, "UPDATE jobs SET attempts = 10").await;
    let running = worker(&world, Some(&sink));
    let list = settled(&world, &pat, &parcel).await;
    let (outcome, reason) = recipient(&list);
    assert_eq!(outcome, "failed");
    assert!(reason.contains("after several attempts"), "{reason}");
    let dead = || async { jobs::dead::list(world.db.pool(), 10).await.unwrap() };
    let [dead] = &dead().await[..] else {
        panic!("one dead job");
    };
    assert_eq!((dead.kind.as_str(), dead.attempts), ("mail_delivery", 11));
    assert!(dead.reason.contains("out of order"), "{}", dead.reason);

    sink.set_out_of_order(false);
    jobs::dead::replay(world.db.pool(), None).await.unwrap();
    wait_for(TEST_TIMEOUT, || async {
        let list = world.get(&pat, "/get_emails", &parcel.query()).await;
        recipient(&list) == ("sent", "")
    })
    .await;
    running.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    assert!(world.rows("SELECT 1 AS one FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn a_worker_that_dies_before_the_result_is_recorded_sends_nothing_twice() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    sink.keep_silent(true);
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    let killed = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async { sink.received().len() == 1 }).await;
    killed.kill().await;
    sink.keep_silent(false);
    sql(&world, "UPDATE jobs SET leased_until = now()").await;
    let next = worker(&world, Some(&sink));
    let list = settled(&world, &pat, &parcel).await;
    let (outcome, reason) = recipient(&list);
    assert_eq!(outcome, "unclear");
    assert!(reason.contains("may have arrived"), "{reason}");
    next.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    assert!(world.rows("SELECT 1 AS one FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn a_message_is_sent_although_the_database_was_lost_when_it_stored_the_beginning() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    // A commit that takes a while, so that the connection can be cut in the middle of it.
    sql(
        &world,
        "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
             IF NEW.status = 'sending' THEN PERFORM pg_sleep(2); END IF; RETURN NULL; END $$;
         CREATE CONSTRAINT TRIGGER dawdle AFTER UPDATE ON mail_recipients DEFERRABLE INITIALLY DEFERRED
             FOR EACH ROW EXECUTE FUNCTION dawdle()",
    )
    .await;
    let proxy = TcpProxy::to(&world.db.app_url()).await;
    let pool = db::connect(&DbConfig::new(proxy.url(), "mail worker")).unwrap();
    let worker = worker_on(&pool, &world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        let asleep = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'";
        !world.rows(asleep).await.is_empty()
    })
    .await;
    proxy.blip();
    let list = settled(&world, &pat, &parcel).await;
    assert_eq!(recipient(&list), ("sent", ""));
    worker.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    assert!(world.rows("SELECT 1 AS one FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn a_message_that_the_mail_server_did_not_answer_is_not_sent_again() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    sink.hang_up(true);
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    let worker = worker(&world, Some(&sink));
    let list = settled(&world, &pat, &parcel).await;
    let (outcome, reason) = recipient(&list);
    assert_eq!(outcome, "unclear");
    assert!(reason.contains("may have arrived"), "{reason}");
    worker.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    assert!(world.rows("SELECT 1 AS one FROM jobs").await.is_empty());
    world.stop().await;
}

#[tokio::test]
async fn a_file_is_written_again_after_its_worker_died() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    sql(&world, "UPDATE mail_recipients SET status = 'sending'").await;
    let worker = worker(&world, None);
    let list = settled(&world, &pat, &parcel).await;
    assert_eq!(recipient(&list).0, "sent");
    worker.shutdown().await;
    assert_eq!(world.stored_files().len(), 1);
    world.stop().await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_written_delays_a_message_and_keeps_no_part_of_it() {
    let world = World::start().await;
    let pat = Persona::user();
    let parcel = world.parcel(&pat).await;
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    let mails = world.rows("SELECT mail_id FROM mails").await;
    let name = format!("{}.eml", mails[0]["mail_id"].as_str().unwrap());
    // A folder in the place of the file: it is refused after it was written, as by a full disk.
    let taken = world.folder.path().join("mail").join(name);
    std::fs::create_dir_all(&taken).unwrap();
    let worker = worker(&world, None);
    wait_for(TEST_TIMEOUT, || async {
        let list = world.get(&pat, "/get_emails", &parcel.query()).await;
        let (outcome, reason) = recipient(&list);
        outcome == "queued" && reason.contains("not accepting messages")
    })
    .await;
    assert!(world.stored_files().is_empty());
    std::fs::remove_dir(&taken).unwrap();
    // Each time: the result of the attempt may be stored after its reason.
    wait_for(TEST_TIMEOUT, || async {
        retry_now(&world).await;
        let list = world.get(&pat, "/get_emails", &parcel.query()).await;
        recipient(&list) == ("sent", "")
    })
    .await;
    worker.shutdown().await;
    assert_eq!(world.stored_files(), [taken]);
    world.stop().await;
}

#[tokio::test]
async fn a_campaign_ends_although_a_worker_died_in_the_last_attempt() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    owner(&world, &parcel, "Dana", "dana@lee.example").await;
    let created = world
        .post(&pat, "/create_campaign", campaign(&parcel))
        .await;
    sql(
        &world,
        "UPDATE mail_recipients SET status = 'sending';
         UPDATE jobs SET attempts = 11, leased_by = gen_random_uuid(), leased_until = now()",
    )
    .await;
    let worker = worker(&world, Some(&sink));
    let done = finished(&world, &pat, &parcel, &created["campaign"]["campaign_id"]).await;
    assert_eq!(done["recipients"][0]["outcome"], "unclear");
    worker.shutdown().await;
    assert!(sink.received().is_empty());
    assert_eq!(
        jobs::dead::list(world.db.pool(), 10).await.unwrap().len(),
        1
    );
    world.stop().await;
}

#[tokio::test]
async fn a_delivery_that_comes_twice_is_sent_once() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let parcel = world.parcel(&pat).await;
    world.post(&pat, "/send_email", to_owner(&parcel)).await;
    sql(
        &world,
        "INSERT INTO jobs (job_id, customer_id, kind, payload)
         SELECT gen_random_uuid(), customer_id, kind, payload FROM jobs",
    )
    .await;
    let worker = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        world.rows("SELECT 1 AS one FROM jobs").await.is_empty()
    })
    .await;
    worker.shutdown().await;
    assert_eq!(sink.received().len(), 1);
    world.stop().await;
}
