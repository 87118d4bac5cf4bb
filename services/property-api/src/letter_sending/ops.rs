//! Sends letters, each one or not at all, and says before which can be sent.

use std::collections::{BTreeMap, HashMap};

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::LetterId;
use futures::{StreamExt as _, TryStreamExt as _};
use serde_json::json;
use sha2::{Digest as _, Sha256};

use super::choose::{Asked, Ready, ReadyLink, choose};
use super::domain::{BODY_FIELDS, MAX_SENT, MERGE_FIELDS, check_signing};
use super::dto::{
    LetterToSend, LettersQueued, LettersToSend, PreviewLettersToSendRequest, SendLettersRequest,
};
use super::queue::{Sending, queue};
use super::store;
use crate::campaigns::domain::{Values, fill, unknown_among};
use crate::letter_links::LinkError;
use crate::letter_links::domain::LINK_FIELD;
use crate::letter_links::ops::{NO_PDF, hash_pdf};
use crate::letter_links::token::page;
use crate::letter_register::activity::{self, Named};
use crate::letter_register::approve::check_count;
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::domain::{RefusalCode, Refused};
use crate::letter_register::dto::RefusedLetter;
use crate::letter_register::store::{find_letters, lock_letters};
use crate::letter_register::{RegisterError, events};
use crate::mail::dto::HeldSending;
use crate::mail::{hold, quota, sender};
use crate::properties::events::By;
use crate::state::AppState;

/// Files that are read at once to be hashed.
const FILES_AT_ONCE: usize = 8;

/// Which letters can be sent now, and to whom. Nothing is stored.
pub async fn preview(
    state: &AppState,
    user: &CurrentUser,
    request: &PreviewLettersToSendRequest,
) -> Result<LettersToSend, LinkError> {
    check_count(request.letters.len(), MAX_SENT)?;
    if request.link && state.sealer.is_none() {
        return Err(LinkError::NotSetUp);
    }
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = find_letters(conn, &request.letters).await?;
        let asked = Asked {
            letters: &request.letters,
            with_link: request.link,
            confirmed: &request.confirmed,
        };
        let (ready, refused) = choose(conn, &asked, &rows).await?;
        Ok(LettersToSend {
            ready: ready.iter().map(LetterToSend::from).collect(),
            refused,
        })
    })
    .await
}

/// Queues messages, and makes the links that they carry. A repeated request returns the first answer.
pub async fn send_letters(
    state: &AppState,
    user: &CurrentUser,
    request: &SendLettersRequest,
) -> Result<LettersQueued, LinkError> {
    check_count(request.letters.len(), MAX_SENT)?;
    let with_link = check_text(request)?;
    if with_link && state.sealer.is_none() {
        return Err(LinkError::NotSetUp);
    }
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(LinkError::Sender)?;
    let name = state.main_api.name_of(user).await;
    let hash = hash_of(request);
    let files = if with_link {
        hash_files(state, user, &request.letters).await?
    } else {
        HashMap::new()
    };
    let page = page(&state.links.public_url);
    let sending = Sending {
        user,
        name: &name,
        sender_name: &sender_name,
        request,
        request_hash: &hash,
        files: &files,
        page: &page,
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        if !changes::begin_send(conn, request.request_key, &hash).await? {
            return repeat(conn, request, &hash).await;
        }
        store::lock_properties(conn, &request.letters).await?;
        let rows = lock_letters(conn, &request.letters).await?;
        let asked = Asked {
            letters: &request.letters,
            with_link,
            confirmed: &request.confirmed,
        };
        let (ready, mut refused) = choose(conn, &asked, &rows).await?;
        let (ready, unread) = with_files(ready, &files);
        refused.extend(unread);
        let copies = usize::from(request.copy_to_me) * ready.len();
        let recipients = ready.iter().map(|one| one.to.len()).sum::<usize>() + copies;
        quota::count(conn, user, state.mail_limits, recipients)
            .await?
            .map_err(RegisterError::Spent)?;
        let mut answer = LettersQueued {
            queued: Vec::with_capacity(ready.len()),
            refused,
            sending: None,
        };
        let mut deliveries = Vec::with_capacity(recipients);
        for one in &ready {
            let (queued, of_letter) = queue(conn, &sending, one).await?;
            answer.queued.push(queued);
            deliveries.extend(of_letter);
        }
        if !with_link {
            let ids: Vec<LetterId> = ready.iter().map(|one| one.row.letter_id).collect();
            let actor = Actor::user(user.user_id, &name);
            changes::insert_events(conn, &ids, "queued", actor, None).await?;
        }
        report(conn, user, &ready).await?;
        let hold = hold::enqueue(conn, user.customer_id, state.mail_hold, &deliveries).await?;
        answer.sending = HeldSending::of(hold);
        changes::end_send(conn, request.request_key, &json!(answer)).await?;
        Ok(answer)
    })
    .await
}

