//! The committed API document matches the code.

use property_api::program::PropertyApi;
use service::Program as _;

#[test]
fn the_committed_document_is_current() {
    let file = test_support::contracts_dir().join("openapi/property-api.json");
    let committed = std::fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == http_kit::openapi::to_json(&PropertyApi::document()),
        "{} is not what the code makes: run `make gen`",
        file.display()
    );
}
