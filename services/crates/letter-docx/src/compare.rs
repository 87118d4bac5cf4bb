//! Two texts side by side: blocks are aligned, then the words inside a pair.

use std::collections::HashMap;

use serde::Serialize;
use similar::{Algorithm, DiffOp, capture_diff_slices};
use utoipa::ToSchema;

use crate::block::Block;

/// Words of a pair beyond which it is shown as a whole.
const MAX_WORDS: usize = 5_000;
/// Pairs that are looked for inside one stretch of changed blocks.
const MAX_PAIRED: usize = 200;
/// Words that both blocks of a pair have, of a hundred of the longer one.
const ALIKE: usize = 40;

/// Which text a piece is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LetterTextSide)]
pub enum Side {
    /// In both.
    Both,
    /// Only in the earlier text.
    Old,
    /// Only in the later text.
    New,
}

/// A part of a compared block.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LetterTextPiece)]
pub struct ComparedPiece {
    /// Where it is.
    pub side: Side,
    /// Without format; line breaks are `\n`.
    pub text: String,
}

/// A block of both texts, or of one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LetterTextBlock)]
pub struct ComparedBlock {
    /// Place in the earlier text, from 0; null if it is new.
    #[schema(required = true)]
    pub old: Option<usize>,
    /// Place in the later text, from 0; null if it is gone.
    #[schema(required = true)]
    pub new: Option<usize>,
    /// In order.
    pub pieces: Vec<ComparedPiece>,
}

/// Compares two letters, block by block and word by word. Format is not compared.
pub fn compare(old: &[Block], new: &[Block]) -> Vec<ComparedBlock> {
    let texts = |blocks: &[Block]| blocks.iter().map(Block::text).collect::<Vec<_>>();
    let (old, new) = (texts(old), texts(new));
    let pairs = aligned(&old, &new, &|_, _| false);
    let one = |(before, after): (Option<usize>, Option<usize>)| {
        let text = |texts: &[String], place: Option<usize>| {
            place.map(|place| texts[place].clone()).unwrap_or_default()
        };
        let (earlier, later) = (text(&old, before), text(&new, after));
        let piece = |(side, text): (Side, &str)| ComparedPiece {
            side,
            text: text.to_owned(),
        };
        ComparedBlock {
            old: before,
            new: after,
            pieces: words(&earlier, &later).into_iter().map(piece).collect(),
        }
    };
    pairs.into_iter().map(one).collect()
}

/// Pairs of places, in the order of both; `is_same` names blocks that are known to be the same one.
pub(crate) fn aligned(
    old: &[String],
    new: &[String],
    is_same: &dyn Fn(usize, usize) -> bool,
) -> Vec<(Option<usize>, Option<usize>)> {
    let keys = |texts: &[String]| -> Vec<String> { texts.iter().map(|text| key(text)).collect() };
    let (old_keys, new_keys) = (keys(old), keys(new));
    let mut pairs = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old_keys, &new_keys) {
        let (before, after) = (op.old_range(), op.new_range());
        if matches!(op, DiffOp::Equal { .. }) {
            pairs.extend(before.map(Some).zip(after.map(Some)));
            continue;
        }
        let (mut from, last) = (after.start, after.end);
        for place in before {
            let window = from..last.min(from + MAX_PAIRED);
            let known = window.clone().find(|other| is_same(place, *other));
            let found = known.or_else(|| {
                window
                    .clone()
                    .find(|other| alike(&old[place], &new[*other]))
            });
            let Some(found) = found else {
                pairs.push((Some(place), None));
                continue;
            };
            pairs.extend((from..found).map(|other| (None, Some(other))));
            pairs.push((Some(place), Some(found)));
            from = found + 1;
        }
        pairs.extend((from..last).map(|other| (None, Some(other))));
    }
    pairs
}

/// What makes two blocks the same: their words, whatever the space between them.
fn key(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether enough words are in both.
fn alike(one: &str, other: &str) -> bool {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    let (mut total, mut shared, mut others) = (0_usize, 0_usize, 0_usize);
    for word in one.split_whitespace() {
        *counts.entry(word).or_default() += 1;
        total += 1;
    }
    for word in other.split_whitespace() {
        others += 1;
        if let Some(count) = counts.get_mut(word).filter(|count| **count > 0) {
            *count -= 1;
            shared += 1;
        }
    }
    shared * 100 >= total.max(others) * ALIKE && shared > 0
}

/// The pieces of two texts of one block; joined, those of each side are its text.
pub(crate) fn words<'a>(old: &'a str, new: &'a str) -> Vec<(Side, &'a str)> {
    if old == new {
        return pieces([(Side::Both, old)]);
    }
    let (old_tokens, new_tokens) = (tokens(old), tokens(new));
    if old_tokens.len().max(new_tokens.len()) > MAX_WORDS {
        return pieces([(Side::Old, old), (Side::New, new)]);
    }
    let (old_ends, new_ends) = (ends(&old_tokens), ends(&new_tokens));
    let mut parts = Vec::new();
    for op in capture_diff_slices(Algorithm::Myers, &old_tokens, &new_tokens) {
        let (before, after) = (op.old_range(), op.new_range());
        let before = &old[old_ends[before.start]..old_ends[before.end]];
        let after = &new[new_ends[after.start]..new_ends[after.end]];
        if matches!(op, DiffOp::Equal { .. }) {
            parts.push((Side::Both, before));
        } else {
            parts.extend([(Side::Old, before), (Side::New, after)]);
        }
    }
    pieces(parts)
}

