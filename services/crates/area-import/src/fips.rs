//! Codes of counties as files write them.

use domain::State;
use feature_files::Reason;

/// The five digits of a county: from five, from three and the state, or from the end of
/// `0500000US48201`. Zeros at the start may be lost.
pub(crate) fn county(code: &str, state: Option<&str>) -> Result<String, Reason> {
    let unreadable = || {
        let detail = format!("county code not readable: {code}");
        Reason::with("county code not readable", detail)
    };
    let digits = code.rsplit_once("US").map_or(code, |(_, digits)| digits);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(unreadable());
    }
    let state = state.map(known_state).transpose()?;
    let county = match (digits.len(), state) {
        (1..=3, Some(state)) => format!("{}{digits:0>3}", state.fips),
        (4 | 5, _) => format!("{digits:0>5}"),
        _ => return Err(unreadable()),
    };
    let own = State::of_county(&county).ok_or_else(|| {
        let detail = format!("no state has the code of {county}");
        Reason::with("a county of no state", detail)
    })?;
    match state {
        Some(state) if state.fips != own.fips => {
            let detail = format!(
                "{county} is in {}, but the row says {}",
                own.name, state.name
            );
            Err(Reason::with("county and state do not agree", detail))
        }
        _ => Ok(county),
    }
}

/// By its digits, its letters or its name.
fn known_state(text: &str) -> Result<&'static State, Reason> {
    let by_name = || {
        State::ALL
            .iter()
            .find(|state| state.name.eq_ignore_ascii_case(text))
    };
    let state = State::with_fips(&format!("{text:0>2}"))
        .or_else(|| State::with_postal_code(&text.to_uppercase()))
        .or_else(by_name);
    state.ok_or_else(|| Reason::with("state not known", format!("state not known: {text}")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_read_in_every_form() {
        for (code, state, county_fips) in [
            ("48201", None, "48201"),
            ("0500000US48201", None, "48201"),
            ("1001", None, "01001"),
            ("201", Some("48"), "48201"),
            ("1", Some("1"), "01001"),
            ("201", Some("tx"), "48201"),
            ("48201", Some("Texas"), "48201"),
            // A planning region that is in no list of ours.
            ("09110", Some("09"), "09110"),
        ] {
            assert_eq!(county(code, state).as_deref(), Ok(county_fips), "{code}");
        }
    }

    #[test]
    fn codes_that_are_none_are_told_why() {
        for (code, state, reason) in [
            ("Harris", None, "county code not readable"),
            ("201", None, "county code not readable"),
            ("482010", None, "county code not readable"),
            ("99001", None, "a county of no state"),
            ("48201", Some("22"), "county and state do not agree"),
            ("201", Some("Ontario"), "state not known"),
        ] {
            assert_eq!(county(code, state).unwrap_err().general, reason, "{code}");
        }
    }
}
