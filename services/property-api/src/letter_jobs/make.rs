//! Makes letters: the job, the letters with their numbers, the offer values and the jobs of their
//! PDFs in one transaction, or nothing.

use std::collections::HashSet;

use auth::CurrentUser;
use chrono::{Datelike as _, Utc};
use db::AsyncPgConnection;
use domain::{LetterId, LetterJobId, OfferId, PropertyId};
use letter_of_intent::{ContentHash, LetterNumber, PriceRule, Zone};
use serde_json::json;
use sha2::{Digest as _, Sha256};
use uuid::Uuid;

use super::LetterJobError;
use super::batch::Batch;
use super::compose::{Composed, Composer};
use super::dto::{LettersStarted, MakeLettersRequest, SkippedProperty};
use super::offers::{self, JobOffer};
use super::preview::read_sources;
use super::render::LetterRendering;
use super::sender::{self, Sender};
use super::store::{self, JobRow, NewJob, Reading};
use crate::letter_register::activity::{self, Named};
use crate::letter_register::changes::{self, Actor, NewLetter};
use crate::letter_register::{events, expiry};
use crate::letter_templates::{Chosen, choice};
use crate::offers::domain::{Basis, Side};
use crate::offers::store::{NewOffer, insert_offers};
use crate::properties::events::By;
use crate::properties::{edits, projects};
use crate::state::AppState;

const TYPED: &str = "Typed for a letter";

/// What a transaction makes letters with.
struct Making<'a> {
    user: &'a CurrentUser,
    name: &'a str,
    sender: &'a Sender,
    batch: &'a Batch,
    skip_blocked: bool,
    /// Of the project.
    category: Option<String>,
}

/// Starts letters. A repeated request returns what the first one made.
pub async fn make(
    state: &AppState,
    user: &CurrentUser,
    request: MakeLettersRequest,
) -> Result<LettersStarted, LetterJobError> {
    let (request_key, skip_blocked) = (request.request_key, request.skip_blocked);
    let request = request.into_batch();
    let hash = json!([request, skip_blocked]).to_string();
    let hash = format!("{:x}", Sha256::digest(hash));
    let batch = Batch::check(request, Utc::now())?;
    projects::require(&state.pool, &state.main_api, user, batch.project_id).await?;
    let sender = sender::find(&state.main_api, user)
        .await
        .map_err(LetterJobError::Letterhead)?;
    let category = choice::category_of(state, user, batch.project_id).await?;
    let name = state.main_api.name_of(user).await;
    let making = Making {
        user,
        name: &name,
        sender: &sender,
        batch: &batch,
        skip_blocked,
        category,
    };
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let new = NewJob {
            job_id: LetterJobId(Uuid::now_v7()),
            project_id: batch.project_id,
            request_key,
            request_hash: &hash,
            sender: json!(sender),
            created_by: user.user_id,
            created_by_name: &name,
            created_by_email: &user.email,
        };
        if let Some(job) = store::insert_job(conn, &new).await? {
            return making.make(conn, job).await;
        }
        let job = store::find_by_request(conn, request_key).await?;
        if job.request_hash != hash {
            return Err(LetterJobError::KeyReused);
        }
        started(conn, job).await
    })
    .await
}

async fn started(
    conn: &mut AsyncPgConnection,
    job: JobRow,
) -> Result<LettersStarted, LetterJobError> {
    let (first_number, last_number) = store::find_numbers(conn, job.job_id).await?;
    Ok(LettersStarted {
        job_id: job.job_id,
        letters: job.letters,
        skipped: serde_json::from_value(job.skipped).unwrap_or_default(),
        first_number,
        last_number,
    })
}

