//! More columns of the files of a selection: what the list that it was made of says of its parcels.

use std::collections::HashMap;

use domain::ParcelUuid;
use http_kit::ApiError;
use parcel_export::{ListColumn, Listed};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::domain::Checked;

const MAX_REASON_CHARS: usize = 500;

/// What a list says of its parcels: more columns of the files of a selection. Each has a value for each of `ll_uuids`, in their order; null is
/// empty.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct SelectionColumns {
    /// Rank of a search: of the parcel, or of the site that it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rank: Option<Vec<Option<i32>>>,
    /// Score of a search, of the same.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Vec<Option<f64>>>,
    /// Number of the site that it is a part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<Vec<Option<i32>>>,
    /// Why it is in the list; at most 500 characters.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Vec<Option<String>>>,
    /// How sure that is, 0 to 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub confidence: Option<Vec<Option<f64>>>,
}

/// Columns of a request, whose values are found by the parcel.
#[derive(Debug)]
pub struct GivenColumns {
    columns: SelectionColumns,
    /// Of the first time that each parcel is given.
    places: HashMap<ParcelUuid, usize>,
}

/// The columns that are given with these parcels.
pub fn check(columns: SelectionColumns, parcels: Option<&[ParcelUuid]>) -> Checked<GivenColumns> {
    let refused = |sentence| Err(ApiError::invalid("columns", sentence));
    let Some(parcels) = parcels else {
        return refused("Columns are given with the parcels in ll_uuids.");
    };
    if columns.lengths().any(|length| length != parcels.len()) {
        return refused("Give a value of each column for each of ll_uuids.");
    }
    let mut reasons = columns.reason.iter().flatten().flatten();
    if reasons
        .any(|text| text.chars().count() > MAX_REASON_CHARS || text.contains(char::is_control))
    {
        return refused("A reason has at most 500 characters, none of them control characters.");
    }
    let places = parcels.iter().enumerate().rev();
    let places = places.map(|(place, parcel)| (*parcel, place)).collect();
    Ok(GivenColumns { columns, places })
}

impl GivenColumns {
    /// The columns for these of the parcels, in their order.
    pub fn of(&self, parcels: &[ParcelUuid]) -> SelectionColumns {
        let places: Vec<Option<usize>> = parcels
            .iter()
            .map(|parcel| self.places.get(parcel).copied())
            .collect();
        let SelectionColumns {
            rank,
            score,
            site,
            reason,
            confidence,
        } = &self.columns;
        SelectionColumns {
            rank: rank.as_deref().map(|column| placed(column, &places)),
            score: score.as_deref().map(|column| placed(column, &places)),
            site: site.as_deref().map(|column| placed(column, &places)),
            reason: reason.as_deref().map(|column| placed(column, &places)),
            confidence: confidence.as_deref().map(|column| placed(column, &places)),
        }
    }
}

/// The values at these places.
fn placed<T: Clone>(column: &[Option<T>], places: &[Option<usize>]) -> Vec<Option<T>> {
    let places = places.iter();
    places
        .map(|place| column.get((*place)?).cloned().flatten())
        .collect()
}

impl SelectionColumns {
    fn lengths(&self) -> impl Iterator<Item = usize> {
        let lengths = [
            self.rank.as_ref().map(Vec::len),
            self.score.as_ref().map(Vec::len),
            self.site.as_ref().map(Vec::len),
            self.reason.as_ref().map(Vec::len),
            self.confidence.as_ref().map(Vec::len),
        ];
        lengths.into_iter().flatten()
    }

    /// The columns that it has.
    pub fn names(&self) -> Vec<ListColumn> {
        let columns = [
            (self.rank.is_some(), ListColumn::Rank),
            (self.score.is_some(), ListColumn::Score),
            (self.site.is_some(), ListColumn::Site),
            (self.reason.is_some(), ListColumn::Reason),
            (self.confidence.is_some(), ListColumn::Confidence),
        ];
        let columns = columns.into_iter().filter(|(has, _)| *has);
        columns.map(|(_, column)| column).collect()
    }

    /// What it says of the parcel at this place.
    pub fn listed(&self, place: usize) -> Listed {
        Listed {
            rank: value(self.rank.as_deref(), place),
            score: value(self.score.as_deref(), place),
            site: value(self.site.as_deref(), place),
            reason: value(self.reason.as_deref(), place),
            confidence: value(self.confidence.as_deref(), place),
        }
    }
}

fn value<T: Clone>(column: Option<&[Option<T>]>, place: usize) -> Option<T> {
    column?.get(place).cloned().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parcels(numbers: &[u128]) -> Vec<ParcelUuid> {
        let ids = numbers.iter().copied();
        ids.map(|number| ParcelUuid(uuid::Uuid::from_u128(number)))
            .collect()
    }

    fn ranks(ranks: &[Option<i32>]) -> SelectionColumns {
        SelectionColumns {
            rank: Some(ranks.to_vec()),
            ..SelectionColumns::default()
        }
    }

    #[test]
    fn values_follow_their_parcels() {
        let given = check(
            ranks(&[Some(1), None, Some(3), Some(9)]),
            // The first is given twice.
            Some(&parcels(&[1, 2, 3, 1])),
        )
        .unwrap();
        let of = given.of(&parcels(&[3, 1, 2]));
        assert_eq!(of, ranks(&[Some(3), Some(1), None]));
        assert_eq!(of.names(), [ListColumn::Rank]);
        assert_eq!(of.listed(0).rank, Some(3));
        assert_eq!(of.listed(2), Listed::default());
    }

    #[test]
    fn each_column_has_a_value_for_each_parcel() {
        assert!(check(ranks(&[Some(1)]), Some(&parcels(&[1, 2]))).is_err());
        assert!(check(ranks(&[Some(1)]), None).is_err());
        for reason in ["x".repeat(501), "a\u{0}b".to_owned()] {
            let columns = SelectionColumns {
                reason: Some(vec![Some(reason)]),
                ..SelectionColumns::default()
            };
            assert!(check(columns, Some(&parcels(&[1]))).is_err());
        }
    }
}
