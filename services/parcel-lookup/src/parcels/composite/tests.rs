use chrono::{DateTime, Utc};
use proptest::prelude::*;
use serde_json::json;
use uuid::Uuid;

use super::*;

fn id(of: usize) -> ParcelUuid {
    ParcelUuid(Uuid::from_u128(of as u128 + 1))
}

fn record(of: usize, change: impl FnOnce(&mut ParcelFields)) -> ParcelRecord {
    let mut fields = ParcelFields::new(id(of), "48201".to_owned(), format!("00{of}"));
    fields.ll_gisacre = Some(1.0 + of as f64);
    change(&mut fields);
    let mut record = fields.into_record(-95.0, 29.0 + of as f64, "Test County");
    record.geometry = Some(json!({ "type": "Polygon", "coordinates": [[of]] }));
    record
}

fn site(records: Vec<ParcelRecord>, parcels: usize) -> Composite {
    let kept = Kept {
        site_id: ParcelUuid(Uuid::nil()),
        name: Some("Elm".to_owned()),
        parcelnumb: number("000", parcels, 1),
        members: (0..parcels).map(id).collect(),
    };
    let floods = records
        .iter()
        .map(|record| (record.fields.ll_uuid, ParcelFlood::recorded(record)))
        .collect();
    Composite::of(kept, records, &floods, None).unwrap()
}

fn dollars(text: &str) -> Money {
    text.parse().unwrap()
}

