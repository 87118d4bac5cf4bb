use chrono::{DateTime, NaiveDate};
use domain::ParcelUuid;
use uuid::Uuid;

use super::*;
use crate::dossiers::dto::{
    ComparedSource, MapLabel, MapShape, RowUnit, SiteBar, SiteMap, SiteParcel, SiteScore,
};
use crate::dossiers::parts::{Photo, SiteParts};

const HOSTILE: &str = "#panic() $x$ *b* `c` \\ <l> @r = - + // שלום مرحبا";

fn maker() -> Maker {
    Maker {
        name: HOSTILE.to_owned(),
        firm: HOSTILE.to_owned(),
    }
}

fn value(text: Option<&str>) -> ComparedValue {
    ComparedValue {
        text: text.map(str::to_owned),
        source: text.map(|_| HOSTILE.to_owned()),
        as_of: NaiveDate::from_ymd_opt(2026, 11, 1).filter(|_| text.is_some()),
        ..ComparedValue::default()
    }
}

fn row(section: &str, key: &str, values: Vec<ComparedValue>, best: Vec<usize>) -> ComparedRow {
    ComparedRow {
        key: key.to_owned(),
        section: section.to_owned(),
        label: key.to_owned(),
        unit: RowUnit::None,
        values,
        best,
    }
}

fn site_named(name: &str) -> ComparedSite {
    let shape = |kind| MapShape {
        kind,
        path: "M10 10L90 10L90 50Z".to_owned(),
    };
    ComparedSite {
        name: name.to_owned(),
        place: None,
        parcels: vec![SiteParcel {
            ll_uuid: ParcelUuid(Uuid::nil()),
            parcelnumb: "001".to_owned(),
            address: Some(HOSTILE.to_owned()),
            owner: None,
            acres: None,
            total_value: Some(1_250_000.0),
        }],
        map: SiteMap {
            width_m: 160.0,
            height_m: 100.0,
            shapes: vec![
                shape(MapKind::Neighbour),
                shape(MapKind::Site),
                shape(MapKind::Flood),
                shape(MapKind::Outline),
            ],
            labels: vec![MapLabel {
                text: "A <b> & \"c\" \u{e000}".to_owned(),
                x: 80.0,
                y: 50.0,
                turn: 12.0,
            }],
            scale_m: 30.48,
            scale: "100 ft".to_owned(),
        },
        deductions: vec![SiteDeduction {
            kind: MapKind::Flood,
            label: "Flood zone".to_owned(),
            acres_alone: None,
            acres_beyond: None,
            state: Some("not mapped here".to_owned()),
            source: None,
            as_of: None,
        }],
        score: Some(SiteScore {
            run: HOSTILE.to_owned(),
            parcelnumb: "001".to_owned(),
            parcels: 1,
            score: 75.0,
            rank: None,
            rank_of: None,
            certainty: 0.8,
            is_judged_now: true,
            bars: vec![SiteBar {
                label: "Site size".to_owned(),
                value: None,
                points: 10.0,
                most: 50.0,
            }],
            fails: vec![HOSTILE.to_owned()],
        }),
        notes: vec![HOSTILE.to_owned()],
    }
}

fn comparison(names: &[&str]) -> SiteComparison {
    let values = |text: Option<&str>| names.iter().map(|_| value(text)).collect();
    SiteComparison {
        project: Some(HOSTILE.to_owned()),
        made_at: DateTime::from_timestamp(1_800_000_000, 0).unwrap(),
        sites: names.iter().map(|name| site_named(name)).collect(),
        rows: vec![
            row("Site", "acres", values(Some("10.00 acres")), vec![0]),
            row("Site", "zoning", values(None), Vec::new()),
            row(
                "Buildable",
                "buildable_acres",
                values(Some("at most 7.00 acres")),
                Vec::new(),
            ),
            row("Search", "score", values(Some("75.0 of 100")), Vec::new()),
        ],
        sources: vec![ComparedSource {
            name: HOSTILE.to_owned(),
            licence: None,
            is_sample: true,
        }],
    }
}

/// The first site has photos and sales, the second nothing.
fn parts() -> Vec<SiteParts> {
    let photo = Photo {
        name: HOSTILE.to_owned(),
        day: NaiveDate::from_ymd_opt(2026, 11, 1).unwrap(),
        jpeg: vec![1, 2, 3],
    };
    let comps = json!({ "unit": "acre", "statistics": { "count": 1, "median": null, "lowest": 100_000, "highest": 100_000 },
        "items": [{ "comp": { "address": HOSTILE, "sale_date": "2026-03-04", "price": 500_000, "acres": 5, "source": HOSTILE },
            "adjustments": [], "adjusted_price": 500_000, "unit_price": 100_000 }] });
    vec![
        SiteParts {
            photos: vec![photo],
            more: 2,
            unreadable: vec!["bad.png".to_owned()],
            comps: Some(serde_json::from_value(comps).unwrap()),
        },
        SiteParts::default(),
    ]
}

#[test]
fn photos_and_sales_are_those_of_their_site() {
    let data = data(&comparison(&["One", "Two"]), &maker(), &parts());
    let first = &data["sites"][0];
    assert_eq!(first["photos"]["shown"][0]["file"], "photo-1-1.jpg");
    assert_eq!(first["photos"]["shown"][0]["name"], HOSTILE);
    assert_eq!(first["photos"]["notes"].as_array().unwrap().len(), 2);
    assert_eq!(first["comps"]["sales"][0]["per_unit"], "$100,000");
    assert_eq!(first["comps"]["sales"][0]["net"], Value::Null);
    for part in ["photos", "comps"] {
        assert_eq!(data["sites"][1][part], Value::Null);
    }
}

#[test]
fn data_says_what_is_unknown_and_what_is_best() {
    let data = data(&comparison(&["One", "Two"]), &maker(), &parts());
    assert_eq!(
        data["overview"][0]["values"][0],
        json!({ "text": "10.00 acres", "best": true })
    );
    assert_eq!(data["overview"][0]["values"][1]["best"], false);
    let site = &data["sites"][1];
    assert_eq!(
        (&site["number"], &site["map"]),
        (&json!(2), &json!("map-2.svg"))
    );
    // Groups with a table of their own are not among the facts.
    assert_eq!(site["facts"].as_array().unwrap().len(), 1);
    let zoning = &site["facts"][0]["rows"][1];
    assert_eq!(
        (&zoning["text"], &zoning["source"], &zoning["day"]),
        (&Value::Null, &Value::Null, &Value::Null)
    );
    assert_eq!(site["deductions"][0]["beyond"], Value::Null);
    assert_eq!(site["deductions"][0]["label"], "flood zone");
    let kinds: Vec<&str> = site["legend"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["neighbour", "flood", "outline"]);
    assert!(
        site["alt"]
            .as_str()
            .unwrap()
            .contains("flood zone, 1 % a year")
    );
}

#[test]
fn each_site_has_a_picture_with_escaped_names() {
    let document = of(&comparison(&["One", HOSTILE]), &maker(), &parts());
    let names: Vec<&String> = document.images.keys().collect();
    assert_eq!(names, ["map-1.svg", "map-2.svg", "photo-1-1.jpg"]);
    let svg = String::from_utf8(document.images["map-2.svg"].clone()).unwrap();
    assert!(svg.contains("A &lt;b&gt; &amp; &quot;c&quot; ?<"), "{svg}");
    assert!(svg.contains("url(#flood)") && svg.contains("100 ft"));
    // The same comparison is the same document.
    let again = of(&comparison(&["One", HOSTILE]), &maker(), &parts());
    assert_eq!(json!(document), json!(again));
}
