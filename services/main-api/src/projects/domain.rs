//! Rules of a project's fields (specification, section 5).
//!
//! Checked here as well as on the screen, because integrators use the API directly. Whether state,
//! market and submarket exist is checked against the database in `ops`.

use bigdecimal::BigDecimal;
use domain::{MarketId, SubmarketId};
use http_kit::ApiError;

use super::dto::ProjectFields;
use crate::field::Fields;

/// Message when name, state or type is missing.
pub const REQUIRED: &str = "Project name, state and type are required";
/// Replaces an empty description.
pub const NO_DESCRIPTION: &str = "No description provided";
/// Replaces an empty additional filter.
pub const NO_FILTER: &str = "None";
pub const NEW_STATUS: &str = "active";
pub const NEW_PROGRESS: i32 = 20;
pub const PROGRESS: std::ops::RangeInclusive<i32> = 0..=100;
pub const PROGRESS_REFUSED: &str = "Use a percentage from 0 to 100.";
pub const MAX_DESCRIPTION: usize = 4000;

const TEST_MARKER: &str = "--test-url";
const MARKET_TYPES: [&str; 3] = ["Industrial", "Office", "Retail"];

/// Project fields that passed every rule that needs no database.
#[derive(Debug, Clone, PartialEq)]
pub struct CheckedProject {
    /// Trimmed, without the test marker.
    pub project_name: String,
    pub category: String,
    /// Never empty.
    pub description: String,
    /// Two-digit FIPS code.
    pub state: String,
    /// Three-digit FIPS code within the state.
    pub county: Option<String>,
    pub market: Option<MarketId>,
    pub submarket: Option<SubmarketId>,
    /// Industrial, Office or Retail.
    pub market_type: Option<String>,
    /// Square feet.
    pub bldg_sqft_min: Option<BigDecimal>,
    /// Square feet.
    pub bldg_sqft_max: Option<BigDecimal>,
    /// Acres.
    pub site_size_min: Option<BigDecimal>,
    /// Acres.
    pub site_size_max: Option<BigDecimal>,
    /// Feet.
    pub clear_height: Option<BigDecimal>,
    /// Never empty.
    pub additional_filter: String,
    /// Lower case.
    pub status: String,
    /// Percent.
    pub progress: i32,
    /// Webhooks of this project go to the operator's test URL.
    pub use_test_webhook: bool,
}

/// Removes every `--test-url` (any case) from a name; true when there was one.
pub fn without_test_marker(name: &str) -> (String, bool) {
    let mut rest = name.to_owned();
    let mut found = false;
    // ASCII lower case keeps byte positions, so they are valid in the original text too.
    while let Some(at) = rest.to_ascii_lowercase().find(TEST_MARKER) {
        rest.replace_range(at..at + TEST_MARKER.len(), "");
        found = true;
    }
    (rest.split_whitespace().collect::<Vec<_>>().join(" "), found)
}

impl TryFrom<ProjectFields> for CheckedProject {
    type Error = ApiError;

    fn try_from(given: ProjectFields) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let marked = without_test_marker(&given.project_name);
        let mut required = Fields::default();
        let name = if marked.1 {
            marked.0
        } else {
            given.project_name
        };
        let project_name = required.required("project_name", Some(name), 200, REQUIRED);
        let state = required.required("state", Some(given.state), 2, REQUIRED);
        let category = required.required("category", Some(given.category), 120, REQUIRED);
        required.finish(Some(REQUIRED))?;
        if state.len() != 2 || !state.bytes().all(|b| b.is_ascii_digit()) {
            fields.refuse("state", "Choose a state.");
        }
        let county = fields.optional("county", given.county, 3);
        if county
            .as_ref()
            .is_some_and(|county| county.len() != 3 || !county.bytes().all(|b| b.is_ascii_digit()))
        {
            fields.refuse("county", "Choose a county.");
        }
        let market_type = fields.optional("market_type", given.market_type, 40);
        if market_type
            .as_ref()
            .is_some_and(|kind| !MARKET_TYPES.contains(&kind.as_str()))
        {
            fields.refuse("market_type", "Choose Industrial, Office or Retail.");
        }
        let progress = given.progress.unwrap_or(NEW_PROGRESS);
        if !PROGRESS.contains(&progress) {
            fields.refuse("progress", PROGRESS_REFUSED);
        }
        let checked = Self {
            project_name,
            category,
            state,
            county,
            market_type,
            progress,
            description: fields
                .optional("description", given.description, MAX_DESCRIPTION)
                .unwrap_or_else(|| NO_DESCRIPTION.to_owned()),
            market: given.market,
            submarket: given.submarket,
            bldg_sqft_min: fields.amount("bldg_sqft_min", given.bldg_sqft_min),
            bldg_sqft_max: fields.amount("bldg_sqft_max", given.bldg_sqft_max),
            site_size_min: fields.amount("site_size_min", given.site_size_min),
            site_size_max: fields.amount("site_size_max", given.site_size_max),
            clear_height: fields.amount("clear_height", given.clear_height),
            additional_filter: fields
                .optional("additional_filter", given.additional_filter, 500)
                .unwrap_or_else(|| NO_FILTER.to_owned()),
            status: fields
                .optional("status", given.status, 40)
                .map_or_else(|| NEW_STATUS.to_owned(), |status| status.to_lowercase()),
            use_test_webhook: given.use_test_webhook || marked.1,
        };
        refuse_crossed(
            &mut fields,
            "bldg_sqft_max",
            checked.bldg_sqft_min.as_ref(),
            checked.bldg_sqft_max.as_ref(),
        );
        refuse_crossed(
            &mut fields,
            "site_size_max",
            checked.site_size_min.as_ref(),
            checked.site_size_max.as_ref(),
        );
        fields.finish(None)?;
        Ok(checked)
    }
}

