//! Names of rolls in one form.

use owner_names::name::{OwnerKind, OwnerName, care_of_key};
use proptest::prelude::*;

fn name(raw: &str) -> OwnerName {
    OwnerName::parse(raw, "25015").expect("a name")
}

fn same(one: &str, other: &str) {
    assert_eq!(
        name(one).key(),
        name(other).key(),
        "{one} and {other}: {:?} {:?}",
        name(one),
        name(other)
    );
}

fn differ(one: &str, other: &str) {
    assert_ne!(name(one).key(), name(other).key(), "{one} and {other}");
}

#[test]
fn legal_forms_and_punctuation_make_no_difference() {
    same("ACME HOLDINGS, L.L.C.", "Acme Holdings LLC");
    same(
        "ACME HOLDINGS L L C",
        "Acme  Holdings  Limited Liability Company",
    );
    same("Acme Holdings, Inc.", "ACME HOLDINGS INCORPORATED");
    same("O'Brien & Sons Co", "OBRIEN AND SONS COMPANY");
    assert_eq!(name("ACME CO LLC").legal_form, Some("LLC"));
    assert_eq!(name("Acme Holdings Inc").legal_form, Some("INC"));
    same("Peña Properties LP", "PENA PROPERTIES L.P.");
}

#[test]
fn sister_companies_differ_by_their_series() {
    differ("ACME II LLC", "ACME III LLC");
    assert_eq!(name("ACME II LLC").tokens, name("ACME III LLC").tokens);
    assert_eq!(name("ACME FUND NO 4 LP").series.as_deref(), Some("4"));
    assert_eq!(
        name("AMH 2014-1 BORROWER LP").series.as_deref(),
        Some("2014 1")
    );
    // A number in front is the name.
    assert_eq!(name("1600 MAIN STREET LLC").series, None);
}

#[test]
fn persons_are_equal_in_any_order_of_their_words() {
    same("SMITH, JOHN", "JOHN SMITH");
    same("SMITH JOHN A", "John A. Smith");
    same("SMITH, JOHN & MARY", "SMITH JOHN");
    differ("SMITH, JOHN JR", "SMITH, JOHN SR");
    differ("SMITH, JOHN JR", "SMITH, JOHN");
    let couple = name("SMITH, JOHN & MARY");
    assert_eq!(couple.others, [vec!["MARY".to_owned(), "SMITH".to_owned()]]);
    let couple = name("JOHN & MARY SMITH");
    assert_eq!(couple.tokens, ["JOHN", "SMITH"]);
    same("SMITH JOHN ET UX", "SMITH JOHN");
    let list = name("LEDBETTER, BRADFORD S; LEDBETTER, JIMMY HOBERT; K");
    assert_eq!(list.kind, Some(OwnerKind::Person));
    assert_eq!(list.tokens, ["BRADFORD", "LEDBETTER", "S"]);
}

#[test]
fn trusts_lose_their_words_and_keep_their_dates() {
    let trust = name("SMITH FAMILY TRUST UTD 3/4/1999");
    assert_eq!(
        (trust.kind, trust.date.as_deref()),
        (Some(OwnerKind::Trust), Some("3-4-99"))
    );
    assert_eq!(trust.tokens, ["SMITH"]);
    assert_eq!(
        name("LAPALME MARGARET L TR").tokens,
        ["L", "LAPALME", "MARGARET"]
    );
    same("SMITH JOHN TRUSTEE", "JOHN SMITH REVOCABLE LIVING TRUST");
}

#[test]
fn public_bodies_are_their_id() {
    same("EASTHAMPTON CITY OF", "CITY OF EASTHAMPTON");
    same("EASTHAMPTON TOWN OF", "City of Easthampton");
    same("STATE OF TEXAS", "TEXAS STATE OF");
    same("COUNTY OF HAMPSHIRE", "HAMPSHIRE COUNTY");
    same("UNITED STATES OF AMERICA", "U S A");
    assert_eq!(name("CITY OF EASTHAMPTON").tokens, ["city:25:EASTHAMPTON"]);
    assert_eq!(
        name("Central School District").kind,
        Some(OwnerKind::Government)
    );
    assert_eq!(
        OwnerName::parse("TXDOT", "48201").unwrap().tokens,
        ["dot:48"]
    );
    differ("CITY OF EASTHAMPTON", "CITY OF NORTHAMPTON");
}

#[test]
fn kinds_are_told_by_words() {
    for (raw, kind) in [
        ("WELLS FARGO BANK NA", "bank"),
        ("FIRST BAPTIST CHURCH INC", "religious"),
        ("OAK HILL HOMEOWNERS ASSOCIATION INC", "association"),
        ("SMITH JOHN ESTATE OF", "estate"),
        ("SMITH MARY LIFE ESTATE", "estate"),
        ("GULF REAL ESTATE", "company"),
        ("NORFOLK SOUTHERN RAILWAY CO", "utility"),
        ("BLUE HERON PROPERTIES", "company"),
        ("MOLITORIS, JAMES D", "person"),
        ("NGUYEN LE", "person"),
    ] {
        assert_eq!(name(raw).kind.map(OwnerKind::name), Some(kind), "{raw}");
    }
    assert_eq!(name("ZYX").kind, None);
    assert!(OwnerName::parse("  ", "25015").is_none());
    assert!(OwnerName::parse("0 - 0", "25015").is_none());
}

#[test]
fn care_of_is_no_part_of_the_name() {
    same("ACME LLC C/O JONES TAX SERVICE", "ACME LLC");
    same("ACME LLC % J SMITH", "ACME LLC");
    assert_eq!(
        care_of_key("c/o Heron Tax Services"),
        care_of_key("HERON TAX SERVICES")
    );
    assert_eq!(care_of_key(" "), None);
}

#[test]
fn a_name_as_long_as_a_field_is_the_begin_of_one() {
    let raw = "LEDBETTER, BRADFORD S; LEDBETTER, JIMMY HOBERT; KA";
    assert_eq!(raw.len(), 50);
    assert!(name(raw).is_cut);
}

proptest! {
    #[test]
    fn no_text_is_too_strange(raw in "\\PC{0,60}") {
        if let Some(name) = OwnerName::parse(&raw, "48201") {
            prop_assert!(!name.tokens.is_empty());
        }
    }

    #[test]
    fn the_normal_form_is_its_own_normal_form(words in prop::collection::vec("[A-Z]{3,9}", 2..4), form in prop::sample::select(vec!["LLC", "INC", "LP"])) {
        let once = name(&format!("{} {form}", words.join(" ")));
        let again = name(&format!("{} {form}", once.core()));
        prop_assert_eq!(&once.tokens, &again.tokens);
    }

    #[test]
    fn the_order_of_a_persons_words_makes_no_difference(first in "[B-Z][A-Z]{4,8}", last in "[B-Z][A-Z]{4,8}", middle in "[B-Z]") {
        let given = name(&format!("{first} {middle} {last}"));
        prop_assume!(given.kind == Some(OwnerKind::Person));
        prop_assert_eq!(given.key(), name(&format!("{last}, {first} {middle}")).key());
        prop_assert_eq!(given.key(), name(&format!("{last} {first} {middle}.")).key());
    }
}
