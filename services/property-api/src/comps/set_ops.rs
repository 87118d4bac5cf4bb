//! Reads and changes the comparable sales of a property, one transaction each.

use std::collections::{HashMap, HashSet};

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use comparable_sales::{AdjustmentUnit, AreaUnit, Areas};
use db::AsyncPgConnection;
use domain::{CompId, PropertyId};
use letter_of_intent::Decimal;
use serde::Deserialize as _;

use super::domain::reason as reason_line;
use super::dto::Comp;
use super::set_dto::{
    CompAdjustment, CompAdjustmentInput, CompFigures, CompSet, CompSetItem, CompSetItemInput,
    UpdateCompSetRequest,
};
use super::set_store::{self, ItemRow, NewItem, SetRow};
use super::store::CompRow;
use super::{CompError, evaluate};
use crate::properties::PropertyError;
use crate::properties::facts::Facts;
use crate::properties::store::{PropertyRow, find_property, lock_property};
use crate::state::AppState;

const MAX_ITEMS: usize = 100;
const MAX_ADJUSTMENTS: usize = 20;
/// Largest upward adjustment in percent; downward, 100 % leaves nothing.
const MAX_PERCENT: u32 = 1_000;

pub async fn get_set(
    state: &AppState,
    user: &CurrentUser,
    property_id: PropertyId,
) -> Result<CompSet, CompError> {
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = find_property(conn, property_id).await?;
        let property = property.ok_or(PropertyError::NotFound)?;
        let set = set_store::find_set(conn, property_id).await?;
        load(conn, &property, set).await
    })
    .await
}

/// Replaces the set. The property's lock orders concurrent changes.
pub async fn update_set(
    state: &AppState,
    user: &CurrentUser,
    request: UpdateCompSetRequest,
) -> Result<CompSet, CompError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = lock_property(conn, request.property_id).await?;
        let property = property.ok_or(PropertyError::NotFound)?;
        let set = set_store::lock_set(conn, request.property_id).await?;
        let before = load(conn, &property, set).await?;
        if before.version != request.version {
            return Err(CompError::SetChanged(before.version));
        }
        require_comps(conn, &request.items).await?;
        let removed = set_store::list_removed(conn, request.property_id).await?;
        let removed = removed.into_iter().map(item_of);
        let removed = removed.collect::<Result<Vec<_>, _>>()?;
        let known = before.items.iter().chain(&removed);
        let items = new_items(&request, known, &name)?;
        let (id, unit) = (request.property_id, request.unit);
        set_store::replace_set(conn, id, unit, &name, &items).await?;
        let set = set_store::find_set(conn, id).await?;
        load(conn, &property, set).await
    })
    .await
}

/// The set of a property with its figures; an empty one of acres before the first change.
pub async fn load(
    conn: &mut AsyncPgConnection,
    property: &PropertyRow,
    set: Option<SetRow>,
) -> Result<CompSet, CompError> {
    let unit = set.as_ref().map_or(AreaUnit::Acre, unit_of);
    let rows = set_store::list_items(conn, property.property_id).await?;
    let (mut items, mut deleted) = (Vec::with_capacity(rows.len()), Vec::new());
    for (item, comp) in rows {
        deleted.push(comp.deleted_at.is_some());
        items.push(item_of((item, comp))?);
    }
    let statistics = evaluate::evaluate(&mut items, &deleted, unit);
    Ok(CompSet {
        property_id: property.property_id,
        version: set.as_ref().map_or(0, |set| set.version),
        unit,
        area: area_of(property, unit),
        items,
        statistics,
        updated_by_name: set.map(|set| set.updated_by_name),
    })
}

/// An item without its figures.
fn item_of((item, comp): (ItemRow, CompRow)) -> Result<CompSetItem, CompError> {
    Ok(CompSetItem {
        comp: Comp::from(comp),
        adjustments: Vec::deserialize(&item.adjustments)?,
        excluded_reason: item.excluded_reason,
        excluded_by_name: item.excluded_by_name,
        figures: CompFigures::default(),
    })
}

/// The check constraint allows only known names.
fn unit_of(set: &SetRow) -> AreaUnit {
    use AreaUnit::{Acre, GrossSquareFoot, LandSquareFoot, RentableSquareFoot};

    let known = [Acre, LandSquareFoot, GrossSquareFoot, RentableSquareFoot];
    let named = |unit: &AreaUnit| set_store::unit_name(*unit) == set.unit;
    known.into_iter().find(named).unwrap_or(Acre)
}