fn refuse_crossed(
    fields: &mut Fields,
    field: &'static str,
    least: Option<&BigDecimal>,
    most: Option<&BigDecimal>,
) {
    if least.zip(most).is_some_and(|(least, most)| least > most) {
        fields.refuse(field, "The maximum is below the minimum.");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn given(name: &str) -> ProjectFields {
        ProjectFields {
            project_name: name.to_owned(),
            state: "48".to_owned(),
            category: "Site Selection".to_owned(),
            ..ProjectFields::default()
        }
    }

    #[test]
    fn defaults_are_the_specifications() {
        let checked = CheckedProject::try_from(given("  North gate ")).unwrap();
        assert_eq!(checked.project_name, "North gate");
        assert_eq!(checked.description, "No description provided");
        assert_eq!(checked.additional_filter, "None");
        assert_eq!((checked.status.as_str(), checked.progress), ("active", 20));
        assert!(!checked.use_test_webhook);
    }

    #[test]
    fn the_test_marker_is_taken_out_in_any_case() {
        assert_eq!(
            without_test_marker("Dock --TEST-url site"),
            ("Dock site".to_owned(), true)
        );
        assert_eq!(
            without_test_marker("Größe--Test-Url"),
            ("Größe".to_owned(), true)
        );
        assert_eq!(
            without_test_marker("Plain  name"),
            ("Plain name".to_owned(), false)
        );
        let checked = CheckedProject::try_from(given("Dock --test-url")).unwrap();
        assert_eq!(
            (checked.project_name.as_str(), checked.use_test_webhook),
            ("Dock", true)
        );
        // A name that is only the marker is empty.
        assert!(CheckedProject::try_from(given("--test-url")).is_err());
    }

    #[test]
    fn name_state_and_type_are_required() {
        for (name, state, category) in [(" ", "48", "x"), ("n", "", "x"), ("n", "48", " ")] {
            let fields = ProjectFields {
                project_name: name.to_owned(),
                state: state.to_owned(),
                category: category.to_owned(),
                ..ProjectFields::default()
            };
            assert!(
                CheckedProject::try_from(fields).is_err(),
                "{name:?} {state:?} {category:?}"
            );
        }
    }

    #[test]
    fn crossed_bounds_and_strange_values_are_refused() {
        let crossed = ProjectFields {
            bldg_sqft_min: Some(10.into()),
            bldg_sqft_max: Some(5.into()),
            ..given("n")
        };
        assert!(CheckedProject::try_from(crossed).is_err());
        assert!(
            CheckedProject::try_from(ProjectFields {
                progress: Some(101),
                ..given("n")
            })
            .is_err()
        );
        assert!(
            CheckedProject::try_from(ProjectFields {
                market_type: Some("Farm".into()),
                ..given("n")
            })
            .is_err()
        );
        assert!(
            CheckedProject::try_from(ProjectFields {
                state: "TX".into(),
                ..given("n")
            })
            .is_err()
        );
        assert!(
            CheckedProject::try_from(ProjectFields {
                county: Some("20".into()),
                ..given("n")
            })
            .is_err()
        );
    }
}
