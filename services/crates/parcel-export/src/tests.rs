use bigdecimal::BigDecimal;
use chrono::NaiveDate;
use domain::{Money, ParcelUuid};
use flatgeobuf::{FallibleStreamingIterator as _, FeatureProperties as _, FgbReader};
use geozero::ToWkt as _;
use parquet::file::reader::{FileReader as _, SerializedFileReader};
use serde_json::{Value, json};

use super::*;

mod books;

/// A square in well-known binary.
fn square(west: f64, south: f64) -> Vec<u8> {
    let mut bytes = vec![
        1, 6, 0, 0, 0, 1, 0, 0, 0, 1, 3, 0, 0, 0, 1, 0, 0, 0, 5, 0, 0, 0,
    ];
    let (east, north) = (west + 1.0, south + 1.0);
    for (x, y) in [
        (west, south),
        (east, south),
        (east, north),
        (west, north),
        (west, south),
    ] {
        bytes.extend(x.to_le_bytes());
        bytes.extend(y.to_le_bytes());
    }
    bytes
}

fn money(cents: i64) -> Money {
    BigDecimal::new(cents.into(), 2).try_into().unwrap()
}

fn parcel(number: &str, outline: Vec<u8>) -> Exported {
    let id = ParcelUuid::derive("48201", &number.parse().unwrap());
    Exported {
        fields: ParcelFields::new(id, "48201".to_owned(), number.to_owned()),
        source: "Test County".to_owned(),
        source_licence: None,
        is_sample: false,
        fetched_at: DateTime::from_timestamp_micros(1_769_860_800_000_250).unwrap(),
        source_date: None,
        tax_roll: None,
        slope_percent: None,
        growth: Growth::default(),
        retired_at: None,
        listed: Listed::default(),
        outline,
    }
}

/// A parcel with values of every type.
fn full(outline: Vec<u8>) -> Exported {
    let mut parcel = parcel("1, \"A\"", outline);
    parcel.fields.owner = Some("=O'Hara & Söhne".to_owned());
    parcel.fields.saledate = NaiveDate::from_ymd_opt(1969, 7, 20);
    parcel.fields.saleprice = Some(money(99_999_999_999_999));
    parcel.fields.parval = Some(money(0));
    parcel.fields.year_built = Some(1999);
    parcel.fields.sqft = Some(1 << 40);
    parcel.fields.ll_gisacre = Some(0.1234);
    parcel.source_licence = Some("CC0".to_owned());
    parcel.source_date = NaiveDate::from_ymd_opt(2026, 1, 30);
    parcel.tax_roll = Some(TaxRollSource {
        source: "Tax Office".to_owned(),
        source_licence: Some("CC BY".to_owned()),
        source_date: NaiveDate::from_ymd_opt(2025, 12, 31),
        outline_source: "Test County".to_owned(),
        outline_source_licence: None,
        outline_source_date: None,
        outline_fetched_at: DateTime::from_timestamp(1_700_000_000, 0).unwrap(),
        facts: vec!["owner".to_owned(), "parval".to_owned()],
    });
    parcel.slope_percent = Some(7.5);
    parcel.growth = Growth {
        chance: Some(0.25),
        decade: Some(2040),
    };
    parcel
}

fn written(format: Format, parcels: &[Exported]) -> Vec<u8> {
    let mut writer = Writer::new(format, parcels.len() as u64, false, &[]).unwrap();
    let mut bytes = Vec::new();
    for parcel in parcels {
        writer.add(parcel).unwrap();
        bytes.extend(writer.take());
    }
    bytes.extend(rest(writer));
    bytes
}

fn rest(writer: Writer) -> Vec<u8> {
    let (mut finished, mut bytes) = (writer.finish().unwrap(), Vec::new());
    loop {
        let part = finished.next_part().unwrap();
        if part.is_empty() {
            return bytes;
        }
        bytes.extend(part);
    }
}

