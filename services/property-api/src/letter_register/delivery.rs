//! What the delivery of a message means for the letter that it carries, in the transaction that
//! records it.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, MailId};
use futures::future::BoxFuture;
use letter_of_intent::Status;

use super::changes::{self, Actor};
use super::{effects, events, store};
use crate::campaigns::progress::Progress;
use crate::mail::delivery::PublishOutcome;
use crate::properties::events::By;

const FAILED: &str = "The mail server did not accept the message.";

/// Publishes outcomes of messages, and marks letters as sent.
pub struct Outcomes {
    pub progress: Progress,
}

impl PublishOutcome for Outcomes {
    fn publish_outcome<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        firm: CustomerId,
        mail_id: MailId,
    ) -> BoxFuture<'a, QueryResult<()>> {
        Box::pin(async move {
            self.progress
                .publish_outcome(&mut *conn, firm, mail_id)
                .await?;
            delivered(conn, firm, mail_id).await
        })
    }
}

/// Marks the letter as sent when its message was accepted for one of its recipients.
async fn delivered(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    mail_id: MailId,
) -> QueryResult<()> {
    let Some(letter_id) = changes::find_letter_of(conn, mail_id).await? else {
        return Ok(());
    };
    let Some(row) = store::lock_letters(conn, &[letter_id]).await?.pop() else {
        return Ok(());
    };
    if row.status() != Status::Approved {
        // What became of its messages is shown in every state.
        return events::changed(conn, firm, row.project_id).await;
    }
    // Of this message: a letter's signers each have one of their own.
    match store::find_mail_status(conn, mail_id).await?.as_str() {
        "sent" => {
            changes::set_status(conn, letter_id, Status::Sent).await?;
            changes::insert_events(conn, &[letter_id], "sent", Actor::default(), None).await?;
            let by = By {
                customer_id: firm,
                actor: None,
            };
            effects::follow(conn, by, &[&row], Status::Sent).await
        }
        "failed" => {
            let (actor, note) = (Actor::default(), Some(FAILED));
            changes::insert_events(conn, &[letter_id], "mail_failed", actor, note).await?;
            events::changed(conn, firm, row.project_id).await
        }
        "unclear" => events::changed(conn, firm, row.project_id).await,
        _ => Ok(()),
    }
}
