//! Whether the values of a sample can be what a field map takes them for.
//!
//! Names alone are not enough: `PID` is a parcel number in one county and a row number in another.
//! Each of our columns has a form; a column that does not have it is refused with an example.

use domain::{ParcelUuid, State};
use serde_json::Value;

use super::column::{Column, DOLLARS, ENOUGH, FLOOR_AREA, quantile};
use super::forms::{NumberForm, begins_with_digit, has_letter, is_city, is_state, wrong_zips};
use super::parts::{MANY, Part, WITH_HOUSE_NUMBER};
use super::row::Row;
use super::sample::Sample;
use super::{FieldMap, OwnCounty, values};

/// Share of the filled rows that must have the form: real rolls have a few bad cells.
const MOST: f64 = 0.95;
/// Share of rows with a parcel number, because roads and water often have none.
const NUMBERED: f64 = 0.8;
/// Share of owners that begin with a digit, such as `1201 MAIN LLC`.
const OWNER_WITH_DIGIT: f64 = 0.3;
/// Areas above this are square feet, or no areas.
const MAX_ACRES: f64 = 10_000.0;

/// The sample with what is known of its county.
pub(super) struct Fitting<'a> {
    pub sample: &'a Sample<'a>,
    pub county_fips: Option<&'a str>,
}

