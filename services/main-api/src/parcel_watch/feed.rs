//! The feed: an Atom document (RFC 4287) of the newest changes, at an address that only its owner knows.
//!
//! Feed readers cannot sign in. The token in the address is stored as a hash, and ends when it is replaced or
//! revoked, or when its owner is deactivated.

use std::fmt::Write as _;

use chrono::{DateTime, SecondsFormat, Utc};
use diesel::QueryResult;

use super::mail::Shown;
use super::store::ChangeRow;
use super::words::escaped;
use crate::config::Config;

/// Changes in a feed.
pub const ENTRIES: i64 = 50;

/// The document. `since` is when the feed was made: its date while there are no changes.
pub fn atom(
    changes: &[ChangeRow],
    since: DateTime<Utc>,
    firm: &str,
    config: &Config,
) -> QueryResult<String> {
    let time = |at: DateTime<Utc>| at.to_rfc3339_opts(SecondsFormat::Secs, true);
    let updated = changes
        .iter()
        .map(|change| change.told_at)
        .fold(since, Ord::max);
    let mut document = format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n\
         <id>urn:sitewright:parcel-changes</id>\n<title>Parcel changes of {}</title>\n<updated>{}</updated>\n\
         <author><name>Sitewright</name></author>\n<link href=\"{}\"/>\n",
        escaped(firm),
        time(updated),
        escaped(&config.page("dashboard"))
    );
    for change in changes {
        let shown = Shown::of(change, config)?;
        let title = format!("{}: {}", shown.parcel, shown.facts.join("; "));
        let content = format!(
            "{}\n{}\n{}",
            shown.facts.join("\n"),
            shown.projects,
            shown.origin
        );
        // Writing to a String cannot fail.
        let _ = write!(
            document,
            "<entry>\n<id>urn:sitewright:parcel-change:{}</id>\n<title>{}</title>\n<updated>{}</updated>\n<link href=\"{}\"/>\n\
             <content type=\"text\">{}</content>\n</entry>\n",
            change.change_id,
            escaped(&title),
            time(change.told_at),
            escaped(&shown.link),
            escaped(&content)
        );
    }
    document.push_str("</feed>\n");
    Ok(document)
}
