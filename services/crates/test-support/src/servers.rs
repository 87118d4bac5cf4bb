//! Finds the private PostgreSQL and RabbitMQ of the tests.
//!
//! `make test` sets the two variables; for a single `cargo nextest run` the file written by the
//! local servers is found in a parent folder. Starts nothing.

use std::path::{Path, PathBuf};

use url::Url;

const HINT: &str = "the tests need their private PostgreSQL and RabbitMQ: run `make servers` in \
                    the project's root, or set the variable yourself";

/// The superuser's URL of the private cluster.
pub(crate) fn database_url() -> Url {
    Url::parse(&variable("TEST_DATABASE_URL")).expect("TEST_DATABASE_URL is a URL")
}

/// The URL of the private broker.
pub(crate) fn amqp_url() -> String {
    variable("TEST_AMQP_URL")
}

/// The checkout: the folder that holds `contracts` and `deploy`.
pub(crate) fn checkout() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .find(|folder| folder.join("contracts").is_dir() && folder.join("deploy").is_dir())
        .expect("test-support stands inside the checkout")
        .to_owned()
}

fn variable(name: &str) -> String {
    if let Ok(value) = std::env::var(name) {
        return value;
    }
    let start = std::env::var("CARGO_MANIFEST_DIR").map_or_else(
        |_| Path::new(env!("CARGO_MANIFEST_DIR")).to_owned(),
        PathBuf::from,
    );
    let file = start
        .ancestors()
        .map(|folder| folder.join(".local/test/env/test.env"))
        .find(|file| file.is_file());
    let Some(file) = file else {
        panic!("{name} is not set and no .local/test/env/test.env was found; {HINT}");
    };
    let text = std::fs::read_to_string(&file)
        .unwrap_or_else(|error| panic!("{} cannot be read: {error}", file.display()));
    read_variable(&text, name)
        .unwrap_or_else(|| panic!("{} does not set {name}; {HINT}", file.display()))
}

/// `NAME=value` lines; quotes around the value and a leading `export` are allowed.
fn read_variable(text: &str, name: &str) -> Option<String> {
    text.lines().find_map(|line| {
        let (key, value) = line.trim().split_once('=')?;
        let key = key.trim().trim_start_matches("export ").trim();
        (key == name).then(|| value.trim().trim_matches(['"', '\'']).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::read_variable;

    #[test]
    fn reads_plain_and_quoted_lines() {
        let text = "# c\nA=1\nexport B=\"two words\"\nTEST_AMQP_URL=amqp://u:p=x@h:1/%2f\n";
        assert_eq!(read_variable(text, "A").as_deref(), Some("1"));
        assert_eq!(read_variable(text, "B").as_deref(), Some("two words"));
        assert_eq!(
            read_variable(text, "TEST_AMQP_URL").as_deref(),
            Some("amqp://u:p=x@h:1/%2f")
        );
        assert_eq!(read_variable(text, "C"), None);
    }
}
