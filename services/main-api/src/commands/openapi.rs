//! `openapi`: prints the API document.

use std::io::Write as _;

/// Prints contracts/openapi/main-api.json.
pub fn run() -> anyhow::Result<()> {
    let text = http_kit::openapi::to_json(&crate::routes::document());
    std::io::stdout().lock().write_all(text.as_bytes())?;
    Ok(())
}
