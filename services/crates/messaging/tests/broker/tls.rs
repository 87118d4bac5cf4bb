//! `amqps://` to the real broker behind a TLS proxy with a certificate of a test CA.

use std::path::PathBuf;

use db::TlsFiles;
use messaging::{AmqpConfig, parked};
use test_support::{TestCa, TlsRelay};

use crate::harness::House;

fn files(ca: &TestCa, client: Option<(PathBuf, PathBuf)>) -> TlsFiles {
    let (cert, key) = client.unzip();
    let (ca, cert, key) = (Some(ca.file()), cert, key);
    TlsFiles::from_env("AMQP", |name| {
        let path = match name {
            "AMQP_CA_FILE" => &ca,
            "AMQP_CLIENT_CERT_FILE" => &cert,
            _ => &key,
        };
        path.as_ref().map(|path| path.display().to_string())
    })
}

/// Whether a connection can be opened. Replaying nothing still connects to the broker.
async fn connects(house: &House, url: &str, files: &TlsFiles) -> Result<(), String> {
    let config = house.amqp.config_at("main-api", url).tls(files);
    let config: AmqpConfig = config.map_err(|error| error.to_string())?;
    let nothing = parked::Selection::These(Vec::new());
    let replayed = parked::replay(house.db.pool(), &config, &nothing).await;
    replayed.map(drop).map_err(|error| format!("{error:?}"))
}

#[tokio::test]
async fn the_broker_is_believed_by_its_ca_and_its_name() {
    let house = House::new().await;
    let (ca, other) = (TestCa::new(), TestCa::new());
    let relay = TlsRelay::to(house.amqp.url(), &ca.issue("localhost"), None).await;
    let url = relay.url("amqps", "localhost");
    connects(&house, &url, &files(&ca, None)).await.unwrap();
    let refused = connects(&house, &url, &files(&other, None))
        .await
        .unwrap_err();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let refused = connects(&house, &url, &TlsFiles::default())
        .await
        .unwrap_err();
    assert!(refused.contains("UnknownIssuer"), "{refused}");
    let by_address = relay.url("amqps", "127.0.0.1");
    let refused = connects(&house, &by_address, &files(&ca, None))
        .await
        .unwrap_err();
    assert!(refused.contains("NotValidForName"), "{refused}");
}

#[tokio::test]
async fn a_client_certificate_is_shown_where_the_broker_wants_one() {
    let house = House::new().await;
    let (ca, other) = (TestCa::new(), TestCa::new());
    let relay = TlsRelay::to(house.amqp.url(), &ca.issue("localhost"), Some(&ca)).await;
    let url = relay.url("amqps", "localhost");
    let of = |issuer: &TestCa| {
        let ours = issuer.issue("client.sitewright.test");
        files(&ca, Some((ours.cert, ours.key)))
    };
    connects(&house, &url, &of(&ca)).await.unwrap();
    connects(&house, &url, &of(&other)).await.unwrap_err();
    connects(&house, &url, &files(&ca, None)).await.unwrap_err();
}

#[tokio::test]
async fn files_without_tls_are_refused() {
    let house = House::new().await;
    let refused = connects(&house, house.amqp.url(), &files(&TestCa::new(), None)).await;
    let said = refused.unwrap_err();
    assert!(
        said.starts_with("AMQP_CA_FILE (") && said.ends_with("is not amqps://"),
        "{said}"
    );
}
