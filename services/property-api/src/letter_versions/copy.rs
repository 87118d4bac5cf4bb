//! 'Edit a copy': makes the next version of a letter.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use domain::{LetterId, LetterJobId, Money, OfferId, RequestKey};
use letter_of_intent::{ContentHash, Expiry, Status, Values};
use serde::Deserialize as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::domain::{Content, copied, number_of};
use super::dto::CopyLetterRequest;
use super::ops::texts_of;
use super::store::{self, NewVersion};
use crate::letter_jobs::render::LetterRendering;
use crate::letter_jobs::store::{self as jobs_store, JobRow, NewJob};
use crate::letter_register::changes::{self, Actor};
use crate::letter_register::domain::ON_ITS_WAY;
use crate::letter_register::store::LetterRow;
use crate::letter_register::{RegisterError, events, expiry, states};
use crate::letters::domain::MAX_LETTER_BYTES;
use crate::offers::activity as offer_activity;
use crate::offers::domain::{Basis, Side};
use crate::offers::store::{NewOffer, insert_offers};
use crate::properties::edits;
use crate::properties::events::{self as property_events, By};
use crate::properties::store::lock_property;
use crate::state::AppState;

const SIGNED: &str = "The letter is signed.";
const WITHDRAWN: &str = "The letter was withdrawn.";
const OVER: &str = "The letter would expire before it is made.";

/// Who copies.
struct Copier<'a> {
    user: &'a CurrentUser,
    name: &'a str,
}

/// Makes the next version. A repeated request returns what the first one made.
pub async fn copy_letter(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &CopyLetterRequest,
) -> Result<LetterRow, RegisterError> {
    if request.html.len() > MAX_LETTER_BYTES {
        let sentence = "The letter is larger than 1 MB.".to_owned();
        return Err(RegisterError::Field("html", sentence));
    }
    if request
        .price
        .as_ref()
        .is_some_and(|price| price.cents() == 0)
    {
        let sentence = "Use a price above 0.".to_owned();
        return Err(RegisterError::Field("price", sentence));
    }
    let hash = json!([letter_id, request.html, request.price, request.terms]).to_string();
    let hash = format!("{:x}", Sha256::digest(hash));
    let name = state.main_api.name_of(user).await;
    let copier = Copier { user, name: &name };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let found = jobs_store::find_text(conn, letter_id).await?;
        let (text, earlier) = found.ok_or(RegisterError::NotFound)?;
        // Before the letter: locks are taken in this order by all.
        lock_property(conn, text.property_id).await?;
        let key = (request.request_key, hash.as_str());
        let made = match copier.begin(conn, &earlier, key).await? {
            Begun::Before(made) => made,
            Begun::Now(job) => {
                let row = states::lock(conn, letter_id, request.version).await?;
                check(&row)?;
                copier.make(conn, &row, &job, request).await?
            }
        };
        states::reload(conn, made).await
    })
    .await
}

/// Whether a version can follow.
fn check(row: &LetterRow) -> Result<(), RegisterError> {
    let why = match (&row.newer, row.status()) {
        (Some(newer), _) => format!("{newer} was made meanwhile. Edit a copy of that one."),
        _ if row.withdrawn_at.is_some() => WITHDRAWN.to_owned(),
        (_, Status::Signed) => SIGNED.to_owned(),
        _ if row.mail_status.as_deref() == Some("queued") => ON_ITS_WAY.to_owned(),
        _ => return Ok(()),
    };
    Err(RegisterError::Refused(vec![why]))
}

/// When the copy expires: as its text says, else on the day that the firm set.
fn expires_at(
    row: &LetterRow,
    before: &Values,
    terms: &Values,
) -> Result<Option<DateTime<Utc>>, RegisterError> {
    let said = expiry::of_terms(terms);
    let is_over = said.is_some_and(|said| said.is_over(Utc::now()));
    if is_over && said != expiry::of_terms(before) {
        return Err(RegisterError::Field("terms", OVER.to_owned()));
    }
    let of_firm = row.expires_at.filter(|_| !row.says_expiry);
    Ok(said.as_ref().map(Expiry::instant).or(of_firm))
}

enum Begun {
    Now(Box<JobRow>),
    /// The letter that an earlier request of the same key made.
    Before(LetterId),
}

