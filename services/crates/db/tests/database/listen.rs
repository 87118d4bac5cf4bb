//! Notices are received, also after the database was unavailable.

use db::{DbConfig, Notification};
use diesel_async::RunQueryDsl;
use test_support::TcpProxy;
use tokio::sync::mpsc;

use crate::test_db;

#[tokio::test]
async fn notices_are_heard_again_after_the_connection_broke() {
    let db = test_db().await;
    let proxy = TcpProxy::to(&db.app_url()).await;
    let config = DbConfig::new(proxy.url(), "test");
    let (listener, speaker) = (db::connect(&config).expect("a pool"), db.pool());
    let (sender, mut heard) = mpsc::unbounded_channel();
    let listening = tokio::spawn(async move {
        db::listen(&listener, "news", |said| {
            let text = match said {
                Notification::Listening => "listening".to_owned(),
                Notification::Notice(text) => text.to_owned(),
                Notification::Lost => "lost".to_owned(),
            };
            sender.send(text).expect("the test waits");
        })
        .await
    });
    for round in 0..2 {
        assert_eq!(heard.recv().await.as_deref(), Some("listening"));
        db::system_tx(speaker, async |conn| {
            diesel::sql_query("SELECT pg_notify(current_schema() || '_other', 'not ours'), pg_notify(current_schema() || '_news', 'it is done')")
                .execute(conn)
                .await
        })
        .await
        .expect("said");
        assert_eq!(heard.recv().await.as_deref(), Some("it is done"));
        if round == 0 {
            proxy.cut();
            assert_eq!(heard.recv().await.as_deref(), Some("lost"));
            proxy.restore();
        }
    }
    listening.abort();
}
