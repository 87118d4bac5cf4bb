//! Adjoining parcels judged as one site: each fact of the parcels becomes one of the site by a rule of its own (decision 98).
//!
//! What is unknown of one parcel is unknown of the site, unless another parcel decides it: a gate that one parcel fails, a building
//! on one of them.

use crate::columns::{Column, Columns, UNKNOWN_FLAG, UNKNOWN_WORTH};
use crate::criteria::{Criteria, Gate, WhenUnknown};
use crate::curve::ONE;
use crate::fact::Fact;
use crate::judge::{GateTest, ValueTable};

/// How a site has a fact of its parcels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Joining {
    /// It is one of the site itself, and given with it.
    OfSite,
    /// The sum.
    Sum,
    /// The sum of the dollars of their lands by the acres of the site.
    PerAcre,
    /// The mean by land.
    Mean,
    /// The least.
    Least,
    /// Yes if it is of any parcel.
    Any,
    /// Each parcel is judged: a gate holds if it does for all of them, a wish has the mean of their values by land.
    Each,
}

impl Fact {
    /// How a site of several parcels has it.
    pub const fn joining(self) -> Joining {
        match self {
            Self::Acres | Self::SiteOwners | Self::OwnerParcels | Self::AdjoiningOwnerAcres => {
                Joining::OfSite
            }
            Self::BuildingSqft | Self::TotalValue => Joining::Sum,
            Self::ValuePerAcre | Self::LandValuePerAcre => Joining::PerAcre,
            Self::GrowthChance => Joining::Mean,
            Self::HighwayM | Self::RailM => Joining::Least,
            Self::IsImproved => Joining::Any,
            Self::UseClass
            | Self::Zoning
            | Self::InFloodZone
            | Self::YearBuilt
            | Self::YearsHeld
            | Self::OwnerKind
            | Self::IsAbsentee
            | Self::SlopePercent
            | Self::GrowthDecade
            | Self::InArea => Joining::Each,
        }
    }
}

/// Parcels that are judged as one. Its own facts are not a number where they are unknown.
#[derive(Debug, Clone, Default)]
pub struct JoinedSite {
    /// Rows of its parcels, each with its land, acres; parcels on the same land share it.
    pub parcels: Vec<(usize, f64)>,
    /// Row of one parcel of each land. Dollars an acre are of the land: parcels on the same land have the same.
    pub lands: Vec<usize>,
    /// [`Fact::Acres`].
    pub acres: f64,
    /// [`Fact::SiteOwners`].
    pub owners: f64,
    /// [`Fact::OwnerParcels`], of all of its owners together.
    pub owner_parcels: f64,
    /// [`Fact::AdjoiningOwnerAcres`], of all of its owners together, without its own land.
    pub adjoining_owner_acres: f64,
}

impl JoinedSite {
    fn own(&self, fact: Fact) -> f64 {
        match fact {
            Fact::Acres => self.acres,
            Fact::SiteOwners => self.owners,
            Fact::OwnerParcels => self.owner_parcels,
            Fact::AdjoiningOwnerAcres => self.adjoining_owner_acres,
            _ => f64::NAN,
        }
    }

    /// Mean of a number of each parcel by its land; not a number if it is unknown of one.
    fn mean(&self, number: impl Fn(usize) -> f64) -> f64 {
        let (sum, land) = self
            .parcels
            .iter()
            .fold((0.0, 0.0), |(sum, land), (row, acres)| {
                (sum + number(*row) * acres, land + acres)
            });
        sum / land
    }
}

/// The facts of sites by those of their parcels, in the order of the sites. Ties of the score are broken by that order. The column
/// [`Fact::Acres`] of the parcels has their recorded acres, by which dollars an acre become dollars.
pub fn joined(criteria: &Criteria, parcels: &Columns, sites: &[JoinedSite]) -> Columns {
    let mut columns = Columns::of(vec![uuid::Uuid::nil(); sites.len()]);
    for fact in criteria.facts() {
        if let Some(column) = column(fact, parcels, sites) {
            columns.put(fact, column);
        }
    }
    let rows = parcels.ids().len();
    let gates = criteria.gates.iter().enumerate();
    for (place, gate) in gates.filter(|(_, gate)| gate.fact.joining() == Joining::Each) {
        let test = GateTest::new(parcels, place, gate);
        let passes: Vec<Option<bool>> = (0..rows)
            .map(|row| test.test(row).map(|(fails, _)| !fails))
            .collect();
        let verdicts = sites.iter().map(|site| verdict(site, &passes)).collect();
        columns.put_verdicts(place, verdicts);
    }
    let wishes = criteria.wishes.iter().enumerate();
    for (place, wish) in wishes.filter(|(_, wish)| wish.fact.joining() == Joining::Each) {
        let table = ValueTable::new(parcels, place, wish);
        let values: Vec<u16> = (0..rows).map(|row| table.value(row)).collect();
        let worths = sites.iter().map(|site| worth(site, &values)).collect();
        columns.put_worths(place, worths);
    }
    columns
}

