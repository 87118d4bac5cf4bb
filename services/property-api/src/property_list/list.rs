//! Sorting and paging the list of a project's properties.

use auth::CurrentUser;
use db::keyset::{Kind, Order, Position, SortKey};
use domain::DealId;
use http_kit::{ApiError, Page};

use super::dto::{PropertyList, PropertyListQuery, PropertyRow, PropertySort};
use super::filter::Filter;
use super::{store, totals};
use crate::deals::sites;
use crate::properties::projects;
use crate::state::AppState;

/// Larger totals are not counted.
const MAX_COUNTED: usize = 1000;

const fn by(key: &'static str, kind: Kind, nullable: bool) -> SortKey {
    SortKey {
        key,
        kind,
        nullable,
        id: "project_links.marker_id",
        id_kind: Kind::Number,
    }
}

impl From<PropertySort> for Order {
    fn from(sort: PropertySort) -> Self {
        let added = by("project_links.linked_at", Kind::Time, false);
        // Of the parcel number where the property has no address, as the list shows it.
        let address = by("properties.address_key", Kind::Text, false);
        let year = by(
            "CASE jsonb_typeof(properties.facts -> 'year_built') \
             WHEN 'number' THEN (properties.facts ->> 'year_built')::numeric END",
            Kind::Number,
            true,
        );
        let value_type = by("lower(properties.facts ->> 'parvaltype')", Kind::Text, true);
        let total = by("properties.total_value", Kind::Number, true);
        let appraised = by("properties.appraised_value", Kind::Number, true);
        let acres = by("properties.acres", Kind::Number, true);
        let number = by("lower(properties.parcel_number)", Kind::Text, false);
        let owner = by("properties.owner_key", Kind::Text, true);
        let name = by("lower(properties.property_name)", Kind::Text, true);
        let floor = by("properties.square_feet", Kind::Number, true);
        let stage = by("deal_stages.position", Kind::Number, true);
        let person = by("lower(deals.assigned_to_name)", Kind::Text, true);
        let step = by("deals.next_step_on", Kind::Date, true);
        let tags = by("lower(deals.tags)", Kind::Text, true);
        match sort {
            PropertySort::Added => added.ascending(),
            PropertySort::AddedDescending => added.descending(),
            PropertySort::Address => address.ascending(),
            PropertySort::AddressDescending => address.descending(),
            PropertySort::YearBuilt => year.ascending(),
            PropertySort::YearBuiltDescending => year.descending(),
            PropertySort::ValueType => value_type.ascending(),
            PropertySort::ValueTypeDescending => value_type.descending(),
            PropertySort::TotalValue => total.ascending(),
            PropertySort::TotalValueDescending => total.descending(),
            PropertySort::AppraisedValue => appraised.ascending(),
            PropertySort::AppraisedValueDescending => appraised.descending(),
            PropertySort::Acres => acres.ascending(),
            PropertySort::AcresDescending => acres.descending(),
            PropertySort::ParcelNumber => number.ascending(),
            PropertySort::ParcelNumberDescending => number.descending(),
            PropertySort::OwnerName => owner.ascending(),
            PropertySort::OwnerNameDescending => owner.descending(),
            PropertySort::PropertyName => name.ascending(),
            PropertySort::PropertyNameDescending => name.descending(),
            PropertySort::SquareFeet => floor.ascending(),
            PropertySort::SquareFeetDescending => floor.descending(),
            PropertySort::Stage => stage.ascending(),
            PropertySort::StageDescending => stage.descending(),
            PropertySort::AssignedTo => person.ascending(),
            PropertySort::AssignedToDescending => person.descending(),
            PropertySort::NextStepOn => step.ascending(),
            PropertySort::NextStepOnDescending => step.descending(),
            PropertySort::Tags => tags.ascending(),
            PropertySort::TagsDescending => tags.descending(),
        }
    }
}

impl PropertySort {
    /// Whether the order is that of a column of the property, and not of the link or the deal.
    pub(super) const fn is_of_properties(self) -> bool {
        !matches!(
            self,
            Self::Added
                | Self::AddedDescending
                | Self::Stage
                | Self::StageDescending
                | Self::AssignedTo
                | Self::AssignedToDescending
                | Self::NextStepOn
                | Self::NextStepOnDescending
                | Self::Tags
                | Self::TagsDescending
        )
    }
}

/// One page. The first has the totals of all pages.
pub async fn list_properties(
    state: &AppState,
    user: &CurrentUser,
    query: &PropertyListQuery,
    filter: &Filter,
    page: &Page,
) -> Result<PropertyList, ApiError> {
    let PropertyListQuery {
        project_id, sort, ..
    } = *query;
    let order = Order::from(sort);
    let after = match page.after::<(PropertySort, Position)>()? {
        Some((of, after)) if of == sort && order.accepts(&after) => Some(after),
        None => None,
        Some(_) => {
            let sentence = "This cursor belongs to another list.";
            return Err(ApiError::invalid("cursor", sentence));
        }
    };
    projects::require(&state.pool, &state.main_api, user, project_id).await?;
    let limit = page.fetch_limit();
    let is_first = after.is_none() && limit.is_some();
    let (rows, mut sites, counted, totals) =
        db::tenant_tx(&state.pool, user.customer_id, async |conn| {
            db::one_state(conn).await?;
            let filter = &filter.searched(conn).await?;
            let rows = store::read(conn, project_id, filter, sort, after, limit).await?;
            let deals = rows
                .iter()
                .filter_map(|(row, _)| Some(row.deal.as_ref()?.0));
            let sites = sites::find(conn, &deals.collect::<Vec<DealId>>()).await?;
            let totals = if is_first {
                Some(totals::read(conn, project_id, filter).await?)
            } else {
                None
            };
            let counted = match &totals {
                Some(totals) => usize::try_from(totals.count).unwrap_or(usize::MAX),
                None => store::count(conn, project_id, filter).await?,
            };
            Ok::<_, diesel::result::Error>((rows, sites, counted, totals))
        })
        .await?;
    let (rows, next_cursor) = page.cut(rows, |(_, position)| (sort, position.clone()))?;
    let properties = rows.into_iter().map(|(row, _)| {
        let site = row
            .deal
            .as_ref()
            .and_then(|(deal_id, _)| sites.remove(deal_id));
        PropertyRow::new(row, site)
    });
    Ok(PropertyList {
        properties: properties.collect(),
        next_cursor,
        total: (counted <= MAX_COUNTED).then_some(counted),
        totals,
    })
}
