//! The committed API document matches the code.

#[test]
fn the_committed_document_is_what_the_code_says() {
    let file = test_support::contracts_dir().join("openapi/parcel-lookup.json");
    let committed = std::fs::read_to_string(&file).unwrap();
    assert!(
        committed == parcel_lookup::routes::openapi(),
        "{} is stale: run `make gen`",
        file.display()
    );
}
