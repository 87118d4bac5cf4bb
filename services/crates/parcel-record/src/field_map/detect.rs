//! Which built-in map a source has, or why none.

use super::bill::of_site_or_bill;
use super::exchanged::Roles;
use super::fit::Fitting;
use super::guess::Guess;
use super::sample::{ColumnSummary, Sample};
use super::{FieldMap, PROVENANCE, builtin};

/// Columns besides the parcel number that must match: single names such as `PIN` occur everywhere.
const MATCHES: usize = 3;
/// Our columns that describe others, so they do not count as matches.
const AUXILIARY: [&str; 2] = ["key", "acres_unit"];

/// Why a built-in map was not taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Unfit {
    /// Name of the map whose columns match best.
    pub map: String,
    /// What speaks against it.
    pub reason: String,
}

/// No built-in map fits. What the operator needs to name one.
#[derive(Debug, Clone)]
pub struct NotDetected {
    /// The map that matches best, if any column matches.
    pub closest: Option<Unfit>,
    /// The columns of the source.
    pub columns: Vec<ColumnSummary>,
    /// Rows of the sample.
    pub rows: usize,
    /// The best guess by names and values.
    pub guess: Guess,
}

impl FieldMap {
    /// The built-in map that matches most columns of the sample, if the values fit it too.
    ///
    /// `county_fips` is the county that was said; maps named in `left_out` are not considered. A map
    /// that matches fewer columns is never taken instead: it would take some of another map's
    /// columns for what they are not.
    pub fn detect(
        sample: &Sample<'_>,
        county_fips: Option<&str>,
        left_out: &[String],
    ) -> Result<Self, Box<NotDetected>> {
        if let Some(land) = Self::of_exported_land(sample) {
            return Ok(land);
        }
        let fitting = Fitting {
            sample,
            county_fips,
        };
        let mut scored: Vec<(usize, Self, Self)> = builtin::maps(left_out)
            .into_iter()
            .map(|whole| {
                let map = whole.narrowed(sample);
                (fitting.matches(&map), whole, map)
            })
            .filter(|(matches, ..)| *matches > 0)
            .collect();
        let most = scored.iter().map(|(matches, ..)| *matches).max();
        scored.retain(|(matches, ..)| Some(*matches) == most);
        // Of several, one whose columns of ids are there; its reason is not outvoted by the others.
        scored.sort_by_key(|(_, whole, map)| missing_id(whole, map).is_some());
        let roles = Roles::of(&builtin::maps(left_out));
        let in_doubt = of_site_or_bill(&fitting, &roles);
        let closest = match scored.into_iter().next() {
            Some((matches, whole, map)) => match fitting
                .against(matches, &whole, &map)
                .or_else(|| doubt(&map, &in_doubt))
            {
                None => return Ok(map),
                Some(reason) => Some(Unfit {
                    map: map.name().to_owned(),
                    reason,
                }),
            },
            None => None,
        };
        Err(Box::new(NotDetected {
            closest,
            columns: sample.columns(),
            rows: sample.rows().len(),
            guess: Guess::of(&fitting, left_out),
        }))
    }
}

impl Fitting<'_> {
    /// Number of our columns that the map fills in at least one row.
    pub(super) fn matches(&self, map: &FieldMap) -> usize {
        map.columns
            .keys()
            .filter(|field| !AUXILIARY.contains(field) && !PROVENANCE.contains(field))
            .filter(|field| {
                let mut rows = self.sample.rows().iter();
                rows.any(|row| super::Row::of_lower(map, row).source_text(field).is_some())
            })
            .count()
    }

    /// What speaks against a map. `whole` is the map before it was narrowed to the source.
    fn against(&self, matches: usize, whole: &FieldMap, map: &FieldMap) -> Option<String> {
        if let Some(id) = missing_id(whole, map) {
            let wanted = whole.source_of(id).unwrap_or_default();
            return Some(format!("there is no column {wanted} for {id}"));
        }
        if matches <= MATCHES {
            return Some(format!(
                "besides the parcel number only {} of its columns match",
                matches.saturating_sub(1)
            ));
        }
        if let Some(other) = map.other_county(self.county_fips) {
            return Some(other.to_string());
        }
        let (field, reason) = self.misfit(whole, map)?;
        let column = whole.source_of(field).unwrap_or_default();
        Some(format!("{column}, its column for {field}, {reason}"))
    }
}

