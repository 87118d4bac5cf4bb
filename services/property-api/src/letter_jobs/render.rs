//! The background job that makes a letter's PDF and attaches it to its property.
//!
//! The document is made of stored data only, so each run gives the same bytes under the same object
//! name. The attachment, the letter's state and the end of the job are one transaction that fails if
//! another worker has taken the job over: a letter has its PDF once.

use std::time::Duration;

use db::{AsyncPgConnection, Pool};
use diesel::QueryResult;
use domain::{AttachmentId, CustomerId, LetterId};
use jobs::{Attempt, Job, JobError};
use serde::{Deserialize, Serialize};
use typeset::{TypesetError, Typesetter};

use super::document;
use super::store::{self, JobRow, LetterText};
use crate::attachments::domain::FileName;
use crate::attachments::storage::ObjectKey;
use crate::attachments::store::{NewAttachment, insert_attachment, next_version};
use crate::attachments::{self, FileStore};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::events;
use crate::properties::events::By;
use crate::properties::store::lock_property;

/// PDFs that a process makes at once: as many as typesetting allows.
pub const CONCURRENCY: usize = 2;
/// Browsers hear of a job after so many letters, and at its end.
const ANNOUNCED: i32 = 10;

const GONE: &str = "there is no such letter";
const NOT_MADE: &str = "The PDF could not be made.";

/// A letter without its PDF.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LetterRendering {
    pub letter_id: LetterId,
}

/// What making a PDF needs.
pub struct LetterMaker {
    pub pool: Pool,
    /// Object store of attachments.
    pub files: FileStore,
    pub typesetter: Typesetter,
}

impl Job for LetterRendering {
    const KIND: &'static str = "letter_rendering";
    const RETRY: &'static [Duration] = &[
        Duration::from_secs(2),
        Duration::from_secs(15),
        Duration::from_mins(2),
        Duration::from_mins(10),
    ];
    // Twice what typesetting may take. The letters that a killed process was making wait a little longer.
    const TIMEOUT: Duration = Duration::from_secs(40);
    type Context = LetterMaker;

    async fn run(self, maker: &LetterMaker, attempt: &Attempt) -> Result<(), JobError> {
        let firm = firm_of(attempt)?;
        let Some((letter, job)) = maker.find(firm, self.letter_id).await? else {
            return Err(JobError::permanent(GONE));
        };
        if letter.pdf_state == "made" || job.undone_at.is_some() {
            return Ok(());
        }
        let pdf = maker.typeset(&letter, &job).await?;
        let size = pdf.len();
        // Under the letter's own id: a repeated run replaces the object by the same bytes.
        let key = ObjectKey {
            customer_id: firm,
            attachment_id: AttachmentId(letter.letter_id.0),
        };
        maker.files.put(key, pdf).await.map_err(JobError::retry)?;
        maker.attach(firm, &letter, &job, size, attempt).await?;
        Ok(())
    }

    async fn on_dead(
        self,
        _maker: &LetterMaker,
        attempt: &Attempt,
        conn: &mut AsyncPgConnection,
    ) -> QueryResult<()> {
        let Some(firm) = attempt.customer_id else {
            return Ok(());
        };
        let Some((letter, _)) = store::find_text(conn, self.letter_id).await? else {
            return Ok(());
        };
        if store::end_pdf(conn, letter.letter_id, None).await? {
            let (ids, actor) = ([letter.letter_id], Actor::default());
            changes::insert_events(conn, &ids, "pdf_failed", actor, Some(NOT_MADE)).await?;
            advance(conn, firm, &letter).await?;
        }
        Ok(())
    }
}

fn firm_of(attempt: &Attempt) -> Result<CustomerId, JobError> {
    let firm = attempt.customer_id;
    firm.ok_or_else(|| JobError::permanent("a letter belongs to a firm"))
}

impl LetterMaker {
    async fn find(
        &self,
        firm: CustomerId,
        letter_id: LetterId,
    ) -> QueryResult<Option<(LetterText, JobRow)>> {
        db::tenant_tx(&self.pool, firm, async |conn| {
            store::find_text(conn, letter_id).await
        })
        .await
    }

    async fn typeset(&self, letter: &LetterText, job: &JobRow) -> Result<Vec<u8>, JobError> {
        match self.typesetter.pdf(&document::single(letter, job)).await {
            Ok(made) => Ok(made.pdf),
            Err(refused @ TypesetError::Refused(_)) => Err(JobError::permanent(refused)),
            Err(other) => Err(JobError::retry(other)),
        }
    }

    async fn attach(
        &self,
        firm: CustomerId,
        letter: &LetterText,
        job: &JobRow,
        size: usize,
        attempt: &Attempt,
    ) -> QueryResult<()> {
        db::tenant_tx(&self.pool, firm, async |conn| {
            // Before the claim: locks are taken in this order by all.
            let Some(property) = lock_property(conn, letter.property_id).await? else {
                return Ok(());
            };
            if !attempt.complete(conn).await? {
                // Another worker makes this letter.
                return Ok(());
            }
            // Under the property's lock: the letters may just have been taken back.
            let current = store::find_job(conn, letter.job_id).await?;
            if current.is_some_and(|job| job.undone_at.is_some()) {
                return Ok(());
            }
            let name = file_name(letter, "LOI");
            let name = name.as_str();
            let attachment_id = AttachmentId(letter.letter_id.0);
            let new = NewAttachment {
                attachment_id,
                property_id: letter.property_id,
                project_id: Some(letter.project_id),
                path: format!("{firm}/{}/{attachment_id}/{name}", letter.property_id),
                name,
                version: next_version(conn, letter.property_id, name).await?,
                size: i64::try_from(size).unwrap_or(i64::MAX),
                content_type: "application/pdf",
                uploaded_by: job.created_by,
                uploaded_by_email: &job.created_by_email,
            };
            let file = insert_attachment(conn, &new).await?;
            store::end_pdf(conn, letter.letter_id, Some(attachment_id)).await?;
            let by = By {
                customer_id: firm,
                actor: Some(job.created_by),
            };
            attachments::events::added(conn, by, &property, &file).await?;
            advance(conn, firm, letter).await
        })
        .await
    }
}

/// Counts the job's letters, and says so to browsers now and then.
async fn advance(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter: &LetterText,
) -> QueryResult<()> {
    let job = store::count_made(conn, letter.job_id).await?;
    if job.finished_at.is_some() || (job.made + job.failed) % ANNOUNCED == 0 {
        events::changed(conn, firm, job.project_id).await?;
    }
    Ok(())
}

/// The specification's name: the address with underscores, and '__LOI.pdf'.
pub fn file_name(letter: &LetterText, kind: &str) -> FileName {
    let place = letter.address.as_deref().unwrap_or(&letter.parcel_number);
    let words: Vec<&str> = place.split_whitespace().collect();
    let place = words.join("_").replace(['/', '\\'], "_");
    FileName::of(&format!("{place}__{kind}.pdf"))
}
