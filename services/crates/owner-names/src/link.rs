//! Whether two owners are one: the weight of evidence after Fellegi and Sunter.
//!
//! Each comparison adds log2(m / u): how often it comes out so among pairs of one owner, against how often
//! among all. The prior is the chance that any two owners are one. A rare name counts more than a frequent one, and
//! an address fewer names have more than one with many.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use crate::name::{OwnerKind, OwnerName};
use crate::persons::persons;
use crate::words::{BUSINESS, COMMON};

/// Others with the same owner, on average: of the prior.
const PARTNERS: f64 = 0.3;
/// Names at an address beyond which it says nothing about who they are.
pub const HUB: usize = 20;
/// Names at an address up to which a suite or a box is somebody's own.
pub const OWN_SUITE: usize = 5;
/// Share of names with a word up to which it is rare.
const RARE: f64 = 5e-4;
/// No combination of words is rarer.
const RAREST: f64 = 1e-9;
/// Most that two owners in contradiction can reach: shown, never joined.
pub(crate) const CONTRADICTED: f64 = 0.97;
/// Most of two persons of one surname at one address.
pub(crate) const HOUSEHOLD: f64 = 0.9;

/// One owner at one address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Party {
    /// The name.
    pub name: OwnerName,
    /// Its key.
    pub name_key: i64,
    /// Key of the mailing address.
    pub mail: Option<i64>,
    /// The same without the unit.
    pub building: Option<i64>,
    /// A suite, a flat or a box.
    pub has_unit: bool,
    /// ZIP code of the mailing address.
    pub zip: Option<String>,
    /// Key of the name after "care of".
    pub care_of: Option<i64>,
    /// County of the parcel.
    pub county: String,
}

/// How frequent names and addresses are.
#[derive(Debug, Default)]
pub struct Frequencies {
    /// Owners at addresses, all together.
    pub owners: f64,
    /// Share of the owners' names that have a word. Shared by all groups of an area: each would copy it.
    pub words: Arc<HashMap<String, f64>>,
    /// Addresses of a name.
    pub addresses: HashMap<i64, usize>,
    /// Names at a mailing address.
    pub at_mail: HashMap<i64, usize>,
    /// Of these, those with a word.
    pub with_word: HashMap<(i64, String), usize>,
    /// Names in a building.
    pub in_building: HashMap<i64, usize>,
    /// Names in the care of a name.
    pub in_care: HashMap<i64, usize>,
    /// Mailing addresses at which somebody lives.
    pub homes: BTreeSet<i64>,
}

impl Frequencies {
    /// Share of names with this word.
    pub fn word(&self, word: &str) -> f64 {
        let listed = || {
            let all = BUSINESS.iter().chain(COMMON);
            all.into_iter()
                .find(|(known, _)| *known == word)
                .map(|(_, share)| *share)
        };
        let unknown = if word.bytes().all(|byte| byte.is_ascii_digit()) {
            2e-3
        } else {
            2e-4
        };
        listed()
            .or_else(|| self.words.get(word).copied())
            .unwrap_or(unknown)
    }

    pub(crate) fn share(&self, count: usize) -> f64 {
        (count.max(1) as f64 / self.owners).min(1.0)
    }
}

/// What the comparison of two owners says.
#[derive(Debug, Clone, PartialEq)]
pub struct Edge {
    /// Probability that they are one.
    pub p: f64,
    /// They contradict each other: never the same.
    pub is_contradicted: bool,
    /// In a sentence.
    pub reason: String,
}

/// What a comparison says.
pub(crate) struct Evidence {
    pub bits: f64,
    pub says: String,
    pub most: f64,
    /// Names have something in common.
    pub is_named: bool,
    /// What they have in common is only this word.
    pub word: Option<String>,
}

impl Evidence {
    pub fn new(bits: f64, says: impl Into<String>) -> Self {
        Self {
            bits,
            says: says.into(),
            most: 1.0,
            is_named: true,
            word: None,
        }
    }
}

