//! Reading a letter by a link.

use chrono::Utc;
use domain::AttachmentId;
use letter_of_intent::Status;
use serde_json::json;

use super::domain::{CONSENT, CONSENT_VERSION, VISIBLE_MS};
use super::dto::{OpenLetterRequest, SignedBy, SigningConsent, SigningInvitation, SigningLetter};
use super::holder::Holder;
use crate::attachments::storage::ObjectKey;
use crate::letter_jobs::sender::Sender;
use crate::letter_links::domain::LinkState;
use crate::letter_links::ops::Held;
use crate::letter_links::store::LinkRow;
use crate::letter_links::{LinkError, completion, evidence, seals, store};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::store::{LetterRow, find_content, find_letters};
use crate::letter_register::{RegisterError, events};
use crate::state::AppState;

/// What may be shown to a scanner.
pub async fn invite(state: &AppState, holder: &Holder) -> Result<SigningInvitation, LinkError> {
    let found = holder.fetch(&state.pool).await?;
    db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let letter = find_letters(conn, &[found.letter_id]).await?.pop();
        let letter = letter.ok_or(RegisterError::NotFound)?;
        let link = store::find_link(conn, found.link_id).await?;
        let is_superseded = store::is_superseded(conn, &letter).await?;
        let sender = store::find_sender(conn, found.letter_id).await?;
        // Stored by this service.
        let sender = serde_json::from_value::<Sender>(sender).ok();
        let (firm, name) = sender.map_or_else(Default::default, |of| (of.firm, of.name));
        Ok(SigningInvitation {
            state: link.state(&letter, is_superseded, Utc::now()),
            firm,
            sender_name: if name.is_empty() {
                letter.created_by_name
            } else {
                name
            },
            property: letter.address.unwrap_or(letter.parcel_number),
            number: letter.number,
            expires_at: link.expires_at,
            name: link.name,
            capacity: link.capacity,
        })
    })
    .await
}

/// The letter's text. Counts an opening, and records the first one by a person.
pub async fn open(
    state: &AppState,
    holder: &Holder,
    request: &OpenLetterRequest,
) -> Result<SigningLetter, LinkError> {
    let found = holder.enter(&state.pool).await?;
    let is_certain = request.input && request.visible_ms >= VISIBLE_MS;
    db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let held = Held::lock(conn, found.letter_id).await?;
        let link = held.link(found.link_id)?;
        let link_state = held.state(link);
        check_readable(link, link_state)?;
        if link_state == LinkState::Open {
            store::count_opening(conn, link.link_id, is_certain).await?;
            if is_certain && link.certain_openings == 0 {
                let (letter, id) = (&held.letter, held.letter.letter_id);
                let detail = json!({ "visible_ms": request.visible_ms });
                let (caller, link_id) = (Some(&holder.caller), Some(link.link_id));
                evidence::append(conn, held.subject(), "opened", link_id, caller, &detail).await?;
                completion::open(conn, found.customer_id, letter).await?;
                let actor = signer(link);
                changes::insert_events(conn, &[id], "opened", actor, None).await?;
                events::changed(conn, found.customer_id, letter.project_id).await?;
            }
        }
        let (html, ..) = find_content(conn, found.letter_id).await?;
        Ok(shown(&held, link, link_state, html))
    })
    .await
}

/// The signer in the letter's history.
pub fn signer(link: &LinkRow) -> Actor<'_> {
    Actor {
        user_id: None,
        name: Some(&link.name),
    }
}

fn check_readable(link: &LinkRow, state: LinkState) -> Result<(), LinkError> {
    match (link.is_readable(state, Utc::now()), state) {
        (true, _) => Ok(()),
        // The time in which a signer can read it is over.
        (false, LinkState::Signed) => Err(LinkError::Closed("expired", state.sentence())),
        (false, _) => Err(LinkError::Closed(state.as_str(), state.sentence())),
    }
}

fn shown(held: &Held, link: &LinkRow, state: LinkState, html: String) -> SigningLetter {
    let signed = held.links.iter().filter_map(|link| {
        Some(SignedBy {
            name: link.name.clone(),
            capacity: link.capacity.clone(),
            at: link.signed_at?,
        })
    });
    let why_not = match state {
        LinkState::Open => None,
        _ if held.letter.status() == Status::Signed => Some("Everybody has signed the letter."),
        _ => Some("You have signed the letter. Others have not yet."),
    };
    SigningLetter {
        html,
        pdf_sha256: link.pdf_sha256.clone(),
        content_hash: held.letter.content_hash.clone(),
        consent: SigningConsent {
            version: CONSENT_VERSION.to_owned(),
            text: CONSENT.to_owned(),
        },
        signed_at: link.signed_at,
        can_sign: state == LinkState::Open,
        why_not: why_not.map(str::to_owned),
        signed: signed.collect(),
    }
}

/// The file that a link shows.
pub struct LetterFile {
    pub key: ObjectKey,
    pub name: String,
}

/// The letter's PDF; the sealed one when all have signed. Changes nothing.
pub async fn find_file(state: &AppState, holder: &Holder) -> Result<LetterFile, LinkError> {
    let found = holder.find(&state.pool).await?;
    db::tenant_tx(&state.pool, found.customer_id, async |conn| {
        let letter = find_letters(conn, &[found.letter_id]).await?.pop();
        let letter = letter.ok_or(RegisterError::NotFound)?;
        let link = store::find_link(conn, found.link_id).await?;
        let is_superseded = store::is_superseded(conn, &letter).await?;
        let link_state = link.state(&letter, is_superseded, Utc::now());
        check_readable(&link, link_state)?;
        let seal = seals::find_seal(conn, found.letter_id).await?;
        let seal = seal.filter(|seal| seal.is_kept);
        if seal.is_none() && letter.pdf.is_none() {
            return Err(LinkError::Refused(
                "The file was removed. Please ask the sender.",
            ));
        }
        Ok(LetterFile {
            name: file_name(&letter, seal.is_some()),
            key: ObjectKey {
                customer_id: found.customer_id,
                attachment_id: AttachmentId(seal.map_or(letter.letter_id.0, |seal| seal.seal_id)),
            },
        })
    })
    .await
}

fn file_name(letter: &LetterRow, is_signed: bool) -> String {
    let number = letter.number.replace('/', "_");
    format!("{number}{}.pdf", if is_signed { "_signed" } else { "" })
}
