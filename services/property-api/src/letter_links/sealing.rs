//! The background job that makes the signed letter: its text with signatures and their record,
//! sealed, attached to the property and mailed to all signers and the author.
//!
//! The document is made of stored data only, so each run gives the same bytes under the same object
//! name. The attachment, its hash, the messages and the end of the job are one transaction.

use std::sync::Arc;
use std::time::Duration;

use chrono::{SubsecRound as _, Utc};
use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{AttachmentId, CustomerId, LetterId};
use jobs::{Attempt, Job, JobError};
use pdf_seal::{Seal, SealError, Sealer};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use typeset::{TypesetError, Typesetter};

use super::evidence::{self, EvidenceRow, Subject};
use super::notices::{self, Notice};
use super::record::Signed;
use super::seals::{self, EndedSeal, SealRow};
use super::store::{self, LinkRow};
use crate::attachments::storage::ObjectKey;
use crate::attachments::store::{AttachmentRow, NewAttachment, insert_attachment, next_version};
use crate::attachments::{self, FileStore};
use crate::letter_jobs::document::{self, sender_of};
use crate::letter_jobs::render::file_name;
use crate::letter_jobs::store::{JobRow, LetterText, find_text};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::events;
use crate::letter_register::store::{LetterRow, lock_letters};
use crate::properties::events::By;
use crate::properties::store::lock_property;

const GONE: &str = "there is no such signed letter";
const NOT_SEALED: &str = "The signed letter could not be sealed.";

/// A letter that all its signers signed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LetterSealing {
    pub letter_id: LetterId,
}

/// What sealing needs.
pub struct SealMaker {
    pub pool: Pool,
    /// Object store of attachments.
    pub files: FileStore,
    pub typesetter: Typesetter,
    pub sealer: Arc<Sealer>,
}

/// What is sealed.
struct Completed {
    letter: LetterText,
    job: JobRow,
    content_hash: String,
    seal: SealRow,
    links: Vec<LinkRow>,
    /// Until all had signed.
    evidence: Vec<EvidenceRow>,
}

/// A sealed file.
struct Sealed {
    size: usize,
    sha256: String,
    fingerprint: String,
}

impl Job for LetterSealing {
    const KIND: &'static str = "letter_sealing";
    const RETRY: &'static [Duration] = &[
        Duration::from_secs(2),
        Duration::from_secs(15),
        Duration::from_mins(2),
        Duration::from_mins(10),
        Duration::from_hours(1),
    ];
    type Context = SealMaker;

    async fn run(self, maker: &SealMaker, attempt: &Attempt) -> Result<(), JobError> {
        let firm = attempt.customer_id;
        let firm = firm.ok_or_else(|| JobError::permanent("a letter belongs to a firm"))?;
        let found = db::tenant_tx(&maker.pool, firm, async |conn| {
            Completed::find(conn, self.letter_id).await
        });
        let found = found.await?;
        let completed = found.ok_or_else(|| JobError::permanent(GONE))?;
        if completed.seal.state == "sealed" {
            return Ok(());
        }
        let sealed = maker.make(firm, &completed).await?;
        maker.attach(firm, &completed, &sealed, attempt).await?;
        Ok(())
    }

    async fn on_dead(
        self,
        _maker: &SealMaker,
        attempt: &Attempt,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<()> {
        let Some(firm) = attempt.customer_id else {
            return Ok(());
        };
        let Some(letter) = lock_letters(conn, &[self.letter_id]).await?.pop() else {
            return Ok(());
        };
        if !seals::give_up(conn, self.letter_id).await? {
            return Ok(());
        }
        let (ids, actor) = ([self.letter_id], Actor::default());
        changes::insert_events(conn, &ids, "seal_failed", actor, Some(NOT_SEALED)).await?;
        events::changed(conn, firm, letter.project_id).await
    }
}

impl Completed {
    async fn find(conn: &mut AsyncPgConnection, letter_id: LetterId) -> QueryResult<Option<Self>> {
        let Some(seal) = seals::find_seal(conn, letter_id).await? else {
            return Ok(None);
        };
        let Some((letter, job)) = find_text(conn, letter_id).await? else {
            return Ok(None);
        };
        let mut evidence = evidence::list(conn, letter_id).await?;
        // What came later is not in the file, so that each run makes the same one.
        let end = evidence.iter().rposition(|row| row.kind == "completed");
        evidence.truncate(end.map_or(0, |end| end + 1));
        let content_hash = evidence.last().map(|row| row.content_hash.clone());
        Ok(Some(Self {
            letter,
            job,
            content_hash: content_hash.unwrap_or_default(),
            seal,
            links: store::list_links(conn, letter_id).await?,
            evidence,
        }))
    }
}

