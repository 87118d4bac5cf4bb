//! Public bodies: one id however the name is written.

use domain::State;

use crate::name::{find, is_in};
use crate::words::BODIES;

/// The id of a public body: names of cities are written both ways.
pub fn government(tokens: &[String], county_fips: &str) -> Option<String> {
    let state = county_fips.get(..2).unwrap_or_default();
    let has = |phrase: &[&str]| find(tokens, phrase).is_some();
    if has(&["UNITED", "STATES"]) || has(&["USA"]) || has(&["U", "S", "A"]) {
        return Some("us".to_owned());
    }
    // Which state is only looked for if it matters: this is asked of every name.
    let fips = || named_state(tokens).map_or(state, |state| state.fips);
    let dot = tokens
        .iter()
        .find_map(|token| token.strip_suffix("DOT").filter(|code| code.len() == 2));
    if has(&["DEPARTMENT", "OF", "TRANSPORTATION"]) || has(&["DEPT", "OF", "TRANSPORTATION"]) {
        return Some(format!("dot:{}", fips()));
    }
    if let Some(code) = dot {
        return State::with_postal_code(code).map(|state| format!("dot:{}", state.fips));
    }
    let rest = |without: &[&str]| -> String {
        let mut rest: Vec<&str> = tokens
            .iter()
            .map(String::as_str)
            .filter(|token| !without.contains(token))
            .collect();
        rest.sort_unstable();
        rest.join(" ")
    };
    if has(&["SCHOOL", "DISTRICT"])
        || has(&["ISD"])
        || has(&["BOARD", "OF", "EDUCATION"])
        || has(&["PUBLIC", "SCHOOLS"])
    {
        let words = [
            "INDEPENDENT",
            "SCHOOL",
            "DISTRICT",
            "ISD",
            "BOARD",
            "OF",
            "EDUCATION",
            "PUBLIC",
            "SCHOOLS",
            "THE",
            "CITY",
            "COUNTY",
        ];
        return Some(format!("isd:{state}:{}", rest(&words)));
    }
    if has(&["STATE", "OF"]) || has(&["COMMONWEALTH", "OF"]) {
        return Some(format!("state:{}", fips()));
    }
    for (kind, word) in [
        ("county", "COUNTY"),
        ("county", "PARISH"),
        ("city", "CITY"),
        ("city", "TOWN"),
        ("city", "VILLAGE"),
        ("city", "BOROUGH"),
        ("city", "TOWNSHIP"),
    ] {
        let name = if let Some(at) = find(tokens, &[word, "OF"]) {
            let after = &tokens[at + 2..];
            if after.is_empty() {
                &tokens[..at]
            } else {
                after
            }
        } else if word == "COUNTY"
            && tokens.len() <= 4
            && tokens.len() > 1
            && tokens.ends_with(&["COUNTY".to_owned()])
        {
            &tokens[..tokens.len() - 1]
        } else {
            continue;
        };
        // The city's departments are the city.
        let own = name.iter().take_while(|token| {
            !is_in(
                &[
                    "DEPT",
                    "DEPARTMENT",
                    "CONSERVATION",
                    "PARKS",
                    "WATER",
                    "PUBLIC",
                ],
                token,
            )
        });
        let own: Vec<&str> = own
            .map(String::as_str)
            .filter(|token| *token != "THE")
            .collect();
        if !own.is_empty() {
            return Some(format!("{kind}:{state}:{}", own.join(" ")));
        }
    }
    let body = BODIES.iter().any(|phrase| has(phrase));
    body.then(|| format!("body:{state}:{}", rest(&["THE", "OF"])))
}

/// The state whose name is in it.
fn named_state(tokens: &[String]) -> Option<&'static State> {
    State::ALL.iter().find(|state| {
        let name = state.name.to_uppercase();
        let words: Vec<&str> = name.split(' ').collect();
        find(tokens, &words).is_some()
    })
}
