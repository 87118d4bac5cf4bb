//! Pasted lines: which parcels they mean.
//!
//! A line is a number first, and an address only if no parcel has the number; as it is written first, and in another spelling only if
//! nothing is found so. Of parcels in several counties, those of a preferred county are meant.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::slice;

use db::AsyncPgConnection;
use domain::ParcelUuid;
use parcel_record::counties::county_label;

use super::chosen::Chosen;
use super::domain::MAX_SELECTED;
use super::dto::{CountyOfLines, RespelledLine};
use super::error::SelectionError;
use super::ops::Wanted;
use super::spelled::{self, Compared};
use super::spelling::{address_of, number_form, query, street_address};
use super::store::{self, Selected};

/// Longest parcel number of the database.
const MAX_NUMBER: usize = 64;
/// Most addresses that are looked for in other spellings. Of more, the rest are found only as they are written.
const MAX_ADDRESSES: usize = 2_000;
/// Texts of one statement.
const TEXTS_AT_ONCE: usize = 500;
/// Most parcels of a text; with more nobody can say that one is the only one.
const MAX_OF_TEXT: usize = 200;
/// Most of the project's parcels by whose counties it is known.
const OWN_PARCELS: usize = 200;

/// What lines mean.
#[derive(Debug, Default)]
pub struct Pasted {
    /// By county and number.
    pub found: Vec<Selected>,
    pub not_found: Vec<String>,
    pub ambiguous: Vec<String>,
    /// To choose from, for ambiguous lines.
    pub counties: Vec<CountyOfLines>,
    pub respelled: Vec<RespelledLine>,
}

/// A line, and the positions of parcels that it may mean.
#[derive(Debug)]
struct Line<'a> {
    text: &'a str,
    parcels: Vec<usize>,
    /// By what they were found in another spelling.
    respelled: Option<By>,
    /// There may be more that it means.
    is_open: bool,
}

#[derive(Debug, Clone, Copy)]
enum By {
    Number,
    Address,
}

/// Reads the parcels of lines; `own` are those that the project has.
pub async fn read(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    given: &[String],
    own: &[ParcelUuid],
) -> Result<Pasted, SelectionError> {
    let addresses = given.iter().map(|text| address_of(text)).collect();
    let exact = Chosen::Numbered(given.to_vec(), addresses);
    let mut found = list(conn, wanted, exact).await?;
    let mut lines: Vec<Line<'_>> = given.iter().map(|text| Line::new(text)).collect();
    as_written(&mut lines, &found);
    let mut preferred = Preferred::default();
    if lines.iter().all(|line| line.is_of_one_county(&found)) {
        return Ok(resolve(&lines, found, &preferred));
    }
    preferred.given.clone_from(&wanted.preferred_counties);
    if !own.is_empty() {
        let own = &own[..own.len().min(OWN_PARCELS)];
        preferred.of_project = spelled::list_counties(conn, own).await?;
    }
    spelled::by_index(conn).await?;
    let first = preferred.all();
    let everywhere: &[String] = &[];
    // The preferred counties first: everywhere there may be more parcels than are read.
    let places = match &wanted.county_fips {
        Some(county) => vec![slice::from_ref(county)],
        None if first.is_empty() => vec![everywhere],
        None => vec![first.as_slice(), everywhere],
    };
    for counties in places {
        for by in [By::Number, By::Address] {
            respelled(conn, wanted, (by, counties), &mut lines, &mut found).await?;
        }
    }
    Ok(resolve(&lines, found, &preferred))
}

async fn list(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    chosen: Chosen,
) -> Result<Vec<Selected>, SelectionError> {
    let limit = i64::try_from(MAX_SELECTED)
        .unwrap_or(i64::MAX)
        .saturating_add(1);
    let county = wanted.county_fips.as_deref();
    let limits = (wanted.filter.clone(), wanted.changed_since);
    let found = store::list(conn, chosen, county, limits, limit).await?;
    if found.len() > MAX_SELECTED {
        return Err(SelectionError::TooLarge);
    }
    Ok(found)
}

fn as_written(lines: &mut [Line<'_>], found: &[Selected]) {
    let mut by_number: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_address: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, parcel) in found.iter().enumerate() {
        by_number.entry(&parcel.parcelnumb).or_default().push(at);
        if let Some(address) = &parcel.address {
            let address = address.to_uppercase();
            by_address.entry(address).or_default().push(at);
        }
    }
    for line in lines {
        let parcels = by_number
            .get(line.text)
            .or_else(|| by_address.get(&address_of(line.text)));
        line.parcels = parcels.cloned().unwrap_or_default();
    }
}

