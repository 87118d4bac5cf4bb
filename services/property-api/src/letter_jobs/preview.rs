//! What letters would say: all terms and prices resolved, nothing stored.

use std::collections::HashMap;

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::Utc;
use db::AsyncPgConnection;
use domain::{Money, PropertyId};
use letter_of_intent::{ApprovalRule, PriceRule, Status, Threshold};

use super::batch::Batch;
use super::compose::{Composed, Composer, Source};
use super::dto::{
    ApprovalNeed, EarlierLetter, LetterBatch, LetterPreview, LetterPreviewRow, LetterPreviewTotals,
    LetterTemplateUsed, LetterWarning,
};
use super::store::{self, Reading};
use super::{LetterJobError, inputs, sender};
use crate::incomes::ops::latest_noi;
use crate::letter_templates::{Chosen, choice};
use crate::offers::approval;
use crate::properties::projects;
use crate::properties::store::money;
use crate::state::AppState;

pub async fn preview(
    state: &AppState,
    user: &CurrentUser,
    request: LetterBatch,
) -> Result<LetterPreview, LetterJobError> {
    let batch = Batch::check(request, Utc::now())?;
    projects::require(&state.pool, &state.main_api, user, batch.project_id).await?;
    let sender = sender::find(&state.main_api, user)
        .await
        .map_err(LetterJobError::Letterhead)?;
    let category = choice::category_of(state, user, batch.project_id).await?;
    let (chosen, sources, earlier, rule) =
        db::tenant_tx(&state.pool, user.customer_id, async |conn| {
            let chosen = choice::choose(conn, batch.template, category).await?;
            let sources = read_sources(conn, &batch, Reading::Plain).await?;
            let earlier = store::list_earlier(conn, batch.project_id, &batch.property_ids).await?;
            let rule = approval::find_rule(conn).await?;
            Ok::<_, LetterJobError>((chosen, sources, earlier, rule))
        })
        .await?;
    let mut letters: HashMap<PropertyId, Vec<EarlierLetter>> = HashMap::new();
    for (property_id, letter_id, number, status) in earlier {
        letters.entry(property_id).or_default().push(EarlierLetter {
            letter_id,
            number,
            status: Status::named(&status).unwrap_or(Status::Draft),
        });
    }
    // Thousands of letters take seconds.
    tokio::task::spawn_blocking(move || {
        let composer = Composer::new(&batch, &sender, &chosen);
        let made: Vec<Composed> = sources
            .into_iter()
            .map(|source| composer.compose(source))
            .collect();
        Ok(answer((&batch, &chosen), &made, letters, &rule))
    })
    .await?
}

/// The batch's properties with their contacts, in the request's order.
pub async fn read_sources(
    conn: &mut AsyncPgConnection,
    batch: &Batch,
    reading: Reading,
) -> Result<Vec<Source>, LetterJobError> {
    let ids = &batch.property_ids;
    let rows = store::list_properties(conn, batch.project_id, ids, reading).await?;
    let mut rows: HashMap<_, _> = rows.into_iter().map(|row| (row.property_id, row)).collect();
    let contacts = store::list_first_contacts(conn, ids).await?;
    let mut contacts: HashMap<_, _> = contacts.into_iter().collect();
    let mut noi = match &batch.price_rule {
        Some(PriceRule {
            income: Some(kind), ..
        }) => latest_noi(conn, ids, *kind).await?,
        _ => HashMap::new(),
    };
    let (mut sources, mut unknown) = (Vec::with_capacity(ids.len()), Vec::new());
    for id in ids {
        match rows.remove(id) {
            Some(row) => sources.push(Source {
                row,
                contact: contacts.remove(id),
                noi: noi.remove(id),
            }),
            None => unknown.push(*id),
        }
    }
    if unknown.is_empty() {
        Ok(sources)
    } else {
        Err(LetterJobError::NoProperties(unknown))
    }
}

fn answer(
    (batch, chosen): (&Batch, &Chosen),
    composed: &[Composed],
    mut earlier: HashMap<PropertyId, Vec<EarlierLetter>>,
    rule: &ApprovalRule,
) -> LetterPreview {
    let prices = || {
        let made = composed.iter().filter(|one| !one.is_blocked());
        made.filter_map(|one| one.price.as_ref().ok())
    };
    let amounts: Vec<&Money> = prices().map(|price| &price.amount).collect();
    let total: BigDecimal = amounts.iter().map(|amount| amount.amount()).sum();
    let totals = LetterPreviewTotals {
        letters: amounts.len(),
        blocked: composed.len() - amounts.len(),
        price: total.clone(),
    };
    let approval = approval_need(&amounts, Money::try_from(total).ok().as_ref(), rule);
    let mut warnings: Vec<LetterWarning> = batch
        .price_rule
        .iter()
        .flat_map(PriceRule::warnings)
        .map(|warning| LetterWarning {
            field: format!("price_rule.{}", warning.field),
            sentence: warning.sentence,
        })
        .collect();
    if !earlier.is_empty() {
        let sentence = match earlier.len() {
            1 => "One property has a letter already.".to_owned(),
            count => format!("{count} properties have letters already."),
        };
        warnings.push(LetterWarning {
            field: "property_ids".to_owned(),
            sentence,
        });
    }
    let rows = composed.iter().map(|one| {
        let letters = earlier.remove(&one.source.row.property_id);
        row(one, letters.unwrap_or_default())
    });
    LetterPreview {
        rows: rows.collect(),
        totals,
        template: LetterTemplateUsed {
            template_id: chosen.template,
            name: chosen.name.clone(),
            number: chosen.number,
        },
        inputs: inputs::of(chosen, composed),
        warnings,
        approval,
    }
}

fn approval_need(amounts: &[&Money], total: Option<&Money>, rule: &ApprovalRule) -> ApprovalNeed {
    let exceeded = amounts
        .iter()
        .find_map(|amount| rule.exceeded(amount, total));
    let words = match exceeded.filter(|_| !rule.own_letters) {
        Some(Threshold::Letter) => "Letters above the firm's threshold",
        Some(Threshold::Job) => "Together the letters are above the firm's threshold: they",
        None => {
            return ApprovalNeed {
                needed: false,
                sentence: None,
            };
        }
    };
    ApprovalNeed {
        needed: true,
        sentence: Some(format!("{words} need the approval of another person.")),
    }
}

fn row(one: &Composed, letters: Vec<EarlierLetter>) -> LetterPreviewRow {
    let row = &one.source.row;
    let price = one.price.as_ref().ok();
    LetterPreviewRow {
        property_id: row.property_id,
        ll_uuid: row.ll_uuid,
        parcel_number: row.parcel_number.clone(),
        address: row.parcel.address.clone(),
        city: row.parcel.city.clone(),
        owner_name: row.parcel.owner_name.clone(),
        contact_name: one
            .source
            .contact
            .as_ref()
            .map(crate::contacts::store::ContactRow::full_name),
        acres: one.facts.ll_gisacre,
        square_feet: row.square_feet,
        appraised_value: money(row.appraised_value.clone()),
        market_value: money(row.market_value.clone()),
        total_value: money(row.total_value.clone()),
        offer_value: money(row.offer_value.clone()),
        price: price.map(|price| price.amount.clone()),
        limit: price.and_then(|price| price.limit),
        price_problem: one.price.as_ref().err().cloned(),
        earnest_money: one.share_of_price("earnest_percent"),
        deposit: one.share_of_price("deposit_percent"),
        lacks: one.letter.report.clone(),
        blocked: one.is_blocked(),
        letters,
    }
}
