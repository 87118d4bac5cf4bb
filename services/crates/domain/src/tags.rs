//! Tags of contacts, companies and deals, which are stored as comma-separated words.

use crate::Invalid;

/// Most tags of one record.
const MAX_TAGS: usize = 20;
const MAX_TAG: usize = 40;
/// Longest list of tags, as in the contact's form.
const MAX_LIST: usize = 1000;

/// More tags than allowed.
#[derive(Debug, PartialEq, Eq)]
pub struct TooManyTags;

/// A change of tags that passed [`checked`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TagChange {
    /// Adds those that a record does not have.
    Add(Vec<String>),
    /// Removes those that a record has, in upper or lower case.
    Remove(Vec<String>),
}

impl TagChange {
    /// What was done, for the activity list, such as '2 contacts got the tag VIP.'
    pub fn sentence(&self, count: usize, of: &str) -> String {
        match self {
            Self::Add(tags) => format!("{count} {of} got the tag {}.", tags.join(", ")),
            Self::Remove(tags) => format!("{count} {of} lost the tag {}.", tags.join(", ")),
        }
    }

    /// The tags after the change.
    pub fn apply(&self, before: Option<&str>) -> Result<Option<String>, TooManyTags> {
        match self {
            Self::Add(tags) => with_tags(before, tags),
            Self::Remove(tags) => Ok(without_tags(before, tags)),
        }
    }
}

/// Checks the tags of a change.
pub fn checked(given: &[String]) -> Result<Vec<String>, Invalid> {
    let refused = |sentence| Err(Invalid::new(sentence));
    let tags = given
        .iter()
        .map(|tag| tag.trim())
        .filter(|tag| !tag.is_empty());
    let tags: Vec<String> = tags.map(str::to_owned).collect();
    if tags.is_empty() {
        return refused("Enter a tag.");
    }
    if tags.len() > MAX_TAGS {
        return refused("Use at most 20 tags.");
    }
    if tags.iter().any(|tag| tag.chars().count() > MAX_TAG) {
        return refused("Use at most 40 characters for a tag.");
    }
    if tags
        .iter()
        .any(|tag| tag.contains(',') || tag.chars().any(char::is_control))
    {
        return refused("A tag has no commas and no line breaks.");
    }
    Ok(tags)
}

fn split(list: Option<&str>) -> impl Iterator<Item = &str> {
    list.unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|tag| !tag.is_empty())
}

fn same(one: &str, other: &str) -> bool {
    one.to_lowercase() == other.to_lowercase()
}

fn with_tags(list: Option<&str>, more: &[String]) -> Result<Option<String>, TooManyTags> {
    let mut tags: Vec<&str> = split(list).collect();
    let before = tags.len();
    for tag in more {
        if !tags.iter().any(|known| same(known, tag)) {
            tags.push(tag);
        }
    }
    if tags.len() == before {
        return Ok(list.map(str::to_owned));
    }
    let joined = tags.join(", ");
    if tags.len() > MAX_TAGS || joined.chars().count() > MAX_LIST {
        return Err(TooManyTags);
    }
    Ok(Some(joined))
}

fn without_tags(list: Option<&str>, less: &[String]) -> Option<String> {
    let kept: Vec<&str> = split(list)
        .filter(|tag| !less.iter().any(|removed| same(tag, removed)))
        .collect();
    if kept.len() == split(list).count() {
        return list.map(str::to_owned);
    }
    (!kept.is_empty()).then(|| kept.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(tags: &[&str]) -> Vec<String> {
        tags.iter().map(|tag| (*tag).to_owned()).collect()
    }

    #[test]
    fn a_tag_is_added_once_whatever_its_case() {
        for (list, more, expected) in [
            (None, "VIP", Some("VIP")),
            (Some("broker,  owner"), "VIP", Some("broker, owner, VIP")),
            (Some("vip,owner"), "VIP", Some("vip,owner")),
        ] {
            let added = with_tags(list, &owned(&[more])).unwrap();
            assert_eq!(added.as_deref(), expected);
        }
        let many: Vec<String> = (0..20).map(|n| n.to_string()).collect();
        let full = with_tags(None, &many).unwrap();
        assert_eq!(with_tags(full.as_deref(), &owned(&["x"])), Err(TooManyTags));
        assert_eq!(with_tags(full.as_deref(), &owned(&["7"])), Ok(full));
    }

    #[test]
    fn a_tag_is_removed_whatever_its_case() {
        let less = owned(&["VIP"]);
        assert_eq!(without_tags(Some("vip"), &less), None);
        assert_eq!(
            without_tags(Some("a, Vip, b"), &less).as_deref(),
            Some("a, b")
        );
        assert_eq!(without_tags(Some("a,b"), &less).as_deref(), Some("a,b"));
    }

    #[test]
    fn tags_are_short_words_without_commas() {
        assert_eq!(checked(&owned(&[" VIP ", ""])).unwrap(), ["VIP"]);
        for wrong in ["", "a,b", "a\nb", &"x".repeat(41)] {
            assert!(checked(&owned(&[wrong])).is_err(), "{wrong}");
        }
    }
}
