//! Regrid, with answers as its documentation shows them: `parcels` is a GeoJSON collection, the columns are
//! in `properties.fields`, columns without a value are absent, coordinates are text, `error` and
//! `retry_after` accompany a refusal.

use std::time::Duration;

use parcel_lookup::providers::regrid::Regrid;
use parcel_lookup::providers::{AtPoint, Kind, ParcelAtPoint as _, Terms};
use provider_client::{Http, Limits, Patience, ProviderError};
use serde_json::{Value, json};
use settings::Secret;
use test_support::{Answer, StubServer};

use crate::providers::{here, limits};

pub const POINT: &str = "/api/v2/parcels/point";
pub const LL_UUID: &str = "7f1c1a52-6a2e-5f0c-9d55-2f5d1f6c0a11";

pub fn regrid(stub: &StubServer, keep_days: u16, refresh_days: u16) -> Regrid {
    regrid_on(
        stub,
        Terms::new(Kind::Licensed, Some(keep_days), Some(refresh_days), None).unwrap(),
    )
}

pub fn regrid_on(stub: &StubServer, terms: Terms) -> Regrid {
    let http = Http::new("Sitewright test", limits()).unwrap();
    Regrid::new(&stub.url(), Secret::new("hush".to_owned()), terms, http).unwrap()
}

/// An answer as documented, for an account with all columns.
const FOUND: &str = include_str!("../fixtures/regrid-point.json");

/// One parcel, of this owner.
pub fn found(owner: &str) -> Answer {
    let mut answer: Value = serde_json::from_str(FOUND).unwrap();
    answer["parcels"]["features"][0]["properties"]["fields"]["owner"] = json!(owner);
    Answer::json(200, &answer)
}

/// No parcel at the point.
pub fn nothing() -> Answer {
    let parcels = json!({ "type": "FeatureCollection", "features": [] });
    Answer::json(200, &json!({ "parcels": parcels }))
}

pub fn too_many(seconds: u32) -> Answer {
    let body = json!({ "error": "Too many requests", "retry_after": seconds });
    Answer::json(429, &body).header("retry-after", &seconds.to_string())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_parcel_is_read_with_its_identity_and_both_plans_columns() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, found("Techtown Holdings LLC"));
    let parcels = regrid(&stub, 1, 1)
        .at_point(here(), Patience::Short)
        .await
        .unwrap()
        .parcels;
    let [parcel] = parcels.as_slice() else {
        panic!("{parcels:?}");
    };
    let fields = serde_json::to_value(&parcel.fields).unwrap();
    for (name, value) in [
        ("ll_uuid", json!(LL_UUID)),
        ("county_fips", json!("26163")),
        ("parcelnumb", json!("02001069-71")),
        ("owner", json!("Techtown Holdings LLC")),
        ("address", json!("440 BURROUGHS ST")),
        ("szip", json!("48202")),
        ("year_built", json!(1926)),
        ("building_count", json!(1)),
        ("sqft", json!(142_125)),
        ("flood_zone", json!("X")),
        ("ll_gisacre", json!(0.69741)),
        ("saledate", Value::Null),
    ] {
        assert_eq!(fields[name], value, "{name}");
    }
    assert_eq!(parcel.provenance.source, "Regrid");
    let request = &stub.requests()[0];
    assert!(
        request
            .target
            .starts_with("/api/v2/parcels/point?lat=29.760500&lon=-95.369500&limit=")
            && request.target.ends_with("&token=hush"),
        "{}",
        request.target
    );
    assert_eq!(request.headers["user-agent"], "Sitewright test");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_collection_means_that_there_is_none() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, nothing());
    assert_eq!(
        regrid(&stub, 1, 1)
            .at_point(here(), Patience::Short)
            .await
            .unwrap(),
        AtPoint::default()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn all_of_a_stack_is_bought() {
    let stub = StubServer::start().await;
    let feature = |id: u64| {
        json!({ "type": "Feature", "id": id, "geometry": { "type": "Polygon", "coordinates": [] },
            "properties": { "fields": { "geoid": "26163", "parcelnumb": format!("U-{id}") } } })
    };
    let page = |ids: std::ops::RangeInclusive<u64>| {
        let features: Vec<Value> = ids.map(feature).collect();
        Answer::json(200, &json!({ "parcels": { "features": features } }))
    };
    stub.on("GET", POINT, page(1..=100));
    stub.on("GET", POINT, page(101..=186));
    let parcels = regrid(&stub, 1, 1)
        .at_point(here(), Patience::Short)
        .await
        .unwrap()
        .parcels;
    assert_eq!(parcels.len(), 186);
    let asked = stub.requests();
    assert_eq!(asked.len(), 2);
    assert!(
        asked[0].target.contains("offset_id=0&"),
        "{}",
        asked[0].target
    );
    assert!(
        asked[1].target.contains("offset_id=100&"),
        "{}",
        asked[1].target
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_are_errors_that_do_not_tell_the_token() {
    let unauthorized = Answer::json(401, &json!({ "error": "Invalid token" }));
    let broken = r#"{"parcels": {"type": "FeatureCollection", "features": [{"#;
    for (answer, requests, status) in [
        (unauthorized, 1, Some(401)),
        (too_many(60), 1, Some(429)),
        (Answer::status(502), 2, Some(502)),
        (Answer::body(200, "application/json", broken), 1, None),
        (Answer::json(200, &json!({ "results": [] })), 1, None),
    ] {
        let stub = StubServer::start().await;
        stub.on("GET", POINT, answer);
        let error = regrid(&stub, 1, 1)
            .at_point(here(), Patience::Short)
            .await
            .unwrap_err();
        match status {
            Some(code) => assert!(
                matches!(error, ProviderError::Status(said) if said == code),
                "{error}"
            ),
            None => assert!(matches!(error, ProviderError::Unreadable(_)), "{error}"),
        }
        assert!(!format!("{error:?} {error}").contains("hush"));
        assert_eq!(stub.requests().len(), requests, "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn too_many_requests_are_repeated_when_it_says() {
    let stub = StubServer::start().await;
    stub.on("GET", POINT, too_many(1));
    stub.on("GET", POINT, found("A"));
    let parcels = regrid(&stub, 1, 1)
        .at_point(here(), Patience::Short)
        .await
        .unwrap()
        .parcels;
    assert_eq!((parcels.len(), stub.requests().len()), (1, 2));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_was_lost_may_be_billed_and_is_not_asked_for_again() {
    for lost in [
        Answer::hang(),
        Answer::body(200, "application/json", "{").truncated(500),
    ] {
        let stub = StubServer::start().await;
        stub.on("GET", POINT, lost);
        let limits = Limits {
            timeout: Duration::from_millis(200),
            ..limits()
        };
        let http = Http::new("test", limits).unwrap();
        let terms = Terms::new(Kind::Licensed, Some(1), None, None).unwrap();
        let token = Secret::new("hush".to_owned());
        let regrid = Regrid::new(&stub.url(), token, terms, http).unwrap();
        let error = regrid.at_point(here(), Patience::Short).await.unwrap_err();
        assert!(matches!(error, ProviderError::Unreachable(_)), "{error}");
        assert_eq!(stub.requests().len(), 1);
    }
}
