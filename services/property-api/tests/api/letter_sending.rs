//! Letters that are sent together with a link to sign each.

use reqwest::{Method, StatusCode};
use serde_json::{Value, json};
use test_support::{Persona, SmtpSink, wait_for};
use uuid::Uuid;

use crate::letter_jobs::{Site, accepted};
use crate::letter_links::{letters, link, link_path, links};
use crate::letter_register::{approve, message};
use crate::letter_signing::{certain, evidence, letter_of, public, sign};
use crate::mail_worker::worker;
use crate::world::{TEST_TIMEOUT, World};

/// A message that carries links, with a new key.
fn with_links(letters: &[&Value]) -> Value {
    let mut body = message(letters);
    body["body"] = json!("Dear {{contact_name}},\n{{ link }}\nfor {{property}}.");
    body
}

async fn preview(world: &World, pat: &Persona, letters: &[&Value]) -> Value {
    let ids: Vec<&Value> = letters.iter().map(|letter| &letter["letter_id"]).collect();
    let asked = json!({"letters": ids, "link": true});
    world.post(pat, "/letters/send/preview", asked).await
}

fn codes(answer: &Value) -> Vec<&str> {
    let refused = answer["refused"].as_array().unwrap();
    refused
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect()
}

async fn count(world: &World, table: &str) -> usize {
    world.rows(&format!("SELECT FROM {table}")).await.len()
}

