//! What parcels are searched by besides the words of their sources: class of use, kind of owner, values
//! per acre, years held.
//!
//! The classes are columns, computed when a parcel is written or soon after. What depends on the day, or is
//! one division, is an expression of columns, which filters and answers share; values per acre are in [`crate::shared_land`].

use chrono::NaiveDate;
use diesel::pg::Pg;
use diesel::sql_types::{Bool, Double, Integer, Nullable, Text};
use diesel::{Queryable, Selectable};
use domain::{Money, ParcelUuid};
use land_use::{Buildings, classify};
use owner_names::{Address, OwnerKind, Row, Site};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::ParcelFields;
use crate::schema::beyond::{self, Beyond};
use crate::shared_land::{SharedLand, known_dollars};

/// Version of the rules. A migration that follows new rules has the new version in the condition of the index of
/// stale rows, as in `index_parcel_words()`.
pub const FACTS_VERSION: i16 = 2;

/// The made columns by which parcels are searched.
pub const MADE_COLUMNS: [&str; 4] = ["use_class", "is_improved", "owner_kind", "is_absentee"];

/// The columns of which [`made`] makes them.
pub const GIVEN_COLUMNS: [&str; 14] = [
    "county_fips",
    "address",
    "scity",
    "szip",
    "owner",
    "careof",
    "mailing_address",
    "usecode",
    "usedesc",
    "parval",
    "improvval",
    "building_count",
    "sqft",
    "year_built",
];

/// SQL: some parcels whose facts are older than the rules, as a JSON array for [`made`]. $1 how many.
pub const STALE_FACTS: &str = "SELECT coalesce(jsonb_agg(to_jsonb(stale)), '[]') AS stale FROM ( \
    SELECT ll_uuid, county_group, county_fips, address, scity, szip, owner, careof, mailing_address, usecode, usedesc, \
        parval, improvval, building_count, sqft, year_built \
    FROM parcels WHERE facts_version < 2 LIMIT $1 FOR UPDATE SKIP LOCKED) AS stale";

/// SQL: writes what [`made`] has made. $1 the array.
pub const KEEP_FACTS: &str = "UPDATE parcels SET use_class = made.use_class, is_improved = made.is_improved, \
        owner_kind = made.owner_kind, owner_key = made.owner_key, mail_key = made.mail_key, building_key = made.building_key, \
        careof_key = made.careof_key, is_absentee = made.is_absentee, facts_version = made.facts_version \
    FROM jsonb_to_recordset($1::jsonb) AS made (ll_uuid uuid, county_group text, use_class text, is_improved boolean, \
        owner_kind text, owner_key bigint, mail_key bigint, building_key bigint, careof_key bigint, is_absentee boolean, \
        facts_version smallint) \
    WHERE parcels.ll_uuid = made.ll_uuid AND parcels.county_group = made.county_group";

/// SQL: total value, dollars. Counties record 0 for land that is not taxed or not appraised, so it is unknown.
pub const TOTAL_VALUE: &str = "nullif(parcels.parval, 0)::float8";

/// SQL: value of the land, dollars; 0 is unknown.
pub const LAND_VALUE: &str = "nullif(parcels.landval, 0)::float8";

/// SQL: date of the newest file that says this of the parcel, as its source says. A row of an export of ours has its own date.
/// An import does not write rows again that it finds unchanged, so they keep their batch: later ones that had the whole county
/// from the same source have confirmed them, up to the one that retired them.
pub const SOURCE_DATE: &str = "(CASE WHEN parcels.has_own_date THEN parcels.source_date ELSE greatest( \
    (SELECT b.source_date FROM parcel_batches AS b WHERE b.batch_id = parcels.batch_id), \
    (SELECT max(b.source_date) FROM parcel_batches AS b \
        WHERE b.counties @> ARRAY[parcels.county_fips] AND b.batch_id > parcels.batch_id \
            AND (parcels.retired_by IS NULL OR b.batch_id < parcels.retired_by) AND b.source = parcels.source \
            AND NOT b.is_partial AND b.finished_at IS NOT NULL AND b.undone_at IS NULL)) END)";