fn pieces<'a>(parts: impl IntoIterator<Item = (Side, &'a str)>) -> Vec<(Side, &'a str)> {
    let parts = parts.into_iter();
    parts.filter(|(_, text)| !text.is_empty()).collect()
}

/// Words, and single characters between them. Amounts such as `$1,250,000` are one word.
fn tokens(text: &str) -> Vec<&str> {
    let mut tokens = Vec::new();
    let mut start = 0;
    let characters: Vec<(usize, char)> = text.char_indices().collect();
    for (index, (at, character)) in characters.iter().enumerate() {
        let next = characters.get(index + 1).map(|(_, next)| *next);
        let end = at + character.len_utf8();
        let joins = is_word(*character) || is_inside(*character, next);
        let goes_on = joins
            && next.is_some_and(|next| {
                is_word(next) || is_inside(next, characters.get(index + 2).map(|(_, after)| *after))
            });
        if !goes_on {
            tokens.push(&text[start..end]);
            start = end;
        }
    }
    tokens
}

fn is_word(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '$' | '’' | '\'' | '%')
}

/// A comma or point between digits.
fn is_inside(character: char, next: Option<char>) -> bool {
    matches!(character, ',' | '.') && next.is_some_and(|next| next.is_ascii_digit())
}

/// Where each token ends, after a 0.
fn ends(tokens: &[&str]) -> Vec<usize> {
    let mut ends = vec![0];
    let mut end = 0;
    for token in tokens {
        end += token.len();
        ends.push(end);
    }
    ends
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::block::blocks_of;

    #[test]
    fn words_are_compared_and_amounts_are_words() {
        assert_eq!(
            tokens("a $1,250,000.50, b."),
            ["a", " ", "$1,250,000.50", ",", " ", "b", "."]
        );
        assert_eq!(
            words("pay $900,000 soon", "pay $950,000 very soon"),
            [
                (Side::Both, "pay "),
                (Side::Old, "$900,000"),
                (Side::New, "$950,000 very"),
                (Side::Both, " soon")
            ]
        );
    }

    #[test]
    fn blocks_are_aligned() {
        let old = blocks_of(
            "<p>Dear Ms Lee:</p><p>The price is $900,000 in cash.</p><p>gone entirely</p><p>End</p>",
        );
        let new = blocks_of(
            "<p>Dear Ms Lee:</p><p>A new one.</p><p>The price is $950,000 in cash.</p><p>End</p>",
        );
        let places: Vec<_> = compare(&old, &new)
            .iter()
            .map(|block| (block.old, block.new))
            .collect();
        assert_eq!(
            places,
            [
                (Some(0), Some(0)),
                (None, Some(1)),
                (Some(1), Some(2)),
                (Some(2), None),
                (Some(3), Some(3))
            ]
        );
        assert!(compare(&[], &[]).is_empty());
    }

    #[test]
    fn three_pages_are_compared_at_once() {
        let page = |number: usize| {
            let words: Vec<String> = (0..1_800)
                .map(|word| format!("word{}", word % 90 + number))
                .collect();
            let blocks = words
                .chunks(40)
                .map(|words| format!("<p>{}</p>", words.join(" ")));
            blocks_of(&blocks.collect::<String>())
        };
        let (old, new) = (page(0), page(3));
        let started = std::time::Instant::now();
        let compared = compare(&old, &new);
        // 50 ms in a release build.
        assert!(
            started.elapsed().as_millis() < 500,
            "{:?}",
            started.elapsed()
        );
        assert!(compared.len() >= old.len());
    }

    proptest! {
        #[test]
        fn the_pieces_are_both_texts(old in "[ab ,.1$\n]{0,40}", new in "[ab ,.1$\n]{0,40}") {
            let (mut before, mut after) = (String::new(), String::new());
            for (side, text) in words(&old, &new) {
                if side != Side::New { before.push_str(text); }
                if side != Side::Old { after.push_str(text); }
            }
            prop_assert_eq!((before, after), (old, new));
        }

        #[test]
        fn every_block_is_there_once(old in prop::collection::vec("[ab ]{0,4}", 0..8), new in prop::collection::vec("[ab ]{0,4}", 0..8)) {
            let pairs = aligned(&old, &new, &|_, _| false);
            let befores: Vec<usize> = pairs.iter().filter_map(|pair| pair.0).collect();
            let afters: Vec<usize> = pairs.iter().filter_map(|pair| pair.1).collect();
            prop_assert_eq!(befores, (0..old.len()).collect::<Vec<_>>());
            prop_assert_eq!(afters, (0..new.len()).collect::<Vec<_>>());
        }
    }
}