/// `None` of a fact that each parcel is judged by, and of one that no parcel has.
fn column(fact: Fact, parcels: &Columns, sites: &[JoinedSite]) -> Option<Column> {
    let acres = numbers(parcels.get(Fact::Acres));
    let of = numbers(parcels.get(fact));
    let each = |number: &dyn Fn(&JoinedSite) -> f64| {
        Some(Column::Numbers(sites.iter().map(number).collect()))
    };
    match fact.joining() {
        Joining::OfSite => each(&|site| site.own(fact)),
        Joining::Sum => {
            let of = of?;
            each(&|site| site.parcels.iter().map(|(row, _)| of[*row]).sum())
        }
        Joining::PerAcre => {
            let (of, acres) = (of?, acres?);
            each(&|site| {
                let dollars = site.lands.iter().map(|row| of[*row] * acres[*row]);
                dollars.sum::<f64>() / site.acres
            })
        }
        Joining::Mean => {
            let of = of?;
            each(&|site| site.mean(|row| of[row]))
        }
        Joining::Least => {
            let of = of?;
            // `f64::min` would leave out what is not a number.
            let less = |least: f64, other: f64| {
                if other.is_nan() || other < least {
                    other
                } else {
                    least
                }
            };
            each(&|site| {
                let all = site.parcels.iter().map(|(row, _)| of[*row]);
                all.reduce(less).unwrap_or(f64::NAN)
            })
        }
        Joining::Any => match parcels.get(fact)? {
            Column::Flags(flags) => {
                let any = |site: &JoinedSite| {
                    let mut all = site.parcels.iter().map(|(row, _)| flags[*row]);
                    if all.clone().any(|flag| flag == 1) {
                        1
                    } else if all.all(|flag| flag == 0) {
                        0
                    } else {
                        UNKNOWN_FLAG
                    }
                };
                Some(Column::Flags(sites.iter().map(any).collect()))
            }
            _ => None,
        },
        Joining::Each => None,
    }
}

fn numbers(column: Option<&Column>) -> Option<&[f64]> {
    match column? {
        Column::Numbers(numbers) => Some(numbers),
        _ => None,
    }
}

/// 0 if a parcel fails, else unknown if it is of one.
fn verdict(site: &JoinedSite, passes: &[Option<bool>]) -> u8 {
    let mut all = site.parcels.iter().map(|(row, _)| passes[*row]);
    if all.clone().any(|passes| passes == Some(false)) {
        0
    } else if all.any(|passes| passes.is_none()) {
        UNKNOWN_FLAG
    } else {
        1
    }
}

fn worth(site: &JoinedSite, values: &[u16]) -> u16 {
    let mut all = site.parcels.iter();
    if all.any(|(row, _)| values[*row] == UNKNOWN_WORTH) {
        return UNKNOWN_WORTH;
    }
    let mean = site.mean(|row| f64::from(values[row])).round();
    if mean.is_nan() {
        return UNKNOWN_WORTH;
    }
    (mean as u16).min(ONE)
}

/// Whether each parcel fails a gate for which all parcels of a site must be judged: it is in no site that fits.
pub fn fails_alone(criteria: &Criteria, parcels: &Columns) -> Vec<bool> {
    let tests = tests_of_each(criteria, parcels);
    let fails = |row: usize| tests.iter().any(|(gate, test)| fails(gate, test, row));
    (0..parcels.ids().len()).map(fails).collect()
}

/// Of the gates for which all parcels of a site must be judged, the one that leaves the fewest of these rows, in words, and how many;
/// `None` if each leaves all.
pub fn tightest_alone(
    criteria: &Criteria,
    parcels: &Columns,
    rows: &[usize],
) -> Option<(String, usize)> {
    let left = |(gate, test): &(&Gate, GateTest<'_>)| {
        let left = rows.iter().filter(|row| !fails(gate, test, **row));
        (gate.label(), left.count())
    };
    let tests = tests_of_each(criteria, parcels);
    let tightest = tests.iter().map(left).min_by_key(|(_, left)| *left);
    tightest.filter(|(_, left)| *left < rows.len())
}

fn tests_of_each<'a>(
    criteria: &'a Criteria,
    parcels: &'a Columns,
) -> Vec<(&'a Gate, GateTest<'a>)> {
    let gates = criteria.gates.iter().enumerate();
    gates
        .filter(|(_, gate)| gate.fact.joining() == Joining::Each)
        .map(|(place, gate)| (gate, GateTest::new(parcels, place, gate)))
        .collect()
}

fn fails(gate: &Gate, test: &GateTest<'_>, row: usize) -> bool {
    let unknown = gate.unknown == WhenUnknown::Fail;
    test.test(row).map_or(unknown, |(fails, _)| fails)
}
