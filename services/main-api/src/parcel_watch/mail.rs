//! The digest as a mail: plain text, and the same in HTML.

use std::fmt::Write as _;

use diesel::QueryResult;
use diesel::result::Error;

use super::domain::{DigestFrequency, FactChange};
use super::dto::HoldingProject;
use super::matches::MatchRow;
use super::store::ChangeRow;
use super::words::{change_words, changed_words, escaped, match_words, origin_words, parcel_words};
use crate::config::Config;

/// What a digest says.
#[derive(Debug)]
pub struct Digest<'a> {
    pub fname: &'a str,
    pub frequency: DigestFrequency,
    /// At least one, or one of `matches`.
    pub changes: &'a [ChangeRow],
    /// Number of changes, with those that are not listed.
    pub all: i64,
    /// What newly matches saved searches, and what changed of those that matched.
    pub matches: &'a [MatchRow],
    /// Number of these, with those that are not listed.
    pub matching: i64,
}

/// Subject, text and HTML.
pub fn digest(digest: &Digest<'_>, config: &Config) -> QueryResult<(String, String, String)> {
    let Digest {
        fname,
        frequency,
        changes,
        all,
        matches,
        matching,
    } = digest;
    let mut text = format!("Hello {fname},\n");
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><body><p>Hello {},</p>",
        escaped(fname)
    );
    if !matches.is_empty() {
        let opening =
            "imports of county records and flood maps changed what your saved searches find:";
        let _ = write!(text, "\n{opening}\n");
        let _ = write!(html, "<p>{opening}</p><ul>");
        for row in *matches {
            let shown = ShownMatch::of(row, config);
            text.push_str(&shown.text());
            html.push_str(&shown.html());
        }
        html.push_str("</ul>");
    }
    if !changes.is_empty() {
        let opening = "imports of county records and flood maps changed parcels that your firm saved or discarded:";
        let _ = write!(text, "\n{opening}\n");
        let _ = write!(html, "<p>{opening}</p><ul>");
        for change in *changes {
            let shown = Shown::of(change, config)?;
            text.push_str(&shown.text());
            html.push_str(&shown.html());
        }
        html.push_str("</ul>");
    }
    let listed = i64::try_from(changes.len() + matches.len()).unwrap_or(i64::MAX);
    let more = (all + matching).saturating_sub(listed);
    if more > 0 {
        let sentence = format!("{more} more are listed under the bell:");
        let link = config.page("dashboard");
        // Writing to a String cannot fail.
        let _ = write!(text, "\n{sentence}\n{link}\n");
        let link = escaped(&link);
        let _ = write!(html, "<p>{sentence} <a href=\"{link}\">{link}</a></p>");
    }
    let rhythm = match frequency {
        DigestFrequency::Weekly => "at most once a week",
        DigestFrequency::Daily | DigestFrequency::Off => "at most once a day",
    };
    let sentence = format!("You get this message {rhythm}. Change or end it in your profile:");
    let link = config.page("profile?tab=notifications");
    let _ = write!(text, "\n{sentence}\n{link}\n");
    let link = escaped(&link);
    let _ = writeln!(
        html,
        "<p>{sentence} <a href=\"{link}\">{link}</a></p></body></html>"
    );
    Ok((subject(*all, *matching), text, html))
}

fn subject(changes: i64, matching: i64) -> String {
    let parcels = match changes {
        1 => "1 parcel of your projects has changed".to_owned(),
        _ => format!("{changes} parcel changes in your projects"),
    };
    match (changes, matching) {
        (_, 0) => parcels,
        (0, 1) => "News of a saved search".to_owned(),
        (0, _) => format!("News of saved searches ({matching})"),
        (_, 1) => format!("{parcels}, and news of a saved search"),
        _ => format!("{parcels}, and news of saved searches ({matching})"),
    }
}

/// What newly matches a search, and what changed of those that matched, in words.
pub struct ShownMatch {
    pub sentence: String,
    /// What changed, by kind.
    pub changed: Option<String>,
    project: String,
    pub origin: String,
    /// The map with the search.
    pub link: String,
}

impl ShownMatch {
    pub fn of(row: &MatchRow, config: &Config) -> Self {
        let mut origin = origin_words(&row.source, row.source_date, row.is_undone);
        if row.is_search_changed {
            origin.push_str("; the search was changed since");
        }
        let changed = row.changed();
        Self {
            sentence: match_words(
                &row.search_name,
                row.parcels,
                changed.parcels,
                row.is_undone,
            ),
            changed: changed_words(&changed, row.is_undone),
            project: row.project_name.clone(),
            origin,
            link: config.page(&format!(
                "map?project_id={}&search_id={}",
                row.project_id, row.search_id
            )),
        }
    }

    fn text(&self) -> String {
        let changed = self.changed.iter();
        let changed: String = changed
            .map(|changed| ["  ", changed, "\n"].concat())
            .collect();
        format!(
            "\n{}, in {}\n{changed}  {}\n  {}\n",
            self.sentence, self.project, self.origin, self.link
        )
    }

    fn html(&self) -> String {
        let changed = self.changed.iter();
        let changed: String = changed
            .map(|changed| ["<br>", &escaped(changed)].concat())
            .collect();
        format!(
            "<li><a href=\"{}\">{}</a>, in {}{changed}<br><small>{}</small></li>",
            escaped(&self.link),
            escaped(&self.sentence),
            escaped(&self.project),
            escaped(&self.origin)
        )
    }
}

/// A change in words.
pub struct Shown {
    pub parcel: String,
    /// Names of the projects.
    pub projects: String,
    pub facts: Vec<String>,
    pub origin: String,
    /// The parcel on the map.
    pub link: String,
}

impl Shown {
    pub fn of(change: &ChangeRow, config: &Config) -> QueryResult<Self> {
        let unreadable = |error: serde_json::Error| Error::DeserializationError(error.into());
        let facts: Vec<FactChange> =
            serde_json::from_value(change.changes.clone()).map_err(unreadable)?;
        let projects: Vec<HoldingProject> =
            serde_json::from_value(change.projects.clone()).map_err(unreadable)?;
        let project = projects
            .first()
            .map(|project| project.project_id.to_string());
        // A site's parcel is shown with its site, which has the marker.
        let site = projects.first().and_then(|project| project.site_id);
        let names: Vec<String> = projects.iter().map(HoldingProject::words).collect();
        Ok(Self {
            parcel: parcel_words(change.address.as_deref(), &change.parcelnumb),
            projects: names.join(", "),
            facts: facts
                .iter()
                .map(|fact| change_words(fact, change.is_undone))
                .collect(),
            origin: origin_words(&change.source, change.source_date, change.is_undone),
            link: config.page(&format!(
                "map?project_id={}&ll_uuid={}",
                project.unwrap_or_default(),
                site.unwrap_or(change.ll_uuid)
            )),
        })
    }

    fn text(&self) -> String {
        let facts: String = self
            .facts
            .iter()
            .map(|fact| ["  ", fact, "\n"].concat())
            .collect();
        format!(
            "\n{}, in {}\n{facts}  {}\n  {}\n",
            self.parcel, self.projects, self.origin, self.link
        )
    }

    fn html(&self) -> String {
        let facts: String = self
            .facts
            .iter()
            .map(|fact| ["<br>", &escaped(fact).replace("-&gt;", "\u{2192}")].concat())
            .collect();
        format!(
            "<li><a href=\"{}\">{}</a>, in {}{facts}<br><small>{}</small></li>",
            escaped(&self.link),
            escaped(&self.parcel),
            escaped(&self.projects),
            escaped(&self.origin)
        )
    }
}
