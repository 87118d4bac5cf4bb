//! Which columns of a file name its areas.

use feature_files::Reason;
use parcel_record::field_map::{Sample, values};
use serde_json::{Map, Value};

use crate::error::AreaError;
use crate::fips;

const MARKET: &[&str] = &[
    "market",
    "market_name",
    "marketname",
    "mkt",
    "mkt_name",
    "metro",
    "metro_name",
];
const SUBMARKET: &[&str] = &[
    "submarket",
    "submarket_name",
    "submarketname",
    "sub_market",
    "submkt",
    "submkt_name",
    "sub_mkt",
    "sub_mkt_name",
];
/// The Census Bureau adds the year of the census to some names.
const FIPS: &[&str] = &[
    "geoid",
    "geoid20",
    "geoid10",
    "county_fips",
    "countyfips",
    "fips",
    "fips_code",
    "geoidfq",
    "affgeoid",
];
const COUNTY_NAME: &[&str] = &[
    "name",
    "name20",
    "name10",
    "county_name",
    "countyname",
    "county",
    "namelsad",
    "namelsad20",
    "namelsad10",
];
const STATE: &[&str] = &[
    "statefp",
    "statefp20",
    "statefp10",
    "state_fips",
    "statefips",
];

/// The columns of a firm's markets; guessed where none is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MarketColumns {
    /// Name of the market.
    pub market: Option<String>,
    /// Name of the submarket.
    pub submarket: Option<String>,
}

/// The columns of counties; guessed where none is named.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct CountyColumns {
    /// Code of the county: five digits, or three with a column of the state.
    pub fips: Option<String>,
    /// Name of the county.
    pub name: Option<String>,
    /// The county's state: digits, letters or its name.
    pub state: Option<String>,
}

/// What the operator said of the columns.
#[derive(Debug, Clone)]
pub(crate) enum Wanted {
    Markets(MarketColumns),
    Counties(CountyColumns),
}

/// The columns of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Columns {
    Markets {
        market: String,
        submarket: String,
    },
    Counties {
        fips: String,
        name: String,
        state: Option<String>,
    },
}

/// What a row names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Area {
    /// The market, or the two digits of the state.
    pub parent: String,
    /// The submarket, or the five digits of the county: with the parent, its identity in the file.
    pub key: String,
    /// As it is shown.
    pub name: String,
}

impl Wanted {
    /// The columns of a file, by its first rows.
    pub fn of_file(&self, sample: &Sample<'_>) -> Result<Columns, AreaError> {
        match self {
            Self::Markets(MarketColumns { market, submarket }) => Ok(Columns::Markets {
                market: required(
                    sample,
                    market.as_ref(),
                    MARKET,
                    "a market",
                    "--market-field",
                )?,
                submarket: required(
                    sample,
                    submarket.as_ref(),
                    SUBMARKET,
                    "a submarket",
                    "--submarket-field",
                )?,
            }),
            Self::Counties(CountyColumns { fips, name, state }) => Ok(Columns::Counties {
                fips: required(
                    sample,
                    fips.as_ref(),
                    FIPS,
                    "a county's code",
                    "--fips-field",
                )?,
                name: required(
                    sample,
                    name.as_ref(),
                    COUNTY_NAME,
                    "a county's name",
                    "--name-field",
                )?,
                state: found(sample, state.as_ref(), STATE, "--state-field")?,
            }),
        }
    }
}

/// A column that must be there.
fn required(
    sample: &Sample<'_>,
    named: Option<&String>,
    usual: &[&str],
    what: &'static str,
    option: &'static str,
) -> Result<String, AreaError> {
    found(sample, named, usual, option)?.ok_or_else(|| AreaError::NoColumn {
        what,
        option,
        columns: sample.columns(),
    })
}

/// The named column, in any case; else the first of the usual names.
fn found(
    sample: &Sample<'_>,
    named: Option<&String>,
    usual: &[&str],
    option: &'static str,
) -> Result<Option<String>, AreaError> {
    let known = sample.names();
    if let Some(named) = named {
        let exact = known.iter().find(|name| *name == named);
        let any_case = || {
            known
                .iter()
                .find(|name| name.to_lowercase() == named.to_lowercase())
        };
        return match exact.or_else(any_case) {
            Some(name) => Ok(Some((*name).to_owned())),
            None => Err(AreaError::UnknownColumn {
                option,
                column: named.clone(),
                columns: sample.columns(),
            }),
        };
    }
    let first = usual.iter().find_map(|usual| {
        known
            .iter()
            .find(|name| name.to_lowercase() == *usual)
            .copied()
    });
    Ok(first.map(ToOwned::to_owned))
}

