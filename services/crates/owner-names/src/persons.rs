//! Compares the names of persons: in any order, with initials, with co-owners.

use crate::link::{CONTRADICTED, Evidence, Frequencies, HOUSEHOLD, Party, rare_word, ratio};
use crate::name::OwnerName;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Match {
    None,
    /// A word in common, and words that contradict each other.
    Household,
    Initial,
    Part,
    Exact,
}

/// Two lists of sorted words of persons.
fn person(a: &[String], b: &[String]) -> Match {
    if a == b {
        return Match::Exact;
    }
    let only = |x: &[String], y: &[String]| -> Vec<String> {
        x.iter().filter(|word| !y.contains(word)).cloned().collect()
    };
    let (only_a, only_b) = (only(a, b), only(b, a));
    let shared = a.len() - only_a.len();
    let full = |words: &[String]| words.iter().filter(|word| word.len() > 1).count();
    let has_shared = a.iter().any(|word| word.len() > 1 && b.contains(word));
    if !has_shared {
        return Match::None;
    }
    // An initial is the begin of a word of the other.
    let is_begun = |initial: &String, words: &[String]| {
        initial.len() == 1 && words.iter().any(|word| word.starts_with(initial.as_str()))
    };
    let contradicts = |x: &[String], y: &[String]| {
        !x.is_empty()
            && !y.is_empty()
            && !x.iter().all(|word| is_begun(word, y))
            && !y.iter().all(|word| is_begun(word, x))
    };
    if contradicts(&only_a, &only_b) {
        return Match::Household;
    }
    if shared >= 2 && full(a).min(full(b)) >= 2 && (only_a.is_empty() || only_b.is_empty()) {
        return Match::Part;
    }
    if full(a).min(full(b)) >= 2 && shared >= 2 {
        Match::Part
    } else {
        Match::Initial
    }
}

/// The names of two persons, or of several.
pub fn persons(one: &Party, other: &Party, known: &Frequencies) -> Evidence {
    let (a, b) = (&one.name, &other.name);
    let all = |name: &OwnerName| -> Vec<Vec<String>> {
        std::iter::once(&name.tokens)
            .chain(&name.others)
            .cloned()
            .collect()
    };
    let (all_a, all_b) = (all(a), all(b));
    let best = all_a
        .iter()
        .flat_map(|x| all_b.iter().map(move |y| person(x, y)))
        .max()
        .unwrap_or(Match::None);
    if best == Match::Household && a.tokens.len() > 1 && b.tokens.len() > 1 {
        let mut household = rare_word(a, b, known);
        household.most = HOUSEHOLD;
        "same surname, other given name".clone_into(&mut household.says);
        return household;
    }
    if best <= Match::Household {
        return rare_word(a, b, known);
    }
    let measured = |party: &Party| known.addresses.get(&party.name_key).copied().unwrap_or(1);
    let mut u = known.share(measured(one).max(measured(other)));
    let full = a.tokens.iter().filter(|word| word.len() > 1).count();
    match full {
        0 | 1 => {
            u = 10.0
                * a.tokens
                    .iter()
                    .map(|word| known.word(word))
                    .product::<f64>();
        }
        2 => {}
        // A middle name as well.
        _ => u *= 0.1,
    }
    let have_both = all_a.len() > 1 && all_b.len() > 1 && all_a == all_b;
    if have_both {
        u *= 1e-2;
    }
    let (share, says) = match best {
        Match::Exact if have_both => (1.0, "same names"),
        Match::Exact => (1.0, "same name"),
        Match::Part => (0.75, "same name, with more of it"),
        _ => (0.5, "same name but for initials"),
    };
    let mut found = Evidence::new(ratio(0.6, u) * share, says);
    let differ = |x: &Option<String>, y: &Option<String>| x.is_some() && y.is_some() && x != y;
    if a.suffix != b.suffix && (a.suffix.is_some() || b.suffix.is_some()) {
        found.most = CONTRADICTED;
        "same name, but another of the family".clone_into(&mut found.says);
    } else if differ(&a.date, &b.date) {
        found.most = CONTRADICTED;
        "trusts of different dates".clone_into(&mut found.says);
    } else if a.series != b.series {
        found.most = CONTRADICTED;
        "same name, other number in the series".clone_into(&mut found.says);
    }
    found
}