/// Finds what is left in another spelling, in these counties; in all if there are none.
async fn respelled(
    conn: &mut AsyncPgConnection,
    wanted: &Wanted,
    (by, counties): (By, &[String]),
    lines: &mut [Line<'_>],
    found: &mut Vec<Selected>,
) -> Result<(), SelectionError> {
    // Position and form of the lines that are looked for by the same text.
    let mut wanting: BTreeMap<String, Vec<(usize, String)>> = BTreeMap::new();
    let left = lines.iter().enumerate();
    let left = left.filter(|(_, line)| line.parcels.is_empty());
    let forms = left.filter_map(|(at, line)| Some((at, by.form(line.text)?)));
    for (at, (text, form)) in forms.take(by.most()) {
        wanting.entry(text).or_default().push((at, form));
    }
    let texts: Vec<String> = wanting.keys().cloned().collect();
    let mut lines_of: HashMap<ParcelUuid, Vec<usize>> = HashMap::new();
    for texts in texts.chunks(TEXTS_AT_ONCE) {
        let read = spelled::list(conn, by.compared(), texts, counties, MAX_OF_TEXT + 1).await?;
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for parcel in &read {
            let same = &wanting[&parcel.asked];
            let count = counts.entry(&parcel.asked).or_default();
            *count += 1;
            if *count > MAX_OF_TEXT {
                for (at, _) in same {
                    lines[*at].is_open = true;
                }
            }
            let Some((_, written)) = by.form(&parcel.written) else {
                continue;
            };
            for (at, _) in same.iter().filter(|(_, form)| *form == written) {
                lines_of.entry(parcel.ll_uuid).or_default().push(*at);
            }
        }
    }
    if lines_of.is_empty() {
        return Ok(());
    }
    let ids = lines_of.keys().copied().collect();
    for parcel in list(conn, wanted, Chosen::These(ids)).await? {
        for line in &lines_of[&parcel.ll_uuid] {
            lines[*line].parcels.push(found.len());
            lines[*line].respelled = Some(by);
        }
        found.push(parcel);
    }
    Ok(())
}

fn resolve(lines: &[Line<'_>], found: Vec<Selected>, preferred: &Preferred) -> Pasted {
    let mut pasted = Pasted::default();
    let mut kept: HashSet<usize> = HashSet::new();
    let mut to_choose: BTreeMap<&str, usize> = BTreeMap::new();
    for line in lines {
        let mut by_county: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for at in &line.parcels {
            let county = found[*at].county_fips.as_str();
            by_county.entry(county).or_default().push(*at);
        }
        let parcels = match by_county.len() {
            0 => {
                pasted.not_found.push(line.text.to_owned());
                continue;
            }
            1 => by_county.values().next(),
            _ => preferred.of(&by_county),
        };
        let Some(parcels) = parcels else {
            for county in by_county.keys() {
                *to_choose.entry(*county).or_default() += 1;
            }
            pasted.ambiguous.push(line.text.to_owned());
            continue;
        };
        if let Some(by) = line.respelled {
            let spellings = parcels.iter().map(|at| by.written(&found[*at]));
            let spellings: BTreeMap<String, &str> = spellings
                .map(|spelling| (spelling.to_uppercase(), spelling))
                .collect();
            let (Some((_, spelling)), 1, false) =
                (spellings.first_key_value(), spellings.len(), line.is_open)
            else {
                pasted.ambiguous.push(line.text.to_owned());
                continue;
            };
            pasted.respelled.push(RespelledLine {
                given: line.text.to_owned(),
                found: (*spelling).to_owned(),
            });
        }
        kept.extend(parcels);
    }
    let to_choose = to_choose.into_iter();
    pasted.counties = to_choose.map(CountyOfLines::from).collect();
    let mut at = 0;
    pasted.found = found;
    pasted.found.retain(|_| {
        at += 1;
        kept.contains(&(at - 1))
    });
    pasted.found.sort_by(|one, other| {
        (&one.county_fips, &one.parcelnumb, one.ll_uuid.0).cmp(&(
            &other.county_fips,
            &other.parcelnumb,
            other.ll_uuid.0,
        ))
    });
    // Found by several lines.
    pasted.found.dedup_by_key(|parcel| parcel.ll_uuid);
    pasted
}

/// The counties of which a line's parcels are meant if it has some in several.
#[derive(Debug, Default)]
struct Preferred {
    /// The first of these.
    given: Vec<String>,
    /// If none of those is meant, the only one of these.
    of_project: Vec<String>,
}

impl Preferred {
    fn all(&self) -> Vec<String> {
        [self.given.as_slice(), &self.of_project].concat()
    }

    fn of<'a, T>(&self, by_county: &'a BTreeMap<&str, T>) -> Option<&'a T> {
        let given = self.given.iter();
        let mut given = given.filter_map(|county| by_county.get(county.as_str()));
        let own = self.of_project.iter();
        let mut own = own.filter_map(|county| by_county.get(county.as_str()));
        let only = || own.next().filter(|_| own.next().is_none());
        given.next().or_else(only)
    }
}

impl<'a> Line<'a> {
    fn new(text: &'a str) -> Self {
        Self {
            text,
            parcels: Vec::new(),
            respelled: None,
            is_open: false,
        }
    }

    fn is_of_one_county(&self, found: &[Selected]) -> bool {
        let mut counties = self.parcels.iter().map(|at| &found[*at].county_fips);
        let first = counties.next();
        first.is_some_and(|first| counties.all(|county| county == first))
    }
}