/// The property's area, with all decimals that fit: fewer would change the offer.
fn area_of(property: &PropertyRow, unit: AreaUnit) -> Option<Decimal> {
    let acres = Facts::from_stored(&property.parcel.facts).ll_gisacre;
    let feet = property.square_feet.map(|feet| feet.to_string());
    let feet: Option<Decimal> = feet.and_then(|feet| feet.parse().ok());
    let areas = Areas {
        acres: acres.and_then(|acres| Decimal::cut(acres).ok()),
        land_square_feet: None,
        gross_square_feet: feet.clone(),
        rentable_square_feet: feet,
    };
    Decimal::cut_exact(&areas.of(unit)?).ok()
}

async fn require_comps(
    conn: &mut AsyncPgConnection,
    items: &[CompSetItemInput],
) -> Result<(), CompError> {
    if items.len() > MAX_ITEMS {
        return Err(CompError::Item(
            "items".to_owned(),
            "Use at most 100 sales.",
        ));
    }
    let ids: Vec<CompId> = items.iter().map(|item| item.comp_id).collect();
    let known = set_store::list_known(conn, &ids).await?;
    let mut left: HashSet<CompId> = known.iter().copied().collect();
    for (place, id) in ids.iter().enumerate() {
        if !known.contains(id) {
            return Err(CompError::NotFound);
        }
        if !left.remove(id) {
            let sentence = "This sale is in the list twice.";
            return Err(CompError::Item(format!("items.{place}.comp_id"), sentence));
        }
    }
    Ok(())
}

/// The rows of the request. What is as it was keeps its author, also if it was taken out meanwhile and is put back.
fn new_items<'a>(
    request: &UpdateCompSetRequest,
    known: impl Iterator<Item = &'a CompSetItem>,
    name: &str,
) -> Result<Vec<NewItem>, CompError> {
    let before: HashMap<CompId, &CompSetItem> =
        known.map(|item| (item.comp.comp_id, item)).collect();
    let mut rows = Vec::with_capacity(request.items.len());
    for (place, (ordinal, item)) in (0_i32..).zip(&request.items).enumerate() {
        let path = format!("items.{place}");
        let known = before.get(&item.comp_id).copied();
        if item.adjustments.len() > MAX_ADJUSTMENTS {
            let field = format!("{path}.adjustments");
            return Err(CompError::Item(field, "Use at most 20 adjustments."));
        }
        let mut adjustments = Vec::with_capacity(item.adjustments.len());
        for (at, adjustment) in item.adjustments.iter().enumerate() {
            let checked = adjustment_of(adjustment, known, name);
            let fault = |(field, sentence)| {
                CompError::Item(format!("{path}.adjustments.{at}.{field}"), sentence)
            };
            adjustments.push(checked.map_err(fault)?);
        }
        let excluded_reason = item.excluded_reason.as_deref().map(reason_line).transpose();
        let excluded_reason = excluded_reason
            .map_err(|sentence| CompError::Item(format!("{path}.excluded_reason"), sentence))?;
        let same = known.filter(|known| known.excluded_reason == excluded_reason);
        let author = same.and_then(|known| known.excluded_by_name.clone());
        rows.push(NewItem {
            property_id: request.property_id,
            comp_id: item.comp_id,
            ordinal,
            adjustments: serde_json::to_value(adjustments)?,
            excluded_by_name: excluded_reason
                .is_some()
                .then(|| author.unwrap_or_else(|| name.to_owned())),
            excluded_reason,
        });
    }
    Ok(rows)
}

fn adjustment_of(
    input: &CompAdjustmentInput,
    known: Option<&CompSetItem>,
    name: &str,
) -> Result<CompAdjustment, (&'static str, &'static str)> {
    let reason = reason_line(&input.reason).map_err(|sentence| ("reason", sentence))?;
    let percent = input.amount.value();
    let range = BigDecimal::from(-100)..=BigDecimal::from(MAX_PERCENT);
    if input.unit == AdjustmentUnit::Percent && !range.contains(percent) {
        return Err(("amount", "Use a percentage from -100 to 1,000."));
    }
    let mut adjustment = CompAdjustment {
        kind: input.kind,
        unit: input.unit,
        amount: input.amount.clone(),
        reason,
        author_name: String::new(),
    };
    let is_same = |stored: &&CompAdjustment| {
        stored.calculated() == adjustment.calculated() && stored.reason == adjustment.reason
    };
    let stored = known.and_then(|known| known.adjustments.iter().find(is_same));
    adjustment.author_name = stored.map_or(name, |stored| &stored.author_name).to_owned();
    Ok(adjustment)
}
