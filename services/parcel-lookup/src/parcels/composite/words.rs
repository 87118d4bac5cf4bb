//! Texts of several parcels as one.

/// Owners, uses and other texts that are listed; the rest is counted.
const LISTED: usize = 3;
/// Characters that they have together: markers take 300.
const CHARS: usize = 250;

/// The text, unless it says nothing.
pub fn worded(text: &str) -> Option<&str> {
    let text = text.trim();
    (!text.is_empty()).then_some(text)
}

/// Each text once.
pub fn distinct<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known: Vec<String> = Vec::new();
    for text in texts.filter_map(worded) {
        if !known.iter().any(|other| other == text) {
            known.push(text.to_owned());
        }
    }
    known
}

/// `A; B; C and 2 more`; none of nothing. Fewer are listed if they are long.
pub fn joined(texts: &[String]) -> Option<String> {
    let most = LISTED.min(texts.len());
    let shown = (1..=most).rev().map(|listed| {
        let more = texts.len() - listed;
        let text = texts[..listed].join("; ");
        match more {
            0 => text,
            more => format!("{text} and {more} more"),
        }
    });
    let mut last = None;
    for text in shown {
        let fits = text.chars().count() <= CHARS;
        last = Some(text);
        if fits {
            break;
        }
    }
    last
}

pub fn counted(parcels: usize) -> String {
    match parcels {
        1 => "1 parcel".to_owned(),
        _ => format!("{parcels} parcels"),
    }
}

/// Less for a zone that floods more: by waves, once in a hundred years, undetermined, more rarely, never.
pub fn harmless(zone: &str) -> u8 {
    let zone = zone.to_uppercase();
    let is_rare = zone.contains("500") || zone.contains("0.2");
    match zone.chars().next() {
        Some('V') => 0,
        Some('A') if !zone.starts_with("AREA") => 1,
        Some('D') => 2,
        Some('B') => 3,
        _ if is_rare => 3,
        _ => 4,
    }
}