impl SealMaker {
    /// Makes the file and stores it under its own id: a repeated run replaces it by the same bytes.
    async fn make(&self, customer_id: CustomerId, of: &Completed) -> Result<Sealed, JobError> {
        let firm = sender_of(&of.job).firm;
        let signed = Signed {
            firm: &firm,
            letter: &of.letter,
            content_hash: &of.content_hash,
            links: &of.links,
            evidence: &of.evidence,
            completed_at: of.seal.completed_at,
        };
        let document = document::signed(&of.letter, &of.job, &signed.record());
        let pdf = match self.typesetter.pdf(&document).await {
            Ok(made) => made.pdf,
            Err(refused @ TypesetError::Refused(_)) => return Err(JobError::permanent(refused)),
            Err(other) => return Err(JobError::retry(other)),
        };
        let number = &of.letter.number;
        // A certificate that replaced an ended one after the last signature is not valid before it begins.
        let at = of.seal.completed_at.trunc_subsecs(0);
        let at = at.max(self.sealer.not_before());
        let key = Arc::clone(&self.sealer);
        let (name, reason) = (
            format!("Sitewright for {firm}"),
            format!("All signers have signed {number}"),
        );
        // RSA takes milliseconds, which would delay requests of this thread.
        let task = tokio::task::spawn_blocking(move || {
            let (name, reason) = (name.as_str(), reason.as_str());
            key.seal(&pdf, &Seal { name, reason, at })
        });
        let file = match task.await.map_err(JobError::retry)? {
            Ok(file) => file,
            // The operator can replace the certificate.
            Err(error @ SealError::NotValid { .. }) => return Err(JobError::retry(error)),
            Err(error) => return Err(JobError::permanent(error)),
        };
        let sealed = Sealed {
            size: file.len(),
            sha256: format!("{:x}", Sha256::digest(&file)),
            fingerprint: self.sealer.fingerprint(),
        };
        let attachment_id = AttachmentId(of.seal.seal_id);
        let key = ObjectKey {
            customer_id,
            attachment_id,
        };
        self.files.put(key, file).await.map_err(JobError::retry)?;
        Ok(sealed)
    }

    async fn attach(
        &self,
        firm: CustomerId,
        of: &Completed,
        sealed: &Sealed,
        attempt: &Attempt,
    ) -> QueryResult<()> {
        db::tenant_tx(&self.pool, firm, async |conn| {
            let letter = &of.letter;
            // Before the claim: locks are taken in this order by all.
            let Some(property) = lock_property(conn, letter.property_id).await? else {
                return Ok(());
            };
            if !attempt.complete(conn).await? {
                // Another worker seals this letter.
                return Ok(());
            }
            let Some(row) = lock_letters(conn, &[letter.letter_id]).await?.pop() else {
                return Ok(());
            };
            let file = add_file(conn, firm, of, sealed).await?;
            let ended = EndedSeal {
                state: "sealed",
                attachment_id: AttachmentId(of.seal.seal_id),
                fingerprint: &sealed.fingerprint,
                sha256: &sealed.sha256,
                chain_head: of.evidence.last().map(|row| row.hash.as_str()),
                sealed_at: Utc::now(),
            };
            seals::end_seal(conn, letter.letter_id, &ended).await?;
            record(conn, &row, sealed).await?;
            let by = By {
                customer_id: firm,
                actor: Some(of.job.created_by),
            };
            attachments::events::added(conn, by, &property, &file).await?;
            mail(conn, firm, of, &row, (&file, sealed)).await?;
            events::changed(conn, firm, letter.project_id).await
        })
        .await
    }
}

async fn add_file(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    of: &Completed,
    sealed: &Sealed,
) -> QueryResult<AttachmentRow> {
    let (letter, attachment_id) = (&of.letter, AttachmentId(of.seal.seal_id));
    let name = file_name(letter, "LOI_signed");
    let name = name.as_str();
    let new = NewAttachment {
        attachment_id,
        property_id: letter.property_id,
        project_id: Some(letter.project_id),
        path: format!("{firm}/{}/{attachment_id}/{name}", letter.property_id),
        name,
        version: next_version(conn, letter.property_id, name).await?,
        size: i64::try_from(sealed.size).unwrap_or(i64::MAX),
        content_type: "application/pdf",
        uploaded_by: of.job.created_by,
        uploaded_by_email: &of.job.created_by_email,
    };
    insert_attachment(conn, &new).await
}

async fn record(
    conn: &mut AsyncPgConnection,
    letter: &LetterRow,
    sealed: &Sealed,
) -> QueryResult<()> {
    let subject = Subject {
        letter_id: letter.letter_id,
        content_hash: &letter.content_hash,
    };
    let detail = json!({ "sha256": sealed.sha256, "fingerprint": sealed.fingerprint });
    evidence::append(conn, subject, "sealed", None, None, &detail).await?;
    let ids = [letter.letter_id];
    changes::insert_events(conn, &ids, "sealed", Actor::default(), None).await
}

/// Queues a message with the file to each signer, and to the author of the letter.
async fn mail(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    of: &Completed,
    letter: &LetterRow,
    (file, sealed): (&AttachmentRow, &Sealed),
) -> QueryResult<()> {
    let signers = of.links.iter().filter(|link| link.signed_at.is_some());
    let signers = signers.map(|link| link.email.as_str());
    let property = letter.address.as_ref().unwrap_or(&letter.parcel_number);
    let notice = Notice {
        subject: format!("Signed: {} for {property}", letter.number),
        body: format!(
            "Everybody has signed {} for {property}. The signed letter is attached.\n\n\
             Its last pages are the record of signing. SHA-256 of the file:\n{}\n",
            letter.number, sealed.sha256
        ),
        file: Some(file),
    };
    let author = of.job.created_by_email.as_str();
    for to in signers.chain([author]) {
        notices::queue(conn, firm, letter, (&of.job, &notice), to).await?;
    }
    Ok(())
}
