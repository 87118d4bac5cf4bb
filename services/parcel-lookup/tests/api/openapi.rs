//! The committed API document matches the code.

use parcel_lookup::program::ParcelLookup;
use service::Program as _;

#[test]
fn the_committed_document_is_what_the_code_says() {
    let file = test_support::contracts_dir().join("openapi/parcel-lookup.json");
    let committed = std::fs::read_to_string(&file).unwrap();
    assert!(
        committed == http_kit::openapi::to_json(&ParcelLookup::document()),
        "{} is stale: run `make gen`",
        file.display()
    );
}
