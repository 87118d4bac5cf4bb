//! Mail to a server, also over TLS with a certificate of a test CA.

use mail::{Mail, MailConfig, MailError, Mailer, TlsFiles};
use settings::Secret;
use test_support::{SmtpSink, TestCa, TlsRelay};

fn trusting(ca: &TestCa) -> TlsFiles {
    let file = ca.file().display().to_string();
    TlsFiles::from_env("SMTP", |name| {
        (name == "SMTP_CA_FILE").then(|| file.clone())
    })
}

fn with_certificate_of(issuer: &TestCa, ca: &TestCa) -> TlsFiles {
    let ours = issuer.issue("client.sitewright.test");
    TlsFiles::from_env("SMTP", |name| {
        let file = match name {
            "SMTP_CA_FILE" => ca.file(),
            "SMTP_CLIENT_CERT_FILE" => ours.cert.clone(),
            _ => ours.key.clone(),
        };
        Some(file.display().to_string())
    })
}

fn mailer(url: &str, tls: TlsFiles) -> Result<Mailer, MailError> {
    Mailer::new(&MailConfig {
        smtp_url: Some(Secret::new(url.to_owned())),
        tls,
        folder: "unused".into(),
        from: "Sitewright <no-reply@sitewright.test>".to_owned(),
    })
}

async fn send_by(mailer: &Mailer) -> Result<(), MailError> {
    let mail = Mail {
        to: vec!["owner@bayou.example".to_owned()],
        subject: "LOI".to_owned(),
        text: "Dear owner".to_owned(),
        ..Mail::default()
    };
    mailer.send(&mail, "owner@bayou.example").await
}

async fn send(url: &str, tls: TlsFiles) -> Result<(), String> {
    let mailer = mailer(url, tls).map_err(|error| error.to_string())?;
    let sent = send_by(&mailer).await;
    sent.map_err(|error| format!("{error:?}"))
}

#[tokio::test]
async fn a_message_without_a_reply_may_have_been_accepted() {
    let sink = SmtpSink::start().await;
    let mailer = mailer(&sink.url(), TlsFiles::default()).unwrap();
    send_by(&mailer).await.unwrap();
    send_by(&mailer).await.unwrap();
    sink.hang_up(true);
    let unanswered = send_by(&mailer).await.unwrap_err();
    assert!(
        unanswered.is_unclear() && !unanswered.is_temporary(),
        "{unanswered:?}"
    );
    assert_eq!(sink.connections(), 1, "for one message after the other");
    sink.set_out_of_order(true);
    let refused = send_by(&mailer).await.unwrap_err();
    assert!(
        refused.is_temporary() && !refused.is_unclear(),
        "{refused:?}"
    );
    sink.set_out_of_order(false);
    sink.hang_up(false);
    send_by(&mailer).await.unwrap();
    assert_eq!((sink.received().len(), sink.connections()), (4, 3));
    sink.refuse("owner@bayou.example", 550);
    let refused = send_by(&mailer).await.unwrap_err();
    assert!(matches!(refused, MailError::Refused(_)), "{refused:?}");
}

#[tokio::test]
async fn the_mail_server_is_believed_by_its_ca_and_its_name() {
    let sink = SmtpSink::start().await;
    let (ca, other) = (TestCa::new(), TestCa::new());
    let relay = TlsRelay::to(&sink.url(), &ca.issue("localhost"), None).await;
    let url = relay.url("smtps", "localhost");
    send(&url, trusting(&ca)).await.unwrap();
    let refused = send(&url, trusting(&other)).await.unwrap_err();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let refused = send(&url, TlsFiles::default()).await.unwrap_err();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let by_address = relay.url("smtps", "127.0.0.1");
    let refused = send(&by_address, trusting(&ca)).await.unwrap_err();
    assert!(refused.contains("NotValidForName"), "{refused}");
    assert_eq!(sink.received().len(), 1);
}

#[tokio::test]
async fn starttls_verifies_as_well() {
    let (ca, other) = (TestCa::new(), TestCa::new());
    let sink = SmtpSink::start_with_tls(&ca.issue("localhost")).await;
    let url = |host: &str, tls: &str| sink.url().replace("127.0.0.1", host) + tls;
    let required = url("localhost", "?tls=required");
    send(&required, trusting(&ca)).await.unwrap();
    assert_eq!(sink.received().len(), 1);
    let refused = send(&required, trusting(&other)).await.unwrap_err();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let by_address = url("127.0.0.1", "?tls=required");
    let refused = send(&by_address, trusting(&ca)).await.unwrap_err();
    assert!(refused.contains("NotValidForName"), "{refused}");
    // A server without TLS receives no mail.
    let plain = SmtpSink::start().await;
    let url = plain.url().replace("127.0.0.1", "localhost") + "?tls=required";
    send(&url, trusting(&ca)).await.unwrap_err();
    assert_eq!((sink.received().len(), plain.received().len()), (1, 0));
}

#[tokio::test]
async fn a_client_certificate_is_shown_where_the_server_wants_one() {
    let sink = SmtpSink::start().await;
    let (ca, other) = (TestCa::new(), TestCa::new());
    let relay = TlsRelay::to(&sink.url(), &ca.issue("localhost"), Some(&ca)).await;
    let url = relay.url("smtps", "localhost");
    send(&url, with_certificate_of(&ca, &ca)).await.unwrap();
    send(&url, with_certificate_of(&other, &ca))
        .await
        .unwrap_err();
    send(&url, trusting(&ca)).await.unwrap_err();
    assert_eq!(sink.received().len(), 1);
}

#[tokio::test]
async fn files_without_tls_are_refused() {
    let said = send("smtp://mail.sitewright.test", trusting(&TestCa::new())).await;
    let said = said.unwrap_err();
    assert!(
        said.starts_with("SMTP_CA_FILE (") && said.contains("smtps://"),
        "{said}"
    );
}
