//! Answers of signers: they sign, decline, or name somebody else.
//!
//! The letter is locked first, so that of two answers the first one counts, and what is checked
//! holds until the commit. An answer that comes too late is recorded and refused.

use chrono::{SubsecRound as _, Utc};
use db::AsyncPgConnection;
use domain::CustomerId;
use letter_of_intent::Status;
use serde_json::{Value, json};

use super::domain::CONSENT_VERSION;
use super::dto::{
    DeclineLetterRequest, DeclineReceipt, NameOtherSignerRequest, OtherSignerNamed,
    SignLetterRequest, SigningReceipt,
};
use super::holder::Holder;
use super::ops::signer;
use crate::letter_links::domain::{DeclineReason, LinkState};
use crate::letter_links::notices::{self, Notice};
use crate::letter_links::ops::Held;
use crate::letter_links::store::LinkRow;
use crate::letter_links::{LinkError, completion, evidence, store};
use crate::letter_register::store::LetterRow;
use crate::letter_register::{activity, changes, events};
use crate::state::AppState;

const CHANGED: &str = "The letter is not the one that was shown. Please load the page again.";
const NO_FILE: &str = "The letter's file was removed. Please ask the sender.";

/// Why an answer is refused: reason and sentence.
type Why = (&'static str, &'static str);

/// Signs. A second request returns the receipt of the first.
pub async fn sign(
    state: &AppState,
    holder: &Holder,
    request: &SignLetterRequest,
) -> Result<SigningReceipt, LinkError> {
    if !request.intent {
        let sentence = "Please confirm that you intend this as your signature.";
        return Err(LinkError::Field("intent", sentence.to_owned()));
    }
    if request.consent_version != CONSENT_VERSION {
        let sentence = "Please read the consent again: its text has changed.";
        return Err(LinkError::Field("consent_version", sentence.to_owned()));
    }
    let found = holder.enter(&state.pool).await?;
    let answer = db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let held = Held::lock(conn, found.letter_id).await?;
        let link = held.link(found.link_id)?;
        if link.signed_at.is_none() {
            let why = match why_not(&held, link) {
                None if held.letter.content_hash != request.content_hash.as_str() => {
                    Some(("changed", CHANGED))
                }
                None if held.letter.pdf.is_none() => Some(("changed", NO_FILE)),
                why => why,
            };
            if let Some(why) = why {
                return refuse(conn, &held, link, holder, ("sign", why)).await;
            }
            add_signature(conn, found.customer_id, &held, link, (holder, request)).await?;
        }
        let held = Held::lock(conn, found.letter_id).await?;
        receipt(&held, held.link(found.link_id)?).map(Ok)
    })
    .await?;
    answer.map_err(|(why, sentence)| LinkError::Closed(why, sentence))
}

/// Why the holder cannot answer any more, by the server's clock.
fn why_not(held: &Held, link: &LinkRow) -> Option<Why> {
    match held.state(link) {
        LinkState::Open => None,
        state => Some((state.as_str(), state.sentence())),
    }
}

/// Records the attempt, which the sender sees.
async fn refuse<T>(
    conn: &mut AsyncPgConnection,
    held: &Held,
    link: &LinkRow,
    holder: &Holder,
    (asked, why): (&str, Why),
) -> Result<Result<T, Why>, LinkError> {
    let detail = json!({ "asked": asked, "why": why.0 });
    let (caller, link_id) = (Some(&holder.caller), Some(link.link_id));
    evidence::append(conn, held.subject(), "refused", link_id, caller, &detail).await?;
    Ok(Err(why))
}

async fn add_signature(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    held: &Held,
    link: &LinkRow,
    (holder, request): (&Holder, &SignLetterRequest),
) -> Result<(), LinkError> {
    let signature = json!({
        "full_name": request.full_name,
        "title": request.title,
        "initials": request.initials,
        "consent_version": request.consent_version,
        "request_key": request.request_key,
        "content_hash": held.letter.content_hash,
    });
    let at = Utc::now().trunc_subsecs(6);
    store::sign(conn, link.link_id, at, &signature).await?;
    let detail = json!({
        "signature": signature,
        "capacity": link.capacity,
        "email": link.email,
        "pdf_sha256": link.pdf_sha256,
    });
    completion::open(conn, firm, &held.letter).await?;
    record(conn, firm, held, link, (holder, "signed", None, detail)).await?;
    completion::complete(conn, firm, held.letter.letter_id).await?;
    Ok(())
}

/// Adds an answer to the evidence and to the letter's history, and tells browsers.
async fn record(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    held: &Held,
    link: &LinkRow,
    (holder, kind, note, detail): (&Holder, &str, Option<&str>, Value),
) -> Result<(), LinkError> {
    let (caller, link_id) = (Some(&holder.caller), Some(link.link_id));
    evidence::append(conn, held.subject(), kind, link_id, caller, &detail).await?;
    let letter = &held.letter;
    changes::insert_events(conn, &[letter.letter_id], kind, signer(link), note).await?;
    Ok(events::changed(conn, firm, letter.project_id).await?)
}

