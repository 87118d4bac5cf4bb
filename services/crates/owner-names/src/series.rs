//! Numbers of sister companies, and dates of trusts.

use crate::name::is_in;
use crate::words::TRUST_DATES;

/// `III`, `4`, `PHASE 2`, `2019`: taken off, if it is not the begin of the name.
pub fn series(tokens: &mut Vec<String>) -> Option<String> {
    const MARKS: [&str; 4] = ["NO", "NUMBER", "PHASE", "NUM"];
    const NUMBERS: [(&str, &str); 23] = [
        ("II", "2"),
        ("III", "3"),
        ("IV", "4"),
        ("V", "5"),
        ("VI", "6"),
        ("VII", "7"),
        ("VIII", "8"),
        ("IX", "9"),
        ("X", "10"),
        ("XI", "11"),
        ("XII", "12"),
        ("ONE", "1"),
        ("TWO", "2"),
        ("THREE", "3"),
        ("FOUR", "4"),
        ("FIVE", "5"),
        ("SIX", "6"),
        ("SEVEN", "7"),
        ("EIGHT", "8"),
        ("NINE", "9"),
        ("TEN", "10"),
        ("I", "1"),
        ("XIV", "14"),
    ];
    let mut found = Vec::new();
    let mut at = tokens.len();
    while at > 1 {
        at -= 1;
        let token = tokens[at].as_str();
        let is_last = at + 1 == tokens.len();
        let number = if token.bytes().all(|byte| byte.is_ascii_digit()) {
            Some(token.trim_start_matches('0').to_owned())
        } else {
            let spelled = NUMBERS.iter().find(|(word, _)| *word == token);
            let counts =
                |word: &str| is_last || (word.len() > 1 && word.starts_with(['I', 'V', 'X']));
            spelled
                .filter(|(word, _)| counts(word))
                .map(|(_, number)| (*number).to_owned())
        };
        if let Some(number) = number {
            tokens.remove(at);
            if at > 1 && is_in(&MARKS, &tokens[at - 1]) {
                at -= 1;
                tokens.remove(at);
            }
            found.push(number);
        }
    }
    found.reverse();
    (!found.is_empty()).then(|| found.join(" "))
}

/// The date behind `DTD`, or any three numbers in a row: taken off.
pub fn trust_date(tokens: &mut Vec<String>) -> Option<String> {
    let is_number = |token: &String| token.bytes().all(|byte| byte.is_ascii_digit());
    let at = (0..tokens.len()).find(|at| {
        let numbers = tokens[*at..]
            .iter()
            .take(3)
            .take_while(|token| is_number(token))
            .count();
        numbers == 3 || (numbers > 0 && *at > 0 && is_in(TRUST_DATES, &tokens[*at - 1]))
    })?;
    let end = at
        + tokens[at..]
            .iter()
            .take(3)
            .take_while(|token| is_number(token))
            .count();
    let parts: Vec<String> = tokens
        .drain(at..end)
        .map(|part| part.trim_start_matches('0').to_owned())
        .collect();
    // Two digits of a year are enough.
    let date: Vec<String> = parts
        .iter()
        .map(|part| {
            if part.len() == 4 {
                part[2..].trim_start_matches('0').to_owned()
            } else {
                part.clone()
            }
        })
        .collect();
    Some(date.join("-"))
}
