//! Files as counties publish them, and the same with columns that were renamed, exchanged or dropped. parcel-lookup's tests
//! import some.
//!
//! Two columns of the same form cannot be told apart by any reader (the value of the land and that of
//! the building, the owner and the legal description), so only columns of different forms are
//! exchanged.

pub mod form;
pub mod sources;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::{Index, subsequence};
use serde_json::{Map, Value, json};

use form::Form;
use sources::Columns;

/// Rows of a file.
const ROWS: usize = 60;

/// The rows of a source as it publishes them.
pub fn rows(columns: Columns, seed: u64) -> Vec<Map<String, Value>> {
    let mut dice = seed | 1;
    let mut roll = move || {
        dice = dice
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        dice >> 33
    };
    (0..ROWS)
        .map(|row| {
            let (mut cells, mut mail_state) = (Map::new(), Value::Null);
            for (name, form) in columns {
                let mut value = form.value(row, roll());
                match form {
                    Form::MailState => mail_state = value.clone(),
                    Form::MailZip => {
                        value = json!(if mail_state == "GA" { "30303" } else { "28202" });
                    }
                    _ => {}
                }
                cells.insert((*name).to_owned(), value);
            }
            cells
        })
        .collect()
}

/// The names that the changed file has for the columns: none for a dropped one.
pub type Names = BTreeMap<&'static str, Option<String>>;

/// The rows with these names.
pub fn changed(rows: &[Map<String, Value>], names: &Names) -> Vec<Map<String, Value>> {
    let renamed = |row: &Map<String, Value>| {
        row.iter()
            .filter_map(|(name, value)| Some((names[name.as_str()].clone()?, value.clone())))
            .collect()
    };
    rows.iter().map(renamed).collect()
}

/// What is done to the columns of a file.
#[derive(Debug, Clone)]
pub struct Change {
    upper: bool,
    dropped: Vec<usize>,
    renamed: Vec<usize>,
    new_name: String,
    exchanged: Vec<(Index, Index)>,
}

pub fn change() -> impl Strategy<Value = Change> {
    let columns = || (0..27).collect::<Vec<usize>>();
    let exchanged = proptest::collection::vec((any::<Index>(), any::<Index>()), 0..3);
    let drawn = (
        any::<bool>(),
        subsequence(columns(), 0..20),
        subsequence(columns(), 0..6),
        "[a-z]{3}_[a-z]{4}",
        exchanged,
    );
    drawn.prop_map(|(upper, dropped, renamed, new_name, exchanged)| Change {
        upper,
        dropped,
        renamed,
        new_name,
        exchanged,
    })
}

impl Change {
    /// Without exchanges of these columns.
    pub fn but_of(mut self, kept: &[&str], columns: Columns) -> Self {
        let is_kept = |index: &Index| kept.contains(&index.get(columns).0);
        self.exchanged
            .retain(|(first, second)| !is_kept(first) && !is_kept(second));
        self
    }

    /// `can_be_renamed`: forms whose columns may get a name that says nothing.
    pub fn names(&self, columns: Columns, can_be_renamed: impl Fn(Form) -> bool) -> Names {
        let case = |name: &str| {
            if self.upper {
                name.to_uppercase()
            } else {
                name.to_lowercase()
            }
        };
        let own = columns.iter().map(|(name, _)| (*name, Some(case(name))));
        let mut names: Names = own.collect();
        let mut exchanged_names = Vec::new();
        for (first, second) in &self.exchanged {
            let ((first, a), (second, b)) = (first.get(columns), second.get(columns));
            if a.can_be_told_from(*b)
                && !exchanged_names.contains(first)
                && !exchanged_names.contains(second)
            {
                let name = names.insert(first, names[second].clone()).unwrap();
                names.insert(second, name);
                exchanged_names.extend([*first, *second]);
            }
        }
        // One half of an exchange would be a file whose column has another name, with nothing that
        // tells it: amounts that are all different are parcel numbers by every sign.
        let mut rename = |index: usize, to: Option<String>| {
            if let Some((name, form)) = columns.get(index)
                && !exchanged_names.contains(name)
                && (to.is_none() || can_be_renamed(*form))
            {
                names.insert(name, to);
            }
        };
        for index in &self.renamed {
            rename(*index, Some(format!("{}{index}", self.new_name)));
        }
        for index in &self.dropped {
            rename(*index, None);
        }
        names
    }
}

/// A changed roll, which still has its owners: without, and with nothing of the bill but its first line, it is a list of
/// places to any reader.
pub fn changed_roll(
    rows: &[Map<String, Value>],
    change: &Change,
    columns: Columns,
    can_be_renamed: impl Fn(Form) -> bool,
) -> Vec<Map<String, Value>> {
    let mut names = change.names(columns, can_be_renamed);
    let owner = names.entry("OWNER").or_default();
    owner.get_or_insert_with(|| "OWNER".to_owned());
    changed(rows, &names)
}

/// Columns with numbers of parcels.
pub fn numbers(columns: Columns) -> Vec<&'static str> {
    let numbers = columns
        .iter()
        .filter(|(_, form)| form.group() == Form::Number.group());
    numbers.map(|(name, _)| *name).collect()
}
