//! Validation of a view. No I/O.

use http_kit::ApiError;
use serde_json::Value;

use super::dto::ListViewFields;
use super::settings::{ListPlace, ViewSettings};
use crate::field::Fields;

/// Most views of one person, and of a firm, of one list.
pub const MAX_VIEWS: i64 = 50;
const MAX_NAME_CHARS: usize = 80;
/// Longest settings as JSON.
const MAX_SETTINGS: usize = 8000;

/// A valid view.
#[derive(Debug)]
pub struct CheckedView {
    pub name: String,
    pub is_shared: bool,
    pub place: ListPlace,
    pub settings: Value,
}

impl TryFrom<ListViewFields> for CheckedView {
    type Error = ApiError;

    fn try_from(given: ListViewFields) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        let name = fields.required("name", Some(given.name), MAX_NAME_CHARS, "Give it a name.");
        if has_repeated_column(&given.settings) {
            fields.refuse("settings.columns", "Name each column once.");
        }
        let settings = serde_json::to_value(&given.settings).map_err(ApiError::internal)?;
        let text = settings.to_string();
        if text.len() > MAX_SETTINGS || text.contains("\\u0000") {
            fields.refuse("settings.filter", "This filter is too long.");
        }
        fields.finish(None)?;
        Ok(Self {
            name,
            is_shared: given.is_shared,
            place: given.settings.place(),
            settings,
        })
    }
}

fn has_repeated_column(settings: &ViewSettings) -> bool {
    fn repeats<C: PartialEq>(columns: &[C]) -> bool {
        let mut places = columns.iter().enumerate();
        places.any(|(place, column)| columns[..place].contains(column))
    }
    match settings {
        ViewSettings::Contacts(view) => repeats(&view.columns),
        ViewSettings::Properties(view) => repeats(&view.columns),
        ViewSettings::Companies(view) => repeats(&view.columns),
        ViewSettings::Projects(view) => repeats(&view.columns),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn check(name: &str, columns: &[&str], q: &str) -> Result<CheckedView, ApiError> {
        let fields = json!({
            "name": name,
            "settings": { "place": "contacts", "filter": { "q": q }, "sort": "-name", "columns": columns },
        });
        CheckedView::try_from(serde_json::from_value::<ListViewFields>(fields).unwrap())
    }

    #[test]
    fn a_view_has_a_name_and_each_column_once() {
        let checked = check(" Brokers ", &["tags", "city"], "lee").unwrap();
        assert_eq!(
            (checked.name.as_str(), checked.place),
            ("Brokers", ListPlace::Contacts)
        );
        assert_eq!(checked.settings["columns"], json!(["tags", "city"]));
        assert!(check(" ", &[], "").is_err());
        assert!(check("x", &["tags", "tags"], "").is_err());
        assert!(check("x", &[], &"x".repeat(9000)).is_err());
        assert!(check("x", &[], "a\0b").is_err());
    }

    #[test]
    fn unknown_settings_are_refused_and_not_dropped() {
        for settings in [
            json!({ "place": "contacts", "filter": { "tagg": "x" }, "sort": "name", "columns": [] }),
            json!({ "place": "contacts", "filter": {}, "sort": "age", "columns": [] }),
            json!({ "place": "contacts", "filter": {}, "sort": "name", "columns": ["secret"] }),
            json!({ "place": "companies", "filter": {}, "sort": "name", "columns": ["secret"] }),
            json!({ "place": "projects", "filter": { "assigned_to": "me" }, "sort": "name" }),
            json!({ "place": "users", "filter": {}, "sort": "name" }),
            json!({ "place": "properties", "filter": { "milestones": ["sold"] }, "sort": "added", "columns": [] }),
            json!({ "place": "properties", "filter": { "assigned_to": ["me"] }, "sort": "added", "columns": [] }),
        ] {
            assert!(
                serde_json::from_value::<ViewSettings>(settings.clone()).is_err(),
                "{settings}"
            );
        }
    }

    #[test]
    fn a_view_of_properties_keeps_stages_people_and_tags_and_reads_older_ones() {
        let settings = json!({
            "place": "properties",
            "filter": {
                "q": null, "milestones": ["loi_out"], "stage_names": ["Under review"],
                "assigned_to": ["none", "00000000-0000-7000-8000-000000000001"],
                "tags": ["Flood zone"],
            },
            "sort": "-assigned_to", "columns": ["stage", "assigned_to", "next_step", "tags"],
        });
        let view: ViewSettings = serde_json::from_value(settings.clone()).unwrap();
        assert_eq!(serde_json::to_value(view).unwrap(), settings);
        for older in [
            json!({ "place": "properties", "filter": { "q": "elm" }, "sort": "added", "columns": [] }),
            json!({ "place": "companies", "filter": {}, "sort": "name" }),
            json!({ "place": "projects", "filter": { "status": "active" }, "sort": "-created" }),
        ] {
            assert!(
                serde_json::from_value::<ViewSettings>(older.clone()).is_ok(),
                "{older}"
            );
        }
    }
}