impl Copier<'_> {
    /// A job of one letter, with the letterhead of the earlier one.
    async fn begin(
        &self,
        conn: &mut AsyncPgConnection,
        earlier: &JobRow,
        (request_key, hash): (RequestKey, &str),
    ) -> Result<Begun, RegisterError> {
        let new = NewJob {
            job_id: LetterJobId(Uuid::now_v7()),
            project_id: earlier.project_id,
            request_key,
            request_hash: hash,
            sender: earlier.sender.clone(),
            created_by: self.user.user_id,
            created_by_name: self.name,
            created_by_email: &self.user.email,
        };
        if let Some(job) = jobs_store::insert_job(conn, &new).await? {
            let job = JobRow { letters: 1, ..job };
            let template = jobs_store::find_template(conn, earlier.job_id).await?;
            jobs_store::set_letters(conn, &job, template).await?;
            return Ok(Begun::Now(Box::new(job)));
        }
        let job = jobs_store::find_by_request(conn, request_key).await?;
        let made = store::find_letter_of_job(conn, job.job_id).await?;
        let made = made.filter(|_| job.request_hash == hash);
        made.map(Begun::Before).ok_or(RegisterError::KeyReused)
    }

    async fn make(
        &self,
        conn: &mut AsyncPgConnection,
        row: &LetterRow,
        job: &JobRow,
        request: &CopyLetterRequest,
    ) -> Result<LetterId, RegisterError> {
        let (template_version, html, terms, texts) =
            store::get_content(conn, row.letter_id).await?;
        let before = Content {
            html,
            // Stored by this service.
            terms: Values::deserialize(&terms).unwrap_or_default(),
            texts: texts_of(&texts),
        };
        let price = request.price.as_ref().filter(|price| **price != row.price);
        let copy = copied(&before, &request.html, price, &request.terms);
        let copy = copy.map_err(|(field, why)| RegisterError::Field(field, why))?;
        let expires_at = expires_at(row, &before.terms, &copy.terms)?;
        let version = store::get_last_version(conn, row).await? + 1;
        let number = number_of(row.year, row.serial, version);
        let number = number.ok_or_else(|| {
            RegisterError::Refused(vec!["The letter has too many versions.".to_owned()])
        })?;
        let number = number.to_string();
        let letter_id = LetterId(Uuid::now_v7());
        let hash = ContentHash::of(&template_version, &copy.terms, &copy.html);
        let new = NewVersion {
            letter_id,
            job_id: job.job_id,
            letter_version: version,
            number: &number,
            price: price.unwrap_or(&row.price).amount().clone(),
            content_hash: hash.as_str(),
            expires_at,
            html: &copy.html,
            terms: json!(copy.terms),
            texts: json!(copy.texts),
        };
        store::insert_version(conn, row.letter_id, &new).await?;
        if let Some(expires_at) = expires_at {
            changes::postpone_expiry(conn, letter_id, expires_at).await?;
        }
        if let Some(price) = price {
            self.offer(conn, row, (letter_id, &number), price).await?;
        }
        self.record(conn, row, (letter_id, &number)).await?;
        let firm = self.user.customer_id;
        jobs::enqueue(conn, firm, &LetterRendering { letter_id }).await?;
        events::changed(conn, firm, row.project_id).await?;
        Ok(letter_id)
    }

    /// The histories of both letters. A draft is replaced at once: two texts of one number that could
    /// both be sent would be a mistake waiting to happen.
    async fn record(
        &self,
        conn: &mut AsyncPgConnection,
        row: &LetterRow,
        (letter_id, number): (LetterId, &str),
    ) -> Result<(), RegisterError> {
        let actor = Actor::user(self.user.user_id, self.name);
        let note = format!("Copy of {}", row.number);
        changes::insert_events(conn, &[letter_id], "made", actor, Some(&note)).await?;
        changes::insert_events(conn, &[row.letter_id], "copied", actor, Some(number)).await?;
        if matches!(row.status(), Status::Draft | Status::Approved) {
            let note = format!("Replaced by {number}");
            changes::withdraw(conn, &[row.letter_id]).await?;
            changes::insert_events(conn, &[row.letter_id], "withdrawn", actor, Some(&note)).await?;
        }
        Ok(())
    }

    /// The new price in the history of offers and at the property.
    async fn offer(
        &self,
        conn: &mut AsyncPgConnection,
        row: &LetterRow,
        (letter_id, number): (LetterId, &str),
        price: &Money,
    ) -> Result<(), RegisterError> {
        let reason = format!("Typed for {number}");
        let offer = NewOffer {
            offer_id: OfferId(Uuid::now_v7()),
            property_id: row.property_id,
            amount: Some(price.amount().clone()),
            side: Side::Buyer,
            basis: Basis::Manual,
            reason: &reason,
            actor_id: self.user.user_id,
            actor_name: self.name,
            letter_id: Some(letter_id),
            comp_snapshot_id: None,
        };
        insert_offers(conn, &[offer]).await?;
        let (ids, amounts) = ([row.property_id], [price.amount().clone()]);
        let changed = jobs_store::set_offers(conn, &ids, &amounts).await?;
        if !changed.is_empty()
            && let Some(property) = lock_property(conn, row.property_id).await?
        {
            let by = By::user(self.user);
            let fields = ["offer_value"];
            edits::record(conn, row.property_id, &fields, self.name).await?;
            property_events::updated(conn, by, &property, &fields).await?;
            let project_id = Some(row.project_id);
            offer_activity::report(conn, self.user, &property, project_id, Some(price)).await?;
        }
        Ok(())
    }
}
