//! What each sale of a set says, and what they say together. No I/O.

use comparable_sales::{
    Adjusted, Adjustment, AreaUnit, Signed, Statistics, UnitSale, adjust, statistics,
};

use super::domain::areas;
use super::set_dto::{CompAdjustment, CompFigures, CompSetItem, NotCounted};

/// Version of the rules that a frozen copy was calculated by.
pub const METHOD: i32 = 1;

/// Fills the figures of the items. `deleted` tells for each whether its sale was deleted.
pub fn evaluate(items: &mut [CompSetItem], deleted: &[bool], unit: AreaUnit) -> Statistics {
    let (mut counted, mut sales) = (Vec::new(), Vec::new());
    for place in 0..items.len() {
        let is_deleted = deleted.get(place).copied().unwrap_or_default();
        let duplicate = has_twin(items, place);
        let Some(item) = items.get_mut(place) else {
            continue;
        };
        let (figures, sale) = figures(item, is_deleted, unit);
        item.figures = CompFigures {
            duplicate,
            ..figures
        };
        if item.figures.not_counted.is_none()
            && let Some(sale) = sale
        {
            counted.push(place);
            sales.push(sale);
        }
    }
    let (statistics, marks) = statistics(&sales, unit);
    for (place, mark) in counted.into_iter().zip(marks) {
        if let Some(item) = items.get_mut(place) {
            item.figures.mark = mark;
        }
    }
    statistics
}

fn figures(item: &CompSetItem, deleted: bool, unit: AreaUnit) -> (CompFigures, Option<UnitSale>) {
    let sale = &item.comp.sale;
    let adjustments: Vec<Adjustment> = item
        .adjustments
        .iter()
        .map(CompAdjustment::calculated)
        .collect();
    let adjusted = adjust(&sale.price, &adjustments);
    let price = adjusted.as_ref().and_then(Adjusted::whole_dollars);
    let area = areas(sale).of(unit);
    let per_unit = match (&adjusted, &area) {
        (Some(adjusted), Some(area)) => Some(UnitSale {
            price: adjusted.price.clone(),
            area: area.clone(),
        }),
        _ => None,
    };
    let not_counted = if deleted {
        Some(NotCounted::Deleted)
    } else if item.excluded_reason.is_some() {
        Some(NotCounted::Excluded)
    } else if sale.related_parties {
        Some(NotCounted::RelatedParties)
    } else if sale.several_parcels {
        Some(NotCounted::SeveralParcels)
    } else if price.is_none() {
        Some(NotCounted::AdjustedAway)
    } else if area.is_none() {
        Some(NotCounted::NoArea)
    } else {
        None
    };
    let percent = |of: fn(&Adjusted) -> &bigdecimal::BigDecimal| {
        adjusted
            .as_ref()
            .and_then(|adjusted| Signed::of(of(adjusted)))
    };
    let figures = CompFigures {
        net_percent: percent(|adjusted| &adjusted.net_percent),
        gross_percent: percent(|adjusted| &adjusted.gross_percent),
        large_adjustments: adjusted.as_ref().is_some_and(|adjusted| adjusted.is_large),
        unit_price: per_unit.as_ref().and_then(|sale| sale.shown(unit)),
        adjusted_price: price,
        mark: None,
        duplicate: false,
        not_counted,
    };
    (figures, per_unit)
}

fn has_twin(items: &[CompSetItem], place: usize) -> bool {
    let Some(item) = items.get(place) else {
        return false;
    };
    let sale = &item.comp.sale;
    let is_twin = |other: &CompSetItem| {
        let other = &other.comp.sale;
        other.sale_date == sale.sale_date
            && other.price == sale.price
            && areas(other) == areas(sale)
    };
    items
        .iter()
        .enumerate()
        .any(|(at, other)| at != place && is_twin(other))
}
