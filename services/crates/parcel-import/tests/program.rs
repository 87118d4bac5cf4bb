//! The program without a database. With one, the tests of parcel-lookup run it.

use std::process::Command;

#[test]
fn a_database_that_is_not_there_is_said_in_one_line() {
    let mut import = Command::new(env!("CARGO_BIN_EXE_parcel-lookup-import"));
    import
        .args(["county.geojson", "--source", "Made here"])
        .env("DATABASE_URL", "postgres://nobody:none@127.0.0.1:1/none");
    let output = import.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(
        said.starts_with("error: the database cannot be used: ") && said.lines().count() == 1,
        "{said}"
    );
}
