//! Facts besides the values that the firm sets itself: a property's name and floor area. Their edits are undone as those of values.

use auth::CurrentUser;
use domain::ValueEditId;
use uuid::Uuid;

use super::dto::ValueUpdated;
use super::store;
use crate::properties::PropertyError;
use crate::properties::domain::{PropertyName, SquareFeet};
use crate::properties::locate::{self, Locator};
use crate::properties::ops::save;
use crate::properties::store::{Change, PropertyRow};
use crate::state::AppState;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OwnFact {
    PropertyName,
    SquareFeet,
}

impl OwnFact {
    const ALL: [Self; 2] = [Self::PropertyName, Self::SquareFeet];

    /// The fact of this name; none if the name is of a value.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|fact| fact.name() == name)
    }

    /// Name in JSON and in the database.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PropertyName => "property_name",
            Self::SquareFeet => "square_feet",
        }
    }

    /// What a property has, as text.
    pub fn of(self, row: &PropertyRow) -> Option<String> {
        match self {
            Self::PropertyName => row.property_name.clone(),
            Self::SquareFeet => row.square_feet.map(|feet| feet.to_string()),
        }
    }

    /// The change that sets it to a text of [`Self::of`].
    pub fn to_change(self, text: Option<&str>) -> Change {
        match self {
            Self::PropertyName => Change {
                property_name: Some(text.map(str::to_owned)),
                ..Change::default()
            },
            Self::SquareFeet => Change {
                square_feet: Some(text.and_then(|feet| feet.parse().ok())),
                ..Change::default()
            },
        }
    }
}

/// Sets the firm's name for a property.
pub async fn update_property_name(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    name: Option<PropertyName>,
) -> Result<ValueUpdated, PropertyError> {
    let name = name.and_then(PropertyName::into_inner);
    update(state, user, wanted, OwnFact::PropertyName, name).await
}

/// Sets the floor area.
pub async fn update_square_feet(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    feet: Option<SquareFeet>,
) -> Result<ValueUpdated, PropertyError> {
    let feet = feet.map(|feet| feet.get().to_string());
    update(state, user, wanted, OwnFact::SquareFeet, feet).await
}

/// Sets or clears a fact, which is the firm's own from then on.
async fn update(
    state: &AppState,
    user: &CurrentUser,
    wanted: &Locator,
    fact: OwnFact,
    after: Option<String>,
) -> Result<ValueUpdated, PropertyError> {
    let name = state.main_api.name_of(user).await;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let row = locate::lock(conn, wanted).await?;
        let before = fact.of(&row);
        let edit_id = (before != after).then(|| ValueEditId(Uuid::now_v7()));
        if let Some(edit_id) = edit_id {
            store::insert_fact_edit(conn, edit_id, &row, fact, (before, after.clone())).await?;
        }
        let change = fact.to_change(after.as_deref());
        let detail = save(conn, user, &name, &row, change, &[fact.name()]).await?;
        Ok(ValueUpdated {
            success: true,
            property: detail.into(),
            edit_id,
        })
    })
    .await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fact_is_set_to_what_it_was() {
        assert_eq!(OwnFact::named("square_feet"), Some(OwnFact::SquareFeet));
        assert_eq!(OwnFact::named("total_value"), None);
        let feet = OwnFact::SquareFeet.to_change(Some("12500"));
        assert_eq!(feet.square_feet, Some(Some(12_500)));
        assert_eq!(feet.property_name, None);
        let cleared = OwnFact::PropertyName.to_change(None);
        assert_eq!(cleared.property_name, Some(None));
    }
}
