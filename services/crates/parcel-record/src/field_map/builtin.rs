//! Built-in field maps of known sources.
//!
//! Defined as data: column, then the source's columns (`A+B` joined, `A|B` the first non-empty one,
//! `'text'` a constant). Shapefile spellings of ten characters are listed with the long ones.
//! Alternatives must mean the same: a file may have any one of them.

use super::forms::NumberForm;
use super::{FieldMap, FieldMapError};

type Spec = &'static [(&'static str, &'static str)];

/// A built-in map, and what tells its source from others with the same column names.
#[derive(Debug, PartialEq)]
pub(super) struct Preset {
    pub name: &'static str,
    spec: Spec,
    /// What its parcel numbers look like.
    pub number: NumberForm,
    /// Columns that replace a blank in a row, but mean something else: the map does not fit a file
    /// because of them.
    pub fills_blanks: &'static [&'static str],
    /// Our columns, besides the parcel number, without whose columns it is another source.
    pub required: &'static [&'static str],
    /// Whether other sources use its names too, for the address of the tax bill instead of the site's.
    pub names_are_common: bool,
}

const REGRID: Spec = &[
    ("ll_uuid", "ll_uuid"),
    ("county_fips", "geoid"),
    ("parcelnumb", "parcelnumb"),
    ("address", "address"),
    ("scity", "scity|city"),
    ("state2", "state2"),
    ("szip", "szip5|szip"),
    ("owner", "owner"),
    ("careof", "careof"),
    (
        "mailing_address",
        "mailadd+mail_city+mail_state2+mail_zip|mailadd+mail_city+mail_state+mail_zip",
    ),
    ("saledate", "saledate"),
    ("saleprice", "saleprice"),
    ("year_built", "yearbuilt"),
    ("usecode", "usecode"),
    ("usedesc", "usedesc"),
    ("zoning", "zoning"),
    ("zoning_type", "zoning_type|zoning_typ"),
    ("zoning_subtype", "zoning_subtype|zoning_sub"),
    ("legaldesc", "legaldesc"),
    ("subdivision", "subdivision|subdivisio"),
    ("parval", "parval"),
    ("parvaltype", "parvaltype"),
    ("landval", "landval"),
    ("improvval", "improvval"),
    // Not `ll_bldg_footprint_sqft`: the ground that buildings cover, not the area of their floors.
    ("sqft", "recrdareano|recrdarean"),
    ("ll_gisacre", "ll_gisacre|gisacre"),
    ("building_count", "ll_bldg_count|ll_bldg_co"),
    ("flood_zone", "fema_flood_zone|fema_flood"),
    ("flood_zone_subtype", "fema_flood_zone_subtype|fema_flo_1"),
];

const SAN_FRANCISCO: Spec = &[
    ("county_fips", "'06075'"),
    ("parcelnumb", "blklot"),
    ("address", "address"),
    ("scity", "'San Francisco'"),
    ("state2", "'CA'"),
    ("saledate", "last_sale_date"),
    ("year_built", "year_built"),
    ("usecode", "use_class"),
    ("usedesc", "use_desc"),
    ("subdivision", "neighborhood"),
    ("parval", "assessed_total"),
    ("parvaltype", "'ASSESSED'"),
    ("sqft", "bldg_area_sqft"),
];

const MASSGIS_L3: Spec = &[
    // Every property of the roll is its own parcel, also those that share a polygon.
    // Not the location id, which every polygon has: rights of way and water have no number.
    ("parcelnumb", "prop_id|map_par_id"),
    ("key", "loc_id+prop_id"),
    ("address", "site_addr"),
    ("scity", "city"),
    ("state2", "'MA'"),
    ("szip", "zip"),
    ("owner", "owner1"),
    ("mailing_address", "own_addr+own_city+own_state+own_zip"),
    ("saledate", "ls_date"),
    ("saleprice", "ls_price"),
    ("year_built", "year_built"),
    ("usecode", "use_code|poly_type"),
    ("usedesc", "use_desc"),
    ("zoning", "zoning"),
    ("parval", "total_val"),
    ("parvaltype", "'ASSESSED'"),
    ("landval", "land_val"),
    ("improvval", "bldg_val"),
    ("sqft", "bld_area|res_area"),
    ("ll_gisacre", "lot_size"),
    ("acres_unit", "lot_units"),
];