impl Making<'_> {
    async fn make(
        &self,
        conn: &mut AsyncPgConnection,
        mut job: JobRow,
    ) -> Result<LettersStarted, LetterJobError> {
        let chosen = choice::choose(conn, self.batch.template, self.category.clone()).await?;
        let (version, template) = (chosen.version(), chosen.own());
        let composed = self.compose(conn, chosen).await?;
        let skipped: Vec<SkippedProperty> = composed
            .iter()
            .filter(|one| one.is_blocked())
            .map(|one| SkippedProperty {
                property_id: one.source.row.property_id,
                sentence: one.why_blocked(),
            })
            .collect();
        let is_blocked = !self.skip_blocked && !skipped.is_empty();
        if is_blocked || skipped.len() == composed.len() {
            return Err(LetterJobError::Blocked(skipped));
        }
        let made: Vec<Composed> = composed
            .into_iter()
            .filter(|one| !one.is_blocked())
            .collect();
        let letters = self.number(conn, &job, made, &version).await?;
        job.letters = i32::try_from(letters.len()).unwrap_or(i32::MAX);
        job.skipped = json!(skipped);
        store::set_letters(conn, &job, template).await?;
        let ids: Vec<LetterId> = letters.iter().map(|letter| letter.letter_id).collect();
        changes::insert_letters(conn, &letters).await?;
        let named: Vec<_> = letters.iter().map(Named::from).collect();
        activity::report(conn, By::user(self.user), job.project_id, &named, "made").await?;
        let actor = Actor::user(self.user.user_id, self.name);
        changes::insert_events(conn, &ids, "made", actor, None).await?;
        let jobs: Vec<LetterRendering> = ids
            .into_iter()
            .map(|letter_id| LetterRendering { letter_id })
            .collect();
        jobs::enqueue_all(conn, self.user.customer_id, &jobs).await?;
        events::changed(conn, self.user.customer_id, job.project_id).await?;
        started(conn, job).await
    }

    /// The letters of the locked properties. Thousands take seconds.
    async fn compose(
        &self,
        conn: &mut AsyncPgConnection,
        chosen: Chosen,
    ) -> Result<Vec<Composed>, LetterJobError> {
        let sources = read_sources(conn, self.batch, Reading::Locked).await?;
        let (batch, sender) = (self.batch.clone(), self.sender.clone());
        let composed = tokio::task::spawn_blocking(move || {
            let composer = Composer::new(&batch, &sender, &chosen);
            let sources = sources.into_iter();
            sources.map(|source| composer.compose(source)).collect()
        });
        Ok(composed.await?)
    }

    /// Gives letters their numbers, and their properties the prices as offers.
    async fn number(
        &self,
        conn: &mut AsyncPgConnection,
        job: &JobRow,
        made: Vec<Composed>,
        version: &str,
    ) -> Result<Vec<NewLetter>, LetterJobError> {
        let ids: Vec<LetterId> = made.iter().map(|_| LetterId(Uuid::now_v7())).collect();
        self.offer(conn, job.job_id, &made, &ids).await?;
        let year = u16::try_from(Zone::Chicago.local(Utc::now()).year()).unwrap_or_default();
        let count = i32::try_from(made.len()).unwrap_or(i32::MAX);
        // Late, because other jobs of the firm wait for the counter until the commit.
        let last = changes::take_serials(conn, year.into(), count).await?;
        let last = u32::try_from(last).unwrap_or_default();
        let numbers = LetterNumber::after(year, last, count.unsigned_abs());
        let letters = ids.into_iter().zip(numbers).zip(made).zip(1..);
        Ok(letters
            .map(|(((letter_id, number), one), ordinal)| {
                self.new_letter(job, (ordinal, letter_id, number), version, one)
            })
            .collect())
    }

    async fn offer(
        &self,
        conn: &mut AsyncPgConnection,
        job_id: LetterJobId,
        made: &[Composed],
        ids: &[LetterId],
    ) -> Result<(), LetterJobError> {
        let rule = self.batch.price_rule.as_ref().map(PriceRule::words);
        let (mut properties, mut amounts, mut history) = (Vec::new(), Vec::new(), Vec::new());
        let mut before = Vec::new();
        for (one, letter_id) in made.iter().zip(ids) {
            let Ok(price) = &one.price else { continue };
            let Some(basis) = price.basis else { continue };
            properties.push(one.source.row.property_id);
            let amount = price.amount.amount();
            amounts.push(amount.clone());
            before.push(JobOffer::new(job_id, &one.source.row, amount.clone()));
            history.push(NewOffer {
                offer_id: OfferId(Uuid::now_v7()),
                property_id: one.source.row.property_id,
                amount: Some(amount.clone()),
                side: Side::Buyer,
                basis,
                reason: match basis {
                    Basis::Rule => rule.as_deref().unwrap_or_default(),
                    _ => TYPED,
                },
                actor_id: self.user.user_id,
                actor_name: self.name,
                letter_id: Some(*letter_id),
                comp_snapshot_id: None,
            });
        }
        insert_offers(conn, &history).await?;
        let changed = store::set_offers(conn, &properties, &amounts).await?;
        let edited: Vec<_> = changed
            .iter()
            .map(|row| (row.property_id, offers::FIELD))
            .collect();
        edits::record_all(conn, &edited, self.name).await?;
        let changed_ids: HashSet<PropertyId> = changed.iter().map(|row| row.property_id).collect();
        before.retain(|offer| changed_ids.contains(&offer.property_id));
        offers::insert(conn, &before).await?;
        Ok(offers::publish(conn, self.user, &changed).await?)
    }

    fn new_letter(
        &self,
        job: &JobRow,
        (ordinal, letter_id, number): (i32, LetterId, LetterNumber),
        template_version: &str,
        one: Composed,
    ) -> NewLetter {
        let letter = one.letter;
        // What is hashed is what is stored.
        let hash = ContentHash::of(template_version, &letter.terms, &letter.html);
        let row = one.source.row;
        let property_id: PropertyId = row.property_id;
        let county = row.parcel.county_fips.as_deref();
        let firm_expiry = self.batch.expires_on.map(|day| expiry::end_of(day, county));
        let price = one.price.map(|price| price.amount.into());
        NewLetter {
            letter_id,
            job_id: job.job_id,
            ordinal,
            project_id: job.project_id,
            property_id,
            year: number.year().into(),
            serial: i32::try_from(number.serial()).unwrap_or(i32::MAX),
            number: number.to_string(),
            template_version: template_version.to_owned(),
            parcel_number: row.parcel_number,
            address: row.parcel.address,
            city: row.parcel.city,
            owner_name: row.parcel.owner_name,
            // Letters without price are blocked.
            price: price.unwrap_or_default(),
            expires_at: firm_expiry.map_or_else(
                || expiry::of_terms(&letter.terms).map(|expiry| expiry.instant()),
                |expiry| Some(expiry.instant()),
            ),
            firm_expiry: firm_expiry.map(|expiry| json!(expiry)),
            html: letter.html,
            terms: json!(letter.terms),
            texts: json!(letter.texts),
            report: json!(letter.report),
            content_hash: hash.to_string(),
        }
    }
}
