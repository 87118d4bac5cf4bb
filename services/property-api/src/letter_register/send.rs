//! Sends letters to the contacts of their properties: a message each, with the PDF.

use std::collections::{BTreeMap, HashMap, HashSet};

use auth::CurrentUser;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{Email, LetterId, MailId, PropertyId};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::activity::{self, Named};
use super::approve::check_count;
use super::changes::{self, Actor};
use super::domain::{MAX_SENT, MERGE_FIELDS, RefusalCode, Refused, check_sending};
use super::dto::{LettersQueued, QueuedLetter, RefusedLetter, SendLettersRequest};
use super::store::{self, LetterRow, ReceiverRow};
use super::{RegisterError, events};
use crate::attachments::store::{AttachmentRow, find_attachment};
use crate::campaigns::domain::{Values, fill, unknown_among};
use crate::mail::ops::add_recipients;
use crate::mail::store::{self as mails, NewMail};
use crate::mail::{quota, sender};
use crate::properties::events::By;
use crate::state::AppState;

/// A letter with the contacts that it goes to.
struct Ready<'a> {
    row: &'a LetterRow,
    /// The first one's name is in the text.
    receivers: Vec<(&'a ReceiverRow, Email)>,
    file: AttachmentRow,
}

/// Queues messages. A repeated request returns the first answer.
pub async fn send_letters(
    state: &AppState,
    user: &CurrentUser,
    request: &SendLettersRequest,
) -> Result<LettersQueued, RegisterError> {
    check_count(request.letters.len(), MAX_SENT)?;
    check_fields("subject", request.subject.as_str())?;
    check_fields("body", request.body.as_str())?;
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(RegisterError::Sender)?;
    let name = state.main_api.name_of(user).await;
    let hash = hash_of(request);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !changes::begin_send(conn, request.request_key, &hash).await? {
            return repeat(conn, request, &hash).await;
        }
        let rows = store::lock_letters(conn, &request.letters).await?;
        let properties: Vec<PropertyId> = rows.iter().map(|row| row.property_id).collect();
        let receivers = store::list_receivers(conn, &properties).await?;
        let (ready, refused) = choose(conn, request, &rows, &receivers).await?;
        let copies = usize::from(request.copy_to_me) * ready.len();
        let recipients = ready.iter().map(|one| one.receivers.len()).sum::<usize>() + copies;
        quota::count(conn, user, state.mail_limits, recipients)
            .await?
            .map_err(RegisterError::Spent)?;
        let mut answer = LettersQueued {
            queued: Vec::with_capacity(ready.len()),
            refused,
        };
        for one in &ready {
            answer
                .queued
                .push(queue(conn, user, &sender_name, request, one).await?);
        }
        let ids: Vec<LetterId> = ready.iter().map(|one| one.row.letter_id).collect();
        let actor = Actor::user(user.user_id, &name);
        changes::insert_events(conn, &ids, "queued", actor, None).await?;
        let mut projects: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for one in &ready {
            let letters = projects.entry(one.row.project_id).or_default();
            letters.push(Named::from(one.row));
        }
        for (project_id, letters) in projects {
            activity::report(
                conn,
                By::user(user),
                project_id,
                &letters,
                "queued for mail",
            )
            .await?;
            events::changed(conn, user.customer_id, project_id).await?;
        }
        changes::end_send(conn, request.request_key, &json!(answer)).await?;
        Ok(answer)
    })
    .await
}

/// The answer of the first request of this key.
async fn repeat(
    conn: &mut AsyncPgConnection,
    request: &SendLettersRequest,
    hash: &str,
) -> Result<LettersQueued, RegisterError> {
    let (of, answer) = changes::find_send(conn, request.request_key).await?;
    if of != hash {
        return Err(RegisterError::KeyReused);
    }
    let answer = answer.and_then(|answer| serde_json::from_value(answer).ok());
    answer.ok_or_else(|| diesel::result::Error::NotFound.into())
}

fn hash_of(request: &SendLettersRequest) -> String {
    let (subject, body) = (request.subject.as_str(), request.body.as_str());
    let asked = json!([request.letters, subject, body, request.copy_to_me]);
    format!("{:x}", Sha256::digest(asked.to_string()))
}

fn check_fields(place: &'static str, text: &str) -> Result<(), RegisterError> {
    let Some(name) = unknown_among(text, &MERGE_FIELDS).first().copied() else {
        return Ok(());
    };
    let name: String = name.chars().take(40).collect();
    let known = MERGE_FIELDS.join(", ");
    let sentence = format!("{{{{{name}}}}} is not a merge field. Available: {known}.");
    Err(RegisterError::Field(place, sentence))
}

