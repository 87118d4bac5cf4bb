//! Makes, lists and closes links, for the firm.

use std::collections::HashMap;

use auth::CurrentUser;
use chrono::Utc;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{AttachmentId, CustomerId, LetterId, LetterLinkId};
use futures::TryStreamExt as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{LinkState, MAX_LINKS, check_letter, expiry};
use super::dto::{
    EvidenceItem, LetterEvidence, LetterLink, LetterLinkMade, LetterLinks, LinkPath,
    MakeLetterLinkRequest, RevokeLetterLinkRequest,
};
use super::evidence::{self, Subject};
use super::store::{self, LinkRow, NewLink};
use super::token::{Token, page};
use super::{LinkError, completion, parties, seals};
use crate::attachments::FileStore;
use crate::attachments::storage::ObjectKey;
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::dto::LetterMailStatus;
use crate::letter_register::store::{LetterRow, find_letters, lock_letters};
use crate::letter_register::{RegisterError, events};
use crate::state::AppState;

pub const NO_PDF: &str = "Its PDF is not made yet.";

/// A letter with its links, locked until the transaction ends.
pub struct Held {
    pub letter: LetterRow,
    pub links: Vec<LinkRow>,
    /// A newer version of the letter went out.
    pub is_superseded: bool,
}

impl Held {
    /// The letter is locked first, so changes of its links follow one another.
    pub async fn lock(
        conn: &mut AsyncPgConnection,
        letter_id: LetterId,
    ) -> Result<Self, LinkError> {
        let found = lock_letters(conn, &[letter_id]).await?.pop();
        let letter = found.ok_or(RegisterError::NotFound)?;
        Ok(Self {
            links: store::list_links(conn, letter_id).await?,
            is_superseded: store::is_superseded(conn, &letter).await?,
            letter,
        })
    }

    pub fn link(&self, link_id: LetterLinkId) -> Result<&LinkRow, LinkError> {
        let mut links = self.links.iter();
        links
            .find(|link| link.link_id == link_id)
            .ok_or(LinkError::NotFound)
    }

    /// By the server's clock, now.
    pub fn state(&self, link: &LinkRow) -> LinkState {
        link.state(&self.letter, self.is_superseded, Utc::now())
    }

    pub fn subject(&self) -> Subject<'_> {
        Subject {
            letter_id: self.letter.letter_id,
            content_hash: &self.letter.content_hash,
        }
    }
}

/// Makes a link for one signer.
pub async fn make(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &MakeLetterLinkRequest,
) -> Result<LetterLinkMade, LinkError> {
    let name = state.main_api.name_of(user).await;
    let hash = hash_of(letter_id, request);
    require(state, user, letter_id).await?;
    if state.sealer.is_none() {
        return Err(LinkError::NotSetUp);
    }
    let pdf_sha256 = hash_pdf(&state.files, user.customer_id, letter_id).await?;
    let token = Token::random();
    let (link, is_new) = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let held = Held::lock(conn, letter_id).await?;
        if let Some(before) = store::find_by_request(conn, request.request_key).await? {
            return repeat(conn, &held, before, &hash, &token).await;
        }
        let now = Utc::now();
        check_letter(&held.letter, held.is_superseded, now).map_err(LinkError::Refused)?;
        if held.links.len() >= MAX_LINKS {
            return Err(LinkError::Refused("A letter has at most 20 links."));
        }
        let expires_at = expiry(request.expires_at, held.letter.expires_at, now)
            .map_err(|sentence| LinkError::Field("expires_at", sentence.to_owned()))?;
        let new = NewLink {
            link_id: LetterLinkId(Uuid::now_v7()),
            letter_id,
            party: request.party.as_str(),
            name: request.name.as_str(),
            email: request.email.as_str(),
            capacity: request.capacity.as_str(),
            token_hash: token.hash().into_bytes(),
            request_key: request.request_key,
            request_hash: &hash,
            pdf_sha256: pdf_sha256.as_deref().ok_or(LinkError::Refused(NO_PDF))?,
            created_by: user.user_id,
            created_by_name: &name,
            expires_at,
        };
        // None if a request for another letter had the same key at the same time.
        let stored = store::insert_link(conn, &new).await?;
        let link = stored.ok_or(RegisterError::KeyReused)?;
        let actor = Actor::user(user.user_id, &name);
        record(conn, user.customer_id, &held, &link, ("link_made", actor)).await?;
        Ok((LetterLink::new(link, LinkState::Open, None), true))
    })
    .await?;
    let url = is_new.then(|| format!("{}{}", page(&state.links.public_url), token.as_str()));
    Ok(LetterLinkMade { link, url })
}

fn hash_of(letter_id: LetterId, request: &MakeLetterLinkRequest) -> String {
    let whole = json!([
        letter_id,
        request.party,
        request.name,
        request.email.as_str(),
        request.capacity,
        request.expires_at,
    ]);
    format!("{:x}", Sha256::digest(whole.to_string()))
}

/// The link of the first request. Its address is lost with the first answer, so the link gets a new
/// one if nobody used or mailed the first: then the second part is true.
async fn repeat(
    conn: &mut AsyncPgConnection,
    held: &Held,
    before: LinkRow,
    hash: &str,
    token: &Token,
) -> Result<(LetterLink, bool), LinkError> {
    if before.request_hash != hash {
        return Err(RegisterError::KeyReused.into());
    }
    let state = held.state(&before);
    let openings = before.fetched + before.certain_openings + before.other_openings;
    let is_unused = openings == 0 && before.mailed_at.is_none() && state == LinkState::Open;
    if is_unused {
        store::set_token(conn, before.link_id, &token.hash()).await?;
    }
    Ok((LetterLink::new(before, state, None), is_unused))
}