/// The letters without those that need a link and whose PDF could not be read before, and why.
fn with_files<'a>(
    ready: Vec<Ready<'a>>,
    files: &HashMap<LetterId, String>,
) -> (Vec<Ready<'a>>, Vec<RefusedLetter>) {
    let is_read = |one: &Ready<'_>| {
        !matches!(one.link, Some(ReadyLink::New(_))) || files.contains_key(&one.row.letter_id)
    };
    let (read, unread): (Vec<_>, Vec<_>) = ready.into_iter().partition(is_read);
    let unread = unread.into_iter().map(|one| RefusedLetter {
        letter_id: one.row.letter_id,
        refused: Refused::new(RefusalCode::PdfNotMade, NO_PDF),
    });
    (read, unread.collect())
}

/// Tells the firm's activity and its browsers.
async fn report(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    ready: &[Ready<'_>],
) -> Result<(), LinkError> {
    let mut projects: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for one in ready {
        let letters = projects.entry(one.row.project_id).or_default();
        letters.push(Named::from(one.row));
    }
    for (project_id, letters) in projects {
        let by = By::user(user);
        activity::report(conn, by, project_id, &letters, "queued for mail").await?;
        events::changed(conn, user.customer_id, project_id).await?;
    }
    Ok(())
}

/// The answer of the first request of this key.
async fn repeat(
    conn: &mut AsyncPgConnection,
    request: &SendLettersRequest,
    hash: &str,
) -> Result<LettersQueued, LinkError> {
    let (of, answer) = changes::find_send(conn, request.request_key).await?;
    if of != hash {
        return Err(RegisterError::KeyReused.into());
    }
    let answer = answer.and_then(|answer| serde_json::from_value(answer).ok());
    answer.ok_or_else(|| diesel::result::Error::NotFound.into())
}

fn hash_of(request: &SendLettersRequest) -> String {
    let (subject, body) = (request.subject.as_str(), request.body.as_str());
    let asked = json!([
        request.letters,
        subject,
        body,
        request.copy_to_me,
        request.confirmed
    ]);
    format!("{:x}", Sha256::digest(asked.to_string()))
}

/// SHA-256 of the PDFs of the letters that may get a link, read before the transaction.
async fn hash_files(
    state: &AppState,
    user: &CurrentUser,
    ids: &[LetterId],
) -> Result<HashMap<LetterId, String>, LinkError> {
    let rows = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find_letters(conn, ids).await
    })
    .await?;
    let now = Utc::now();
    let able = rows.iter().filter(|row| check_signing(row, now).is_ok());
    let able: Vec<LetterId> = able.map(|row| row.letter_id).collect();
    let (files, firm) = (&state.files, user.customer_id);
    let hashed: Vec<_> = futures::stream::iter(able)
        .map(|letter_id| async move {
            let hash = hash_pdf(files, firm, letter_id).await?;
            Ok::<_, LinkError>(hash.map(|hash| (letter_id, hash)))
        })
        .buffer_unordered(FILES_AT_ONCE)
        .try_collect()
        .await?;
    Ok(hashed.into_iter().flatten().collect())
}

/// Whether the message carries a link.
fn check_text(request: &SendLettersRequest) -> Result<bool, LinkError> {
    let (subject, body) = (request.subject.as_str(), request.body.as_str());
    check_fields("subject", subject, &MERGE_FIELDS)?;
    check_fields("body", body, &BODY_FIELDS)?;
    // Filling also writes `{{ link }}` without spaces.
    let links = fill(body, &Values::new()).matches(LINK_FIELD).count();
    if links > 1 {
        let sentence = format!("Write {LINK_FIELD} once, where the address goes.");
        return Err(LinkError::Field("body", sentence));
    }
    if links == 1 && request.copy_to_me {
        let sentence = "A message with a link to sign goes to its signer only.".to_owned();
        return Err(LinkError::Field("copy_to_me", sentence));
    }
    Ok(links == 1)
}

fn check_fields(place: &'static str, text: &str, known: &[&str]) -> Result<(), LinkError> {
    let Some(name) = unknown_among(text, known).first().copied() else {
        return Ok(());
    };
    let name: String = name.chars().take(40).collect();
    let known = known.join(", ");
    let sentence = format!("{{{{{name}}}}} is not a merge field here. Available: {known}.");
    Err(LinkError::Field(place, sentence))
}