/// Which letters can be sent, in the request's order, and why the others cannot.
async fn choose<'a>(
    conn: &mut AsyncPgConnection,
    request: &SendLettersRequest,
    rows: &'a [LetterRow],
    receivers: &'a [ReceiverRow],
) -> Result<(Vec<Ready<'a>>, Vec<RefusedLetter>), RegisterError> {
    let keys: Vec<String> = receivers
        .iter()
        .filter_map(|one| Some(one.email.parse::<Email>().ok()?.key()))
        .collect();
    let suppressed: HashSet<String> = mails::list_suppressed(conn, &keys)
        .await?
        .into_iter()
        .collect();
    let by_id: HashMap<LetterId, &LetterRow> =
        rows.iter().map(|row| (row.letter_id, row)).collect();
    let (mut ready, mut refused, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for letter_id in request.letters.iter().copied() {
        if !seen.insert(letter_id) {
            continue;
        }
        let row = by_id.get(&letter_id).copied();
        let checked = row.ok_or_else(Refused::not_found).and_then(|row| {
            check_sending(row)?;
            Ok((row, receivers_of(row, receivers, &suppressed)?))
        });
        let found = match checked {
            Ok((row, receivers)) => {
                let file = find_attachment(conn, row.pdf.as_deref().unwrap_or_default()).await?;
                file.map(|file| Ready {
                    row,
                    receivers,
                    file,
                })
                .ok_or_else(|| Refused::new(RefusalCode::PdfRemoved, "Its PDF was removed."))
            }
            Err(why) => Err(why),
        };
        match found {
            Ok(one) => ready.push(one),
            Err(refused_for) => refused.push(RefusedLetter {
                letter_id,
                refused: refused_for,
            }),
        }
    }
    Ok((ready, refused))
}

/// The contacts of the letter's property that may be written to, each address once.
fn receivers_of<'a>(
    row: &LetterRow,
    receivers: &'a [ReceiverRow],
    suppressed: &HashSet<String>,
) -> Result<Vec<(&'a ReceiverRow, Email)>, Refused> {
    let mut seen = HashSet::new();
    let of_property = receivers
        .iter()
        .filter(|one| one.property_id == row.property_id)
        .filter_map(|one| Some((one, one.email.parse::<Email>().ok()?)))
        .filter(|(_, email)| seen.insert(email.key()));
    let known: Vec<_> = of_property.collect();
    if known.is_empty() {
        let sentence = "No contact of the property has an e-mail address.";
        return Err(Refused::new(RefusalCode::NoRecipient, sentence));
    }
    let allowed = known
        .into_iter()
        .filter(|(_, email)| !suppressed.contains(&email.key()));
    // Copies to the caller included, a message has 20 recipients.
    let allowed: Vec<_> = allowed
        .take(crate::mail::domain::MAX_RECIPIENTS - 1)
        .collect();
    if allowed.is_empty() {
        let sentence = "All contacts of the property unsubscribed.";
        return Err(Refused::new(RefusalCode::Suppressed, sentence));
    }
    Ok(allowed)
}

/// Stores the message of a letter with its recipients, file and jobs.
async fn queue(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    sender_name: &str,
    request: &SendLettersRequest,
    one: &Ready<'_>,
) -> QueryResult<QueuedLetter> {
    let mail_id = MailId(Uuid::now_v7());
    let values = values(one);
    let subject = one_line(&fill(request.subject.as_str(), &values));
    let mail = NewMail {
        mail_id,
        property_id: Some(one.row.property_id),
        project_id: Some(one.row.project_id),
        request_key: None,
        subject: &subject,
        body: &fill(request.body.as_str(), &values),
        sender_name,
        reply_to: &user.email,
        sent_by: user.user_id,
        unsubscribe_url: None,
        campaign_id: None,
    };
    mails::insert_mail(conn, &mail).await?;
    mails::insert_files(conn, mail_id, std::slice::from_ref(&one.file)).await?;
    let to: Vec<Email> = one
        .receivers
        .iter()
        .map(|(_, email)| email.clone())
        .collect();
    let own = user.email.parse::<Email>().ok();
    let own = own.filter(|own| request.copy_to_me && to.iter().all(|to| to.key() != own.key()));
    let firm = user.customer_id;
    add_recipients(conn, firm, mail_id, &to, false).await?;
    if let Some(own) = own {
        add_recipients(conn, firm, mail_id, &[own], true).await?;
    }
    changes::insert_mail(conn, mail_id, one.row.letter_id).await?;
    Ok(QueuedLetter {
        letter_id: one.row.letter_id,
        mail_id,
        to: to.into_iter().map(Email::into_string).collect(),
    })
}

fn values(one: &Ready<'_>) -> Values {
    let row = one.row;
    let property = row.address.as_ref().unwrap_or(&row.parcel_number);
    let contact = one
        .receivers
        .first()
        .map(|(receiver, _)| receiver.name.clone());
    Values::from([
        ("number", row.number.clone()),
        ("property", property.clone()),
        ("owner_name", row.owner_name.clone().unwrap_or_default()),
        ("contact_name", contact.unwrap_or_default()),
    ])
}

/// Prevents header injection through names from a directory or county; a subject has a limit.
pub fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .take(200)
        .collect()
}
