//! Mailing addresses in one form.

use owner_names::{Address, Site, StreetAddress, is_absentee};

fn address(line: &str) -> Address {
    Address::parse(line).unwrap_or_else(|| panic!("{line}"))
}

fn same(one: &str, other: &str) {
    assert_eq!(
        address(one).mail_key(),
        address(other).mail_key(),
        "{:?} {:?}",
        address(one),
        address(other)
    );
    assert!(address(one).mail_key().is_some());
}

#[test]
fn spellings_of_one_address_are_equal() {
    same(
        "123 N Main Street, Houston, TX 77002",
        "123 NORTH MAIN ST, HOUSTON TX 77002-1234",
    );
    same(
        "50 PAYSON AVE, EASTHAMPTON, MA 01027",
        "50 Payson Avenue, Easthampton, MA 1027",
    );
    same(
        "50 PAYSON AVE, EASTHAMPTON, MA 01027",
        "50 PAYSON AVE EASTHAMPTON MA 01027",
    );
    same(
        "1 Oak Dr #4, Dallas, TX 75201",
        "1 OAK DRIVE APT 4, DALLAS, TX 75201",
    );
    same(
        "1 Oak Dr, Ste 4, Dallas, TX 75201",
        "1 OAK DRIVE SUITE 4 DALLAS TX 75201",
    );
    same(
        "P.O. Box 785, Easthampton, MA 01027",
        "POST OFFICE BOX 785, EASTHAMPTON MA 01027",
    );
    same(
        "PO BOX 785, EASTHAMPTON, MA 01027",
        "Drawer 785, Easthampton, MA 01027",
    );
    same(
        "2 COUNTY ROAD 12, ALVIN, TX 77511",
        "2 CR 12, ALVIN, TX 77511",
    );
    same(
        "1960 FARM TO MARKET 1960, HUMBLE, TX 77338",
        "1960 FM 1960, HUMBLE, TX 77338",
    );
    same(
        "12 SAINT CHARLES ST, HOUSTON, TX 77003",
        "12 ST CHARLES STREET, HOUSTON, TX 77003",
    );
    same(
        "C/O JOHN SMITH, 5 ELM ST, BOSTON, MA 02101",
        "5 ELM ST, BOSTON, MA 02101",
    );
}

#[test]
fn what_differs_stays_different() {
    let differ = |one: &str, other: &str| {
        assert_ne!(
            address(one).mail_key(),
            address(other).mail_key(),
            "{one}; {other}"
        );
    };
    differ(
        "1 OAK DR, DALLAS, TX 75201",
        "1 OAK DR APT 4, DALLAS, TX 75201",
    );
    differ("PO BOX 07, DALLAS, TX 75201", "PO BOX 7, DALLAS, TX 75201");
    differ(
        "112-10 OAK ST, QUEENS, NY 11420",
        "112 OAK ST, QUEENS, NY 11420",
    );
    differ(
        "12 1/2 OAK ST, QUEENS, NY 11420",
        "12 OAK ST, QUEENS, NY 11420",
    );
    differ(
        "1 N OAK ST, DALLAS, TX 75201",
        "1 S OAK ST, DALLAS, TX 75201",
    );
    let with_unit = address("1 OAK DR APT 4, DALLAS, TX 75201");
    assert_eq!(
        with_unit.building_key(),
        address("1 OAK DR, DALLAS, TX 75201").building_key()
    );
}

#[test]
fn names_that_look_like_other_parts_are_names() {
    assert_eq!(address("5 NORTH ST, SALEM, MA 01970").street, "5 NORTH ST");
    assert_eq!(
        address("1211 AVENUE OF THE AMERICAS, NEW YORK, NY 10036").street,
        "1211 AVENUE OF THE AMERICAS"
    );
    assert_eq!(
        address("1 BROADWAY, NEW YORK, NY 10004").street,
        "1 BROADWAY"
    );
    assert_eq!(
        address("44 PARK HILL RD, EASTHAMPTON, MA 01027").street,
        "44 PARK HILL RD"
    );
}

