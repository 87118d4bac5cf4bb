//! Cases of counties' codes and words.

use super::*;

fn class(county: &str, code: &str, words: &str) -> Option<&'static str> {
    let given = |text: &'static str| (!text.is_empty()).then_some(text);
    let (code, words): (&'static str, &'static str) =
        (code.to_owned().leak(), words.to_owned().leak());
    classify(county, given(code), given(words)).map(|verdict| verdict.class.name())
}

#[test]
fn a_commercial_code_of_texas_is_refined_by_words() {
    let warehouse = classify("48201", Some("F1"), Some("Real, Commercial, Warehouse")).unwrap();
    assert_eq!(warehouse.class, UseClass::Industrial);
    assert!((warehouse.confidence - 0.9).abs() < 1e-6);
    let alone = classify("48201", Some("F1"), Some("Real, Commercial")).unwrap();
    assert_eq!((alone.class, alone.improved), (UseClass::Commercial, None));
    assert!(alone.confidence <= 0.5);
    assert_eq!(class("48201", "f1", "Office Building"), Some("office"));
}

#[test]
fn codes_of_the_sample_city_are_known() {
    for (code, words, expected) in [
        ("A1", "Real, Residential, Single-Family", "residential"),
        ("B1", "Real, Residential, Multi-Family", "multifamily"),
        ("C1", "Real, Vacant Lots/Tracts (In City)", "vacant"),
        ("C2", "Real, Vacant Commercial", "vacant"),
        ("F1", "Real, Commercial", "commercial"),
        ("F2", "Real, Industrial", "industrial"),
        (
            "X3",
            "Other Exempt (Incl Public, Religious, Charitable)",
            "public",
        ),
        (
            "XV",
            "Other Exempt (Incl Public, Religious, Charitable)",
            "public",
        ),
        ("B2", "", "residential"),
        ("D1", "", "agricultural"),
        ("J4", "", "other"),
        ("O1", "", "vacant"),
    ] {
        assert_eq!(class("48201", code, words), Some(expected), "{code}");
    }
    let vacant = classify("48201", Some("C2"), None).unwrap();
    assert_eq!(
        (vacant.intended, vacant.improved),
        (Some(UseClass::Commercial), Some(false))
    );
}

#[test]
fn massachusetts_is_read_by_three_digits_and_mixed_use_by_words() {
    for (code, words, expected) in [
        ("3160", "", "industrial"),
        ("4010", "", "industrial"),
        ("1010", "", "residential"),
        ("1110", "", "multifamily"),
        ("112C", "APT OVER 8  MDL-94", "multifamily"),
        ("1320", "", "vacant"),
        ("440V", "IND LD DV  MDL-00", "vacant"),
        ("903V", "MUNICPAL", "public"),
        ("3400", "", "office"),
        ("3220", "", "retail"),
        ("4230", "", "other"),
        ("713P", "FLD CROP-P", "agricultural"),
        ("995", "Other, Open Space", "public"),
        (
            "0340",
            "Mixed Use (Primarily Commercial, some Industrial)",
            "commercial",
        ),
        ("0322", "STORE/SHOP  MDL-94", "retail"),
        ("0316", "WAREHOUSE", "industrial"),
        ("0101", "Single Fam  MDL-01", "residential"),
        (
            "0130",
            "Mixed Use (Primarily Residential, some Commercial)",
            "residential",
        ),
    ] {
        assert_eq!(
            class("25015", code, words),
            Some(expected),
            "{code} {words}"
        );
    }
    // The town's table decides, never the digits.
    assert_eq!(class("25015", "0340", ""), None);
    assert_eq!(
        classify("25015", Some("4420"), None).unwrap().intended,
        Some(UseClass::Industrial)
    );
}

#[test]
fn florida_codes_are_equal_with_and_without_zeros() {
    for code in ["48", "048", "4800"] {
        assert_eq!(class("12103", code, ""), Some("industrial"), "{code}");
    }
    for code in ["1", "01", "100", "0100"] {
        assert_eq!(class("12103", code, ""), Some("residential"), "{code}");
    }
    for code in ["0", "00", "0000"] {
        assert_eq!(class("12103", code, ""), Some("vacant"), "{code}");
    }
}

#[test]
fn san_francisco_is_read_by_the_pair_of_code_and_words() {
    assert_eq!(
        class("06075", "multi", "Single Family Residential"),
        Some("residential")
    );
    assert_eq!(
        class("06075", "multi", "Multi-Family Residential"),
        Some("multifamily")
    );
    assert_eq!(
        class("06075", "commercial", "Commercial Hotel"),
        Some("hospitality")
    );
    assert_eq!(
        class("06075", "commercial", "Commercial Office"),
        Some("office")
    );
    assert_eq!(
        class("06075", "commercial", "Miscellaneous/Mixed-Use"),
        Some("commercial")
    );
    assert_eq!(class("06075", "commercial", "Government"), Some("public"));
    assert_eq!(class("06075", "VPU", ""), Some("vacant"));
    assert_eq!(class("06075", "OMD", ""), Some("office"));
}

#[test]
fn other_counties_are_read_by_words_and_standards() {
    assert_eq!(class("37161", "", "VACANT INDUSTRIAL LAND"), Some("vacant"));
    assert_eq!(class("37161", "17", "Mini-Storage"), Some("industrial"));
    assert_eq!(class("37161", "LBCS 3200", ""), Some("industrial"));
    assert_eq!(class("37161", "LBCS-1330", ""), Some("hospitality"));
    assert_eq!(class("37161", "12", ""), None);
    assert_eq!(class("37161", "", ""), None);
}

#[test]
fn figures_of_the_roll_outrank_the_code() {
    let vacant = classify("48201", Some("C1"), None);
    let built = Buildings {
        sqft: Some(2_000),
        ..Buildings::default()
    };
    assert_eq!(is_improved(vacant.as_ref(), built), Some(true));
    assert_eq!(
        is_improved(vacant.as_ref(), Buildings::default()),
        Some(false)
    );
    assert_eq!(is_improved(None, Buildings::default()), None);
    let no_value = Buildings {
        has_value: Some(false),
        ..Buildings::default()
    };
    assert_eq!(is_improved(None, no_value), Some(false));
}

#[test]
fn no_value_of_improvements_says_nothing_on_exempt_land() {
    let no_value = Buildings {
        has_value: Some(false),
        ..Buildings::default()
    };
    let exempt = Buildings {
        is_exempt: true,
        ..no_value
    };
    let school = classify("37161", None, Some("PUBLIC SCHOOL"));
    let road = classify("37161", None, Some("RIGHT OF WAY"));
    assert_eq!(is_improved(school.as_ref(), no_value), None);
    assert_eq!(is_improved(road.as_ref(), exempt), None);
    assert_eq!(is_improved(None, exempt), None);
    // Taxed land of a use that the code does not tell apart.
    assert_eq!(is_improved(road.as_ref(), no_value), Some(false));
    // The other figures and the code still say what they say.
    let has = |given| is_improved(school.as_ref(), given);
    for (built, expected) in [
        (
            Buildings {
                sqft: Some(900),
                ..exempt
            },
            true,
        ),
        (
            Buildings {
                year: Some(1950),
                ..exempt
            },
            true,
        ),
        (
            Buildings {
                count: Some(2),
                ..exempt
            },
            true,
        ),
        (
            Buildings {
                count: Some(0),
                ..exempt
            },
            false,
        ),
    ] {
        assert_eq!(has(built), Some(expected), "{built:?}");
    }
    let vacant = classify("12103", Some("70"), None);
    assert_eq!(is_improved(vacant.as_ref(), exempt), Some(false));
}
