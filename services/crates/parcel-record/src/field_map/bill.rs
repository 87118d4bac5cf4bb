//! Columns that name neither the site nor the tax bill: `ADDRESS`, `CITY`, `STATE`, `ZIP`.
//!
//! In many rolls they are the bill's. They are the site's only where something in the file says so; else no reader can
//! know, and the operator is asked.

use std::collections::BTreeMap;

use super::column::Column;
use super::exchanged::Roles;
use super::fit::Fitting;
use super::forms::{has_letter, is_city, is_state};
use super::guess::plain;
use super::parts::{MANY, Part};
use super::values;

/// How names of columns of the bill begin.
const OF_BILL: [&str; 4] = ["mail", "own", "bill", "tax"];
/// How names of columns of the site begin.
const OF_SITE: [&str; 7] = ["site", "situs", "prop", "loc", "phys", "parcel", "premise"];
/// Columns of the site in the files of Regrid and of Sitewright, whose `address` is the site's too.
const OURS: [&str; 3] = ["scity", "state2", "szip"];
/// Share of sites in the most frequent state: a county lies in one.
const ONE_STATE: f64 = 0.98;
/// Share of rows with an owner in a file that has owners.
const OWNED: f64 = 0.5;
/// Share of owners whose names have no digits.
const WITHOUT_DIGITS: f64 = 0.7;
/// Share of different texts that codes, cities and streets do not reach.
const DIFFERENT: f64 = 0.25;

/// A part of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Street,
    City,
    State,
    Zip,
}

impl Piece {
    /// Of a name, without punctuation, that does not say whose it is.
    fn of(name: &str) -> Option<Self> {
        match name {
            "address" => Some(Self::Street),
            "city" => Some(Self::City),
            "state" => Some(Self::State),
            "zip" | "zipcode" => Some(Self::Zip),
            _ => None,
        }
    }

    /// Our column for that of the site.
    fn field(self) -> &'static str {
        match self {
            Self::Street => "address",
            Self::City => "scity",
            Self::State => "state2",
            Self::Zip => "szip",
        }
    }

    /// Whether a name, without punctuation, says that the column has this piece.
    fn is_named(self, name: &str) -> bool {
        let name = name.trim_end_matches(|c: char| c.is_ascii_digit());
        match self {
            Self::Street => name.contains("addr") || name.contains("stre") || name.ends_with("add"),
            Self::City => name.contains("city"),
            Self::State => name.ends_with("state") || name.ends_with("stat"),
            Self::Zip => name.contains("zip"),
        }
    }

    /// Whether the values are such pieces. A blank column has none.
    fn is_in(self, column: &Column<'_>) -> bool {
        match self {
            Self::Street => !column.texts.is_empty() && Part::Line.check(column).is_ok(),
            Self::City => column.share(is_city) >= MANY,
            Self::State => column.share(is_state) >= MANY,
            Self::Zip => column.share(|zip| values::zip(zip).is_some()) >= MANY,
        }
    }
}

/// Whether the column of this name, without punctuation, may be of either address.
pub(super) fn is_of_both(name: &str) -> bool {
    Piece::of(name).is_some()
}

/// The columns of which nothing says that they are the site's, each with ours that would take it.
pub(super) fn of_site_or_bill<'a>(
    fitting: &Fitting<'a>,
    roles: &Roles,
) -> Vec<(&'static str, &'a str)> {
    let names = fitting.sample.names().iter().copied();
    let pieces = names.filter_map(|column| Some((Piece::of(&plain(column))?, column)));
    let in_doubt = pieces.filter(|(piece, _)| !is_of_site(fitting, roles, *piece));
    in_doubt
        .map(|(piece, column)| (piece.field(), column))
        .collect()
}

fn is_of_site(fitting: &Fitting<'_>, roles: &Roles, piece: Piece) -> bool {
    let is_street = piece == Piece::Street;
    if is_street && (has_address_of_site(fitting) || states_differ(fitting)) {
        return false;
    }
    has_of_bill(fitting, piece)
        || has_our_names(fitting)
        || (is_street && has_no_bills(fitting, roles))
}