impl Fitting<'_> {
    /// The first of the map's columns whose values do not fit, with the reason. `whole` is the map
    /// before it was narrowed: half of an address, or an area without its unit, is not read, but
    /// says as much of the file.
    pub fn misfit(&self, whole: &FieldMap, map: &FieldMap) -> Option<(&'static str, String)> {
        let checks = whole.columns.iter().map(|(field, alternatives)| {
            let checked = if map.columns.contains_key(field) {
                self.check(map, field)
            } else if alternatives.iter().all(|joined| joined.len() == 1) {
                self.check(whole, field)
            } else {
                Ok(())
            };
            (*field, checked.and(self.parts(whole, field)))
        });
        let mut misfits = checks.filter_map(|(field, checked)| Some((field, checked.err()?)));
        misfits.next()
    }

    /// Whether one of our columns may be filled by this map.
    pub fn check(&self, map: &FieldMap, field: &str) -> Result<(), String> {
        let rows = || {
            let rows = self.sample.rows().iter();
            rows.map(move |row| Row::of_lower(map, row))
        };
        let texts: Vec<String> = rows()
            .filter_map(|row| match field {
                // What a county writes for no number is the same in several rows.
                "parcelnumb" => row.number(),
                _ => row.source_text(field),
            })
            .collect();
        let column = Column { texts: &texts };
        match field {
            "parcelnumb" => {
                let form = map.preset.map_or(NumberForm::Any, |preset| preset.number);
                self.number(&column, form)
            }
            "key" => Part::Id.check(&column),
            "ll_uuid" => {
                column.most(MOST, "UUIDs", |id| id.parse::<ParcelUuid>().is_ok())?;
                column.distinct(0.98)
            }
            "county_fips" => {
                let own = rows().map(|row| row.own_county(self.county_fips));
                let unreadable = own
                    .filter_map(|county| match county {
                        OwnCounty::Unreadable(text) => Some(text),
                        _ => None,
                    })
                    .collect::<Vec<_>>();
                column.bad(&unreadable, 0.99, "county codes of three or five digits")
            }
            "address" => {
                column.most(MOST, "street addresses", has_letter)?;
                column.some(WITH_HOUSE_NUMBER, "street addresses", begins_with_digit)
            }
            "mailing_address" => Part::Line.check(&column),
            "scity" => {
                column.most(MOST, "names of cities", is_city)?;
                column.few(0.25)
            }
            "state2" => self.states(map, &column),
            "szip" => {
                let zips = rows().filter_map(|row| {
                    let state = self.state_of(&row)?;
                    Some((row.source_text(field)?, Some(state)))
                });
                column.bad(&wrong_zips(zips), MOST, "ZIP codes of the state")?;
                column.most(MOST, "ZIP codes", |zip| values::zip(zip).is_some())
            }
            "owner" | "careof" => {
                column.most(MOST, "names", has_letter)?;
                column.at_most(OWNER_WITH_DIGIT, "names", begins_with_digit)
            }
            "saledate" => self.typed(map, field, "dates", |value| values::date(value).is_some()),
            "year_built" => self.typed(map, field, "years", |value| values::year(value).is_some()),
            "saleprice" | "parval" | "landval" | "improvval" => {
                self.typed(map, field, "dollars", |value| {
                    values::money(value).is_some()
                })?;
                column.amounts(&DOLLARS, "dollars")
            }
            "sqft" => {
                self.typed(map, field, "square feet", |value| {
                    values::number(value).is_some()
                })?;
                column.amounts(&FLOOR_AREA, "square feet of buildings")
            }
            "ll_gisacre" => {
                self.typed(map, field, "areas", |value| values::number(value).is_some())?;
                let acres: Vec<f64> = rows().filter_map(|row| row.acres()).collect();
                // Ids are so large that they are read as no acres.
                let areas = rows().filter(|row| {
                    row.area_unit().is_some() && row.read(field, values::number) > Some(0.0)
                });
                let are_ids = acres.len() * 2 < areas.count();
                if are_ids || quantile(acres, 0.5).is_some_and(|acres| acres > MAX_ACRES) {
                    return Err("holds larger areas than parcels have".to_owned());
                }
                Ok(())
            }
            "unit" => column.at_most(0.5, "numbers of units", |unit| {
                values::acres_of_unit(unit).is_some()
            }),
            "acres_unit" => column.most(MOST, "units of area", |unit| {
                values::acres_of_unit(unit).is_some()
            }),
            "building_count" => self.typed(map, field, "numbers of buildings", |value| {
                values::number(value)
                    .is_some_and(|count| (0.0..1_000.0).contains(&count) && count.fract() == 0.0)
            }),
            "usecode" | "usedesc" | "zoning" | "zoning_type" | "zoning_subtype" | "parvaltype"
            | "flood_zone" | "flood_zone_subtype" => column.few(0.25),
            "source" => {
                column.most(MOST, "names", has_letter)?;
                column.few(0.25)
            }
            "is_sample" => self.typed(map, field, "true and false", |value| {
                values::flag(value).is_some()
            }),
            "fetched_at" | "retired_at" => {
                self.typed(map, field, "times", |value| values::time(value).is_some())
            }
            // A legal description or a subdivision is any text.
            _ => Ok(()),
        }
    }

    /// Whether a column can be the parcel number: filled, of this form, different in each row unless
    /// several rows of a tax roll may be units of one parcel.
    fn number(&self, column: &Column<'_>, form: NumberForm) -> Result<(), String> {
        let filled = column.texts.len() as f64 / self.sample.rows().len().max(1) as f64;
        if filled < NUMBERED {
            return Err(format!(
                "is filled in only {:.0} % of the rows",
                filled * 100.0
            ));
        }
        column.most(MANY, "parcel numbers", |number| form.fits(number))?;
        if !self.sample.is_roll() {
            column.distinct(form.distinct())?;
        }
        let dates = column.share(|text| values::date(&Value::from(text)).is_some());
        if column.texts.len() >= ENOUGH && dates >= MANY {
            return Err("holds dates".to_owned());
        }
        Ok(())
    }

    /// Share of rows whose value `is` of the right type. A zero often stands for nothing.
    fn typed(
        &self,
        map: &FieldMap,
        field: &str,
        what: &str,
        is: impl Fn(&Value) -> bool,
    ) -> Result<(), String> {
        let (mut said, mut wrong) = (Vec::new(), Vec::new());
        for row in self.sample.rows() {
            let row = Row::of_lower(map, row);
            let Some(text) = row.source_text(field) else {
                continue;
            };
            if text.chars().all(|c| matches!(c, '0' | '.' | '-' | '/')) {
                continue;
            }
            if row.read(field, |value| is(value).then_some(())).is_none() {
                wrong.push(text.clone());
            }
            said.push(text);
        }
        Column { texts: &said }.bad(&wrong, MOST, what)
    }

    /// Postal codes of states, of the parcels' own state where it is known.
    fn states(&self, map: &FieldMap, column: &Column<'_>) -> Result<(), String> {
        column.most(MOST, "states of two letters", is_state)?;
        let elsewhere: Vec<String> = self
            .sample
            .rows()
            .iter()
            .filter_map(|row| {
                let row = Row::of_lower(map, row);
                let (said, state) = (row.source_text("state2")?, self.state_of(&row)?);
                (said.to_uppercase() != state.postal_code).then_some(said)
            })
            .collect();
        column.bad(&elsewhere, 0.99, "the state of the county")
    }

    fn state_of(&self, row: &Row<'_>) -> Option<&'static State> {
        match row.own_county(self.county_fips) {
            OwnCounty::Code(code) => State::of_county(&code),
            _ => State::of_county(self.county_fips?),
        }
    }

    /// Each of the columns that are joined.
    fn parts(&self, map: &FieldMap, field: &str) -> Result<(), String> {
        for (part, name) in Part::of(map, field) {
            let texts = self.texts(name);
            part.check(&Column { texts: &texts })
                .map_err(|reason| format!("{reason} ({name})"))?;
        }
        if field == "mailing_address" {
            self.mailing_zips(map)?;
        }
        Ok(())
    }

    /// The filled values of a column.
    pub(super) fn texts(&self, name: &str) -> Vec<String> {
        let rows = self.sample.rows().iter();
        rows.filter_map(|row| values::text(row.get(name)?))
            .collect()
    }

    /// ZIP codes of the tax bill are in its state.
    fn mailing_zips(&self, map: &FieldMap) -> Result<(), String> {
        for joined in map.columns.get("mailing_address").into_iter().flatten() {
            let [_, .., state, zip] = joined.as_slice() else {
                continue;
            };
            let pairs = self.sample.rows().iter().filter_map(|row| {
                let letters = row.get(state.as_str()).and_then(|cell| values::text(cell));
                let state = letters.and_then(|text| State::with_postal_code(&text.to_uppercase()));
                Some((values::text(row.get(zip.as_str())?)?, state))
            });
            let texts = self.texts(zip);
            Column { texts: &texts }
                .bad(&wrong_zips(pairs), MANY, "ZIP codes")
                .map_err(|reason| format!("{reason} ({zip})"))?;
        }
        Ok(())
    }
}
