//! Stores the messages of letters, with the links that they carry, in the transaction that sends them.

use std::collections::HashMap;

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::{Email, LetterId, LetterLinkId, MailId, RequestKey};
use uuid::Uuid;

use super::choose::{Ready, ReadyLink};
use super::dto::{QueuedLetter, SendLettersRequest};
use crate::campaigns::domain::{Values, fill};
use crate::letter_links::LinkError;
use crate::letter_links::domain::{LINK_FIELD, LinkParty, expiry};
use crate::letter_links::ops::{NO_PDF, note};
use crate::letter_links::signer::Signer;
use crate::letter_links::store::{self as links, LinkRow, NewLink};
use crate::letter_links::token::Token;
use crate::letter_register::RegisterError;
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::store::LetterRow;
use crate::mail::delivery::MailDelivery;
use crate::mail::domain::subject_line;
use crate::mail::ops::store_recipients;
use crate::mail::store::{self as mails, NewMail};

/// What all messages of a request have in common.
pub struct Sending<'a> {
    pub user: &'a CurrentUser,
    pub name: &'a str,
    pub sender_name: &'a str,
    pub request: &'a SendLettersRequest,
    pub request_hash: &'a str,
    /// SHA-256 of the PDFs of letters that may get a link.
    pub files: &'a HashMap<LetterId, String>,
    /// Address of the page to sign, which a token follows.
    pub page: &'a str,
}

impl Sending<'_> {
    fn actor(&self) -> Actor<'_> {
        Actor::user(self.user.user_id, self.name)
    }
}

/// Stores the message of a letter with its recipients, file and link; returns its deliveries too.
pub async fn queue(
    conn: &mut AsyncPgConnection,
    sending: &Sending<'_>,
    one: &Ready<'_>,
) -> Result<(QueuedLetter, Vec<MailDelivery>), LinkError> {
    let (user, request) = (sending.user, sending.request);
    let mail_id = MailId(Uuid::now_v7());
    let values = values(one);
    let mail = NewMail {
        mail_id,
        property_id: Some(one.row.property_id),
        project_id: Some(one.row.project_id),
        request_key: None,
        subject: &subject_line(&fill(request.subject.as_str(), &values)),
        // With the field of the link: its address is made when the message leaves.
        body: &fill(request.body.as_str(), &values),
        sender_name: sending.sender_name,
        reply_to: &user.email,
        sent_by: user.user_id,
        unsubscribe_url: None,
        campaign_id: None,
    };
    mails::insert_mail(conn, &mail).await?;
    mails::insert_files(conn, mail_id, std::slice::from_ref(&one.file)).await?;
    let own = user.email.parse::<Email>().ok();
    let own = own.filter(|own| request.copy_to_me && one.to.iter().all(|to| to.key() != own.key()));
    let mut deliveries = store_recipients(conn, mail_id, &one.to, false).await?;
    if let Some(own) = own {
        deliveries.extend(store_recipients(conn, mail_id, &[own], true).await?);
    }
    changes::insert_mail(conn, mail_id, one.row.letter_id).await?;
    if let Some(link) = &one.link {
        add_link(conn, sending, (one.row, mail_id), link).await?;
    }
    let queued = QueuedLetter {
        letter_id: one.row.letter_id,
        mail_id,
        to: one
            .to
            .iter()
            .map(|email| email.as_str().to_owned())
            .collect(),
    };
    Ok((queued, deliveries))
}

/// Lets the message carry the link, which is made if there is none.
async fn add_link(
    conn: &mut AsyncPgConnection,
    sending: &Sending<'_>,
    (row, mail_id): (&LetterRow, MailId),
    link: &ReadyLink,
) -> Result<(), LinkError> {
    let makes_link = matches!(link, ReadyLink::New(_));
    let made;
    let link = match link {
        ReadyLink::Made(link) => link.as_ref(),
        ReadyLink::New(signer) => {
            made = make(conn, sending, row, signer).await?;
            note(conn, row, &made, ("link_made", sending.actor())).await?;
            &made
        }
    };
    links::insert_mail(conn, mail_id, link.link_id, sending.page, makes_link).await?;
    Ok(note(conn, row, link, ("link_sent", sending.actor())).await?)
}

async fn make(
    conn: &mut AsyncPgConnection,
    sending: &Sending<'_>,
    row: &LetterRow,
    signer: &Signer,
) -> Result<LinkRow, LinkError> {
    let pdf_sha256 = sending.files.get(&row.letter_id);
    let new = NewLink {
        link_id: LetterLinkId(Uuid::now_v7()),
        letter_id: row.letter_id,
        party: LinkParty::Seller.as_str(),
        name: signer.name.as_str(),
        email: signer.email.as_str(),
        capacity: signer.capacity.as_str(),
        // Of an address that nobody gets: that of the message is made when it leaves.
        token_hash: Token::random().hash().into_bytes(),
        // The key of the whole request is kept with its answer.
        request_key: RequestKey(Uuid::now_v7()),
        request_hash: sending.request_hash,
        pdf_sha256: pdf_sha256.ok_or(LinkError::Refused(NO_PDF))?,
        created_by: sending.user.user_id,
        created_by_name: sending.name,
        expires_at: expiry(None, row.expires_at, Utc::now()).map_err(LinkError::Refused)?,
    };
    let stored = links::insert_link(conn, &new).await?;
    Ok(stored.ok_or(RegisterError::KeyReused)?)
}

fn values(one: &Ready<'_>) -> Values {
    let row = one.row;
    let property = row.address.as_ref().unwrap_or(&row.parcel_number);
    // A value is no place for a link's address.
    let plain = |text: &str| text.replace(LINK_FIELD, "");
    Values::from([
        ("number", row.number.clone()),
        ("property", plain(property)),
        (
            "owner_name",
            plain(row.owner_name.as_deref().unwrap_or_default()),
        ),
        ("contact_name", plain(&one.contact_name)),
    ])
}