/// SQL: full years since the last sale. Sources also have days that are still to come.
pub const YEARS_HELD: &str = "(CASE WHEN parcels.saledate <= current_date \
    THEN date_part('year', age(current_date, parcels.saledate))::integer END)";

/// SQL: whether the zones that the county records have one that floods once in a hundred years. D is undetermined, and
/// neither says no.
macro_rules! recorded_flood {
    () => {
        "(CASE \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])(A|A[0-9]{1,2}|AE|AH|AO|AR|V|V[0-9]{1,2}|VE)($|[^A-Z0-9])' THEN true \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])D($|[^A-Z0-9])' THEN NULL \
    WHEN parcels.flood_zone ~* '(^|[^A-Z0-9])(X|X500|B|C)($|[^A-Z0-9])' THEN false END)"
    };
}

/// SQL: the same as an expression: what decides where no flood layer says anything.
pub const RECORDED_FLOOD: &str = recorded_flood!();

/// SQL: whether the parcel's inner point is in a zone that floods once in a hundred years, by the flood layers; by the county's
/// record where no layer says so.
pub const IN_FLOOD_ZONE: &str = concat!(
    "coalesce((SELECT min(standing) % 2 = 0 FROM flood_cells \
        WHERE x = flood_cell_x(parcels.lon) AND y = flood_cell_y(parcels.lat) \
            AND (geom IS NULL OR ST_Intersects(geom, map_point(parcels.lon, parcels.lat)))), ",
    recorded_flood!(),
    ")"
);

/// What a parcel is searched by; null is unknown.
#[derive(
    Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema, Queryable, Selectable,
)]
#[diesel(table_name = parcels, check_for_backend(Pg))]
pub struct ParcelFacts {
    /// Class of the use, by a crosswalk of the counties' codes: industrial, office, retail, hospitality,
    /// multifamily, residential, agricultural, public, vacant, commercial (of no particular kind), other.
    #[schema(required = true, example = "industrial")]
    #[diesel(select_expression = beyond::use_class(), select_expression_type = Beyond<Nullable<Text>>)]
    pub use_class: Option<String>,
    /// Whether it has buildings.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::is_improved(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub is_improved: Option<bool>,
    /// Kind of the owner: person, company, trust, estate, government, association, bank, religious, utility.
    #[schema(required = true, example = "company")]
    #[diesel(select_expression = beyond::owner_kind(), select_expression_type = Beyond<Nullable<Text>>)]
    pub owner_kind: Option<String>,
    /// Whether the tax bill goes to another place.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::is_absentee(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub is_absentee: Option<bool>,
    /// Full years since the last sale.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::years_held(), select_expression_type = Beyond<Nullable<Integer>>)]
    pub years_held: Option<i32>,
    /// Total value, dollars; null where the county records a value of 0.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::total_value(), select_expression_type = Beyond<Nullable<Double>>)]
    pub total_value: Option<f64>,
    /// Value of the land, dollars; null where the county records a value of 0.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::land_value(), select_expression_type = Beyond<Nullable<Double>>)]
    pub land_value: Option<f64>,
    /// Total value by area, dollars an acre. Of land that several parcels are on, the sum of their values; null where one is unknown.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::value_per_acre(), select_expression_type = Beyond<Nullable<Double>>)]
    pub value_per_acre: Option<f64>,
    /// Value of the land by area, dollars an acre, in the same way.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::land_value_per_acre(), select_expression_type = Beyond<Nullable<Double>>)]
    pub land_value_per_acre: Option<f64>,
    /// Whether its inner point is in a zone that floods once in a hundred years: by the flood layers, else by the county's record. Null if
    /// neither knows.
    #[schema(required = true)]
    #[diesel(select_expression = beyond::in_flood_zone(), select_expression_type = Beyond<Nullable<Bool>>)]
    pub in_flood_zone: Option<bool>,
}

