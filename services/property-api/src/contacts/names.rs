//! Compares names on deeds with names in the directory. No I/O.

/// Legal forms, which are removed for comparison and mark a company.
const LEGAL_FORMS: [&str; 18] = [
    "llc",
    "lc",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "co",
    "company",
    "lp",
    "llp",
    "lllp",
    "ltd",
    "limited",
    "plc",
    "pc",
    "pllc",
    "trust",
    "estate",
];

/// Words on deeds that are not part of names.
const FILLERS: [&str; 15] = [
    "trustee",
    "trustees",
    "tr",
    "the",
    "of",
    "and",
    "et",
    "al",
    "ux",
    "vir",
    "jr",
    "sr",
    "ii",
    "iii",
    "revocable",
];

/// Words that occur in company names only; a surname next to them proves little.
const COMPANY_WORDS: [&str; 14] = [
    "holdings",
    "partners",
    "properties",
    "realty",
    "investments",
    "investors",
    "ventures",
    "group",
    "capital",
    "management",
    "development",
    "associates",
    "enterprises",
    "bank",
];

/// Forms of address, in lower case and without the full stop.
const HONORIFICS: [&str; 15] = [
    "mr",
    "mrs",
    "ms",
    "miss",
    "mx",
    "dr",
    "prof",
    "professor",
    "hon",
    "rev",
    "sir",
    "madam",
    "judge",
    "mister",
    "doctor",
];

/// Whether a title is a form of address rather than a job title.
pub fn is_honorific(title: &str) -> bool {
    let bare = title.trim().trim_end_matches('.').to_lowercase();
    HONORIFICS.contains(&bare.as_str())
}

/// A name normalized for comparison.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NameKey {
    /// Lower-case words without punctuation and legal form, in order.
    pub words: Vec<String>,
    /// True when the name has a legal form or a company word.
    pub is_company: bool,
}

impl NameKey {
    /// Normalizes a name from a deed or the directory.
    pub fn of(name: &str) -> Self {
        let lower = name.to_lowercase().replace(['.', '\'', '’'], "");
        let all: Vec<&str> = lower
            .split(|c: char| !c.is_alphanumeric())
            .filter(|word| !word.is_empty())
            .collect();
        let is_company = all
            .iter()
            .any(|word| COMPANY_WORDS.contains(word) || LEGAL_FORMS.contains(word));
        let words = all
            .iter()
            .filter(|word| !LEGAL_FORMS.contains(word) && !FILLERS.contains(word))
            .map(ToString::to_string)
            .collect();
        Self { words, is_company }
    }

    /// The words joined by spaces.
    pub fn text(&self) -> String {
        self.words.join(" ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn an_honorific_is_no_job() {
        for honorific in ["Mr.", "ms", " Dr. ", "Hon."] {
            assert!(is_honorific(honorific), "{honorific}");
        }
        for job in ["Managing Member", "Doctor of the house", "", "Trustee"] {
            assert!(!is_honorific(job), "{job}");
        }
    }

    #[test]
    fn legal_form_and_punctuation_do_not_matter() {
        let key = |name: &str| NameKey::of(name).text();
        assert_eq!(
            key("Bayou Crossing Holdings, L.L.C."),
            "bayou crossing holdings"
        );
        assert_eq!(
            key("BAYOU CROSSING HOLDINGS LLC"),
            "bayou crossing holdings"
        );
        assert_eq!(key("The O'Neil Trust"), "oneil");
        assert_eq!(key("WHITFIELD DANA & MARK ET UX"), "whitfield dana mark");
        assert_eq!(key("LLC"), "");
    }

    #[test]
    fn companies_are_told_from_people() {
        assert!(NameKey::of("Bayou Crossing LLC").is_company);
        assert!(NameKey::of("Whitfield Partners").is_company);
        assert!(!NameKey::of("WHITFIELD DANA").is_company);
    }

    proptest! {
        #[test]
        fn any_name_is_read_without_panic(name in ".*") {
            let key = NameKey::of(&name);
            prop_assert!(key.words.iter().all(|word| !word.is_empty()));
        }
    }
}
