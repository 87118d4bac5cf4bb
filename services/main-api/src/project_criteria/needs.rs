//! What a project's own fields say of its sites.

use bigdecimal::{BigDecimal, ToPrimitive as _};
use site_search::ProjectNeeds;

use crate::projects::store::ProjectRow;

impl From<&ProjectRow> for ProjectNeeds {
    fn from(row: &ProjectRow) -> Self {
        let number = |value: &Option<BigDecimal>| value.as_ref().and_then(BigDecimal::to_f64);
        Self {
            category: Some(row.category.clone()),
            market_type: row.market_type.clone(),
            site_size: (number(&row.site_size_min), number(&row.site_size_max)),
            bldg_sqft: (number(&row.bldg_sqft_min), number(&row.bldg_sqft_max)),
            clear_height: number(&row.clear_height),
            additional_filter: row.additional_filter.clone(),
        }
    }
}