/// Whether a column of the piece, by its name and its values, has a name of this kind.
fn has(fitting: &Fitting<'_>, piece: Piece, is_such: impl Fn(&str) -> bool) -> bool {
    let mut names = fitting.sample.names().iter();
    names.any(|column| {
        let is_in = || {
            let texts = fitting.texts(&column.to_lowercase());
            piece.is_in(&Column { texts: &texts })
        };
        is_such(&plain(column)) && is_in()
    })
}

/// The bill has a column of its own: the other one is the site's.
fn has_of_bill(fitting: &Fitting<'_>, piece: Piece) -> bool {
    let begins = |name: &str| OF_BILL.iter().any(|begin| name.starts_with(begin));
    has(fitting, piece, |name| begins(name) && piece.is_named(name))
}

/// The site has a column of its own: the other one is somebody else's.
fn has_address_of_site(fitting: &Fitting<'_>) -> bool {
    has(fitting, Piece::Street, |name| {
        let of_site = OF_SITE.iter().any(|begin| name.starts_with(begin));
        // `PROPERTY_OWNER_ADDRESS`
        let of_bill = OF_BILL.iter().any(|part| name.contains(part));
        let is_whole = matches!(name, "situs" | "location");
        is_whole || (of_site && !of_bill && Piece::Street.is_named(name))
    })
}

/// The states without a prefix are those of people, though the bill has states of its own: the file has the addresses of
/// owners and of those who get the bill.
fn states_differ(fitting: &Fitting<'_>) -> bool {
    let mut names = fitting.sample.names().iter();
    let Some(state) = names.find(|column| Piece::of(&plain(column)) == Some(Piece::State)) else {
        return false;
    };
    let texts = fitting.texts(&state.to_lowercase());
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for text in &texts {
        *counts.entry(text.to_uppercase()).or_default() += 1;
    }
    let most = counts.values().max().copied().unwrap_or_default();
    has_of_bill(fitting, Piece::State) && (most as f64) < texts.len() as f64 * ONE_STATE
}

/// The names are those of Regrid or Sitewright, and none is of a bill.
fn has_our_names(fitting: &Fitting<'_>) -> bool {
    let sample = fitting.sample;
    OURS.iter().any(|name| sample.has(name))
        && !has_bare(fitting, Piece::State)
        && !has_bare(fitting, Piece::Zip)
        // Regrid also has the municipality.
        && (sample.has("ll_uuid") || !has_bare(fitting, Piece::City))
}

/// A list of places, with neither owners nor the other columns of their bills.
fn has_no_bills(fitting: &Fitting<'_>, roles: &Roles) -> bool {
    let of_bill = [Piece::City, Piece::State, Piece::Zip];
    !of_bill.iter().any(|piece| has_bare(fitting, *piece)) && !has_owners(fitting, roles)
}

fn has_bare(fitting: &Fitting<'_>, piece: Piece) -> bool {
    let mut names = fitting.sample.names().iter();
    names.any(|column| Piece::of(&plain(column)) == Some(piece))
}