fn day(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

#[test]
fn a_number_is_that_of_the_first_parcel_and_how_many_more() {
    assert_eq!(number("0660640130020", 4, 1), "0660640130020 +3");
    assert_eq!(number("0660640130020", 4, 2), "0660640130020 +3 (2)");
    let long = number(&"9".repeat(64), 50, 12);
    assert_eq!(long.chars().count(), ParcelNumber::MAX_CHARS);
    assert!(long.ends_with("9 +49 (12)") && long.parse::<ParcelNumber>().is_ok());
}

#[test]
fn sums_are_known_only_if_each_value_is() {
    let known = site(
        vec![
            record(0, |of| {
                of.parval = Some(dollars("100.10"));
                of.improvval = Some(dollars("0"));
                of.sqft = Some(500);
            }),
            record(1, |of| {
                of.parval = Some(dollars("200.25"));
                of.landval = Some(dollars("50"));
                of.improvval = Some(dollars("7"));
            }),
        ],
        2,
    );
    let fields = &known.record.fields;
    assert_eq!(fields.ll_gisacre, Some(3.0));
    assert_eq!(fields.parval, Some(dollars("300.35")));
    assert_eq!(fields.improvval, Some(dollars("7")));
    assert_eq!((&fields.landval, fields.sqft), (&None, None));
    let count = &known.site.known;
    assert_eq!((count.parval, count.landval, count.sqft), (2, 1, 1));
    // A county that has not appraised a parcel records 0.
    let zero = site(
        vec![
            record(0, |of| of.parval = Some(dollars("0"))),
            record(1, |of| of.parval = Some(dollars("5"))),
        ],
        2,
    );
    assert_eq!(zero.record.fields.parval, None);
    assert_eq!(zero.site.known.parval, 1);
}

#[test]
fn stacked_parcels_are_on_the_same_land() {
    let mut stacked = record(1, |of| of.ll_gisacre = Some(1.0));
    let ground = record(0, |_| ());
    stacked.geometry.clone_from(&ground.geometry);
    let whole = site(vec![ground, stacked, record(2, |_| ())], 3);
    assert_eq!(whole.record.fields.ll_gisacre, Some(4.0));
}

#[test]
fn owners_are_named_by_their_land_and_the_rest_counted() {
    let owned = |of, name: &str| record(of, |fields| fields.owner = Some(name.to_owned()));
    let two = site(vec![owned(0, "Alpha LLC"), owned(1, "Beta Trust")], 2);
    assert_eq!(
        two.record.fields.owner.as_deref(),
        Some("Beta Trust; Alpha LLC")
    );
    let five = site(
        vec![
            owned(0, "Alpha LLC"),
            owned(1, "Beta Trust"),
            owned(2, "Gamma"),
            owned(3, "Delta"),
            owned(4, "Epsilon"),
            // With that of the first the most land.
            owned(5, "ALPHA LLC "),
        ],
        6,
    );
    assert_eq!(
        five.record.fields.owner.as_deref(),
        Some("Alpha LLC; Epsilon; Delta and 2 more")
    );
    let unknown = site(vec![owned(0, "Alpha LLC"), owned(1, " ")], 2);
    let known = unknown.record.fields.owner.as_deref();
    assert_eq!(known, Some("Alpha LLC; owner of 1 parcel unknown"));
    let nobody = site(vec![record(0, |_| ()), record(1, |_| ())], 2);
    assert_eq!(nobody.record.fields.owner, None);
}

#[test]
fn long_names_are_counted_rather_than_cut() {
    let long = ["A", "B", "C", "D"].map(|name| name.repeat(110));
    let owned = |of: usize| record(of, |fields| fields.owner = Some(long[of].clone()));
    let four = site((0..4).map(owned).collect(), 4);
    let names = four.record.fields.owner.unwrap();
    assert_eq!(names, format!("{}; {} and 2 more", long[3], long[2]));
}

#[test]
fn texts_that_differ_are_joined_and_values_that_differ_unknown() {
    let of = site(
        vec![
            record(0, |of| {
                of.zoning = Some("M-1".to_owned());
                of.legaldesc = Some("LT 1".to_owned());
                of.flood_zone = Some("X".to_owned());
                of.flood_zone_subtype = Some("MINIMAL".to_owned());
                of.year_built = Some(1987);
                of.parvaltype = Some("MARKET".to_owned());
                of.usedesc = Some("WAREHOUSE".to_owned());
                of.address = Some("1 Elm St".to_owned());
            }),
            record(1, |of| {
                of.zoning = Some("M-2".to_owned());
                of.flood_zone = Some("AE".to_owned());
                of.year_built = Some(1990);
                of.parvaltype = Some("APPRAISED".to_owned());
                of.usedesc = Some("WAREHOUSE".to_owned());
                of.address = Some("3 Elm St".to_owned());
            }),
        ],
        2,
    );
    let fields = &of.record.fields;
    assert_eq!(fields.zoning.as_deref(), Some("M-1; M-2"));
    assert_eq!(fields.usedesc.as_deref(), Some("WAREHOUSE"));
    assert_eq!(fields.legaldesc.as_deref(), Some("000: LT 1; 001: unknown"));
    assert_eq!(fields.flood_zone.as_deref(), Some("AE; X"));
    assert_eq!(fields.flood_zone_subtype.as_deref(), Some("MINIMAL"));
    assert_eq!((fields.year_built, &fields.parvaltype), (None, &None));
    assert_eq!(of.facts.in_flood_zone, Some(true));
    // Of the parcel with the most land.
    assert_eq!(fields.address.as_deref(), Some("3 Elm St"));
    assert!((of.record.lat - 30.0).abs() < 1e-9);
    assert_eq!(of.record.source, "Test County (parcels 000, 001)");
}

#[test]
fn a_site_says_which_of_its_parcels_are_gone() {
    let mut retired = record(1, |_| ());
    retired.retired_at = Some(day("2026-11-20T10:00:00Z"));
    let of = site(vec![retired, record(0, |_| ())], 3);
    assert_eq!(of.record.retired_at, Some(day("2026-11-20T10:00:00Z")));
    assert_eq!(of.site.members[1].retired_at, of.record.retired_at);
    assert_eq!(of.site.members[0].parcelnumb, "000");
    assert_eq!((of.site.parcels, of.site.missing), (3, vec![id(2)]));
    // The third parcel's land is unknown.
    assert_eq!(of.record.fields.ll_gisacre, None);
}

proptest! {
    #[test]
    fn a_sum_is_that_of_all_parcels_or_unknown(
        values in prop::collection::vec(prop::option::of(1_u32..1_000_000), 2..50),
    ) {
        let records = values.iter().enumerate().map(|(of, value)| {
            record(of, |fields| fields.parval = value.and_then(|cents| {
                format!("{}.{:02}", cents / 100, cents % 100).parse().ok()
            }))
        });
        let of = site(records.collect(), values.len());
        let known: Vec<u64> = values.iter().flatten().map(|cents| u64::from(*cents)).collect();
        prop_assert_eq!(of.site.known.parval, known.len());
        let sum = (known.len() == values.len()).then(|| known.iter().sum());
        prop_assert_eq!(of.record.fields.parval.as_ref().map(Money::cents), sum);
        prop_assert!(of.record.fields.parcelnumb.parse::<ParcelNumber>().is_ok());
    }
}
