//! The program's command line.

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
