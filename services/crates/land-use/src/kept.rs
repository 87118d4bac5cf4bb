//! Verdicts of the uses that this thread met last.

use std::cell::RefCell;
use std::collections::HashMap;

use super::Verdict;

/// More are forgotten all at once: a source with as many uses describes single parcels.
const MOST: usize = 4096;

#[derive(Default)]
struct Kept {
    verdicts: HashMap<String, Option<Verdict>>,
    /// Of the use in question; kept for its memory.
    key: String,
}

thread_local! {
    static KEPT: RefCell<Kept> = RefCell::default();
}

/// The verdict of `judge`, asked once for each use.
pub fn verdict(
    county_fips: &str,
    code: Option<&str>,
    words: Option<&str>,
    judge: impl FnOnce(&str, Option<&str>, Option<&str>) -> Option<Verdict>,
) -> Option<Verdict> {
    KEPT.with_borrow_mut(|kept| {
        kept.key.clear();
        // NUL is in no text of a database.
        for part in [
            county_fips,
            "\0",
            code.unwrap_or_default(),
            "\0",
            words.unwrap_or_default(),
        ] {
            kept.key.push_str(part);
        }
        if let Some(verdict) = kept.verdicts.get(kept.key.as_str()) {
            return *verdict;
        }
        let verdict = judge(county_fips, code, words);
        if kept.verdicts.len() >= MOST {
            kept.verdicts.clear();
        }
        kept.verdicts.insert(kept.key.clone(), verdict);
        verdict
    })
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    #[test]
    fn each_use_is_judged_once_until_too_many_were() {
        let judged = Cell::new(0);
        let ask = |code: &str, words: Option<&str>| {
            verdict("48201", Some(code), words, |_, _, _| {
                judged.set(judged.get() + 1);
                None
            })
        };
        for code in ["F1", "F1", "F2", "F1"] {
            ask(code, None);
        }
        assert_eq!(judged.get(), 2);
        // Code and words are kept apart.
        ask("F", Some("1"));
        assert_eq!(judged.get(), 3);
        for number in 0..MOST {
            ask(&number.to_string(), Some("lot"));
        }
        ask("F1", None);
        assert_eq!(judged.get(), 3 + MOST + 1);
    }
}
