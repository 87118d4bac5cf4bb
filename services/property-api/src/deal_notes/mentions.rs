//! People whom a note mentions: `@` and their name in its text.

use std::collections::BTreeSet;

use auth::CurrentUser;
use domain::UserId;

use super::NoteError;
use super::mention_store::Mentioned;
use crate::main_api::MainApi;

const MAX_MENTIONED: usize = 50;

/// The people of these ids, once each; `known` are mentioned already and keep the name that the text has. Fails for others
/// than active people of the firm, and for names that the text does not have. Call it outside a transaction.
pub async fn require(
    main_api: &MainApi,
    user: &CurrentUser,
    (text, ids): (&str, &[UserId]),
    known: &[Mentioned],
) -> Result<Vec<Mentioned>, NoteError> {
    let ids: BTreeSet<UserId> = ids.iter().copied().collect();
    if ids.len() > MAX_MENTIONED {
        return Err(NoteError::Mentions("A note mentions at most 50 people."));
    }
    let kept = known.iter().filter(|person| ids.contains(&person.user_id));
    let mut mentioned: Vec<Mentioned> = kept.cloned().collect();
    if mentioned.len() < ids.len() {
        let people = main_api.list_people(user).await;
        let people = people.map_err(NoteError::People)?;
        let is_known = |id: &UserId| known.iter().any(|person| person.user_id == *id);
        for user_id in ids.into_iter().filter(|id| !is_known(id)) {
            let found = people.iter().find(|person| person.user_id == user_id);
            let sentence = "Please mention only people of your firm who can sign in.";
            let found = found.ok_or(NoteError::Mentions(sentence))?;
            mentioned.push(Mentioned {
                user_id,
                name: found.name.clone(),
            });
        }
    }
    if mentioned.iter().any(|person| !names(text, &person.name)) {
        let sentence = "Please write @ and the name of everybody who is mentioned.";
        return Err(NoteError::Mentions(sentence));
    }
    Ok(mentioned)
}

/// Whether the text has `@` and this name.
fn names(text: &str, name: &str) -> bool {
    !name.is_empty() && text.contains(&format!("@{name}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_names_people_after_an_at_sign() {
        assert!(names("Please call, @Pat Roe.", "Pat Roe"));
        assert!(!names("Please call Pat Roe", "Pat Roe"));
        assert!(!names("pat@x", ""));
    }
}
