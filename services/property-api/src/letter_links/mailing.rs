//! Letters and links that messages carry, looked at again when a message leaves. The address of a link is put in only
//! then: stored text has no token.

use chrono::{DateTime, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{CustomerId, MailId};
use futures::future::BoxFuture;
use letter_of_intent::Status;

use super::domain::{LINK_FIELD, LinkState, check_letter};
use super::store::{self, LinkRow};
use super::token::Token;
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::events;
use crate::letter_register::store::{LetterRow, lock_letters};
use crate::mail::delivery::{Carried, MailDelivery};

/// Makes a new address at each attempt; the one before opens nothing any more.
pub struct CarriedLetters {
    pub pool: Pool,
}

impl Carried for CarriedLetters {
    fn stop<'a>(
        &'a self,
        conn: &'a mut AsyncPgConnection,
        firm: CustomerId,
        delivery: &'a MailDelivery,
    ) -> BoxFuture<'a, QueryResult<Option<&'static str>>> {
        Box::pin(async move {
            let Some(letter_id) = changes::find_letter_of(conn, delivery.mail_id).await? else {
                return Ok(None);
            };
            let Some(letter) = lock_letters(conn, &[letter_id]).await?.pop() else {
                return Ok(None);
            };
            let link = match store::find_mail(conn, delivery.mail_id).await? {
                Some((link_id, _)) => Some(store::find_link(conn, link_id).await?),
                None => None,
            };
            let Err(reason) = check_leaving(&letter, link.as_ref(), Utc::now()) else {
                return Ok(None);
            };
            let (actor, note) = (
                Actor::default(),
                format!("{}: {reason}", delivery.email_key),
            );
            changes::insert_events(conn, &[letter_id], "not_sent", actor, Some(&note)).await?;
            events::changed(conn, firm, letter.project_id).await?;
            Ok(Some(reason))
        })
    }

    fn complete(
        &self,
        firm: CustomerId,
        mail_id: MailId,
        text: String,
    ) -> BoxFuture<'_, QueryResult<String>> {
        Box::pin(async move {
            db::tenant_tx(&self.pool, firm, async |conn| {
                let Some((link_id, page)) = store::find_mail(conn, mail_id).await? else {
                    return Ok(text);
                };
                let token = Token::random();
                store::set_token(conn, link_id, &token.hash()).await?;
                Ok(text.replace(LINK_FIELD, &format!("{page}{}", token.as_str())))
            })
            .await
        })
    }
}

/// Whether a message with the letter may still leave, and with the link if it carries one.
fn check_leaving(
    letter: &LetterRow,
    link: Option<&LinkRow>,
    now: DateTime<Utc>,
) -> Result<(), &'static str> {
    match letter.status() {
        Status::Countered => return Err("The letter was countered."),
        Status::Signed => return Err("The letter is signed."),
        Status::Declined => return Err("The letter was declined."),
        Status::Expired => return Err("The letter has expired."),
        Status::Draft | Status::Approved | Status::Sent | Status::Opened => {}
    }
    check_letter(letter, letter.is_superseded, now)?;
    let Some(link) = link else {
        return Ok(());
    };
    match link.state(letter, letter.is_superseded, now) {
        LinkState::Open => Ok(()),
        LinkState::Signed | LinkState::Declined => Err("Its signer has answered."),
        LinkState::Expired => Err("Its link has expired."),
        LinkState::Revoked | LinkState::Superseded | LinkState::Withdrawn => {
            Err("Its link is closed.")
        }
    }
}
