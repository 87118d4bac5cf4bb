//! A field map is taken only where it fits: a wrong one would store wrong facts.

use parcel_import::{ImportError, unrecognised};
use parcel_record::field_map::FieldMap;
use serde_json::{Value, json};

use super::{COUNTY, PLACE, collection, load, refused, row, square, stored, text, try_load, write};
use crate::support::World;

/// Loudoun, VA.
const VIRGINIA: (&str, (f64, f64)) = ("51107", (-77.64, 39.09));

/// Columns of Mecklenburg County, at some place.
fn mecklenburg(count: usize, (lon, lat): (f64, f64)) -> String {
    let rows: Vec<Value> = (0..count)
        .map(|index| {
            let columns = json!({
                "pid": format!("12505{index:03}"), "address": format!("{} MAIN ST", 100 + index), "ownrlstnme": "HERON LLC", "ownrfrstnme": "",
                "saledate": "2020-01-31", "totalvalue": 250_000 + index, "yearbuilt": 1987,
            });
            row(&columns, &square(lon + index as f64 * 0.001, lat, 0.001))
        })
        .collect();
    collection(&rows)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_county_of_a_field_map_does_not_override_the_operators() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let (county, place) = VIRGINIA;
    let file = write(&folder, "city.geojson", mecklenburg(20, place));
    let in_virginia = |options: &mut parcel_import::ImportOptions| {
        options.county_fips = Some(county.to_owned());
    };
    let both = ["Mecklenburg, NC (37119)", "Loudoun, VA (51107)"];
    let detected = refused(&world, &file, in_virginia).await;
    assert!(matches!(detected, ImportError::NotRecognised(_)));
    let named = refused(&world, &file, |options| {
        in_virginia(options);
        options.field_map = Some(FieldMap::parse("mecklenburg").unwrap());
    })
    .await;
    let placed = refused(&world, &file, |options| options.county_fips = None).await;
    assert!(matches!(placed, ImportError::Outside { .. }));
    for error in [detected, named, placed] {
        let sentence = error.to_string();
        assert!(
            both.iter().all(|county| sentence.contains(county)),
            "{sentence}"
        );
    }
    let report = try_load(&world, &file, |options| {
        in_virginia(options);
        options.accept_guess = true;
    })
    .await
    .unwrap();
    assert_eq!(report.written.inserted, 20, "{report}");
    let counties = "SELECT string_agg(DISTINCT county_fips, ',') FROM parcels";
    assert_eq!(text(&world, counties).await, county);
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_that_is_not_recognised_is_shown_with_its_columns_and_a_guess() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows: Vec<Value> = (0..30)
        .map(|index| {
            let columns = json!({
                "OBJECTID": index, "Parcel_No": format!("16-{index:04}"), "LOC_ID": format!("M_{}_2", index / 4),
                "SITUS": format!("{index} OAK ST"), "OwnerName": "HERON LLC", "Remark": if index == 0 { "x" } else { "" },
            });
            row(&columns, &square(PLACE.0 + f64::from(index) * 0.001, PLACE.1, 0.001))
        })
        .collect();
    let file = write(&folder, "unknown.geojson", collection(&rows));
    let error = refused(&world, &file, |_| ()).await;
    assert!(error.to_string().contains("--accept-guess"), "{error}");
    let ImportError::NotRecognised(not) = error else {
        panic!("{error}");
    };
    let shown = unrecognised(&not);
    for line in [
        "columns in the first 30 rows:",
        "OwnerName      100 %   HERON LLC",
        "Remark         3 %     x",
        "parcelnumb          Parcel_No   100 %",
        "zoning              -",
        "--field-map address=SITUS,owner=OwnerName,parcelnumb=Parcel_No",
    ] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
    let report = try_load(&world, &file, |options| options.accept_guess = true)
        .await
        .unwrap();
    assert_eq!(report.reader.field_map, "guess");
    let stored = "SELECT parcelnumb || ', ' || address || ', ' || owner FROM parcels WHERE parcelnumb = '16-0007'";
    assert_eq!(text(&world, stored).await, "16-0007, 7 OAK ST, HERON LLC");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_of_the_tax_bill_is_not_stored_as_the_sites() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows: Vec<Value> = (0..30)
        .map(|index| {
            let columns = json!({
                "PIN": format!("16-{index:04}"), "OWNER": "HERON LLC", "ADDRESS": format!("{index} PEACHTREE ST"), "CITY": "ATLANTA",
                "STATE": "GA", "ZIP": "30303", "ACRES": 0.25,
            });
            row(&columns, &square(PLACE.0 + f64::from(index) * 0.001, PLACE.1, 0.001))
        })
        .collect();
    let file = write(&folder, "roll.geojson", collection(&rows));
    let error = refused(&world, &file, |_| ()).await;
    let sentence = error.to_string();
    assert!(
        sentence.contains("plain, but ADDRESS may be that of the site or of the tax bill"),
        "{sentence}"
    );
    let shown = parcel_import::columns_and_guess(&error).unwrap();
    for line in [
        "address             -",
        "add to --field-map: address=ADDRESS,scity=CITY,state2=STATE,szip=ZIP",
        "add to --field-map: mailing_address=ADDRESS+CITY+STATE+ZIP",
    ] {
        assert!(shown.contains(line), "{line} is not in\n{shown}");
    }
    let stored = "SELECT concat_ws('; ', parcelnumb, owner, address, scity, state2, szip, mailing_address, ll_gisacre::float8) \
        FROM parcels WHERE parcelnumb = '16-0007'";
    let guessed = try_load(&world, &file, |options| options.accept_guess = true).await;
    assert_eq!(guessed.unwrap().written.inserted, 30);
    assert_eq!(text(&world, stored).await, "16-0007; HERON LLC; 0.25");
    let said = "parcelnumb=PIN,owner=OWNER,ll_gisacre=ACRES,mailing_address=ADDRESS+CITY+STATE+ZIP";
    load(&world, &file, said).await;
    assert_eq!(
        text(&world, stored).await,
        "16-0007; HERON LLC; 7 PEACHTREE ST ATLANTA GA 30303; 0.25"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_location_id_is_never_taken_for_a_parcel_number() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows: Vec<Value> = (0..30)
        .map(|index| {
            let columns = json!({
                "LOC_ID": format!("M_{}_893791", 100_000 + index / 3), "SITE_ADDR": format!("{index} OLIVER ST"), "OWNER1": "HERON LLC",
                "TOTAL_VAL": 147_300, "LAND_VAL": 100_000, "BLDG_VAL": 47_300, "USE_CODE": "1010",
            });
            row(&columns, &square(-72.66 + f64::from(index) * 0.001, 42.26, 0.001))
        })
        .collect();
    let file = write(&folder, "town.geojson", collection(&rows));
    let in_hampshire = |options: &mut parcel_import::ImportOptions| {
        options.county_fips = Some("25015".to_owned());
    };
    let error = refused(&world, &file, in_hampshire).await;
    assert!(matches!(error, ImportError::NotRecognised(_)), "{error}");
    let error = refused(&world, &file, |options| {
        in_hampshire(options);
        options.accept_guess = true;
    })
    .await;
    assert!(matches!(error, ImportError::NoGuess), "{error}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_named_field_map_must_be_for_the_file() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let file = write(&folder, "county.geojson", mecklenburg(3, PLACE));
    let error = refused(&world, &file, |options| {
        options.field_map = Some(FieldMap::parse("parcelnumb=pid,owner=OWNER|NAME").unwrap());
    })
    .await;
    let sentence = error.to_string();
    assert!(
        sentence.contains("owner from owner, else name") && sentence.contains("ownrlstnme"),
        "{sentence}"
    );
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rows_of_another_county_are_not_taken() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows = |others: usize| -> Vec<Value> {
        (0..200)
            .map(|index| {
                let county = if index < others { "37119" } else { COUNTY };
                let columns = json!({ "PIN": format!("1-{index}"), "FIPS": county });
                row(
                    &columns,
                    &square(PLACE.0 + index as f64 * 0.001, PLACE.1, 0.001),
                )
            })
            .collect()
    };
    let by_map = |options: &mut parcel_import::ImportOptions| {
        options.field_map = Some(FieldMap::parse("parcelnumb=PIN,county_fips=FIPS").unwrap());
    };
    let file = write(&folder, "several.geojson", collection(&rows(3)));
    let error = refused(&world, &file, by_map).await.to_string();
    for part in [
        "3 of the first 200 rows",
        "Mecklenburg, NC (37119)",
        "Rutherford, NC (37161)",
    ] {
        assert!(error.contains(part), "{error}");
    }
    let file = write(&folder, "one.geojson", collection(&rows(2)));
    let report = try_load(&world, &file, by_map).await.unwrap();
    let other = report.rejections.of("in another county than --county-fips");
    assert_eq!((report.written.inserted, other), (198, 2), "{report}");
    world.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_the_whole_state_is_not_folded_into_one_county() {
    let (world, folder) = (World::start().await, tempfile::tempdir().unwrap());
    let rows: Vec<Value> = (0..40)
        .map(|index| {
            let (county, lon, lat) = [("161", -82.0, 35.3), ("119", -80.84, 35.23)][index % 2];
            let columns = json!({
                "parno": format!("{:010}", index + 1), "cntyfips": county, "ownname": "HERON LLC", "siteadd": format!("{index} OAK ST"),
                "parval": 1_000 * index,
            });
            row(&columns, &square(lon + index as f64 * 0.001, lat, 0.001))
        })
        .collect();
    let file = write(&folder, "nc.geojson", collection(&rows));
    let report = try_load(&world, &file, |options| options.county_fips = None)
        .await
        .unwrap();
    assert_eq!(report.reader.field_map, "nc-onemap");
    assert_eq!(stored(&world).await, 40, "{report}");
    let counties = "SELECT string_agg(DISTINCT county_fips, ',' ORDER BY county_fips) FROM parcels";
    assert_eq!(text(&world, counties).await, "37119,37161");
    world.stop().await;
}