impl By {
    /// The text by which a line is looked for, and the form that its parcels have.
    fn form(self, text: &str) -> Option<(String, String)> {
        match self {
            Self::Number => number_form(text)
                .filter(|form| form.len() <= MAX_NUMBER)
                .map(|form| (form.clone(), form)),
            Self::Address => street_address(text).map(|address| (query(&address), address.form)),
        }
    }

    /// Most lines that are looked for.
    fn most(self) -> usize {
        match self {
            Self::Number => usize::MAX,
            Self::Address => MAX_ADDRESSES,
        }
    }

    fn compared(self) -> Compared {
        match self {
            Self::Number => Compared::Numbers,
            Self::Address => Compared::Words,
        }
    }

    fn written(self, parcel: &Selected) -> &str {
        match self {
            Self::Number => &parcel.parcelnumb,
            Self::Address => parcel.address.as_deref().unwrap_or_default(),
        }
    }
}

impl From<(&str, usize)> for CountyOfLines {
    fn from((county_fips, lines): (&str, usize)) -> Self {
        Self {
            name: county_label(county_fips),
            county_fips: county_fips.to_owned(),
            lines,
        }
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
            owner_key: None,
            lon: 0.0,
            lat: 0.0,
            acres: None,
            value: None,
        }
    }

    fn numbers(pasted: &Pasted) -> Vec<&str> {
        let found = pasted.found.iter();
        found.map(|parcel| parcel.parcelnumb.as_str()).collect()
    }

    #[test]
    fn a_line_is_a_number_or_an_address_of_one_county() {
        let found = vec![
            parcel("48201", "1", "1 Main St"),
            parcel("48201", "2", "2 Main St"),
            parcel("48201", "3", "2 Main St"),
            parcel("48201", "4", "4 Main St"),
            parcel("48157", "4", "9 Oak St"),
        ];
        let given = ["1", "2 main st, Houston TX", "4", "5", "9 OAK ST"];
        let mut lines = given.map(Line::new);
        as_written(&mut lines, &found);
        let pasted = resolve(&lines, found.clone(), &Preferred::default());
        assert_eq!(pasted.not_found, ["5"]);
        assert_eq!(pasted.ambiguous, ["4"]);
        assert_eq!(numbers(&pasted), ["4", "1", "2", "3"]);
        let counties = pasted.counties.iter();
        let counties = counties.map(|county| (county.name.as_str(), county.lines));
        assert_eq!(
            counties.collect::<Vec<_>>(),
            [("Fort Bend, TX (48157)", 1), ("Harris, TX (48201)", 1)]
        );
        assert!(pasted.respelled.is_empty());

        // Of several counties the first that is preferred, else the only one that the project has parcels in.
        let meant = |given: &[&str], of_project: &[&str]| {
            let codes = |codes: &[&str]| codes.iter().map(|code| (*code).to_owned()).collect();
            let preferred = Preferred {
                given: codes(given),
                of_project: codes(of_project),
            };
            let mut pasted = resolve(&lines[2..3], found.clone(), &preferred);
            pasted.found.pop().map(|parcel| parcel.county_fips)
        };
        assert_eq!(meant(&["48201", "48157"], &[]).unwrap(), "48201");
        assert_eq!(meant(&["37119"], &["48157"]).unwrap(), "48157");
        assert_eq!(meant(&["48201"], &["48157"]).unwrap(), "48201");
        assert_eq!(meant(&[], &["48201", "48157"]), None);
        assert_eq!(meant(&["37119"], &["37119"]), None);
    }

    #[test]
    fn another_spelling_is_taken_if_it_means_one() {
        let found = vec![
            parcel("48201", "12-34", "100 MAIN ST"),
            parcel("48201", "1-234", "100 Main St"),
            parcel("48201", "56-7", "100 MAIN STREET"),
        ];
        let line = |text, parcels: &[usize], respelled| Line {
            parcels: parcels.to_vec(),
            respelled: Some(respelled),
            ..Line::new(text)
        };
        let lines = [
            line("1234", &[0, 1], By::Number),
            line("567", &[2], By::Number),
            // Written alike apart from capitals, as two parcels of one house are.
            line("100 Main Street", &[0, 1], By::Address),
            line("100 Main Str", &[0, 2], By::Address),
            Line {
                is_open: true,
                ..line("100 Main", &[2], By::Address)
            },
        ];
        let pasted = resolve(&lines, found, &Preferred::default());
        assert_eq!(pasted.ambiguous, ["1234", "100 Main Str", "100 Main"]);
        // No county would tell them apart.
        assert!(pasted.counties.is_empty());
        let respelled = pasted.respelled.iter();
        let respelled = respelled.map(|line| (line.given.as_str(), line.found.as_str()));
        assert_eq!(
            respelled.collect::<Vec<_>>(),
            [("567", "56-7"), ("100 Main Street", "100 Main St")]
        );
        assert_eq!(numbers(&pasted), ["1-234", "12-34", "56-7"]);
    }
}
