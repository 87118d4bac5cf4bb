//! The parcels of the rows so far, to notice a second row of one.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use domain::ParcelUuid;

use super::Staged;

/// The parcels of a file with the line of their first row: negative if its acres were measured,
/// 0 if it is in the staging table.
///
/// Half of each id is kept, because there are millions. Two ids that share it go through the
/// staging table, which compares whole ones of those that are noted as repeated.
#[derive(Debug, Default)]
pub(super) struct Seen {
    first: HashMap<u64, i64>,
    /// Parcels that were written directly and that a later row names again.
    pub again: Again,
    /// Ids that a row before theirs has, or half of.
    pub repeated: Vec<ParcelUuid>,
}

/// Parcels by id, line of the first row, and whether its acres were measured.
#[derive(Debug, Default)]
pub(super) struct Again {
    pub ids: Vec<String>,
    pub lines: Vec<i64>,
    pub measured: Vec<bool>,
}

impl Seen {
    /// Notes a row for the staging table.
    pub fn stage(&mut self, row: &Staged) {
        match self.first.entry(key(row.fields.ll_uuid)) {
            Entry::Vacant(entry) => {
                entry.insert(0);
            }
            Entry::Occupied(mut entry) => {
                self.repeated.push(row.fields.ll_uuid);
                let line = entry.insert(0);
                if line != 0 {
                    self.again.ids.push(row.fields.ll_uuid.to_string());
                    self.again.lines.push(line.abs());
                    self.again.measured.push(line < 0);
                }
            }
        }
    }

    /// Notes a row that is written directly; false if it cannot be, because its parcel is known.
    pub fn write(&mut self, row: &Staged) -> bool {
        let Entry::Vacant(entry) = self.first.entry(key(row.fields.ll_uuid)) else {
            return false;
        };
        let is_measured = row.fields.ll_gisacre.is_none();
        entry.insert(if is_measured { -row.line } else { row.line });
        true
    }
}

fn key(id: ParcelUuid) -> u64 {
    let (high, low) = id.0.as_u64_pair();
    // The version and variant are in other bits of each.
    high ^ low.rotate_left(32)
}