/// What a message to the author is about: `LOI-2026-0010 for 1 Elm St`.
fn subject_of(letter: &LetterRow) -> String {
    let property = letter.address.as_ref().unwrap_or(&letter.parcel_number);
    format!("{} for {property}", letter.number)
}

/// Address of the letter in the author's browser.
fn page_of(state: &AppState, letter: &LetterRow) -> String {
    let path = activity::link_of(letter.project_id, letter.letter_id);
    format!("{}{path}", state.links.public_url)
}

fn receipt(held: &Held, link: &LinkRow) -> Result<SigningReceipt, LinkError> {
    let signature = link.signature.as_ref();
    let name = signature.and_then(|signature| signature["full_name"].as_str());
    Ok(SigningReceipt {
        number: held.letter.number.clone(),
        signed_at: link.signed_at.ok_or(LinkError::NotFound)?,
        name: name.unwrap_or(&link.name).to_owned(),
        content_hash: held.letter.content_hash.clone(),
        complete: held.letter.status() == Status::Signed,
    })
}

/// Declines: the letter is declined, and its links are closed. A second request returns the receipt
/// of the first.
pub async fn decline(
    state: &AppState,
    holder: &Holder,
    request: &DeclineLetterRequest,
) -> Result<DeclineReceipt, LinkError> {
    let found = holder.enter(&state.pool).await?;
    let answer = db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let held = Held::lock(conn, found.letter_id).await?;
        let link = held.link(found.link_id)?;
        let before = link
            .decline_reason
            .as_deref()
            .and_then(DeclineReason::named);
        if let Some((declined_at, reason)) = link.declined_at.zip(before) {
            let number = held.letter.number.clone();
            return Ok(Ok(DeclineReceipt {
                number,
                declined_at,
                reason,
            }));
        }
        if let Some(why) = why_not(&held, link) {
            return refuse(conn, &held, link, holder, ("decline", why)).await;
        }
        let (reason, text) = (request.reason, request.text.text());
        let declined_at = Utc::now().trunc_subsecs(6);
        let why = (reason.as_str(), text);
        store::decline(conn, link.link_id, declined_at, why).await?;
        let firm = found.customer_id;
        completion::open(conn, firm, &held.letter).await?;
        let (letter, who) = (&held.letter, Some(link.name.as_str()));
        completion::set(conn, firm, letter, Status::Declined, who).await?;
        let note = match text {
            Some(text) => format!("{}: {text}", reason.words()),
            None => reason.words().to_owned(),
        };
        let subject = subject_of(letter);
        let notice = Notice {
            subject: format!("Declined: {subject}"),
            body: format!(
                "{} <{}> declined {subject}.\n\n{note}\n\nThe letter:\n{}\n",
                link.name,
                link.email,
                page_of(state, letter)
            ),
            file: None,
        };
        notices::tell_author(conn, firm, letter, &notice).await?;
        let detail = json!({ "reason": reason, "text": text });
        record(
            conn,
            firm,
            &held,
            link,
            (holder, "declined", Some(&note), detail),
        )
        .await?;
        Ok(Ok(DeclineReceipt {
            number: held.letter.number.clone(),
            declined_at,
            reason,
        }))
    })
    .await?;
    answer.map_err(|(why, sentence)| LinkError::Closed(why, sentence))
}

/// Closes the link and notes who should sign instead; the sender decides. A second request returns
/// the first answer.
pub async fn name_other(
    state: &AppState,
    holder: &Holder,
    request: &NameOtherSignerRequest,
) -> Result<OtherSignerNamed, LinkError> {
    let found = holder.enter(&state.pool).await?;
    let answer = db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let held = Held::lock(conn, found.letter_id).await?;
        let link = held.link(found.link_id)?;
        let number = held.letter.number.clone();
        if let Some((name, email)) = link.proposed_name.clone().zip(link.proposed_email.clone()) {
            return Ok(Ok(OtherSignerNamed {
                number,
                name,
                email,
            }));
        }
        if let Some(why) = why_not(&held, link) {
            return refuse(conn, &held, link, holder, ("not_me", why)).await;
        }
        let (name, email) = (request.name.as_str(), request.email.as_str());
        let at = Utc::now().trunc_subsecs(6);
        store::propose(conn, link.link_id, at, (name, email)).await?;
        let note = format!("{name} <{email}>");
        let letter = &held.letter;
        let subject = subject_of(letter);
        let notice = Notice {
            subject: format!("Another signer: {subject}"),
            body: format!(
                "{} <{}> says that this person signs {subject} instead:\n{note}\n\nThe link is closed. Make a new one at the letter:\n{}\n",
                link.name,
                link.email,
                page_of(state, letter)
            ),
            file: None,
        };
        notices::tell_author(conn, found.customer_id, letter, &notice).await?;
        let detail = json!({ "name": name, "email": email });
        let told = (holder, "not_me", Some(note.as_str()), detail);
        record(conn, found.customer_id, &held, link, told).await?;
        Ok(Ok(OtherSignerNamed {
            number,
            name: name.to_owned(),
            email: email.to_owned(),
        }))
    })
    .await?;
    answer.map_err(|(why, sentence)| LinkError::Closed(why, sentence))
}
