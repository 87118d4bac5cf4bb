//! Offer values that letters gave to their properties, and how they are set back. Row-level security scopes every query.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterJobId, OfferId, PropertyId};
use messaging::{Event, outbox};
use serde_json::json;
use uuid::Uuid;

use super::store::{OFFERED, OfferedRow};
use super::undo_dto::LetterOfferLeft;
use crate::offers::domain::{Basis, Side};
use crate::offers::store::{NewOffer, insert_offers};
use crate::properties::edits::{self, changed_since};
use crate::properties::store::PropertyRow;
use crate::schema::{letter_job_offers, offers};

/// The column, as it is named in the property's edits.
pub const FIELD: &str = "offer_value";
/// Reason of an offer that is set back, for the offer history.
const TAKEN_BACK: &str = "Letter taken back";

/// The offer value of a property before and after a letter was made.
#[derive(Debug, Insertable, Queryable, Selectable)]
#[diesel(table_name = letter_job_offers, check_for_backend(diesel::pg::Pg))]
pub struct JobOffer {
    pub job_id: LetterJobId,
    pub property_id: PropertyId,
    pub before: Option<BigDecimal>,
    pub after: BigDecimal,
    /// Whether the firm had set the earlier value itself.
    pub was_edited: bool,
}

impl JobOffer {
    pub fn new(job_id: LetterJobId, before: &PropertyRow, after: BigDecimal) -> Self {
        Self {
            job_id,
            property_id: before.property_id,
            before: before.offer_value.clone(),
            after,
            was_edited: before.edited.iter().any(|field| field == FIELD),
        }
    }
}

/// At most as many rows as letters of a job.
pub async fn insert(conn: &mut AsyncPgConnection, rows: &[JobOffer]) -> QueryResult<usize> {
    diesel::insert_into(letter_job_offers::table)
        .values(rows)
        .execute(conn)
        .await
}

/// Sets the offers of a job's locked properties back where they are still those of its letters; returns the others.
pub(super) async fn set_back(
    conn: &mut AsyncPgConnection,
    (user, name): (&CurrentUser, &str),
    job_id: LetterJobId,
    letters: &HashSet<LetterId>,
    properties: &HashMap<PropertyId, PropertyRow>,
) -> QueryResult<Vec<LetterOfferLeft>> {
    let written = list(conn, job_id).await?;
    let ids: Vec<PropertyId> = written.iter().map(|offer| offer.property_id).collect();
    let last = list_last(conn, &ids).await?;
    let (mut back, mut left) = (Vec::new(), Vec::new());
    for offer in written {
        let Some(property) = properties.get(&offer.property_id) else {
            continue;
        };
        // Another letter may offer the same amount.
        let is_last = last
            .get(&offer.property_id)
            .is_some_and(|letter| letters.contains(letter));
        if is_last && property.offer_value.as_ref() == Some(&offer.after) {
            back.push(offer);
        } else {
            left.push(left_as_it_is(conn, property).await?);
        }
    }
    write_back(conn, (user, name), &back).await?;
    Ok(left)
}

async fn list(conn: &mut AsyncPgConnection, job_id: LetterJobId) -> QueryResult<Vec<JobOffer>> {
    letter_job_offers::table
        .filter(letter_job_offers::job_id.eq(job_id))
        .order(letter_job_offers::property_id)
        .select(JobOffer::as_select())
        .load(conn)
        .await
}

/// The letters for which the firm's last offers were made; without properties whose last offer was not for a letter.
async fn list_last(
    conn: &mut AsyncPgConnection,
    ids: &[PropertyId],
) -> QueryResult<HashMap<PropertyId, LetterId>> {
    let last: Vec<(PropertyId, Option<LetterId>)> = offers::table
        .filter(offers::property_id.eq_any(ids))
        .filter(offers::side.eq(Side::Buyer))
        .distinct_on(offers::property_id)
        .order((
            offers::property_id,
            offers::created_at.desc(),
            offers::offer_id.desc(),
        ))
        .select((offers::property_id, offers::letter_id))
        .load(conn)
        .await?;
    let of_letters = last.into_iter();
    Ok(of_letters
        .filter_map(|(property_id, letter_id)| Some((property_id, letter_id?)))
        .collect())
}

async fn left_as_it_is(
    conn: &mut AsyncPgConnection,
    property: &PropertyRow,
) -> QueryResult<LetterOfferLeft> {
    let edits = edits::list(conn, property.property_id).await?;
    let edit = edits.into_iter().find(|edit| edit.field == FIELD);
    let place = property.parcel.address.as_ref();
    Ok(LetterOfferLeft {
        property_id: property.property_id,
        place: place.unwrap_or(&property.parcel_number).clone(),
        sentence: changed_since(edit.as_ref().map(|edit| edit.edited_by_name.as_str())),
    })
}

/// Writes the values before, and the offers that they are now. What was the county's before is the county's again.
async fn write_back(
    conn: &mut AsyncPgConnection,
    (user, name): (&CurrentUser, &str),
    back: &[JobOffer],
) -> QueryResult<()> {
    let Some(JobOffer { job_id, .. }) = back.first() else {
        return Ok(());
    };
    let ids: Vec<PropertyId> = back.iter().map(|offer| offer.property_id).collect();
    let changed: Vec<OfferedRow> = diesel::sql_query(format!(
        "UPDATE properties p SET offer_value = o.before, version = version + 1, updated_at = now(), \
         edited = CASE WHEN o.was_edited THEN edited ELSE array_remove(edited, 'offer_value') END \
         FROM letter_job_offers o \
         WHERE o.job_id = $1 AND o.property_id = p.property_id AND p.property_id = ANY($2) RETURNING {OFFERED}"
    ))
    .bind::<SqlUuid, _>(*job_id)
    .bind::<Array<SqlUuid>, _>(&ids)
    .load(conn)
    .await?;
    let history: Vec<NewOffer<'_>> = back
        .iter()
        .map(|offer| NewOffer {
            offer_id: OfferId(Uuid::now_v7()),
            property_id: offer.property_id,
            amount: offer.before.clone(),
            side: Side::Buyer,
            basis: Basis::Manual,
            reason: TAKEN_BACK,
            actor_id: user.user_id,
            actor_name: name,
            letter_id: None,
            comp_snapshot_id: None,
        })
        .collect();
    insert_offers(conn, &history).await?;
    let (own, not_own): (Vec<&JobOffer>, Vec<&JobOffer>) =
        back.iter().partition(|offer| offer.was_edited);
    let own: Vec<_> = own.iter().map(|offer| (offer.property_id, FIELD)).collect();
    let not_own: Vec<_> = not_own.iter().map(|offer| offer.property_id).collect();
    edits::record_all(conn, &own, name).await?;
    edits::delete_all(conn, &not_own, FIELD).await?;
    publish(conn, user, &changed).await
}

/// `property.updated`, as when the offer value is typed.
pub async fn publish(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    changed: &[OfferedRow],
) -> QueryResult<()> {
    if changed.is_empty() {
        return Ok(());
    }
    let events: Vec<Event> = changed.iter().map(|row| updated(user, row)).collect();
    outbox::append_all(conn, &events).await
}

fn updated(user: &CurrentUser, row: &OfferedRow) -> Event {
    let data = json!({
        "ll_uuid": row.ll_uuid,
        "parcel_number": row.parcel_number,
        "project_ids": row.project_ids,
        "changed": [FIELD],
    });
    let firm = user.customer_id;
    let mut event = Event::new("property.updated", row.ll_uuid, row.version, firm, data);
    event.actor_id = Some(user.user_id);
    event
}
