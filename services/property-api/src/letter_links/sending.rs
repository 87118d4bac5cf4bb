//! Sends a link to its signer.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{Email, MailId};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{LINK_FIELD, LinkState, MERGE_FIELDS, check_letter, check_mail};
use super::dto::{LetterLinkQueued, LinkPath, SendLetterLinkRequest};
use super::ops::{Held, record};
use super::store::LinkRow;
use super::token::page;
use super::{LinkError, store};
use crate::campaigns::domain::{Values, fill, unknown_among};
use crate::letter_register::RegisterError;
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::store::LetterRow;
use crate::mail::domain::subject_line;
use crate::mail::ops::add_recipients;
use crate::mail::store::{self as mails, NewMail};
use crate::mail::{quota, sender};
use crate::state::AppState;

/// Queues the message. A repeated request returns the first one.
pub async fn send(
    state: &AppState,
    user: &CurrentUser,
    path: LinkPath,
    request: &SendLetterLinkRequest,
) -> Result<LetterLinkQueued, LinkError> {
    check_fields(request)?;
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(LinkError::Sender)?;
    let name = state.main_api.name_of(user).await;
    let hash = json!([
        path.letter_id,
        path.link_id,
        request.subject.as_str(),
        request.body.as_str()
    ]);
    let hash = format!("{:x}", Sha256::digest(hash.to_string()));
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let held = Held::lock(conn, path.letter_id).await?;
        let link = held.link(path.link_id)?;
        if !changes::begin_send(conn, request.request_key, &hash).await? {
            return repeat(conn, request, &hash).await;
        }
        if held.state(link) != LinkState::Open {
            return Err(LinkError::Refused("The link is closed."));
        }
        check_letter(&held.letter, held.is_superseded, chrono::Utc::now())
            .map_err(LinkError::Refused)?;
        // The letter is locked, so of two requests the second finds the message of the first.
        let states = store::list_mail_states(conn, &[path.letter_id]).await?;
        let mail = states.iter().find(|mail| mail.link_id == link.link_id);
        check_mail(mail.map(|mail| mail.mail_status.as_str())).map_err(LinkError::Refused)?;
        let to = link.email.parse::<Email>();
        let to = to.map_err(|invalid| LinkError::Field("email", invalid.to_string()))?;
        if !mails::list_suppressed(conn, &[to.key()]).await?.is_empty() {
            return Err(LinkError::Refused(
                "The signer unsubscribed from mail of the firm.",
            ));
        }
        quota::count(conn, user, state.mail_limits, 1)
            .await?
            .map_err(LinkError::Spent)?;
        let mail_id = MailId(Uuid::now_v7());
        let values = values(&held.letter, link);
        let mail = NewMail {
            mail_id,
            property_id: Some(held.letter.property_id),
            project_id: Some(held.letter.project_id),
            request_key: None,
            subject: &subject_line(&fill(request.subject.as_str(), &values)),
            // With the field of the link: its address is made when the message leaves.
            body: &fill(request.body.as_str(), &values),
            sender_name: &sender_name,
            reply_to: &user.email,
            sent_by: user.user_id,
            unsubscribe_url: None,
            campaign_id: None,
        };
        mails::insert_mail(conn, &mail).await?;
        changes::insert_mail(conn, mail_id, held.letter.letter_id).await?;
        let page = page(&state.links.public_url);
        store::insert_mail(conn, mail_id, link.link_id, &page, false).await?;
        add_recipients(conn, user.customer_id, mail_id, &[to], false).await?;
        let actor = Actor::user(user.user_id, &name);
        record(conn, user.customer_id, &held, link, ("link_sent", actor)).await?;
        let to = link.email.clone();
        let answer = json!({ "mail_id": mail_id, "to": to });
        changes::end_send(conn, request.request_key, &answer).await?;
        Ok(LetterLinkQueued { mail_id, to })
    })
    .await
}

/// The answer of the first request of this key.
async fn repeat(
    conn: &mut AsyncPgConnection,
    request: &SendLetterLinkRequest,
    hash: &str,
) -> Result<LetterLinkQueued, LinkError> {
    let (of, answer) = changes::find_send(conn, request.request_key).await?;
    if of != hash {
        return Err(RegisterError::KeyReused.into());
    }
    let answer = answer.and_then(|answer| serde_json::from_value(answer).ok());
    answer.ok_or_else(|| diesel::result::Error::NotFound.into())
}

fn check_fields(request: &SendLetterLinkRequest) -> Result<(), LinkError> {
    let (subject, body) = (request.subject.as_str(), request.body.as_str());
    if body.matches(LINK_FIELD).count() != 1 {
        let sentence = format!("Write {LINK_FIELD} once, where the address goes.");
        return Err(LinkError::Field("body", sentence));
    }
    let rest = body.replace(LINK_FIELD, "");
    for (place, text) in [("subject", subject), ("body", rest.as_str())] {
        if let Some(name) = unknown_among(text, &MERGE_FIELDS).first() {
            let name: String = name.chars().take(40).collect();
            let known = MERGE_FIELDS.join(", ");
            let sentence = format!(
                "{{{{{name}}}}} is not a merge field here. Available: {known}, and link in the body."
            );
            return Err(LinkError::Field(place, sentence));
        }
    }
    Ok(())
}

fn values(letter: &LetterRow, link: &LinkRow) -> Values {
    let property = letter.address.as_ref().unwrap_or(&letter.parcel_number);
    // A value is no place for the link's address.
    let plain = |text: &str| text.replace(LINK_FIELD, "");
    Values::from([
        ("number", letter.number.clone()),
        ("property", plain(property)),
        (
            "owner_name",
            plain(letter.owner_name.as_deref().unwrap_or_default()),
        ),
        ("contact_name", plain(&link.name)),
    ])
}
