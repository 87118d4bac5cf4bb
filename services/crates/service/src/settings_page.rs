//! Lists the settings of a program, as its code reads them.

use settings::{Env, Setting};

use crate::Program;

/// The allocator, logs and traces read these before all other settings, so that every other failure can be logged.
const PROCESS_SETTINGS: [&str; 6] = [
    "LOG_FORMAT",
    "MIMALLOC_PURGE_DELAY",
    "OTEL_EXPORTER_OTLP_ENDPOINT",
    "OTEL_TRACES_SAMPLER",
    "OTEL_TRACES_SAMPLER_ARG",
    "RUST_LOG",
];
/// Credentials for the collector.
const COLLECTOR_HEADERS: &str = "OTEL_EXPORTER_OTLP_HEADERS";

/// All settings of a program, by name.
pub fn settings_of<P: Program>() -> Vec<Setting> {
    let mut env = Env::unset();
    for name in PROCESS_SETTINGS {
        env.optional(name);
    }
    env.optional_secret(COLLECTOR_HEADERS);
    P::read_settings(&mut env);
    env.settings().cloned().collect()
}

/// As text, or as JSON.
pub(crate) fn of<P: Program>(json: bool) -> serde_json::Result<String> {
    let settings = settings_of::<P>();
    if json {
        return Ok(serde_json::to_string_pretty(&settings)? + "\n");
    }
    Ok(settings.iter().fold(String::new(), |page, setting| {
        let required = if setting.required { " required" } else { "" };
        let secret = if setting.secret { " secret" } else { "" };
        page + &setting.name + required + secret + "\n"
    }))
}

/// Settings missing from an example environment file, and names in it that no code reads.
///
/// A setting is documented by a line `NAME=value`, or `#NAME=value` for the default.
pub fn undocumented<P: Program>(example: &str) -> Vec<String> {
    let named: Vec<&str> = example
        .lines()
        .filter_map(|line| line.trim_start_matches('#').split_once('='))
        .map(|(name, _)| name)
        .filter(|name| is_setting_name(name))
        .collect();
    let read = settings_of::<P>();
    let missing = read
        .iter()
        .filter(|setting| !named.contains(&setting.name.as_str()))
        .map(|setting| format!("{} is not in the example", setting.name));
    let unread = named
        .iter()
        .filter(|name| read.iter().all(|setting| setting.name != **name))
        .map(|name| format!("{name} is in the example, and no code reads it"));
    missing.chain(unread).collect()
}

fn is_setting_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_uppercase())
        && text
            .chars()
            .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_')
}