#[test]
fn foreign_and_empty_addresses_have_no_key() {
    assert_eq!(
        Address::parse("10 Downing St, London SW1A 2AA, United Kingdom")
            .and_then(|found| found.zip),
        None
    );
    assert!(Address::parse("  ").is_none());
    assert_eq!(address("OAK ST, DALLAS, TX 75201").mail_key(), None);
    assert_eq!(address("0 OAK ST, DALLAS, TX 75201").mail_key(), None);
}

#[test]
fn absentee_is_who_gets_the_bill_elsewhere() {
    let site = |address, zip| Site {
        address: Some(address),
        city: Some("Houston"),
        zip,
    };
    let absent = |mail: &str, site: Site<'_>| is_absentee(&address(mail), site);
    let home = "123 Main St, Houston, TX 77002";
    assert_eq!(
        absent(home, site("123 MAIN STREET", Some("77002"))),
        Some(false)
    );
    assert_eq!(absent(home, site("123 Main St Apt 4", None)), Some(false));
    assert_eq!(absent(home, site("9 Elm St", Some("77002"))), Some(true));
    assert_eq!(
        absent(home, site("123 Main St", Some("77380"))),
        Some(false)
    );
    assert_eq!(
        absent(
            "123 Main St, Dallas, TX 75201",
            site("123 Main St", Some("77002"))
        ),
        Some(true)
    );
    assert_eq!(
        absent(
            "PO Box 12, Houston, TX 77002",
            site("123 Main St", Some("77002"))
        ),
        None
    );
    assert_eq!(
        absent(
            "PO Box 12, Dallas, TX 75201",
            site("123 Main St", Some("77002"))
        ),
        Some(true)
    );
    // Land without a number: nobody can live there, near is unclear.
    assert_eq!(absent(home, site("Main St", Some("77002"))), None);
    assert_eq!(
        absent(
            "1 Elm St, Dallas, TX 75201",
            site("0 Main St", Some("77002"))
        ),
        Some(true)
    );
    assert_eq!(absent(home, Site::default()), None);
}

#[test]
fn street_addresses_of_one_form_are_one_place() {
    let form = |line: &str| StreetAddress::parse(line).unwrap().form;
    for (one, other) in [
        ("100 Main Street", "100 MAIN ST"),
        ("100 North Main St.", "100 n main street"),
        ("12 Saint Charles St", "12 ST CHARLES STREET"),
        ("1960 Farm to Market 1960", "1960 FM 1960"),
        ("1 Oak Dr #4", "1 OAK DRIVE APT 4"),
        ("7 5th Street NE", "7 5TH ST NORTHEAST"),
    ] {
        assert_eq!(form(one), form(other));
    }
    for (one, other) in [
        ("100 Main St", "100 Main Ave"),
        ("100 Main St", "100 N Main St"),
        ("1 Oak Dr", "1 Oak Dr Apt 4"),
        ("9 North St", "9 N Oak St"),
    ] {
        assert_ne!(form(one), form(other));
    }
}

#[test]
fn words_of_a_street_address_are_those_of_all_its_spellings() {
    let words = |line: &str| StreetAddress::parse(line).map(|address| address.words);
    for (line, expected) in [
        ("100 N Main Street", vec!["100", "MAIN"]),
        ("9 North St", vec!["9", "NORTH"]),
        ("7 St Charles Ave", vec!["7", "CHARLES"]),
        ("2 County Road 12", vec!["2", "12"]),
        (
            "100 1/2 Old Mill Rd Apt 3",
            vec!["100", "1/2", "OLD", "MILL"],
        ),
    ] {
        let expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
        assert_eq!(words(line), Some(expected), "{line}");
    }
    for line in ["Main Street", "PO Box 7", "12-34", "0 Main St", ""] {
        assert_eq!(words(line), None, "{line}");
    }
}