/// The token in a received message; long lines are folded with quoted-printable.
fn mailed_token(data: &str) -> String {
    let text = data.replace("=\r\n", "");
    let (_, rest) = text.split_once("/sign#").unwrap();
    rest.chars().take(43).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_letter_is_signed_by_the_link_in_its_own_message() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, made) = letters(&world, &pat, 3).await;
    let all: Vec<&Value> = made.iter().collect();
    let known = preview(&world, &pat, &all).await;
    assert_eq!(known["refused"], json!([]));
    assert_eq!(
        known["ready"][1],
        json!({"letter_id": made[1]["letter_id"], "to": ["dana2@owner.example"],
            "signer": {"name": "Dana Lee", "capacity": "Manager of Owner 2 LLC"}})
    );
    assert_eq!(count(&world, "letter_links").await, 0, "nothing is stored");

    // Two requests with the same key are one.
    let body = with_links(&all);
    let (one, two) = tokio::join!(
        accepted(&world, &pat, "/letters/send", &body),
        accepted(&world, &pat, "/letters/send", &body)
    );
    assert_eq!(one, two);
    assert_eq!(one["queued"].as_array().unwrap().len(), 3, "{one}");
    for table in ["letter_links", "letter_link_mails", "mails", "mail_files"] {
        assert_eq!(count(&world, table).await, 3, "{table}");
    }
    assert_eq!(count(&world, "mail_recipients").await, 3);
    for mail in world.rows("SELECT body FROM mails").await {
        let text = mail["body"].as_str().unwrap();
        assert!(
            text.contains("\n{{link}}\n"),
            "no address is stored: {text}"
        );
    }
    for letter in &made {
        let listed = links(&world, &pat, letter).await;
        assert_eq!(listed.len(), 1);
        assert_eq!(
            (&listed[0]["state"], &listed[0]["mail_status"]),
            (&json!("open"), &json!("queued"))
        );
        let proof = evidence(&world, &pat, letter).await;
        let kinds = [&proof["rows"][0]["kind"], &proof["rows"][1]["kind"]];
        assert_eq!(kinds, [&json!("link_made"), &json!("link_sent")]);
        assert_eq!(proof["intact"], true);
    }
    assert_eq!(
        codes(&preview(&world, &pat, &all).await),
        ["mail_queued"; 3]
    );

    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        let letters = site.letters(&world, &pat).await;
        letters.iter().all(|letter| letter["status"] == "sent")
    })
    .await;
    running.shutdown().await;
    let received = sink.received();
    assert_eq!(received.len(), 3);
    for (n, letter) in (1..).zip(&made) {
        let address = format!("dana{n}@owner.example");
        let mail = received.iter().find(|mail| mail.to == [address.as_str()]);
        let token = mailed_token(&mail.unwrap().data);
        let (status, invitation) = public(&world, Method::GET, "/sign", &token, None).await;
        assert_eq!(
            (status, &invitation["number"], &invitation["name"]),
            (StatusCode::OK, &letter["number"], &json!("Dana Lee"))
        );
        if n == 1 {
            let (_, opened) = certain(&world, &token).await;
            let (status, receipt) = sign(&world, &token, &opened).await;
            assert_eq!(
                (status, &receipt["complete"]),
                (StatusCode::OK, &json!(true))
            );
        }
    }
    assert_eq!(letter_of(&world, &pat, &made[0]).await["status"], "signed");
    // Whoever has a link keeps it.
    let again = accepted(&world, &pat, "/letters/send", &with_links(&all)).await;
    assert_eq!(
        codes(&again),
        ["already_signed", "already_sent", "already_sent"],
        "{again}"
    );
    assert_eq!(count(&world, "letter_link_mails").await, 3);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_letter_that_cannot_get_a_link_is_named_and_not_sent() {
    let world = World::start().await;
    let pat = Persona::user();
    let site = Site::new(&world, &pat, 6).await;
    site.made(&world, &pat).await;
    let made = site.letters(&world, &pat).await;
    approve(&world, &pat, &made[1..]).await;
    world
        .sql("UPDATE contacts SET email = '' WHERE email = 'dana2@owner.example';
              INSERT INTO suppressions (customer_id, email_key) SELECT customer_id, 'dana3@owner.example' FROM contacts LIMIT 1")
        .await;
    for n in [8, 9] {
        link(&world, &pat, &made[3], n).await;
    }
    link(&world, &pat, &made[4], 7).await;
    let closed = link(&world, &pat, &made[5], 6).await;
    let path = link_path(&made[5], &closed, "revoke");
    world.post(&pat, &path, json!({})).await;
    let unknown = json!({"letter_id": Uuid::new_v4()});
    let mut all: Vec<&Value> = made.iter().collect();
    all.push(&unknown);

    let expected = [
        "not_approved",
        "no_signer",
        "suppressed",
        "has_links",
        "not_found",
    ];
    let known = preview(&world, &pat, &all).await;
    assert_eq!(codes(&known), expected, "{known}");
    assert_eq!(
        known["refused"][1]["sentence"],
        "Dana Lee, whom it names, has no e-mail address."
    );
    // The link that waits is sent to its holder; for one that was closed another is made.
    let signers: Vec<&Value> = known["ready"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["signer"]["name"])
        .collect();
    assert_eq!(signers, [&json!("Dana 7 Lee"), &json!("Dana Lee")]);
    assert_eq!(
        (
            count(&world, "letter_links").await,
            count(&world, "mails").await
        ),
        (4, 0)
    );

    let sent = accepted(&world, &pat, "/letters/send", &with_links(&all)).await;
    assert_eq!(sent["refused"], known["refused"]);
    let to: Vec<&Value> = sent["queued"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| &one["to"])
        .collect();
    assert_eq!(
        to,
        [
            &json!(["dana7@owner.example"]),
            &json!(["dana6@owner.example"])
        ]
    );
    assert_eq!(links(&world, &pat, &made[4]).await.len(), 1);
    assert_eq!(links(&world, &pat, &made[5]).await.len(), 2);
    assert_eq!(links(&world, &pat, &made[1]).await.len(), 0);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_that_is_interrupted_leaves_nothing_and_can_be_repeated() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 2).await;
    let all: Vec<&Value> = made.iter().collect();
    for (field, value) in [
        ("body", json!("{{link}} {{ link }}")),
        ("body", json!("{{link}} {{price}}")),
        ("subject", json!("{{link}}")),
        ("copy_to_me", json!(true)),
    ] {
        let mut body = with_links(&all);
        body[field] = value;
        let (status, said) = world.refused(&pat, "/letters/send", body).await;
        assert_eq!(status, StatusCode::UNPROCESSABLE_ENTITY);
        assert!(said["errors"][field].is_string(), "{field}: {said}");
    }
    world
        .sql(
            "CREATE FUNCTION interrupt() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN \
             IF EXISTS (SELECT FROM letter_link_mails) THEN RAISE EXCEPTION 'interrupted'; END IF; \
             RETURN NEW; END $$; \
             CREATE TRIGGER interrupt BEFORE INSERT ON letter_link_mails FOR EACH ROW EXECUTE FUNCTION interrupt()",
        )
        .await;
    let body = with_links(&all);
    let (status, _) = world.refused(&pat, "/letters/send", body.clone()).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    for table in [
        "letter_links",
        "letter_link_mails",
        "letter_evidence",
        "letter_sends",
        "mails",
        "mail_recipients",
        "jobs WHERE kind = 'mail_delivery'",
    ] {
        assert_eq!(count(&world, table).await, 0, "{table}");
    }
    world
        .sql("DROP TRIGGER interrupt ON letter_link_mails")
        .await;
    let sent = accepted(&world, &pat, "/letters/send", &body).await;
    assert_eq!(sent["queued"].as_array().unwrap().len(), 2, "{sent}");
    assert_eq!(accepted(&world, &pat, "/letters/send", &body).await, sent);
    for table in ["letter_links", "mails", "jobs WHERE kind = 'mail_delivery'"] {
        assert_eq!(count(&world, table).await, 2, "{table}");
    }
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_whose_worker_died_before_it_was_recorded_is_in_one_message_and_opens() {
    let world = World::start().await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    accepted(&world, &pat, "/letters/send", &with_links(&[&made[0]])).await;
    let mut tokens = Vec::new();
    for _run in 0..2 {
        let running = worker(&world, None);
        wait_for(TEST_TIMEOUT, || async {
            count(&world, "jobs WHERE kind = 'mail_delivery'").await == 0
        })
        .await;
        running.shutdown().await;
        let mails = std::fs::read_dir(world.folder.path().join("mail")).unwrap();
        let mails: Vec<_> = mails.map(|file| file.unwrap().path()).collect();
        assert_eq!(mails.len(), 1, "{mails:?}");
        tokens.push(mailed_token(&std::fs::read_to_string(&mails[0]).unwrap()));
        // What is left by a worker that died when the message was written.
        world
            .sql(
                "UPDATE mail_recipients SET status = 'sending', settled_at = NULL;
                 INSERT INTO jobs (job_id, customer_id, kind, payload)
                 SELECT gen_random_uuid(), customer_id, 'mail_delivery',
                     jsonb_build_object('mail_id', mail_id, 'email_key', email_key) FROM mail_recipients",
            )
            .await;
    }
    let answers = [StatusCode::NOT_FOUND, StatusCode::OK];
    for (token, expected) in tokens.iter().zip(answers) {
        let (status, _) = public(&world, Method::GET, "/sign", token, None).await;
        assert_eq!(status, expected);
    }
    let letter = letter_of(&world, &pat, &made[0]).await;
    let kinds: Vec<&Value> = letter["events"]
        .as_array()
        .unwrap()
        .iter()
        .map(|event| &event["kind"])
        .filter(|kind| *kind != "approved")
        .collect();
    assert_eq!(kinds, ["made", "link_made", "link_sent", "sent"]);
    assert_eq!(links(&world, &pat, &made[0]).await.len(), 1);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn letters_that_were_sent_without_a_link_get_one_later() {
    let world = World::start().await;
    let (pat, sink) = (Persona::user(), SmtpSink::start().await);
    let (site, made) = letters(&world, &pat, 1).await;
    let body = message(&[&made[0]]);
    accepted(&world, &pat, "/letters/send", &body).await;
    let running = worker(&world, Some(&sink));
    wait_for(TEST_TIMEOUT, || async {
        site.letters(&world, &pat).await[0]["status"] == "sent"
    })
    .await;
    let asked = json!({"letters": [made[0]["letter_id"]]});
    let without = world.post(&pat, "/letters/send/preview", asked).await;
    assert_eq!(codes(&without), ["already_sent"]);
    let body = with_links(&[&made[0]]);
    accepted(&world, &pat, "/letters/send", &body).await;
    wait_for(TEST_TIMEOUT, || async { sink.received().len() == 2 }).await;
    running.shutdown().await;
    let token = mailed_token(&sink.received()[1].data);
    let (status, _) = certain(&world, &token).await;
    assert_eq!(status, StatusCode::OK);
    assert_eq!(letter_of(&world, &pat, &made[0]).await["status"], "opened");

    // Another letter would bring its owner a second price, and so would two that are sent together.
    for _ in 0..2 {
        site.made(&world, &pat).await;
    }
    let others = site.letters(&world, &pat).await[1..].to_vec();
    approve(&world, &pat, &others).await;
    let known = preview(&world, &pat, &[&others[0]]).await;
    assert_eq!(codes(&known), ["other_letter"]);
    let named = |letter: &Value| {
        let sentence = known["refused"][0]["sentence"].as_str().unwrap();
        sentence.contains(letter["number"].as_str().unwrap())
    };
    assert!(named(&made[0]) && !named(&others[1]), "{known}");
    world
        .sql("UPDATE letters SET withdrawn_at = now() WHERE status = 'opened'")
        .await;
    let known = preview(&world, &pat, &[&others[0]]).await;
    assert_eq!(codes(&known), Vec::<&str>::new());
    let mut body = message(&[&others[0], &others[1]]);
    let refused = accepted(&world, &pat, "/letters/send", &body).await;
    assert_eq!(codes(&refused), ["other_letter", "other_letter"]);
    body["confirmed"] = json!([others[1]["letter_id"]]);
    body["request_key"] = json!(Uuid::new_v4());
    let sent = accepted(&world, &pat, "/letters/send", &body).await;
    assert_eq!(sent["queued"][0]["letter_id"], others[1]["letter_id"]);
    // What is on its way counts.
    let again = accepted(&world, &pat, "/letters/send", &message(&[&others[0]])).await;
    assert_eq!(codes(&again), ["other_letter"]);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_key_letters_are_sent_without_links_only() {
    let unset = [("SIGNING_KEY_FILE", ""), ("SIGNING_CERTIFICATE_FILE", "")];
    let world = World::with(&unset).await;
    let pat = Persona::user();
    let (_, made) = letters(&world, &pat, 1).await;
    let asked = json!({"letters": [made[0]["letter_id"]], "link": true});
    for (path, body) in [
        ("/letters/send/preview", asked),
        ("/letters/send", with_links(&[&made[0]])),
    ] {
        let (status, said) = world.refused(&pat, path, body).await;
        assert_eq!(
            (status, &said["code"]),
            (
                StatusCode::CONFLICT,
                &json!("letter_link.signing_not_set_up")
            )
        );
    }
    let sent = accepted(&world, &pat, "/letters/send", &message(&[&made[0]])).await;
    assert_eq!(sent["queued"].as_array().unwrap().len(), 1);
    world.stop().await;
}