/// Whether the file says who owns the parcels, also in a column whose name is not known: many different texts without
/// digits.
fn has_owners(fitting: &Fitting<'_>, roles: &Roles) -> bool {
    let mut names = fitting.sample.names().iter();
    names.any(|column| {
        if plain(column).starts_with("own") || roles.is_of_people(column) {
            return true;
        }
        let texts = fitting.texts(&column.to_lowercase());
        let values = Column { texts: &texts };
        let is_name = |text: &str| has_letter(text) && !text.chars().any(|c| c.is_ascii_digit());
        !roles.knows(column)
            && texts.len() as f64 >= fitting.sample.rows().len() as f64 * OWNED
            && values.share(is_name) >= WITHOUT_DIGITS
            && values.few(DIFFERENT).is_err()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field_map::{Sample, builtin};
    use serde_json::{Map, Value, json};

    /// Our columns of the ones in doubt, in a file of 20 rows with these columns besides a number.
    fn in_doubt(columns: &[&str]) -> Vec<&'static str> {
        let value = |name: &str, row: usize| match name {
            "STATE" | "OWN_STATE" => json!(if row < 4 { "GA" } else { "NC" }),
            "TAX_CITY" => json!(row),
            "CITY" => json!("RIVERTON"),
            "ZIP" => json!("28043"),
            "OWNER" | "PAYS" => json!(format!("{}LLC", "HERON ".repeat(row + 1))),
            "HOOD" => json!(["MEADE", "DOGGETT"][row % 2]),
            "MAIL_BLANK_ADDR" => json!(" "),
            _ => json!(format!("{row} OAK ST")),
        };
        let rows: Vec<Map<String, Value>> = (0..20)
            .map(|row| {
                let number = ("PIN".to_owned(), json!(format!("1-{row}")));
                let cells = columns
                    .iter()
                    .map(|name| ((*name).to_owned(), value(name, row)));
                cells.chain([number]).collect()
            })
            .collect();
        let sample = Sample::new(&rows);
        let fitting = Fitting {
            sample: &sample,
            county_fips: Some("37161"),
        };
        let mut fields: Vec<_> = of_site_or_bill(&fitting, &Roles::of(&builtin::maps(&[])))
            .into_iter()
            .map(|(field, _)| field)
            .collect();
        fields.sort_unstable();
        fields
    }

    #[test]
    fn a_bare_address_beside_owners_may_be_the_bills() {
        let all = ["address", "scity", "state2", "szip"];
        assert_eq!(in_doubt(&["OWNER", "ADDRESS", "CITY", "STATE", "ZIP"]), all);
        assert_eq!(in_doubt(&["OWNER", "ADDRESS"]), ["address"]);
        assert_eq!(in_doubt(&["PAYS", "ADDRESS"]), ["address"]);
        assert_eq!(in_doubt(&["ADDRESS", "ZIP"]), ["address", "szip"]);
        // No owner, so no bill: a list of places.
        assert!(in_doubt(&["ADDRESS", "HOOD"]).is_empty());
    }

    #[test]
    fn it_is_the_sites_if_the_bill_has_columns_of_its_own() {
        for of_bill in ["MAIL_ADDR1", "MAILADD", "OWNER_STREET", "tax_address"] {
            assert!(
                in_doubt(&["OWNER", "ADDRESS", of_bill]).is_empty(),
                "{of_bill}"
            );
        }
        let own_lines = ["OWNER", "ADDRESS", "MAIL_ADDR", "CITY", "STATE", "ZIP"];
        assert_eq!(in_doubt(&own_lines), ["scity", "state2", "szip"]);
        // A blank column and the tax of a city say nothing.
        assert_eq!(
            in_doubt(&["OWNER", "ADDRESS", "MAIL_BLANK_ADDR"]),
            ["address"]
        );
        assert_eq!(in_doubt(&["OWNER", "CITY", "TAX_CITY"]), ["scity"]);
        // The owners' own, beside the bill's.
        let both = ["OWNER", "ADDRESS", "STATE", "MAIL_ADDR", "OWN_STATE"];
        assert_eq!(in_doubt(&both), ["address"]);
    }

    #[test]
    fn it_is_not_the_sites_if_the_site_has_an_address_of_its_own() {
        for of_site in ["SITUS", "LOCATION", "PROP_ADDR", "Site_Address", "PHYSADDR"] {
            let columns = ["OWNER", "ADDRESS", "MAIL_ADDR", of_site];
            assert_eq!(in_doubt(&columns), ["address"], "{of_site}");
        }
        let of_owner = ["OWNER", "ADDRESS", "MAIL_ADDR", "PROP_OWNER_ADDR"];
        assert!(in_doubt(&of_owner).is_empty());
    }

    #[test]
    fn it_is_the_sites_in_files_with_our_names() {
        for ours in ["scity", "state2", "szip"] {
            assert!(in_doubt(&["OWNER", "address", ours]).is_empty(), "{ours}");
        }
        // Not if columns of a bill may stand beside them.
        assert_eq!(
            in_doubt(&["OWNER", "ADDRESS", "CITY", "szip"]),
            ["address", "scity"]
        );
        assert_eq!(
            in_doubt(&["OWNER", "ADDRESS", "ZIP", "state2"]),
            ["address", "szip"]
        );
        assert!(in_doubt(&["ll_uuid", "OWNER", "address", "city", "szip"]).is_empty());
    }
}