const FOREST_CITY: Spec = &[
    ("county_fips", "'37161'"),
    ("parcelnumb", "pin"),
    ("address", "physical_a"),
    ("scity", "'Forest City'"),
    ("state2", "'NC'"),
    ("owner", "property_o"),
    ("zoning", "zoning"),
    ("legaldesc", "mbl"),
];

const STRATMAP: Spec = &[
    ("county_fips", "fips"),
    ("parcelnumb", "prop_id"),
    (
        "address",
        "situs_num+situs_stre+situs_st_1+situs_st_2|situs_addr",
    ),
    ("scity", "situs_city"),
    ("state2", "'TX'"),
    ("szip", "situs_zip"),
    ("owner", "owner_name"),
    ("careof", "name_care"),
    (
        "mailing_address",
        "mail_line1+mail_line2+mail_city+mail_stat+mail_zip|mail_addr+mail_city+mail_stat+mail_zip",
    ),
    ("year_built", "year_built"),
    ("usecode", "stat_land_use|stat_land_"),
    ("usedesc", "loc_land_use|loc_land_u"),
    ("legaldesc", "legal_desc"),
    ("parval", "mkt_value"),
    ("parvaltype", "'MARKET'"),
    ("landval", "land_value"),
    ("improvval", "imp_value"),
    ("ll_gisacre", "gis_area"),
    ("acres_unit", "gis_area_unit|gis_area_u"),
];

const HCAD: Spec = &[
    ("county_fips", "'48201'"),
    ("parcelnumb", "hcad_num|acct_num"),
    ("address", "site_str_num+site_str_name+site_str_sfx"),
    ("scity", "site_city"),
    ("state2", "'TX'"),
    ("szip", "site_zip"),
    ("owner", "owner_name_1+owner_name_2+owner_name_3"),
    (
        "mailing_address",
        "mail_addr_1+mail_city+mail_state+mail_zip",
    ),
    ("saledate", "new_owner_date"),
    ("usecode", "state_class"),
    (
        "legaldesc",
        "legal_dscr_1+legal_dscr_2+legal_dscr_3+legal_dscr_4",
    ),
    ("parval", "total_appraised_val"),
    ("parvaltype", "'APPRAISED'"),
    ("landval", "land_value"),
    ("improvval", "impr_value"),
    ("ll_gisacre", "acreage"),
];

const MECKLENBURG: Spec = &[
    ("county_fips", "'37119'"),
    ("parcelnumb", "pid"),
    ("address", "address"),
    ("scity", "loccity"),
    ("state2", "'NC'"),
    ("owner", "ownrlstnme+ownrfrstnme"),
    ("mailing_address", "mailaddr1+mailaddr2+city+state+zipcode"),
    ("saledate", "saledate"),
    ("saleprice", "saleprice"),
    ("year_built", "yearbuilt"),
    ("usecode", "lusecode"),
    ("usedesc", "landuse_description"),
    ("parval", "totalvalue|totmarkval"),
    ("landval", "totlandval"),
    ("improvval", "totalbldgval"),
    ("ll_gisacre", "gisacres"),
];

const NC_ONEMAP: Spec = &[
    // The file of the whole state; the second has three digits.
    ("county_fips", "stcntyfips|cntyfips"),
    ("parcelnumb", "parno"),
    ("address", "siteadd"),
    ("scity", "scity"),
    ("state2", "'NC'"),
    ("owner", "ownname"),
    ("mailing_address", "mailadd+mcity+mstate+mzip"),
    ("saledate", "saledate|saledatetx"),
    ("usecode", "parusecode"),
    ("usedesc", "parusedesc"),
    ("parval", "parval"),
    ("landval", "landval"),
    ("improvval", "improvval"),
    ("ll_gisacre", "gisacres"),
];