#[test]
fn the_columns_are_the_facts_of_the_api_and_their_provenance() {
    let Value::Object(facts) = serde_json::to_value(&full(Vec::new()).fields).unwrap() else {
        unreachable!("a parcel is an object")
    };
    let names: Vec<&str> = columns(false, &[])
        .iter()
        .map(|column| column.name)
        .collect();
    let known = |name: &&str| facts.contains_key(*name);
    assert_eq!(names.iter().filter(|name| known(name)).count(), facts.len());
    let others: Vec<&&str> = names.iter().filter(|name| !known(name)).collect();
    assert_eq!(
        others,
        [
            &"source",
            &"source_licence",
            &"is_sample",
            &"fetched_at",
            &"source_date",
            &"roll_source",
            &"roll_source_licence",
            &"roll_source_date",
            &"roll_facts",
            &"outline_source",
            &"outline_source_licence",
            &"outline_source_date",
            &"outline_fetched_at",
            &"slope_percent",
            &"growth_chance",
            &"growth_decade"
        ]
    );
    assert_eq!(columns(true, &[]).last().unwrap().name, "retired_at");
}

#[test]
fn geojson_has_a_feature_for_each_parcel() {
    let outline = br#"{"type":"MultiPolygon","coordinates":[]}"#.to_vec();
    let parcels = [full(outline.clone()), parcel("2", outline)];
    let read: Value = serde_json::from_slice(&written(Format::Geojson, &parcels)).unwrap();
    assert_eq!(read["features"].as_array().unwrap().len(), 2);
    let first = &read["features"][0];
    assert_eq!(first["id"], parcels[0].fields.ll_uuid.to_string());
    assert_eq!(first["geometry"]["type"], "MultiPolygon");
    let facts = &first["properties"];
    assert_eq!(facts["saledate"], "1969-07-20");
    assert_eq!(facts["saleprice"], json!(999_999_999_999.99));
    assert_eq!(facts["owner"], "=O'Hara & Söhne");
    assert_eq!(facts["fetched_at"], "2026-01-31T12:00:00.000250Z");
    assert_eq!(facts["careof"], Value::Null);
    assert_eq!(
        (
            &facts["source_date"],
            &facts["roll_source_date"],
            &facts["roll_facts"],
            &facts["outline_source_licence"]
        ),
        (
            &json!("2026-01-30"),
            &json!("2025-12-31"),
            &json!("owner parval"),
            &Value::Null
        )
    );
    assert_eq!(
        read["features"][1]["properties"]["roll_source"],
        Value::Null
    );
    assert_eq!(
        (
            &facts["slope_percent"],
            &facts["growth_chance"],
            &facts["growth_decade"]
        ),
        (&json!(7.5), &json!(0.25), &json!(2040))
    );
    assert_eq!(
        read["features"][1]["properties"]["growth_chance"],
        Value::Null
    );
    let none: Value = serde_json::from_slice(&written(Format::Geojson, &[])).unwrap();
    assert_eq!(none["features"], json!([]));
}

#[test]
fn what_a_list_says_of_its_parcels_comes_first() {
    let mut best = full(Vec::new());
    best.listed = Listed {
        rank: Some(1),
        score: Some(87.5),
        reason: Some("=Same owner".to_owned()),
        ..Listed::default()
    };
    let other = parcel("2", Vec::new());
    let listed = [ListColumn::Rank, ListColumn::Score, ListColumn::Reason];
    let mut writer = Writer::new(Format::Csv, 2, false, &listed).unwrap();
    for parcel in [&best, &other] {
        writer.add(parcel).unwrap();
    }
    let text = String::from_utf8(rest(writer)).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(lines[0].starts_with("rank,score,reason,ll_uuid,county_fips,"));
    assert!(lines[1].starts_with(&format!("1,87.5,'=Same owner,{},", best.fields.ll_uuid)));
    // Not said of this one.
    assert!(lines[2].starts_with(&format!(",,,{},", other.fields.ll_uuid)));
}

#[test]
fn csv_quotes_and_disarms() {
    let text = String::from_utf8(written(Format::Csv, &[full(b"POINT(1 2)".to_vec())])).unwrap();
    let lines: Vec<&str> = text.split("\r\n").collect();
    assert!(lines[0].starts_with("ll_uuid,county_fips,parcelnumb,address,"));
    assert!(
        lines[0].ends_with(
            ",is_sample,fetched_at,source_date,roll_source,roll_source_licence,roll_source_date,roll_facts,outline_source,\
             outline_source_licence,outline_source_date,outline_fetched_at,slope_percent,growth_chance,growth_decade,wkt"
        )
    );
    assert!(lines[1].ends_with(
        ",false,2026-01-31T12:00:00.000250Z,2026-01-30,Tax Office,CC BY,2025-12-31,owner parval,Test County,,,\
         2023-11-14T22:13:20Z,7.5,0.25,2040,POINT(1 2)"
    ));
    let id = full(Vec::new()).fields.ll_uuid;
    assert!(
        lines[1].starts_with(&format!(
            "{id},48201,\"1, \"\"A\"\"\",,,,,'=O'Hara & Söhne,"
        )),
        "{}",
        lines[1]
    );
    assert!(lines[1].contains(",1969-07-20,999999999999.99,1999,"));
    assert_eq!(lines[2..], [""]);
}

