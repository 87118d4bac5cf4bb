//! What of a request selects nothing: numbers and addresses, identities, and points.

use std::collections::{HashMap, HashSet};

use domain::{LonLat, ParcelUuid};

use super::store::Selected;

/// The street address in a line, in capitals: what is before the city.
pub(super) fn address_of(line: &str) -> String {
    let street = line.split(',').next().unwrap_or_default();
    street.trim().to_uppercase()
}

/// Lines, identities and points that select nothing, as they are told.
#[derive(Debug, Default)]
pub(super) struct Matches {
    pub(super) not_found: Vec<String>,
    /// Lines that mean parcels of several counties.
    pub(super) ambiguous: Vec<String>,
}

impl Matches {
    pub(super) fn of_ids(ids: &[ParcelUuid], found: &[Selected]) -> Self {
        let known: HashSet<ParcelUuid> = found.iter().map(|parcel| parcel.ll_uuid).collect();
        let unknown = ids.iter().filter(|id| !known.contains(id));
        Self {
            not_found: unknown.map(ToString::to_string).collect(),
            ambiguous: Vec::new(),
        }
    }

    /// Points that are on no parcel: latitude first, as people write them.
    pub(super) fn beside(points: &[LonLat]) -> Self {
        let written = points
            .iter()
            .map(|at| format!("{}, {}", at.lat(), at.lon()));
        Self {
            not_found: written.collect(),
            ambiguous: Vec::new(),
        }
    }

    /// Also takes out the parcels of ambiguous lines. A line is a number first, and an address only if no
    /// parcel has the number.
    pub(super) fn of(lines: &[String], found: &mut Vec<Selected>) -> Self {
        let mut by_number: HashMap<&str, Vec<usize>> = HashMap::new();
        let mut by_address: HashMap<String, Vec<usize>> = HashMap::new();
        for (at, parcel) in found.iter().enumerate() {
            by_number.entry(&parcel.parcelnumb).or_default().push(at);
            if let Some(address) = &parcel.address {
                by_address
                    .entry(address.to_uppercase())
                    .or_default()
                    .push(at);
            }
        }
        let mut matches = Self::default();
        let mut kept = HashSet::new();
        for line in lines {
            let at = by_number
                .get(line.as_str())
                .or_else(|| by_address.get(&address_of(line)));
            let counties = |at: &[usize]| -> HashSet<&str> {
                at.iter()
                    .map(|at| found[*at].county_fips.as_str())
                    .collect()
            };
            match at {
                None => matches.not_found.push(line.clone()),
                Some(at) if counties(at).len() > 1 => matches.ambiguous.push(line.clone()),
                Some(at) => kept.extend(at.iter().copied()),
            }
        }
        let mut at = 0;
        found.retain(|_| {
            at += 1;
            kept.contains(&(at - 1))
        });
        matches
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn parcel(county: &str, number: &str, address: &str) -> Selected {
        Selected {
            ll_uuid: Uuid::new_v4().into(),
            county_fips: county.to_owned(),
            parcelnumb: number.to_owned(),
            address: Some(address.to_owned()),
            owner: None,
            acres: None,
            value: None,
        }
    }

    #[test]
    fn a_line_is_a_number_or_an_address_of_one_county() {
        let mut found = vec![
            parcel("48201", "1", "1 Main St"),
            parcel("48201", "2", "2 Main St"),
            parcel("48201", "3", "2 Main St"),
            parcel("48201", "4", "4 Main St"),
            parcel("48157", "4", "9 Oak St"),
        ];
        let lines = ["1", "2 main st, Houston TX", "4", "5"].map(str::to_owned);
        let matches = Matches::of(&lines, &mut found);
        assert_eq!(matches.not_found, ["5"]);
        assert_eq!(matches.ambiguous, ["4"]);
        let numbers: Vec<&str> = found
            .iter()
            .map(|parcel| parcel.parcelnumb.as_str())
            .collect();
        assert_eq!(numbers, ["1", "2", "3"]);
    }

    #[test]
    fn a_point_is_told_with_its_latitude_first() {
        let points = [
            LonLat::new(-95.3695, 29.7605).unwrap(),
            LonLat::new(-95.0, 30.0).unwrap(),
        ];
        assert_eq!(
            Matches::beside(&points).not_found,
            ["29.7605, -95.3695", "30, -95"]
        );
    }
}