const DENVER: Spec = &[
    ("county_fips", "'08031'"),
    ("parcelnumb", "schednum"),
    ("address", "situs_address_line1"),
    ("scity", "situs_city"),
    ("state2", "'CO'"),
    ("szip", "situs_zip"),
    ("owner", "owner_name"),
    (
        "mailing_address",
        "owner_address_line1+owner_address_line2+owner_city+owner_state+owner_zip",
    ),
    ("saledate", "sale_date"),
    ("saleprice", "sale_price"),
    ("year_built", "res_orig_year_built|com_orig_year_built"),
    ("usecode", "d_class"),
    ("usedesc", "d_class_cn"),
    ("zoning", "zone_10|zone_id"),
    ("legaldesc", "legal_desc"),
    ("parval", "appraised_total_value"),
    ("parvaltype", "'APPRAISED'"),
    ("landval", "appraised_land_value"),
    ("improvval", "appraised_imp_value"),
    ("ll_gisacre", "land_area"),
    ("acres_unit", "'SQFT'"),
];

/// Files that Sitewright exported: all our columns, and for each row where it is from.
const SITEWRIGHT: Spec = &[
    ("ll_uuid", "ll_uuid"),
    ("county_fips", "county_fips"),
    ("parcelnumb", "parcelnumb"),
    ("address", "address"),
    ("scity", "scity"),
    ("state2", "state2"),
    ("szip", "szip"),
    ("owner", "owner"),
    ("careof", "careof"),
    ("mailing_address", "mailing_address"),
    ("saledate", "saledate"),
    ("saleprice", "saleprice"),
    ("year_built", "year_built"),
    ("usecode", "usecode"),
    ("usedesc", "usedesc"),
    ("zoning", "zoning"),
    ("zoning_type", "zoning_type"),
    ("zoning_subtype", "zoning_subtype"),
    ("legaldesc", "legaldesc"),
    ("subdivision", "subdivision"),
    ("parval", "parval"),
    ("parvaltype", "parvaltype"),
    ("landval", "landval"),
    ("improvval", "improvval"),
    ("sqft", "sqft"),
    ("ll_gisacre", "ll_gisacre"),
    ("building_count", "building_count"),
    ("flood_zone", "flood_zone"),
    ("flood_zone_subtype", "flood_zone_subtype"),
    ("source", "source"),
    ("source_licence", "source_licence"),
    ("is_sample", "is_sample"),
    ("fetched_at", "fetched_at"),
    ("source_date", "source_date"),
    ("roll_source", "roll_source"),
    ("roll_source_licence", "roll_source_licence"),
    ("roll_source_date", "roll_source_date"),
    ("roll_facts", "roll_facts"),
    ("outline_source", "outline_source"),
    ("outline_source_licence", "outline_source_licence"),
    ("outline_source_date", "outline_source_date"),
    ("outline_fetched_at", "outline_fetched_at"),
    ("retired_at", "retired_at"),
];

/// Files with our own column names, and common hand-written names. Not `city`, `state` and `zip`:
/// in many rolls they belong to the address of the tax bill. So does `address`, unless the file says otherwise.
const PLAIN: Spec = &[
    ("ll_uuid", "ll_uuid|uuid"),
    ("county_fips", "county_fips|fips|geoid"),
    (
        "parcelnumb",
        "parcelnumb|parcel_number|parcel_id|parcelid|apn|pin|parcel",
    ),
    ("address", "site_address|situs_address|situs|address"),
    ("scity", "scity|site_city|situs_city"),
    ("state2", "state2|site_state|situs_state"),
    ("szip", "szip|site_zip|situs_zip"),
    ("owner", "owner|owner_name"),
    ("careof", "careof"),
    ("mailing_address", "mailing_address"),
    ("saledate", "saledate|sale_date"),
    ("saleprice", "saleprice|sale_price"),
    ("year_built", "year_built|yearbuilt"),
    ("usecode", "usecode|use_code"),
    ("usedesc", "usedesc|use_desc"),
    ("zoning", "zoning"),
    ("zoning_type", "zoning_type"),
    ("zoning_subtype", "zoning_subtype"),
    ("legaldesc", "legaldesc|legal"),
    ("subdivision", "subdivision"),
    ("parval", "parval|total_value"),
    ("parvaltype", "parvaltype"),
    ("landval", "landval|land_value"),
    ("improvval", "improvval|improvement_value"),
    ("sqft", "sqft|building_sqft"),
    ("ll_gisacre", "ll_gisacre|acres"),
    ("building_count", "building_count"),
    ("flood_zone", "flood_zone"),
    ("flood_zone_subtype", "flood_zone_subtype"),
];