/// The column of the site's address that may be that of the tax bill.
fn doubt(map: &FieldMap, in_doubt: &[(&'static str, &str)]) -> Option<String> {
    map.preset.filter(|preset| preset.names_are_common)?;
    let reads = |field: &str, column: &str| {
        let mut sources = map.columns.get(field).into_iter().flatten().flatten();
        sources.any(|source| *source == column.to_lowercase())
    };
    let (_, column) = in_doubt
        .iter()
        .find(|(field, column)| reads(field, column))?;
    Some(format!(
        "{column} may be that of the site or of the tax bill"
    ))
}

/// The id, or another column without which it is not this map's source, that the map has and the
/// source lacks.
fn missing_id(whole: &FieldMap, map: &FieldMap) -> Option<&'static str> {
    let required = whole.preset.map_or(&[][..], |preset| preset.required);
    ["parcelnumb", "key"]
        .into_iter()
        .chain(required.iter().copied())
        .find(|id| whole.columns.contains_key(id) && !map.columns.contains_key(id))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Map, Value, json};

    fn rows(rows: &Value) -> Vec<Map<String, Value>> {
        let rows = rows.as_array().unwrap().iter();
        rows.map(|row| row.as_object().unwrap().clone()).collect()
    }

    fn detect(values: &Value, county: Option<&str>) -> Result<FieldMap, Box<NotDetected>> {
        let rows = rows(values);
        FieldMap::detect(&Sample::new(&rows), county, &[])
    }

    fn reason(values: &Value, county: Option<&str>) -> String {
        detect(values, county).unwrap_err().closest.unwrap().reason
    }

    fn mecklenburg() -> Value {
        let row = |pid: &str, sold: &str| json!({ "PID": pid, "address": "600 E 4TH ST", "loccity": "CHARLOTTE", "saledate": sold, "totalvalue": 250_000, "yearbuilt": 1987 });
        json!([row("12505101", "2020-01-31"), row("12505102", "2021-06-01")])
    }

    #[test]
    fn sources_are_recognised_by_columns_and_values() {
        for (rows, name) in [
            (
                json!([{ "blklot": "0090012", "address": "742 FILBERT ST", "use_desc": "Commercial", "assessed_total": 707_160 }]),
                "san-francisco",
            ),
            (
                json!([{ "OBJECTID": 1, "MBL": "374 1 8", "PIN": 1_558_748_410_i64, "Physical_A": "0   DEEP HOLLOW TRL", "Zoning": "NONE", "Property_O": "ELLIOTT LLC" }]),
                "forest-city",
            ),
            (
                json!([{ "LOC_ID": "M_100955_893791", "PROP_ID": "101_1", "TOTAL_VAL": 147_300, "SITE_ADDR": "161 OLIVER ST", "OWNER1": "EASTHAMPTON CITY OF" }]),
                "massgis-l3",
            ),
            (
                json!([{ "geoid": "48201", "parcelnumb": "0010020000013", "owner": "X LLC", "ll_bldg_co": 1, "fema_flood": "X", "yearbuilt": 1999 }]),
                "regrid",
            ),
            (
                json!([{ "PROP_ID": "R1", "FIPS": "48201", "OWNER_NAME": "X LLC", "SITUS_ADDR": "1 MAIN ST", "MKT_VALUE": 5 }]),
                "stratmap",
            ),
            (
                json!([{ "APN": "1-2", "Owner": "X LLC", "Acres": 0.3, "Zoning": "R1" }]),
                "plain",
            ),
        ] {
            assert_eq!(detect(&rows, None).unwrap().name(), name);
        }
        let unknown = detect(&json!([{ "colour": "red" }]), None).unwrap_err();
        assert_eq!(unknown.closest, None);
    }

    #[test]
    fn a_map_of_another_county_is_not_taken() {
        assert_eq!(detect(&mecklenburg(), None).unwrap().name(), "mecklenburg");
        let reason = reason(&mecklenburg(), Some("51107"));
        assert!(
            reason.contains("Mecklenburg, NC (37119)") && reason.contains("Loudoun, VA (51107)"),
            "{reason}"
        );
        let named = FieldMap::parse("mecklenburg").unwrap();
        let rows = rows(&mecklenburg());
        assert!(
            named
                .for_source(&Sample::new(&rows), Some("51107"))
                .is_err()
        );
        let state = FieldMap::parse("parcelnumb=PID,state2='NC'").unwrap();
        assert!(
            state
                .for_source(&Sample::new(&rows), Some("51107"))
                .is_err()
        );
        assert!(state.for_source(&Sample::new(&rows), Some("37161")).is_ok());
    }

    #[test]
    fn our_own_exports_are_told_from_files_with_our_names() {
        let exported = json!([{ "ll_uuid": "00000001-1c0e-4a7b-9d44-000000000001", "county_fips": "37119", "parcelnumb": "1-2",
            "address": "1 MAIN ST", "state2": "NC", "source": "Test County", "source_licence": null, "is_sample": "false",
            "fetched_at": "2026-01-31T08:00:00Z" }]);
        assert_eq!(detect(&exported, None).unwrap().name(), "sitewright");
        let mut statewide = exported.clone();
        for (id, county) in [(2, "37161"), (3, "37001"), (4, "37003")] {
            let mut row = exported[0].clone();
            row["ll_uuid"] = json!(format!("00000001-1c0e-4a7b-9d44-00000000000{id}"));
            row["county_fips"] = json!(county);
            row["parcelnumb"] = json!(if id < 4 { "1-3" } else { "1-2" });
            statewide.as_array_mut().unwrap().push(row);
        }
        assert_eq!(detect(&statewide, None).unwrap().name(), "sitewright");
        for gone in ["ll_uuid", "source", "is_sample", "fetched_at"] {
            let mut rows = exported.clone();
            rows[0].as_object_mut().unwrap().remove(gone);
            let map = detect(&rows, None).unwrap();
            assert_eq!(map.name(), "plain", "without {gone}");
            let row = rows[0].as_object().unwrap();
            assert_eq!(map.row(row).provenance(), None);
        }
    }

    #[test]
    fn the_address_of_the_tax_bill_is_not_taken_for_the_sites() {
        // 20 rows of these columns; the numbers are in the first.
        let roll = |number: &str, more: &[(&str, &str)]| -> Value {
            let row = |index: usize| {
                let mut row = json!({ "OWNER": format!("HERON {} LLC", "X".repeat(index + 1)), "ADDRESS": format!("{index} PEACHTREE ST"),
                    "CITY": "ATLANTA", "STATE": if index < 15 { "NC" } else { "GA" }, "ZIP": "28202", "ACRES": 0.25 });
                row[number] = json!(format!("16-{index:04}"));
                for (name, value) in more {
                    row[*name] = json!(value.replace('#', &index.to_string()));
                }
                row
            };
            (0..20).map(row).collect()
        };
        // `PARCELNUMB` is a name of Regrid's.
        for (number, more, closest) in [
            ("PIN", &[][..], "plain"),
            (
                "APN",
                &[("ZONING", "R1"), ("SUBDIVISION", "OAKS")][..],
                "plain",
            ),
            ("PARCELNUMB", &[("ZONING", "R1")][..], "regrid"),
        ] {
            let refused = detect(&roll(number, more), Some("37161")).unwrap_err();
            let unfit = refused.closest.unwrap();
            assert_eq!(unfit.map, closest);
            assert_eq!(
                unfit.reason,
                "ADDRESS may be that of the site or of the tax bill"
            );
            let guess = &refused.guess;
            assert_eq!(guess.column("parcelnumb"), Some(number));
            assert_eq!(guess.column("owner"), Some("OWNER"));
            for field in ["address", "scity", "state2", "szip", "mailing_address"] {
                assert_eq!(guess.column(field), None, "{field}");
            }
            let columns = [
                ("address", "ADDRESS"),
                ("scity", "CITY"),
                ("state2", "STATE"),
                ("szip", "ZIP"),
            ];
            let columns = columns.map(|(field, column)| (field, column.to_owned()));
            assert_eq!(guess.of_site_or_bill(), columns);
        }
        // The site's own address is taken, of a row without one too.
        let mut with_site = roll("PIN", &[("SITUS", "# OAK ST")]);
        with_site[7]["SITUS"] = json!("");
        let map = detect(&with_site, Some("37161")).unwrap();
        let addresses: Vec<Option<String>> = rows(&with_site)
            .iter()
            .map(|row| map.apply(row, Some("37161")).unwrap().address)
            .collect();
        assert_eq!(map.name(), "plain");
        assert_eq!(addresses[6].as_deref(), Some("6 OAK ST"));
        assert_eq!(addresses[7], None);
        // The bill has one: the other is the site's.
        let with_bill = roll("PIN", &[("MAIL_ADDR", "# ELM ST")]);
        let map = detect(&with_bill, Some("37161")).unwrap();
        let fields = map.apply(&rows(&with_bill)[6], Some("37161")).unwrap();
        assert_eq!(fields.address.as_deref(), Some("6 PEACHTREE ST"));
        assert_eq!(fields.scity, None);
        // Named by the operator, it is what the operator says.
        let roll = rows(&roll("PIN", &[]));
        let named = FieldMap::parse("plain").unwrap();
        let map = named.for_source(&Sample::new(&roll), Some("37161"));
        let fields = map.unwrap().apply(&roll[6], Some("37161")).unwrap();
        assert_eq!(fields.address.as_deref(), Some("6 PEACHTREE ST"));
    }

    #[test]
    fn our_own_names_need_no_other_sign() {
        let row = |index: usize| {
            json!({
                "parcelnumb": format!("16-{index:04}"), "owner": "X LLC", "address": format!("{index} OAK ST"), "scity": "RIVERTON",
                "state2": "NC", "szip": "28139",
            })
        };
        let file: Value = (0..20).map(row).collect();
        let map = detect(&file, Some("37161")).unwrap();
        let fields = map.apply(&rows(&file)[3], Some("37161")).unwrap();
        assert_eq!(fields.address.as_deref(), Some("3 OAK ST"));
        assert_eq!(fields.szip.as_deref(), Some("28139"));
    }

    #[test]
    fn a_few_matching_columns_are_not_enough() {
        let reason = reason(
            &json!([{ "PID": "12505101", "address": "600 E 4TH ST", "saleprice": 1 }]),
            None,
        );
        assert!(reason.contains("only 2 of its columns match"), "{reason}");
    }

    #[test]
    fn values_that_do_not_fit_are_named() {
        let change = |column: &str, value: Value| {
            let mut rows = mecklenburg();
            for row in rows.as_array_mut().unwrap() {
                row[column] = value.clone();
            }
            reason(&rows, None)
        };
        assert!(change("PID", json!("R-77")).contains("'R-77'"));
        assert!(change("PID", json!("12505101")).contains("one id for several rows"));
        assert!(change("PID", json!(null)).contains("only 0 %"));
        assert!(change("saledate", json!(1987)).contains("does not hold dates"));
        assert!(change("yearbuilt", json!(250_000)).contains("does not hold years"));
        assert!(change("totalvalue", json!("CHARLOTTE")).contains("does not hold dollars"));
        assert!(change("loccity", json!("600 E 4TH ST")).contains("names of cities"));
    }

    #[test]
    fn a_location_id_is_no_parcel_number() {
        let row = |id: &str, address: &str| json!({ "LOC_ID": id, "TOTAL_VAL": 147_300, "SITE_ADDR": address, "OWNER1": "EASTHAMPTON CITY OF", "USE_CODE": "9035", "CITY": "EASTHAMPTON" });
        let rows = json!([
            row("M_100955_893791", "161 OLIVER ST"),
            row("M_100955_893792", "98 PARK HILL RD")
        ]);
        let refused = detect(&rows, Some("25015")).unwrap_err();
        assert!(
            refused
                .closest
                .unwrap()
                .reason
                .contains("no column prop_id")
        );
        assert_eq!(refused.guess.column("parcelnumb"), None);
    }

    #[test]
    fn another_maps_columns_are_not_mistaken() {
        // The city of this roll is that of the tax bill.
        let mut rows = mecklenburg();
        for row in rows.as_array_mut().unwrap() {
            let pid = row.as_object_mut().unwrap().remove("PID").unwrap();
            row["parcel_id"] = pid;
            row["city"] = json!("ATLANTA");
        }
        let refused = detect(&rows, None).unwrap_err().closest.unwrap();
        assert_eq!(refused.map, "mecklenburg");
        assert!(
            refused.reason.contains("no column pid"),
            "{}",
            refused.reason
        );
    }

    #[test]
    fn a_file_of_the_whole_state_has_its_counties_in_a_column() {
        let row = |number: &str, county: Value| json!({ "PARNO": number, "CNTYFIPS": county, "OWNNAME": "X LLC", "SITEADD": "1 MAIN ST", "PARVAL": 5 });
        let source = json!([
            row("1", json!("119")),
            row("2", json!("001")),
            row("3", json!(1))
        ]);
        let map = detect(&source, None).unwrap();
        let counties: Vec<String> = rows(&source)
            .iter()
            .map(|row| map.apply(row, None).unwrap().county_fips)
            .collect();
        assert_eq!(counties, ["37119", "37001", "37001"]);
        let five = json!({ "PARNO": "1", "STCNTYFIPS": "37161", "CNTYFIPS": "999" });
        let map = FieldMap::parse("nc-onemap").unwrap();
        let fields = map.apply(five.as_object().unwrap(), None).unwrap();
        assert_eq!(fields.county_fips, "37161");
    }
}