impl Columns {
    /// What a row names.
    pub fn area(&self, row: &Map<String, Value>) -> Result<Area, Reason> {
        match self {
            Self::Markets { market, submarket } => {
                let market = text(row, market).ok_or_else(|| Reason::new("no market"))?;
                let name = text(row, submarket).ok_or_else(|| Reason::new("no submarket"))?;
                Ok(Area {
                    parent: market,
                    key: name.clone(),
                    name,
                })
            }
            Self::Counties { fips, name, state } => {
                let code = text(row, fips).ok_or_else(|| Reason::new("no county code"))?;
                let state = state.as_ref().and_then(|state| text(row, state));
                let key = fips::county(&code, state.as_deref())?;
                let name = text(row, name).ok_or_else(|| Reason::new("no name"))?;
                Ok(Area {
                    parent: key.chars().take(2).collect(),
                    key,
                    name,
                })
            }
        }
    }

    /// For the operator.
    pub fn described(&self) -> String {
        match self {
            Self::Markets { market, submarket } => {
                format!("market from {market}, submarket from {submarket}")
            }
            Self::Counties { fips, name, state } => {
                let state = state.as_ref().map(|state| format!(", state from {state}"));
                format!(
                    "code from {fips}, name from {name}{}",
                    state.unwrap_or_default()
                )
            }
        }
    }
}

/// Names can be numbers; the columns of all rows need not be written alike.
fn text(row: &Map<String, Value>, column: &str) -> Option<String> {
    let value = row.get(column).or_else(|| {
        let same = |(name, _): &(&String, &Value)| name.to_lowercase() == column.to_lowercase();
        row.iter().find(same).map(|(_, value)| value)
    });
    value.and_then(values::text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn of(wanted: &Wanted, row: &Value) -> Result<Columns, AreaError> {
        wanted.of_file(&Sample::new(row.as_object()))
    }

    fn markets(market: Option<&str>, submarket: Option<&str>) -> Wanted {
        Wanted::Markets(MarketColumns {
            market: market.map(ToOwned::to_owned),
            submarket: submarket.map(ToOwned::to_owned),
        })
    }

    #[test]
    fn usual_names_are_guessed_in_any_case() {
        let row = json!({ "OBJECTID": 1, "MKT_NAME": "Houston", "Sub_Mkt": "North" });
        assert_eq!(
            of(&markets(None, None), &row).unwrap(),
            Columns::Markets {
                market: "MKT_NAME".to_owned(),
                submarket: "Sub_Mkt".to_owned()
            }
        );
        let census = json!({ "STATEFP": "48", "COUNTYFP": "201", "AFFGEOID": "0500000US48201", "GEOID": "48201",
            "NAMELSAD": "Harris County", "NAME": "Harris" });
        let columns = of(&Wanted::Counties(CountyColumns::default()), &census).unwrap();
        assert_eq!(
            columns.described(),
            "code from GEOID, name from NAME, state from STATEFP"
        );
        let area = columns.area(census.as_object().unwrap()).unwrap();
        assert_eq!(
            (area.parent.as_str(), area.key.as_str(), area.name.as_str()),
            ("48", "48201", "Harris")
        );
    }

    #[test]
    fn a_column_that_is_not_there_is_asked_for() {
        let row = json!({ "ZONE": "North", "metro": "Houston" });
        let missing = of(&markets(None, None), &row).unwrap_err();
        assert!(
            matches!(&missing, AreaError::NoColumn { option: "--submarket-field", columns, .. } if columns.len() == 2),
            "{missing}"
        );
        let wrong = of(&markets(Some("region"), Some("zone")), &row).unwrap_err();
        assert!(
            matches!(&wrong, AreaError::UnknownColumn { column, .. } if column == "region"),
            "{wrong}"
        );
        assert!(of(&markets(None, Some("zone")), &row).is_ok());
    }

    #[test]
    fn a_row_without_a_name_says_which() {
        let columns = Columns::Markets {
            market: "market".to_owned(),
            submarket: "submarket".to_owned(),
        };
        let area = |row: Value| columns.area(row.as_object().unwrap());
        assert_eq!(
            area(json!({ "market": " ", "submarket": "N" })),
            Err(Reason::new("no market"))
        );
        assert_eq!(
            area(json!({ "market": "H" })),
            Err(Reason::new("no submarket"))
        );
        // A number is a name too.
        assert_eq!(
            area(json!({ "Market": " Houston ", "submarket": 7 })),
            Ok(Area {
                parent: "Houston".to_owned(),
                key: "7".to_owned(),
                name: "7".to_owned()
            })
        );
    }
}