const fn preset(name: &'static str, spec: Spec, number: NumberForm) -> Preset {
    Preset {
        name,
        spec,
        number,
        fills_blanks: &[],
        required: &[],
        names_are_common: false,
    }
}

static ALL: [Preset; 11] = [
    Preset {
        // `PARCELNUMB` is also what a shapefile leaves of `PARCELNUMBER`.
        names_are_common: true,
        ..preset("regrid", REGRID, NumberForm::Any)
    },
    preset("san-francisco", SAN_FRANCISCO, NumberForm::BlockLot),
    Preset {
        // Land outside of the roll has no property id, and no use code but that of the map.
        fills_blanks: &["map_par_id", "poly_type"],
        ..preset("massgis-l3", MASSGIS_L3, NumberForm::Any)
    },
    preset("forest-city", FOREST_CITY, NumberForm::Digits(10)),
    preset("stratmap", STRATMAP, NumberForm::Any),
    preset("hcad", HCAD, NumberForm::Digits(13)),
    preset("mecklenburg", MECKLENBURG, NumberForm::FiveDigitsFirst),
    preset("nc-onemap", NC_ONEMAP, NumberForm::Any),
    preset("denver", DENVER, NumberForm::Digits(13)),
    Preset {
        // Filled in each row of an export; `plain` has all the others too.
        required: &[
            "ll_uuid",
            "county_fips",
            "source",
            "is_sample",
            "fetched_at",
        ],
        ..preset("sitewright", SITEWRIGHT, NumberForm::OfCounties)
    },
    Preset {
        names_are_common: true,
        ..preset("plain", PLAIN, NumberForm::Any)
    },
];

pub(super) fn names() -> Vec<&'static str> {
    ALL.iter().map(|preset| preset.name).collect()
}

pub(super) fn named(name: &str) -> Result<FieldMap, FieldMapError> {
    let preset = ALL
        .iter()
        .find(|preset| preset.name == name)
        .ok_or_else(|| FieldMapError::Unknown(name.to_owned()))?;
    let map = FieldMap::from_entries(preset.name, preset.spec.iter().copied())?;
    Ok(FieldMap {
        preset: Some(preset),
        ..map
    })
}

