//! Sets states by hand.

use auth::CurrentUser;
use db::AsyncPgConnection;
use domain::{LetterId, Money, OfferId};
use letter_of_intent::Status;
use uuid::Uuid;

use super::changes::{self, Actor};
use super::domain::{Approvals, Note, ON_ITS_WAY, refusals};
use super::dto::SetLetterStatusRequest;
use super::store::{self, LetterRow};
use super::{RegisterError, effects, list};
use crate::offers::approval;
use crate::offers::domain::{Basis, Side};
use crate::offers::store::{NewOffer, insert_offers};
use crate::properties::events::By;
use crate::state::AppState;

pub async fn set_status(
    state: &AppState,
    user: &CurrentUser,
    letter_id: LetterId,
    request: &SetLetterStatusRequest,
) -> Result<LetterRow, RegisterError> {
    let kind = kind_of(request.to)?;
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = lock(conn, letter_id, request.version).await?;
        let change = Change {
            to: request.to,
            kind,
            note: request.note.as_ref().and_then(Note::text),
        };
        set(conn, user, &name, &row, &change).await?;
        if let Some(price) = request
            .counter_price
            .clone()
            .filter(|_| request.to == Status::Countered)
        {
            let reason = format!("Counter to {}", row.number);
            add_counter(conn, user, &name, &row, (price, &reason)).await?;
        }
        reload(conn, letter_id).await
    })
    .await
}

/// A change of state by a person.
pub struct Change<'a> {
    pub to: Status,
    /// Of the event.
    pub kind: &'a str,
    pub note: Option<&'a str>,
}

/// Sets the state of a locked letter, with all that follows from it.
pub async fn set(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    row: &LetterRow,
    change: &Change<'_>,
) -> Result<(), RegisterError> {
    let rule = approval::find_rule(conn).await?;
    let totals = list::job_totals(conn, std::slice::from_ref(row)).await?;
    let approvals = Approvals {
        rule: &rule,
        job_total: totals.get(&row.job_id).and_then(Option::as_ref),
        approver: user.user_id,
    };
    let why = refusals(row, change.to, &approvals).unwrap_or_else(|| {
        let (from, to) = (row.status().as_str(), change.to.as_str());
        vec![format!("A letter does not go from {from} to {to}.")]
    });
    if !why.is_empty() {
        return Err(RegisterError::Refused(why));
    }
    if row.mail_status.as_deref() == Some("queued") {
        return Err(RegisterError::Refused(vec![ON_ITS_WAY.to_owned()]));
    }
    changes::set_status(conn, row.letter_id, change.to).await?;
    let actor = Actor::user(user.user_id, name);
    changes::insert_events(conn, &[row.letter_id], change.kind, actor, change.note).await?;
    Ok(effects::follow(conn, By::user(user), &[row], change.to).await?)
}

/// States that people set, and the event of each.
fn kind_of(to: Status) -> Result<&'static str, RegisterError> {
    Ok(match to {
        Status::Draft => "reopened",
        Status::Sent => "handed_over",
        Status::Countered => "countered",
        Status::Signed => "signed",
        Status::Declined => "declined",
        Status::Approved | Status::Opened | Status::Expired => {
            let sentence = "This state is not set by hand.".to_owned();
            return Err(RegisterError::Field("to", sentence));
        }
    })
}

/// The seller's price in the history of offers.
pub async fn add_counter(
    conn: &mut AsyncPgConnection,
    user: &CurrentUser,
    name: &str,
    row: &LetterRow,
    (price, reason): (Money, &str),
) -> Result<(), RegisterError> {
    let offer = NewOffer {
        offer_id: OfferId(Uuid::now_v7()),
        property_id: row.property_id,
        amount: Some(price.into()),
        side: Side::Seller,
        basis: Basis::Counter,
        reason,
        actor_id: user.user_id,
        actor_name: name,
        letter_id: Some(row.letter_id),
        comp_snapshot_id: None,
    };
    Ok(insert_offers(conn, &[offer]).await?)
}

/// Locks a letter that is still at the version that the caller read.
pub async fn lock(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
    version: i64,
) -> Result<LetterRow, RegisterError> {
    let found = store::lock_letters(conn, &[letter_id]).await?.pop();
    let row = found.ok_or(RegisterError::NotFound)?;
    if row.version != version {
        let (name, at) = changes::find_last_change(conn, letter_id).await?;
        let version = row.version;
        return Err(RegisterError::Changed { version, name, at });
    }
    Ok(row)
}

/// A letter as it is now.
pub async fn reload(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> Result<LetterRow, RegisterError> {
    let found = store::find_letters(conn, &[letter_id]).await?.pop();
    found.ok_or(RegisterError::NotFound)
}
