//! Who is the same owner.

use owner_names::link::Frequencies;
use owner_names::{Relation, Row, group};

const OWNERS: f64 = 600_000.0;

fn row(owner: &str, mailing: &str) -> Row {
    Row {
        owner: (!owner.is_empty()).then(|| owner.to_owned()),
        mailing: (!mailing.is_empty()).then(|| mailing.to_owned()),
        county_fips: "48201".to_owned(),
        is_absentee: Some(true),
        ..Row::default()
    }
}

fn of(rows: &[Row]) -> Vec<(usize, Relation, f64)> {
    let known = Frequencies {
        owners: OWNERS,
        ..Frequencies::default()
    };
    let mut found: Vec<_> = group(rows, known)
        .into_iter()
        .map(|member| (member.row, member.relation, member.confidence))
        .collect();
    found.sort_by_key(|member| member.0);
    found
}

fn relation(one: Row, other: Row) -> Option<Relation> {
    of(&[one, other]).get(1).map(|member| member.1)
}

const HOME: &str = "12 Elm St, Houston, TX 77002";
const FAR: &str = "900 Pine St, Boston, MA 02101";

fn home(owner: &str) -> Row {
    Row {
        is_absentee: Some(false),
        ..row(owner, HOME)
    }
}

#[test]
fn spellings_at_one_address_are_one_owner() {
    assert_eq!(
        relation(home("SMITH, JOHN & MARY"), home("JOHN SMITH")),
        Some(Relation::Same)
    );
    assert_eq!(
        relation(
            home("ACME HOLDINGS L.L.C."),
            row("ACME HOLDINGS LLC", "12 ELM STREET HOUSTON TX 77002")
        ),
        Some(Relation::Same)
    );
    assert_eq!(
        relation(home("VEGA HOLDINGS LLC"), home("VEGA LAND PARTNERS LP")),
        Some(Relation::Same)
    );
}

#[test]
fn a_distinctive_name_of_three_words_is_one_owner_in_one_zip_code() {
    let one = row("ZEPHYR QUILLON VENTURES LLC", "1 Oak St, Houston, TX 77002");
    let other = row(
        "ZEPHYR QUILLON VENTURES LLC",
        "99 Fir Ave, Houston, TX 77002",
    );
    assert_eq!(relation(one, other), Some(Relation::Same));
}

#[test]
fn a_frequent_name_elsewhere_is_another_person() {
    assert_eq!(
        relation(row("SMITH JOHN", HOME), row("JOHN SMITH", FAR)),
        None
    );
}

#[test]
fn sisters_families_and_dates_are_related_at_most() {
    for (one, other) in [
        ("ACME QUILLON II LLC", "ACME QUILLON III LLC"),
        ("SMITH JOHN JR", "SMITH JOHN SR"),
        ("SMITH JOHN JR", "SMITH JOHN"),
        (
            "ZALEWSKI JOHN TRUST DTD 1/2/2003",
            "ZALEWSKI JOHN TRUST DTD 5/6/2010",
        ),
    ] {
        assert_eq!(
            relation(home(one), home(other)),
            Some(Relation::Related),
            "{one}, {other}"
        );
    }
    // A household is never one owner.
    assert_ne!(
        relation(home("ZALEWSKI JOHN"), home("ZALEWSKI MARY")),
        Some(Relation::Same)
    );
}

#[test]
fn five_thousand_owners_at_one_agent_are_not_one() {
    let agent = "251 Little Falls Dr, Wilmington, DE 19808";
    let rows: Vec<Row> = (0..2_000)
        .map(|at| row(&format!("QUX{at:04}A VENTURES LLC"), agent))
        .collect();
    assert_eq!(of(&rows).len(), 1);
}

