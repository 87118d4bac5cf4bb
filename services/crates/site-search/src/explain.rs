//! What the gates did, in a sentence.

use std::fmt::Write as _;

use crate::criteria::Criteria;
use crate::judge::Judged;

/// Such as '0 of 94,112 fit: site size alone leaves 12'.
pub fn explain(criteria: &Criteria, judged: &Judged) -> String {
    let (fit, all) = (judged.fit as u64, judged.rows() as u64);
    let mut sentence = format!("{} of {} fit", with_commas(fit), with_commas(all));
    // Unknown facts count as the gate says.
    let left = judged.gates.iter().map(|gate| all - gate.fails as u64);
    let tightest = criteria
        .gates
        .iter()
        .zip(left)
        .min_by_key(|(_, left)| *left);
    if let Some((gate, left)) = tightest.filter(|(_, left)| *left < all) {
        let label = gate.label();
        let _ = write!(sentence, ": {label} alone leaves {}", with_commas(left));
    }
    let apart = judged.listed_unknown + judged.uncertain;
    if apart > 0 {
        let apart = with_commas(apart as u64);
        let _ = write!(
            sentence,
            "; {apart} are listed apart, because facts are unknown"
        );
    }
    sentence
}

/// A whole number with commas between its thousands.
pub fn with_commas(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_have_commas() {
        let written = [0, 12, 999, 1000, 94_112, 1_234_567].map(with_commas);
        assert_eq!(written, ["0", "12", "999", "1,000", "94,112", "1,234,567"]);
    }
}