/// Adds what the firm did to the letter's history and to the evidence, and tells browsers.
pub async fn record(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    held: &Held,
    link: &LinkRow,
    done: (&str, Actor<'_>),
) -> QueryResult<()> {
    note(conn, &held.letter, link, done).await?;
    events::changed(conn, firm, held.letter.project_id).await
}

/// Adds what the firm did to the history of a locked letter and to the evidence.
pub async fn note(
    conn: &mut AsyncPgConnection,
    letter: &LetterRow,
    link: &LinkRow,
    (kind, actor): (&str, Actor<'_>),
) -> QueryResult<()> {
    let whom = format!("{} <{}>", link.name, link.email);
    changes::insert_events(conn, &[letter.letter_id], kind, actor, Some(&whom)).await?;
    let detail = json!({
        "name": link.name,
        "email": link.email,
        "capacity": link.capacity,
        "expires_at": link.expires_at,
        "pdf_sha256": link.pdf_sha256,
        "by": actor.name,
    });
    let subject = Subject {
        letter_id: letter.letter_id,
        content_hash: &letter.content_hash,
    };
    evidence::append(conn, subject, kind, Some(link.link_id), None, &detail).await
}

/// 404 also for another firm's letter.
async fn require(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<(), LinkError> {
    let found = db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        find_letters(conn, &[letter_id]).await
    })
    .await?;
    if found.is_empty() {
        return Err(RegisterError::NotFound.into());
    }
    Ok(())
}

/// SHA-256 of the letter's PDF; none if it is not made.
pub async fn hash_pdf(
    files: &FileStore,
    customer_id: CustomerId,
    letter_id: LetterId,
) -> object_store::Result<Option<String>> {
    let key = ObjectKey {
        customer_id,
        attachment_id: AttachmentId(letter_id.0),
    };
    let parts = match files.read(key, None).await {
        Err(error) if FileStore::is_missing(&error) => return Ok(None),
        read => read?,
    };
    let hasher = parts.try_fold(Sha256::new(), async |hasher, part| {
        Ok(hasher.chain_update(&part))
    });
    Ok(Some(format!("{:x}", hasher.await?.finalize())))
}

pub async fn list(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<LetterLinks, LinkError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let found = find_letters(conn, &[letter_id]).await?.pop();
        let letter = found.ok_or(RegisterError::NotFound)?;
        let is_superseded = store::is_superseded(conn, &letter).await?;
        let links = store::list_links(conn, letter_id).await?;
        let mails: HashMap<_, _> = store::list_mail_states(conn, &[letter_id])
            .await?
            .into_iter()
            .map(|row| (row.link_id, LetterMailStatus::of(&row.mail_status)))
            .collect();
        let contacts = parties::list_contacts(conn, &[letter.property_id]).await?;
        let contacts: Vec<_> = contacts.into_iter().map(|(_, contact)| contact).collect();
        let said = parties::list_said(conn, &[letter_id]).await?.pop();
        let said = said.map(|(_, said)| said).unwrap_or_default();
        let holders: Vec<&str> = links.iter().map(|link| link.name.as_str()).collect();
        let suggested_signer = said.suggested_signer(&contacts, &holders);
        let now = Utc::now();
        let links = links.into_iter().map(|link| {
            let state = link.state(&letter, is_superseded, now);
            let mail = mails.get(&link.link_id).copied();
            LetterLink::new(link, state, mail)
        });
        Ok(LetterLinks {
            links: links.collect(),
            suggested_signer,
        })
    })
    .await
}

/// Closes a link that nobody answered. Closing it again changes nothing.
pub async fn revoke(
    state: &AppState,
    user: &CurrentUser,
    LinkPath { letter_id, link_id }: LinkPath,
    request: &RevokeLetterLinkRequest,
) -> Result<LetterLink, LinkError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let held = Held::lock(conn, letter_id).await?;
        let link = held.link(link_id)?;
        if link.signed_at.is_some() || link.declined_at.is_some() {
            return Err(LinkError::Refused("The signer has answered."));
        }
        if link.revoked_at.is_none() {
            store::revoke(conn, link_id).await?;
            let actor = Actor::user(user.user_id, &name);
            record(conn, user.customer_id, &held, link, ("link_revoked", actor)).await?;
        }
        if request.finish {
            completion::complete(conn, user.customer_id, letter_id).await?;
        }
        let held = Held::lock(conn, letter_id).await?;
        let link = held.link(link_id)?.clone();
        let state = held.state(&link);
        Ok(LetterLink::new(link, state, None))
    })
    .await
}

/// The evidence with the result of its check.
pub async fn get_evidence(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
) -> Result<LetterEvidence, LinkError> {
    require(state, user, letter_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows = evidence::list(conn, letter_id).await?;
        let seal = seals::find_seal(conn, letter_id).await?;
        let broken_at = evidence::first_broken(&rows);
        let head = seal.as_ref().and_then(|seal| seal.chain_head.as_ref());
        // Rows at the end that were removed leave a chain that fits.
        let has_head = head.is_none_or(|head| rows.iter().any(|row| row.hash == *head));
        Ok(LetterEvidence {
            intact: broken_at.is_none() && has_head,
            broken_at,
            rows: rows.into_iter().map(EvidenceItem::from).collect(),
            seal: seal.map(Into::into),
        })
    })
    .await
}