/// The columns that are made of others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MadeFacts {
    /// Class of the use.
    pub use_class: Option<&'static str>,
    /// Whether it has buildings.
    pub is_improved: Option<bool>,
    /// Kind of the owner.
    pub owner_kind: Option<&'static str>,
    /// Key of the owner's name.
    pub owner_key: Option<i64>,
    /// Key of the mailing address.
    pub mail_key: Option<i64>,
    /// The same without the unit.
    pub building_key: Option<i64>,
    /// Key of the name after "care of".
    pub careof_key: Option<i64>,
    /// Whether the tax bill goes to another place.
    pub is_absentee: Option<bool>,
    /// Version of the rules.
    pub facts_version: i16,
}

/// What they are made of.
#[derive(Debug, Default, Deserialize)]
struct Given {
    county_fips: String,
    address: Option<String>,
    scity: Option<String>,
    szip: Option<String>,
    owner: Option<String>,
    careof: Option<String>,
    mailing_address: Option<String>,
    usecode: Option<String>,
    usedesc: Option<String>,
    parval: Option<f64>,
    improvval: Option<f64>,
    building_count: Option<i32>,
    sqft: Option<i64>,
    year_built: Option<i32>,
}

/// A stale row.
#[derive(Debug, Deserialize)]
struct Stale {
    ll_uuid: ParcelUuid,
    county_group: String,
    #[serde(flatten)]
    given: Given,
}

#[derive(Serialize)]
struct Made {
    ll_uuid: ParcelUuid,
    county_group: String,
    #[serde(flatten)]
    facts: MadeFacts,
}

/// The facts of the rows of [`STALE_FACTS`], for [`KEEP_FACTS`], and how many they are.
pub fn made(stale: serde_json::Value) -> serde_json::Result<(usize, serde_json::Value)> {
    let stale: Vec<Stale> = serde_json::from_value(stale)?;
    let made = stale.into_iter().map(|row| Made {
        facts: MadeFacts::of_given(row.given),
        ll_uuid: row.ll_uuid,
        county_group: row.county_group,
    });
    let made: Vec<Made> = made.collect();
    Ok((made.len(), serde_json::to_value(made)?))
}

impl MadeFacts {
    /// Those of a parcel.
    pub fn of(fields: &ParcelFields) -> Self {
        let dollars = |money: &Option<Money>| Some(money.as_ref()?.cents() as f64 / 100.0);
        Self::of_given(Given {
            county_fips: fields.county_fips.clone(),
            address: fields.address.clone(),
            scity: fields.scity.clone(),
            szip: fields.szip.clone(),
            owner: fields.owner.clone(),
            careof: fields.careof.clone(),
            mailing_address: fields.mailing_address.clone(),
            usecode: fields.usecode.clone(),
            usedesc: fields.usedesc.clone(),
            parval: dollars(&fields.parval),
            improvval: dollars(&fields.improvval),
            building_count: fields.building_count,
            sqft: fields.sqft,
            year_built: fields.year_built,
        })
    }