/// Each is an owner of its own to begin with; comparing each with each would take minutes.
#[test]
fn ten_thousand_parcels_without_mailing_addresses_are_one_owner() {
    let mut rows = vec![row("ZEPHYR QUILLON MARSHWICK LLC", ""); 10_000];
    rows.push(row("ZEPHYR QUILLON MARSHWICK II LLC", ""));
    let found = of(&rows);
    assert_eq!(found.len(), rows.len());
    let same = |member: &(usize, Relation, f64)| member.1 == Relation::Same;
    assert!(found[..10_000].iter().all(same));
    assert_eq!(found[10_000].1, Relation::Related);
}

#[test]
fn public_bodies_are_linked_by_their_id_only() {
    assert_eq!(
        relation(
            row("EASTHAMPTON CITY OF", HOME),
            row("CITY OF EASTHAMPTON", FAR)
        ),
        Some(Relation::Same)
    );
    assert_eq!(
        relation(
            row("CITY OF EASTHAMPTON", HOME),
            row("CITY OF HOUSTON", HOME)
        ),
        None
    );
    assert_eq!(
        relation(row("CITY OF EASTHAMPTON", HOME), row("ACME LLC", HOME)),
        None
    );
}

#[test]
fn who_is_not_named_has_no_group() {
    assert_eq!(
        of(&[row("", HOME), row("", HOME), row("SMITH JOHN", HOME)]).len(),
        1
    );
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let mut rows = vec![
        home("VEGA HOLDINGS LLC"),
        home("VEGA LAND PARTNERS LP"),
        row("VEGA LAND PARTNERS LP", "44 Oak St, Houston, TX 77002"),
        row("OTHER LLC", FAR),
    ];
    let key = |rows: &[Row]| {
        let mut owners: Vec<_> = of(rows)
            .iter()
            .map(|member| {
                (
                    rows[member.0].owner.clone(),
                    rows[member.0].mailing.clone(),
                    member.1,
                )
            })
            .collect();
        owners.sort_by(|x, y| x.0.cmp(&y.0).then(x.1.cmp(&y.1)));
        owners
    };
    let first = key(&rows);
    rows[1..].reverse();
    assert_eq!(key(&rows), first);
    assert!(first.len() >= 2);
}

#[test]
fn reasons_are_sentences() {
    let known = Frequencies {
        owners: OWNERS,
        ..Frequencies::default()
    };
    let members = group(
        &[home("VEGA HOLDINGS LLC"), home("VEGA LAND PARTNERS LP")],
        known,
    );
    assert_eq!(
        members[1].reason,
        "both names have the rare word VEGA, same mailing address"
    );
    assert!(members[1].confidence > 0.98);
}

#[test]
fn two_sisters_are_not_both_the_same_as_a_third_company() {
    let rows = [
        home("VEGA LAND PARTNERS LP"),
        home("VEGA HOLDINGS II LLC"),
        home("VEGA HOLDINGS LLC"),
        home("VEGA HOLDINGS L.L.C."),
    ];
    let relations: Vec<_> = of(&rows).into_iter().map(|member| member.1).collect();
    let (same, related) = (Relation::Same, Relation::Related);
    assert_eq!(relations, [same, related, same, same]);
}

#[test]
fn one_name_in_one_persons_care_is_one_owner_but_a_servicers_care_says_nothing() {
    let in_care = |owner: &str| Row {
        care_of: Some("Dana Whitfield".to_owned()),
        ..row(owner, "")
    };
    let name = "ZEPHYR QUILLON LLC";
    assert_eq!(
        relation(row(name, ""), row(name, "")),
        Some(Relation::Related)
    );
    let mut rows = vec![in_care(name), in_care(name)];
    assert_eq!(of(&rows)[1].1, Relation::Same);
    // Another name in the same care is another owner.
    assert_eq!(relation(in_care(name), in_care("BAYOU MARSH LLC")), None);

    rows.extend((0..30).map(|at| in_care(&format!("QUX{at:03}A VENTURES LLC"))));
    let found = of(&rows);
    assert_eq!(
        found
            .iter()
            .map(|member| (member.0, member.1))
            .collect::<Vec<_>>(),
        [(0, Relation::Same), (1, Relation::Related)]
    );
}
