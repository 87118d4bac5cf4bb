//! The program's command line.

use std::os::unix::fs::PermissionsExt;
use std::process::Command;

#[test]
fn a_failed_command_says_one_sentence() {
    let failed = Command::new(env!("CARGO_BIN_EXE_main-api"))
        .arg("migrate")
        .env_clear()
        .env("RUST_BACKTRACE", "1")
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(1));
    assert_eq!(
        String::from_utf8(failed.stderr).unwrap(),
        "error: the environment is not valid: MIGRATION_DATABASE_URL is missing\n"
    );
}

#[test]
fn areas_are_imported_by_the_program_beside_this_one() {
    let folder = tempfile::tempdir().unwrap();
    let program = folder.path().join("main-api");
    std::fs::copy(env!("CARGO_BIN_EXE_main-api"), &program).unwrap();
    let run = || {
        Command::new(&program)
            .args(["import-markets", "zones.gpkg", "--firm", "A B", "--help"])
            .output()
            .unwrap()
    };
    let alone = String::from_utf8(run().stderr).unwrap();
    assert!(
        alone.contains("main-api-import-areas cannot be run"),
        "{alone}"
    );
    let beside = folder.path().join("main-api-import-areas");
    std::fs::write(&beside, "#!/bin/sh\nprintf '%s\\n' \"$@\"\n").unwrap();
    std::fs::set_permissions(&beside, PermissionsExt::from_mode(0o755)).unwrap();
    assert_eq!(
        String::from_utf8(run().stdout).unwrap(),
        "import-markets\nzones.gpkg\n--firm\nA B\n--help\n"
    );
}