/// All built-in maps but the ones named.
pub(super) fn maps(left_out: &[String]) -> Vec<FieldMap> {
    names()
        .into_iter()
        .filter(|name| !left_out.iter().any(|out| out == name))
        .filter_map(|name| named(name).ok())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::RowFault;
    use super::*;
    use serde_json::json;

    #[test]
    fn every_map_is_well_formed() {
        for name in names() {
            assert_eq!(named(name).unwrap().name(), name);
        }
        assert!(matches!(
            FieldMap::parse("atlantis"),
            Err(FieldMapError::Unknown(_))
        ));
    }

    #[test]
    fn a_row_is_taken_apart_as_the_map_says() {
        let row = json!({
            "HCAD_NUM": "0010020000013", "site_str_num": 901, "site_str_name": "BAGBY", "site_str_sfx": "ST", "site_zip": "77002",
            "owner_name_1": "SAMPLE OWNER LLC", "owner_name_2": null, "total_appraised_val": "1,250,000", "Acreage": 1.43,
        });
        let fields = named("hcad")
            .unwrap()
            .apply(row.as_object().unwrap(), None)
            .unwrap();
        assert_eq!(fields.address.as_deref(), Some("901 BAGBY ST"));
        assert_eq!(
            (fields.county_fips.as_str(), fields.parcelnumb.as_str()),
            ("48201", "0010020000013")
        );
        assert_eq!(fields.parval.unwrap().to_string(), "1250000.00");
        assert_eq!(fields.parvaltype.as_deref(), Some("APPRAISED"));
    }

    #[test]
    fn square_feet_become_acres_where_the_unit_says_so() {
        let map = named("massgis-l3").unwrap();
        let acres = |unit: &str| {
            let row = json!({ "PROP_ID": "1", "LOT_SIZE": 43_560.0, "LOT_UNITS": unit });
            map.apply(row.as_object().unwrap(), Some("25015"))
                .unwrap()
                .ll_gisacre
                .unwrap()
        };
        assert!((acres("S") - 1.0).abs() < 1e-9);
        assert!((acres("A") - 43_560.0).abs() < 1e-9);
    }

    #[test]
    fn land_without_a_number_has_a_kind_and_a_description() {
        use crate::UnnumberedKind::{CommonArea, Other, Railroad, RightOfWay, Water};
        let map = FieldMap::parse(
            "parcelnumb=PIN|OLD_PIN,address=SITUS,usecode=CODE,usedesc=USE,legaldesc=LEGAL,owner=OWNER",
        )
        .unwrap();
        for (row, kind, description) in [
            (
                json!({ "PIN": "ROW", "SITUS": "0 OAK ST" }),
                RightOfWay,
                Some("OAK ST"),
            ),
            (
                json!({ "PIN": "MILL POND", "USE": "Lake" }),
                Water,
                Some("MILL POND"),
            ),
            (
                json!({ "PIN": null, "Poly_Type": "PRIV_ROW" }),
                RightOfWay,
                None,
            ),
            (
                json!({ "PIN": "", "CODE": "RAIL", "USE": "Exempt" }),
                Railroad,
                Some("Exempt"),
            ),
            (
                json!({ "PIN": " ", "LEGAL": "COMMON AREA PH 2" }),
                CommonArea,
                None,
            ),
            (json!({ "OWNER": "HERON COVE HOA" }), CommonArea, None),
            (
                json!({ "OWNER": "LAKE, ANN", "ZONING_TYPE": "WATER" }),
                Other,
                None,
            ),
        ] {
            let row = row.as_object().unwrap();
            assert_eq!(map.apply(row, None), Err(RowFault::NoParcelNumber));
            let land = map.row(row).unnumbered(Some("37161")).unwrap();
            assert_eq!(
                (land.kind, land.description.as_deref()),
                (kind, description),
                "{row:?}"
            );
            assert_eq!(map.row(row).unnumbered(None), Err(RowFault::NoCounty));
        }
        // The next column of numbers may have one.
        let row = json!({ "PIN": "UNKNOWN", "OLD_PIN": "12-3" });
        let fields = map.apply(row.as_object().unwrap(), Some("37161"));
        assert_eq!(fields.unwrap().parcelnumb, "12-3");
        // An export of ours has parcels only.
        let exported = json!({ "county_fips": "37161", "parcelnumb": "ROW", "source": "X" });
        let fields = named("sitewright")
            .unwrap()
            .apply(exported.as_object().unwrap(), None);
        assert_eq!(fields.unwrap().parcelnumb, "ROW");
    }

    #[test]
    fn rows_without_a_name_are_refused_with_their_reason() {
        let map = FieldMap::parse("parcelnumb=PIN,owner=A+B|C").unwrap();
        let fault = |row: serde_json::Value, county: Option<&str>| {
            map.apply(row.as_object().unwrap(), county).unwrap_err()
        };
        assert_eq!(
            fault(json!({ "PIN": " " }), Some("37161")),
            RowFault::NoParcelNumber
        );
        assert_eq!(
            fault(json!({ "PIN": "1".repeat(65) }), Some("37161")),
            RowFault::BadParcelNumber
        );
        assert_eq!(fault(json!({ "PIN": "1" }), None), RowFault::NoCounty);
        assert!(matches!(
            FieldMap::parse("owner=A"),
            Err(FieldMapError::NoParcelNumber)
        ));
        assert!(matches!(
            FieldMap::parse("parcelnumb=A,color=B"),
            Err(FieldMapError::Column(_))
        ));
    }
}
