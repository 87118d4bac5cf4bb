//! Columns that are joined to one of ours: a house number with the words of a street, the lines of a tax
//! bill.

use serde_json::Value;

use super::FieldMap;
use super::column::Column;
use super::forms::{any_number, begins_with_digit, has_letter, is_city, is_location_id, is_state};
use super::values;

/// Share of the filled rows that must have the form of a part, of a parcel number, or of an owner's
/// address: roads and water are named in words in many files, and some owners live abroad.
pub(super) const MANY: f64 = 0.9;
/// Share of addresses with a house number.
pub(super) const WITH_HOUSE_NUMBER: f64 = 0.4;

/// What one of the joined columns holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Part {
    House,
    Street,
    Name,
    /// First line of an address, with its house number or post box.
    Line,
    FurtherLine,
    City,
    State,
    Zip,
    Id,
    /// In a unit that the map knows.
    Area,
}

impl Part {
    /// The parts of one of our columns, with the source's columns.
    pub fn of<'a>(map: &'a FieldMap, field: &str) -> Vec<(Self, &'a str)> {
        let alternatives = map.columns.get(field).into_iter().flatten();
        let parts = alternatives.flat_map(|joined| -> Vec<(Self, &'a String)> {
            match (field, joined.as_slice()) {
                ("owner" | "careof", names) => {
                    names.iter().map(|name| (Self::Name, name)).collect()
                }
                ("ll_gisacre", areas) if map.fixed.contains_key("acres_unit") => {
                    areas.iter().map(|area| (Self::Area, area)).collect()
                }
                ("key", ids) => ids.iter().map(|id| (Self::Id, id)).collect(),
                ("address", [house, words @ ..]) if !words.is_empty() => {
                    let words = words.iter().map(|word| (Self::Street, word));
                    [(Self::House, house)].into_iter().chain(words).collect()
                }
                // The last three are city, state and ZIP code.
                ("mailing_address", [line, more @ .., city, state, zip]) => {
                    let more = more.iter().map(|line| (Self::FurtherLine, line));
                    let end = [(Self::City, city), (Self::State, state), (Self::Zip, zip)];
                    [(Self::Line, line)]
                        .into_iter()
                        .chain(more)
                        .chain(end)
                        .collect()
                }
                _ => Vec::new(),
            }
        });
        parts.map(|(part, name)| (part, name.as_str())).collect()
    }

    pub fn check(self, column: &Column<'_>) -> Result<(), String> {
        match self {
            // Areas have decimals, and values more digits.
            Self::House => column.most(MANY, "house numbers", |house| {
                let digits = house.bytes().take_while(u8::is_ascii_digit).count();
                (1..=5).contains(&digits) && !house.contains('.')
            }),
            // Not an id with its zeros in front.
            Self::Area => column.most(MANY, "areas", |area| {
                let begins_as_id = area.len() > 1 && area.starts_with('0') && !area.contains('.');
                !begins_as_id && values::number(&Value::from(area)).is_some()
            }),
            Self::Street => column.most(MANY, "names of streets", has_letter),
            Self::Name => column.most(MANY, "names", has_letter),
            Self::Line => {
                column.most(MANY, "addresses", has_letter)?;
                column.some(WITH_HOUSE_NUMBER, "addresses", |line| {
                    begins_with_digit(line) || line.to_uppercase().starts_with('P')
                })
            }
            Self::FurtherLine => column.most(MANY, "addresses", has_letter),
            Self::City => {
                column.most(MANY, "names of cities", is_city)?;
                column.few(0.4)
            }
            Self::State => column.most(MANY, "states", is_state),
            Self::Zip => {
                column.most(MANY, "ZIP codes", |zip| values::zip(zip).is_some())?;
                column.few(0.4)
            }
            Self::Id => column.most(MANY, "ids", |id| {
                id.split(' ')
                    .all(|part| is_location_id(part) || any_number(part))
            }),
        }
    }
}
