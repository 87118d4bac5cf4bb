//! The mail of tasks and next steps that are due, and of notes that mention a person, for people who did not turn
//! digests off.

use std::fmt::Write as _;

use chrono::NaiveDate;
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, UserId};
use serde::Deserialize;

use super::domain::DigestFrequency;
use super::watchers;
use super::words::escaped;
use crate::accounts;

/// What property-api tells; the numbers count also what is not listed.
#[derive(Debug, Deserialize)]
pub struct Listed {
    count: usize,
    tasks: Vec<DueItem>,
    /// Absent from what a property-api of before told.
    #[serde(default)]
    step_count: usize,
    #[serde(default)]
    steps: Vec<DueItem>,
    mention_count: usize,
    mentions: Vec<Mention>,
}

/// A task, or the next step of a deal.
#[derive(Debug, Deserialize)]
struct DueItem {
    title: String,
    place: String,
    due_on: NaiveDate,
    link: String,
}

/// A note that mentions the person.
#[derive(Debug, Deserialize)]
struct Mention {
    by: String,
    place: String,
    text: String,
    link: String,
}

/// Mails what is due and who mentions the person.
pub async fn mail(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    user_id: UserId,
    day: NaiveDate,
    listed: &Listed,
) -> QueryResult<()> {
    if watchers::find_frequency(conn, user_id).await? == Some(DigestFrequency::Off) {
        return Ok(());
    }
    let account = accounts::store::find_account(conn, user_id).await?;
    let Some(account) = account.filter(|account| account.active) else {
        return Ok(());
    };
    let (text, html) = written(&account.fname, day, listed);
    let subject = subject(listed);
    accounts::mail::enqueue_html(conn, firm, &account.email, &subject, text, html).await
}

fn subject(listed: &Listed) -> String {
    let tasks = match listed.count {
        0 => None,
        1 => Some("1 task is due".to_owned()),
        count => Some(format!("{count} tasks are due")),
    };
    let steps = match listed.step_count {
        0 => None,
        1 => Some("1 next step is due".to_owned()),
        count => Some(format!("{count} next steps are due")),
    };
    let mentions = match listed.mention_count {
        0 => None,
        1 => Some("1 note mentions you".to_owned()),
        count => Some(format!("{count} notes mention you")),
    };
    let parts: Vec<_> = tasks.into_iter().chain(steps).chain(mentions).collect();
    parts.join(", ")
}

/// Text and HTML.
fn written(fname: &str, day: NaiveDate, listed: &Listed) -> (String, String) {
    let mut text = format!("Hello {fname},\n");
    let mut html = format!(
        "<!doctype html><html lang=\"en\"><body><p>Hello {},</p>",
        escaped(fname)
    );
    let mentions = listed.mentions.iter().map(|mention| Line {
        said: mention.text.clone(),
        about: format!("{}, {}", mention.by, mention.place),
        link: &mention.link,
    });
    let tasks = (listed.count, due_lines(&listed.tasks, day));
    let steps = (listed.step_count, due_lines(&listed.steps, day));
    let mentions = (listed.mention_count, mentions.collect());
    write_part(&mut text, &mut html, "Your tasks that are due:", tasks);
    let heading = "Next steps of your deals that are due:";
    write_part(&mut text, &mut html, heading, steps);
    write_part(&mut text, &mut html, "Notes that mention you:", mentions);
    let end =
        "You get this message at most once a day. End it under Notifications in your profile.";
    // Writing to a String cannot fail.
    let _ = writeln!(text, "\n{end}");
    let _ = writeln!(html, "<p>{end}</p></body></html>");
    (text, html)
}

struct Line<'a> {
    said: String,
    about: String,
    link: &'a str,
}

fn due_lines(due: &[DueItem], day: NaiveDate) -> Vec<Line<'_>> {
    let lines = due.iter().map(|due| Line {
        said: due.title.clone(),
        about: format!("{}, {}", due.place, when(due.due_on, day)),
        link: &due.link,
    });
    lines.collect()
}

/// `count` is the number with what is not listed.
fn write_part(
    text: &mut String,
    html: &mut String,
    heading: &str,
    (count, lines): (usize, Vec<Line<'_>>),
) {
    if lines.is_empty() {
        return;
    }
    // Writing to a String cannot fail.
    let _ = write!(text, "\n{heading}\n");
    let _ = write!(html, "<p>{heading}</p><ul>");
    for line in &lines {
        let _ = write!(text, "\n{}\n  {}\n  {}\n", line.said, line.about, line.link);
        let _ = write!(
            html,
            "<li><a href=\"{}\">{}</a><br><small>{}</small></li>",
            escaped(line.link),
            escaped(&line.said),
            escaped(&line.about)
        );
    }
    html.push_str("</ul>");
    let more = count.saturating_sub(lines.len());
    if more > 0 {
        let _ = write!(text, "\n{more} more are listed under the bell.\n");
        let _ = write!(html, "<p>{more} more are listed under the bell.</p>");
    }
}

fn when(due_on: NaiveDate, day: NaiveDate) -> String {
    if due_on == day {
        return "due today".to_owned();
    }
    format!("was due on {}", due_on.format("%B %-d, %Y"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mail_says_what_is_due_and_since_when() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let due = |title: &str, due_on| DueItem {
            title: title.to_owned(),
            place: "4 Elm & Oak St".to_owned(),
            due_on: day(due_on),
            link: "https://sitewright.example/map?project_id=1&ll_uuid=2".to_owned(),
        };
        let tasks = [
            due("Closing", "2026-12-01"),
            due("Call <Ann>", "2026-11-28"),
        ];
        let mention = Mention {
            by: "Dana <Fox>".to_owned(),
            place: "5 Elm St".to_owned(),
            text: "@Pat Roe, please call.".to_owned(),
            link: "https://sitewright.example/map".to_owned(),
        };
        let listed = Listed {
            count: 52,
            tasks: tasks.into(),
            step_count: 1,
            steps: vec![due("Visit the site", "2026-11-30")],
            mention_count: 1,
            mentions: vec![mention],
        };
        assert_eq!(
            subject(&listed),
            "52 tasks are due, 1 next step is due, 1 note mentions you"
        );
        let (text, html) = written("Pat", day("2026-12-01"), &listed);
        assert!(
            text.contains("@Pat Roe, please call.\n  Dana <Fox>, 5 Elm St\n  https://"),
            "{text}"
        );
        assert!(
            text.contains("Next steps of your deals that are due:\n\nVisit the site\n  4 Elm & Oak St, was due on November 30, 2026\n"),
            "{text}"
        );
        assert!(
            html.contains("<small>Dana &lt;Fox&gt;, 5 Elm St</small>"),
            "{html}"
        );
        assert!(
            text.contains("Closing\n  4 Elm & Oak St, due today\n  https://"),
            "{text}"
        );
        assert!(
            text.contains("Call <Ann>\n  4 Elm & Oak St, was due on November 28, 2026\n"),
            "{text}"
        );
        assert!(
            text.contains("50 more are listed under the bell."),
            "{text}"
        );
        assert!(
            html.contains(">Call &lt;Ann&gt;</a><br><small>4 Elm &amp; Oak St, was due"),
            "{html}"
        );
    }
}