/// Comparisons of owners by their position, each made once for all that are written alike: an owner may have thousands of parcels
/// whose mailing addresses are unknown, each on its own.
pub(crate) struct Comparisons<'a> {
    known: &'a Frequencies,
    forms: Vec<&'a Party>,
    /// Of each owner.
    form_of: Vec<usize>,
    made: HashMap<(usize, usize), Edge>,
}

impl<'a> Comparisons<'a> {
    pub fn new(owners: impl Iterator<Item = &'a Party>, known: &'a Frequencies) -> Self {
        let mut forms = Vec::new();
        let mut numbers: HashMap<&Party, usize> = HashMap::new();
        let form_of = owners.map(|party| {
            *numbers.entry(party).or_insert_with(|| {
                forms.push(party);
                forms.len() - 1
            })
        });
        Self {
            known,
            form_of: form_of.collect(),
            forms,
            made: HashMap::new(),
        }
    }

    pub fn edge(&mut self, one: usize, other: usize) -> Edge {
        let (one, other) = (self.form_of[one], self.form_of[other]);
        let edge = self
            .made
            .entry((one, other))
            .or_insert_with(|| compare(self.forms[one], self.forms[other], self.known));
        edge.clone()
    }

    pub fn are_alike(&self, one: usize, other: usize) -> bool {
        self.form_of[one] == self.form_of[other]
    }
}

/// Compares two owners.
pub fn compare(one: &Party, other: &Party, known: &Frequencies) -> Edge {
    if one.name.is_government() || other.name.is_government() {
        // By id only, never by address.
        let is_same = one.name.is_government() && one.name.tokens == other.name.tokens;
        return Edge {
            p: if is_same { 0.999 } else { 0.0 },
            is_contradicted: !is_same,
            reason: if is_same {
                "the same public body"
            } else {
                "another public body"
            }
            .to_owned(),
        };
    }
    let prior = (PARTNERS / known.owners).log2();
    let name = names(one, other, known);
    let (address, address_says, is_hub) = addresses(one, other, known, name.word.as_deref());
    let (care, care_says) = care(one, other, known);
    let bits = prior + name.bits + address + care;
    let odds = bits.clamp(-60.0, 60.0).exp2();
    let mut p = (odds / (1.0 + odds)).min(name.most);
    if !name.is_named && is_hub {
        // What many share joins nobody alone.
        p = p.min(0.4);
    }
    let says: Vec<&str> = [name.says.as_str(), &address_says, care_says]
        .into_iter()
        .filter(|text| !text.is_empty())
        .collect();
    Edge {
        p,
        is_contradicted: name.most < 1.0,
        reason: says.join(", "),
    }
}

pub(crate) fn ratio(m: f64, u: f64) -> f64 {
    (m / u.max(RAREST)).log2()
}

fn names(one: &Party, other: &Party, known: &Frequencies) -> Evidence {
    let (a, b) = (&one.name, &other.name);
    let is_personal = |name: &OwnerName| name.kind.is_some_and(OwnerKind::is_personal);
    if is_personal(a) && is_personal(b) {
        return persons(one, other, known);
    }
    if a.tokens == b.tokens || is_begin(a, b) || is_begin(b, a) {
        let u = 10.0
            * a.tokens
                .iter()
                .map(|word| known.word(word))
                .product::<f64>();
        let mut exact = Evidence::new(ratio(0.6, u), "same name");
        if a.tokens != b.tokens {
            exact.bits *= 0.9;
            "same name, one of them cut off".clone_into(&mut exact.says);
        }
        if a.series != b.series {
            exact.most = CONTRADICTED;
            "same name, other number in the series".clone_into(&mut exact.says);
        } else if let (Some(form), Some(of_other)) = (a.legal_form, b.legal_form)
            && form != of_other
        {
            exact.bits -= 5.0;
            exact.says = format!("same name, but {form} and {of_other}");
        }
        return exact;
    }
    rare_word(a, b, known)
}

