//! Sender names of messages: the user and the firm, as main-api knows them.
//!
//! Requested with the caller's session when a message is queued, and stored with it, because the
//! worker sends it later without a session. The sender address stays the installation's own,
//! because the mail server is authorized for its domain only; replies go to the user.

use auth::CurrentUser;
use serde::Deserialize;

use crate::main_api::MainApi;

/// Longer names are cut: a header must stay short.
const MAX_NAME_CHARS: usize = 80;

#[derive(Deserialize)]
struct Letterhead {
    firm: Named,
    sender: Named,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

/// Display name of the caller's mail: `Ana Lyst, Meridian Land Partners`.
pub async fn find(main_api: &MainApi, user: &CurrentUser) -> reqwest::Result<String> {
    let call = main_api.get("/api/letterhead", user);
    let answer = call.send().await?.error_for_status()?;
    let Letterhead { firm, sender } = answer.json().await?;
    Ok(display_name(&sender.name, &firm.name))
}

/// Both names on one line; a blank one is omitted.
pub fn display_name(person: &str, firm: &str) -> String {
    let names = [person, firm].map(one_line);
    let names: Vec<_> = names.into_iter().filter(|name| !name.is_empty()).collect();
    names.join(", ")
}

/// Removes line breaks (header injection) and bidirectional control characters.
fn one_line(name: &str) -> String {
    let plain: String = name
        .chars()
        .map(|c| if is_plain(c) { c } else { ' ' })
        .take(MAX_NAME_CHARS)
        .collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn is_plain(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn person_and_firm_stand_on_one_line() {
        assert_eq!(
            display_name("Ana  Lyst", " Meridian Land Partners "),
            "Ana Lyst, Meridian Land Partners"
        );
        assert_eq!(display_name("", "Meridian"), "Meridian");
        assert_eq!(display_name(" ", "\u{200b}"), "");
        assert_eq!(
            display_name("Ana\r\nBcc: all@example.com", "Mer\u{202e}idian"),
            "Ana Bcc: all@example.com, Mer idian"
        );
        assert_eq!(display_name(&"x".repeat(500), "").len(), MAX_NAME_CHARS);
    }
}