    fn of_given(given: Given) -> Self {
        let verdict = classify(
            &given.county_fips,
            given.usecode.as_deref(),
            given.usedesc.as_deref(),
        );
        let mail = given.mailing_address.as_deref().and_then(Address::parse);
        let site = Site {
            address: given.address.as_deref(),
            city: given.scity.as_deref(),
            zip: given.szip.as_deref(),
        };
        let is_absentee = mail
            .as_ref()
            .and_then(|mail| owner_names::is_absentee(mail, site));
        let row = Row {
            owner: given.owner,
            care_of: given.careof,
            mailing: given.mailing_address,
            county_fips: given.county_fips,
            is_absentee,
        };
        let (keys, name) = row.keys_of(mail.as_ref());
        let owner_kind = name.and_then(|name| name.kind);
        let pays_no_tax = [OwnerKind::Government, OwnerKind::Religious];
        let buildings = Buildings {
            has_value: given.improvval.map(|value| value > 0.0),
            count: given.building_count,
            sqft: given.sqft,
            year: given.year_built,
            is_exempt: given.parval == Some(0.0)
                || owner_kind.is_some_and(|kind| pays_no_tax.contains(&kind)),
        };
        Self {
            use_class: verdict.map(|verdict| verdict.class.name()),
            is_improved: land_use::is_improved(verdict.as_ref(), buildings),
            owner_kind: owner_kind.map(OwnerKind::name),
            owner_key: keys.owner,
            mail_key: keys.mail,
            building_key: keys.building,
            careof_key: keys.care_of,
            is_absentee,
            facts_version: FACTS_VERSION,
        }
    }
}

impl ParcelFacts {
    /// Those of a record on a day, also of one that is no row of `parcels`; the flood zone is that of the record. With the land that the parcel
    /// shares with others.
    pub fn of(fields: &ParcelFields, shared: Option<SharedLand>, today: NaiveDate) -> Self {
        let made = MadeFacts::of(fields);
        let land = shared.unwrap_or_else(|| SharedLand::alone(fields));
        let years = fields.saledate.and_then(|sold| today.years_since(sold));
        Self {
            use_class: made.use_class.map(str::to_owned),
            is_improved: made.is_improved,
            owner_kind: made.owner_kind.map(str::to_owned),
            is_absentee: made.is_absentee,
            years_held: years.and_then(|years| i32::try_from(years).ok()),
            total_value: known_dollars(fields.parval.as_ref()),
            land_value: known_dollars(fields.landval.as_ref()),
            value_per_acre: land.value_per_acre(),
            land_value_per_acre: land.land_value_per_acre(),
            in_flood_zone: fields.flood_zone.as_deref().and_then(in_flood_zone),
        }
    }
}

