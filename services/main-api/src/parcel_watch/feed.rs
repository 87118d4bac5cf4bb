//! The feed: an Atom document (RFC 4287) of the newest changes, at an address that only its owner knows.
//!
//! Feed readers cannot sign in. The token in the address is stored as a hash, and ends when it is replaced or
//! revoked, or when its owner is deactivated.

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::QueryResult;

use super::mail::{Shown, ShownMatch};
use super::matches::MatchRow;
use super::store::ChangeRow;
use super::words::escaped;
use crate::config::Config;

/// Changes in a feed.
pub const ENTRIES: i64 = 50;

/// The document. `since` is when the feed was made: its date while there are no changes.
pub fn atom(
    changes: &[ChangeRow],
    matches: &[MatchRow],
    since: DateTime<Utc>,
    firm: &str,
    config: &Config,
) -> QueryResult<String> {
    let updated = changes
        .iter()
        .map(|change| change.told_at)
        .chain(matches.iter().map(|row| row.told_at))
        .fold(since, Ord::max);
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>urn:sitewright:parcel-changes</id>\n<title>Parcel changes of {}</title>\n<updated>{}</updated>\n\
         <author><name>Sitewright</name></author>\n<link href=\"{}\"/>\n",
        escaped(firm),
        time(updated),
        escaped(&config.page("dashboard"))
    );
    let mut entries: Vec<(i64, String)> = Vec::with_capacity(changes.len() + matches.len());
    for change in changes {
        let shown = Shown::of(change, config)?;
        let title = format!("{}: {}", shown.parcel, shown.facts.join("; "));
        let content = format!(
            "{}\n{}\n{}",
            shown.facts.join("\n"),
            shown.projects,
            shown.origin
        );
        let id = format!("parcel-change:{}", change.change_id);
        let entry = entry(&id, &title, change.told_at, &shown.link, &content);
        entries.push((change.change_id, entry));
    }
    for row in matches {
        let shown = ShownMatch::of(row, config);
        let facts = shown.changed.iter().map(String::as_str);
        let lines = facts.chain([row.project_name.as_str(), shown.origin.as_str()]);
        let content = lines.collect::<Vec<_>>().join("\n");
        let id = format!("search-match:{}", row.match_id);
        let entry = entry(&id, &shown.sentence, row.told_at, &shown.link, &content);
        entries.push((row.match_id, entry));
    }
    entries.sort_by_key(|(number, _)| std::cmp::Reverse(*number));
    for (_, entry) in entries {
        document.push_str(&entry);
    }
    document.push_str("</feed>\n");
    Ok(document)
}

fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Secs, true)
}

fn entry(id: &str, title: &str, at: DateTime<Utc>, link: &str, content: &str) -> String {
    format!(
        "<entry>\n<id>urn:sitewright:{id}</id>\n<title>{}</title>\n<updated>{}</updated>\n<link href=\"{}\"/>\n\
         <content type=\"text\">{}</content>\n</entry>\n",
        escaped(title),
        time(at),
        escaped(link),
        escaped(content)
    )
}