/// Whether a name is the begin of another that was cut off.
fn is_begin(cut: &OwnerName, whole: &OwnerName) -> bool {
    cut.is_cut && cut.tokens.len() > 1 && whole.core().starts_with(&cut.core())
}

pub(crate) fn rare_word(a: &OwnerName, b: &OwnerName, known: &Frequencies) -> Evidence {
    let shared = a
        .tokens
        .iter()
        .filter(|word| word.len() > 2 && b.tokens.contains(word));
    let rarest = shared
        .map(|word| (known.word(word), word))
        .min_by(|x, y| x.0.total_cmp(&y.0));
    match rarest {
        Some((share, word)) if share <= RARE && !word.bytes().all(|byte| byte.is_ascii_digit()) => {
            Evidence {
                word: Some(word.clone()),
                ..Evidence::new(
                    ratio(0.1, share.max(1e-5)),
                    format!("both names have the rare word {word}"),
                )
            }
        }
        _ => Evidence {
            is_named: false,
            ..Evidence::new(ratio(0.3, 0.9998), "another name")
        },
    }
}

/// Bits, what they say, and whether the place is one that many share.
fn addresses(
    one: &Party,
    other: &Party,
    known: &Frequencies,
    word: Option<&str>,
) -> (f64, String, bool) {
    if let (Some(mail), Some(of_other)) = (one.mail, other.mail) {
        if mail == of_other {
            let names = known.at_mail.get(&mail).copied().unwrap_or(2).max(2);
            let building = one
                .building
                .and_then(|key| known.in_building.get(&key))
                .copied()
                .unwrap_or(names);
            let names = if one.has_unit {
                names
            } else {
                names.max(building)
            };
            // The companies of one owner do not make its address that of many.
            let own = word.and_then(|word| known.with_word.get(&(mail, word.to_owned())));
            let names = (names + 2).saturating_sub(own.copied().unwrap_or(2)).max(2);
            let class = if names > HUB {
                1.0
            } else if names <= OWN_SUITE && (one.has_unit || known.homes.contains(&mail)) {
                0.05
            } else {
                0.5
            };
            let says = if names > HUB {
                format!("a mailing address that {names} or more names share")
            } else {
                "same mailing address".to_owned()
            };
            return (
                ratio(0.5, (class * known.share(names)).min(1.0)),
                says,
                names > HUB,
            );
        }
        if one.building.is_some() && one.building == other.building {
            return ((0.15_f64 / 0.003).log2(), "same building".to_owned(), true);
        }
    }
    match (&one.zip, &other.zip) {
        (Some(zip), Some(of_other)) if zip == of_other => (
            (0.15_f64 / 0.003).log2(),
            "same ZIP code of the mail".to_owned(),
            false,
        ),
        (Some(zip), Some(of_other)) if zip[..3] == of_other[..3] => {
            ((0.15_f64 / 0.03).log2(), "mail nearby".to_owned(), false)
        }
        (Some(_), Some(_)) => ((0.2_f64 / 0.967).log2(), "mail elsewhere".to_owned(), false),
        _ if one.county == other.county => (
            2.0,
            "same county, mailing address unknown".to_owned(),
            false,
        ),
        _ => (-2.0, "mailing address unknown".to_owned(), false),
    }
}

fn care(one: &Party, other: &Party, known: &Frequencies) -> (f64, &'static str) {
    match (one.care_of, other.care_of) {
        (Some(care), Some(of_other)) if care == of_other => {
            let names = known.in_care.get(&care).copied().unwrap_or(2).max(2);
            if names > HUB {
                // A servicer.
                (0.0, "")
            } else {
                (
                    ratio(0.3, 0.5 * known.share(names)).min(8.0),
                    "same care of",
                )
            }
        }
        _ => (0.0, ""),
    }
}