#[test]
fn flatgeobuf_is_read_by_its_library() {
    let bytes = written(
        Format::Flatgeobuf,
        &[full(square(-95.0, 29.0)), parcel("2", square(0.5, 1.5))],
    );
    let reader = FgbReader::open(bytes.as_slice()).unwrap();
    assert_eq!(reader.header().features_count(), 2);
    assert_eq!(reader.header().crs().unwrap().code(), 4326);
    let mut features = reader.select_all_seq().unwrap();
    let first = features.next().unwrap().unwrap();
    assert_eq!(
        first.to_wkt().unwrap(),
        "MULTIPOLYGON(((-95 29,-94 29,-94 30,-95 30,-95 29)))"
    );
    let facts = first.properties().unwrap();
    assert_eq!(facts["saleprice"], "999999999999.99");
    assert_eq!(facts["sqft"], (1_i64 << 40).to_string());
    assert_eq!(facts["saledate"], "1969-07-20T00:00:00");
    assert_eq!(facts["is_sample"], "false");
    assert!(!facts.contains_key("careof"));
    let second = features.next().unwrap().unwrap();
    assert_eq!(second.property::<String>("parcelnumb").unwrap(), "2");
    assert!(features.next().unwrap().is_none());
}

#[test]
fn geoparquet_has_row_groups_and_describes_its_outlines() {
    let mut parcels = vec![full(square(-95.0, 29.0))];
    parcels
        .extend((0..12_000).map(|n| parcel(&format!("P{n}"), square(f64::from(n) / 100.0, 1.0))));
    let mut writer = Writer::new(Format::Geoparquet, parcels.len() as u64, false, &[]).unwrap();
    let mut bytes = Vec::new();
    for parcel in &parcels {
        writer.add(parcel).unwrap();
        bytes.extend(writer.take());
    }
    assert!(
        bytes.len() > 100_000,
        "the first row group is ready before the end"
    );
    bytes.extend(rest(writer));
    let file = SerializedFileReader::new(bytes::Bytes::from(bytes)).unwrap();
    assert_eq!(file.num_row_groups(), 2);
    let metadata = file.metadata().file_metadata();
    assert_eq!(metadata.num_rows(), 12_001);
    let geo = metadata
        .key_value_metadata()
        .unwrap()
        .iter()
        .find(|pair| pair.key == "geo");
    let geo: Value = serde_json::from_str(geo.unwrap().value.as_deref().unwrap()).unwrap();
    assert_eq!(geo["version"], "1.1.0");
    assert_eq!(geo["columns"]["geometry"]["encoding"], "WKB");
    assert_eq!(
        geo["columns"]["geometry"]["bbox"],
        json!([-95.0, 1.0, 120.99, 30.0])
    );
    let row = file.get_row_iter(None).unwrap().next().unwrap().unwrap();
    let fields: std::collections::HashMap<_, _> = row.into_columns().into_iter().collect();
    let shown = |name: &str| fields[name].to_string();
    assert_eq!(shown("saleprice"), "999999999999.99");
    assert_eq!(shown("saledate"), "1969-07-20");
    assert_eq!(shown("owner"), "\"=O'Hara & Söhne\"");
    assert_eq!(shown("careof"), "null");
    assert_eq!(shown("is_sample"), "false");
    assert_eq!(
        shown("bbox"),
        "{xmin: -9.5E1, ymin: 29.0, xmax: -9.4E1, ymax: 30.0}"
    );
    let empty = SerializedFileReader::new(bytes::Bytes::from(written(Format::Geoparquet, &[])));
    assert_eq!(empty.unwrap().metadata().file_metadata().num_rows(), 0);
}

#[test]
fn an_outline_of_another_form_ends_the_file() {
    for format in [
        Format::Flatgeobuf,
        Format::Geoparquet,
        Format::Geopackage,
        Format::Kml,
    ] {
        let mut writer = Writer::new(format, 1, false, &[]).unwrap();
        let refused = writer.add(&parcel("1", b"POINT(1 2)".to_vec()));
        assert!(matches!(refused, Err(ExportError::Outline)), "{format:?}");
    }
}
