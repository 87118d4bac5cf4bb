//! The map of land without a parcel number that Sitewright exported.
//!
//! Not among the built-in maps of parcels, all of which need a parcel number: it is known by its columns alone, which no
//! county has together.

use std::collections::BTreeMap;

use super::{FieldMap, Sample};

/// Its name, for the report.
const NAME: &str = "sitewright-land";
/// Filled in each row.
const REQUIRED: [&str; 5] = ["feature_id", "county_fips", "kind", "source", "fetched_at"];
/// What is read.
const COLUMNS: [&str; 7] = [
    "county_fips",
    "kind",
    "description",
    "source",
    "source_licence",
    "source_date",
    "fetched_at",
];

impl FieldMap {
    /// The map, if the source is such an export.
    pub(super) fn of_exported_land(sample: &Sample<'_>) -> Option<Self> {
        let is_one = REQUIRED.iter().all(|name| sample.has(name));
        is_one.then(|| Self {
            name: NAME.to_owned(),
            columns: COLUMNS
                .into_iter()
                .map(|name| (name, vec![vec![name.to_owned()]]))
                .collect(),
            fixed: BTreeMap::new(),
            preset: None,
        })
    }

    /// Whether its rows are land without a parcel number, which an export of ours says itself.
    pub fn is_of_land(&self) -> bool {
        self.name == NAME
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::field_map::RowFault;
    use crate::{RowProvenance, UnnumberedKind};

    fn exported() -> Value {
        json!({ "feature_id": "6ad5c4d8-0d6f-8c51-a1c2-0d4f9a3b7c11", "county_fips": "37161", "kind": "water", "description": "LAKE",
            "source": "Rutherford County", "source_licence": "CC0", "source_date": "2024-02-29", "fetched_at": "2024-03-01T08:00:00Z" })
    }

    #[test]
    fn exported_land_is_known_by_its_columns_and_keeps_what_it_says() {
        let row = exported();
        let row = row.as_object().unwrap();
        let map = FieldMap::detect(&Sample::new([row]), None, &[]).unwrap();
        assert!(map.is_of_land());
        assert_eq!(map.apply(row, None), Err(RowFault::NoParcelNumber));
        let read = map.row(row);
        let land = read.unnumbered(None).unwrap();
        assert_eq!(
            (
                land.county_fips.as_str(),
                land.kind,
                land.description.as_deref()
            ),
            ("37161", UnnumberedKind::Water, Some("LAKE"))
        );
        let expected = RowProvenance {
            source: "Rutherford County".to_owned(),
            source_licence: Some("CC0".to_owned()),
            is_sample: None,
            fetched_at: Some("2024-03-01T08:00:00Z".parse().unwrap()),
            source_date: Some("2024-02-29".parse().unwrap()),
            tax_roll: None,
        };
        assert_eq!(read.provenance(), Some(expected));
    }

    #[test]
    fn a_file_without_one_of_the_columns_is_none() {
        for name in REQUIRED {
            let mut row = exported();
            row.as_object_mut().unwrap().remove(name);
            let row = row.as_object().unwrap();
            assert!(
                FieldMap::of_exported_land(&Sample::new([row])).is_none(),
                "{name}"
            );
        }
    }
}