/// Whether zones that a county records have one that floods once in a hundred years; `None` for undetermined and unknown ones.
pub fn in_flood_zone(zones: &str) -> Option<bool> {
    let upper = zones.to_ascii_uppercase();
    let zones: Vec<&str> = upper
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .collect();
    let floods = |zone: &&str| {
        let numbered = zone.strip_prefix(['A', 'V']).is_some_and(|number| {
            (1..=2).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
        });
        numbered || ["A", "AE", "AH", "AO", "AR", "V", "VE"].contains(zone)
    };
    if zones.iter().any(floods) {
        Some(true)
    } else if zones.contains(&"D") {
        None
    } else {
        let dry = zones
            .iter()
            .any(|zone| ["X", "X500", "B", "C"].contains(zone));
        dry.then_some(false)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_index_of_stale_rows_is_of_these_rules() {
        let migration =
            include_str!("../../../parcel-lookup/migrations/20261129120000_exempt_land/up.sql");
        let condition = format!("facts_version < {FACTS_VERSION}");
        assert!(migration.contains(&condition) && STALE_FACTS.contains(&condition));
    }

    #[test]
    fn facts_are_made_of_the_given_columns() {
        let listed = STALE_FACTS.split("SELECT ").nth(2).unwrap();
        let listed = listed.split(" FROM").next().unwrap();
        let listed: Vec<&str> = listed.split(", ").map(str::trim).collect();
        assert_eq!(listed[2..], GIVEN_COLUMNS);
        let made = MADE_COLUMNS.map(|column| format!("{column} = made.{column}"));
        assert!(made.iter().all(|kept| KEEP_FACTS.contains(kept)));
    }

    #[test]
    fn an_undetermined_zone_is_neither_wet_nor_dry() {
        for (zones, expected) in [
            ("AE", Some(true)),
            ("ae, X", Some(true)),
            ("A12", Some(true)),
            ("AH", Some(true)),
            ("AO", Some(true)),
            ("AR", Some(true)),
            ("A99", Some(true)),
            ("V30", Some(true)),
            ("D/AE", Some(true)),
            ("X; X500", Some(false)),
            ("A1234", None),
            ("V", Some(true)),
            ("X", Some(false)),
            ("X500", Some(false)),
            ("Zone C", Some(false)),
            ("D", None),
            ("X, D", None),
            ("AREA NOT INCLUDED", None),
            ("", None),
        ] {
            assert_eq!(in_flood_zone(zones), expected, "{zones}");
        }
    }

    #[test]
    fn a_value_of_0_has_no_value_per_acre() {
        let number = "1".parse().unwrap();
        let id = ParcelUuid::derive("48201", &number);
        let mut fields = ParcelFields::new(id, "48201".to_owned(), "1".to_owned());
        fields.ll_gisacre = Some(4.0);
        for (total, land, expected) in [
            ("1000", "300", (Some(250.0), Some(75.0))),
            ("0", "300", (None, Some(75.0))),
            ("1000", "0.00", (Some(250.0), None)),
            ("0", "0", (None, None)),
        ] {
            fields.parval = Some(total.parse().unwrap());
            fields.landval = Some(land.parse().unwrap());
            let facts = ParcelFacts::of(&fields, None, NaiveDate::MIN);
            assert_eq!(
                (facts.value_per_acre, facts.land_value_per_acre),
                expected,
                "{total} {land}"
            );
            let by_area = |value: Option<f64>| value.map(|value| value / 4.0);
            assert_eq!(by_area(facts.total_value), expected.0);
            assert_eq!(by_area(facts.land_value), expected.1);
        }
    }

    #[test]
    fn exempt_land_without_a_value_of_improvements_may_have_buildings() {
        let is_improved = |row: serde_json::Value| {
            let given: Given = serde_json::from_value(row).unwrap();
            MadeFacts::of_given(given).is_improved
        };
        // Of taxed land; of roads, of which nothing is assessed; of a city, a church and a school.
        for (parval, owner, words, expected) in [
            (Some(9_000.0), "Heron Crest Holdings LLC", "", Some(false)),
            (None, "Heron Crest Holdings LLC", "", Some(false)),
            (Some(0.0), "Heron Crest Holdings LLC", "RIGHT OF WAY", None),
            (Some(9_000.0), "City of Houston", "", None),
            (Some(9_000.0), "First Baptist Church", "", None),
            (Some(9_000.0), "Oak Hill LLC", "PRIVATE SCHOOL", None),
        ] {
            let row = json!({ "county_fips": "37161", "parval": parval, "improvval": 0, "owner": owner, "usedesc": words });
            assert_eq!(is_improved(row.clone()), expected, "{row}");
            let mut built = row;
            built["year_built"] = json!(1987);
            assert_eq!(is_improved(built), Some(true));
        }
    }

    #[test]
    fn a_stale_row_becomes_its_facts() {
        let id = "5f8f6f3e-6a1c-4f0a-9a54-0f2f6c6d7e10";
        let stale = json!([{ "ll_uuid": id, "county_group": "4", "county_fips": "48201", "owner": "Heron Crest Holdings LLC",
            "mailing_address": "PO Box 12, Dallas, TX 75201", "address": "1 Elm St", "szip": "77002", "usecode": "F2", "improvval": 1200.5 }]);
        let (count, made) = made(stale).unwrap();
        assert_eq!((count, &made[0]["ll_uuid"]), (1, &json!(id)));
        assert_eq!(
            (&made[0]["use_class"], &made[0]["owner_kind"]),
            (&json!("industrial"), &json!("company"))
        );
        assert_eq!(
            (&made[0]["is_absentee"], &made[0]["is_improved"]),
            (&json!(true), &json!(true))
        );
        assert!(made[0]["owner_key"].is_i64() && made[0]["mail_key"].is_i64());
        assert_eq!(made[0]["careof_key"], json!(null));
    }
}
