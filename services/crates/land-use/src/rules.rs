//! The rows of `data/rules.csv`.

use std::sync::LazyLock;

use super::{UseClass, Verdict};

const FILE: &str = include_str!("../data/rules.csv");

/// Whose codes a rule is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place<'a> {
    County(&'a str),
    State(&'a str),
    Lbcs,
    Any,
}

#[derive(Debug)]
enum Code {
    None,
    Exact(&'static str),
    /// Begins and ends with.
    Around(&'static str, &'static str),
    /// The first digits, from and to.
    Range(&'static str, &'static str),
}

/// A row.
#[derive(Debug)]
pub struct Rule {
    pub place: Place<'static>,
    code: Code,
    /// All groups, of each one alternative.
    pub words: Vec<Vec<String>>,
    verdict: Verdict,
}

/// In the order of the file.
pub fn rules() -> &'static [Rule] {
    static RULES: LazyLock<Vec<Rule>> = LazyLock::new(|| {
        FILE.lines()
            .skip(1)
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .filter_map(Rule::of_line)
            .collect()
    });
    &RULES
}

impl Rule {
    /// `None` of a malformed line, of which a test says that there is none.
    fn of_line(line: &'static str) -> Option<Self> {
        let fields: Vec<&'static str> = line.split(',').collect();
        let [
            place,
            code,
            words,
            class,
            intended,
            improved,
            confidence,
            source,
        ] = fields.as_slice().try_into().ok()?;
        let place = match (place, place.len()) {
            ("*", _) => Place::Any,
            ("LBCS", _) => Place::Lbcs,
            (_, 2) => Place::State(place),
            (_, 5) => Place::County(place),
            _ => return None,
        };
        let code = if code.is_empty() {
            Code::None
        } else if let Some((begin, end)) = code.split_once('*') {
            Code::Around(begin, end)
        } else if let Some((from, to)) = code.split_once('-') {
            Code::Range(from, to)
        } else {
            Code::Exact(code)
        };
        let groups = words.split('&').filter(|group| !group.is_empty());
        let words = groups.map(|group| group.split('|').map(alternative).collect());
        let improved = match improved {
            "yes" => Some(true),
            "no" => Some(false),
            _ => None,
        };
        Some(Self {
            place,
            code,
            words: words.collect(),
            verdict: Verdict {
                class: UseClass::with_name(class)?,
                intended: UseClass::with_name(intended),
                improved,
                confidence: confidence.parse().ok()?,
                source,
            },
        })
    }

    pub fn verdict(&self) -> Verdict {
        self.verdict
    }

    pub fn has_code(&self, code: &str) -> bool {
        match self.code {
            Code::None => false,
            Code::Exact(exact) => code == exact,
            Code::Around(begin, end) => {
                code.len() >= begin.len() + end.len()
                    && code.starts_with(begin)
                    && code.ends_with(end)
            }
            Code::Range(from, to) => code.get(..from.len()).is_some_and(|begin| {
                begin.bytes().all(|byte| byte.is_ascii_digit()) && (from..=to).contains(&begin)
            }),
        }
    }

    /// Whether the spaced words have one alternative of each group; not if the rule has none.
    pub fn has_words(&self, words: &str) -> bool {
        let has = |group: &Vec<String>| {
            group
                .iter()
                .any(|alternative| words.contains(alternative.as_str()))
        };
        !self.words.is_empty() && self.words.iter().all(has)
    }
}

/// A blank in front, because it is the begin of a word; one behind if it is the whole word.
fn alternative(text: &str) -> String {
    match text.strip_suffix('.') {
        Some(whole) => format!(" {whole} "),
        None => format!(" {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_the_file_is_lost() {
        let lines = FILE
            .lines()
            .skip(1)
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        assert_eq!(rules().len(), lines.count());
        for rule in rules() {
            assert!((0.0..=1.0).contains(&rule.verdict.confidence), "{rule:?}");
            assert!(
                !rule.words.is_empty() || !matches!(rule.code, Code::None),
                "{rule:?}"
            );
        }
    }
}
