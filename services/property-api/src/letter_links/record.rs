//! What a signed letter prints besides its text: a block for each signer, and the record of what
//! happened. No I/O.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::evidence::EvidenceRow;
use super::store::LinkRow;
use crate::letter_jobs::document::Record;
use crate::letter_jobs::store::LetterText;

/// A letter that all have signed.
pub struct Signed<'a> {
    pub firm: &'a str,
    pub letter: &'a LetterText,
    pub content_hash: &'a str,
    pub links: &'a [LinkRow],
    /// Until all had signed, oldest first.
    pub evidence: &'a [EvidenceRow],
    pub completed_at: DateTime<Utc>,
}

impl Signed<'_> {
    pub fn record(&self) -> Record {
        let signers = self.links.iter().filter(|link| link.signed_at.is_some());
        let blocks: Vec<Value> = signers.clone().map(block).collect();
        let facts: Vec<Value> = signers.clone().map(|link| self.facts(link)).collect();
        let mailboxes: Vec<&str> = signers.map(|link| link.email.as_str()).collect();
        let head = self.evidence.last().map_or("", |row| row.hash.as_str());
        let pdf = self.links.first().map_or("", |link| &link.pdf_sha256);
        let record = json!({
            "number": self.letter.number,
            "notes": [
                format!(
                    "Sealed by Sitewright for {}. The certificate names this installation. Who signed is shown by the record on \
                     the last page: control of the mailbox {}, not an identity document.",
                    self.firm, mailboxes.join(", ")
                ),
                "Times are those of the installation's clock; there is no outside timestamp. The hash of this file cannot stand in \
                 it and is kept by the installation.",
            ],
            "facts": [
                ["Letter", self.letter.number],
                ["All signed at", time(self.completed_at)],
                ["SHA-256 of the letter's PDF as it was shown", pdf],
                ["SHA-256 of its text and terms", self.content_hash],
                ["SHA-256 of the last event", head],
            ],
            "signers": facts,
            "events": self.evidence.iter().map(|row| self.event(row)).collect::<Vec<_>>(),
        });
        Record {
            signers: Value::Array(blocks),
            record,
            completed_at: self.completed_at,
        }
    }

    fn facts(&self, link: &LinkRow) -> Value {
        let of = |name: &str| typed(link, name).to_owned();
        let row = |kind: &str| {
            let mut rows = self.evidence.iter();
            rows.find(|row| row.kind == kind && row.link_id == Some(link.link_id))
        };
        let from = row("signed").map(|row| (row.ip.as_deref(), row.user_agent.as_deref()));
        let (ip, agent) = from.unwrap_or_default();
        json!({
            "name": of("full_name"),
            "facts": [
                ["Named in the link", link.name],
                ["Title", of("title")],
                ["Signs as", link.capacity],
                ["Initials", of("initials")],
                ["Mailbox", link.email],
                ["Opened at", row("opened").map_or_else(|| "not recorded".to_owned(), |row| time(row.at))],
                ["Signed at", link.signed_at.map_or_else(String::new, time)],
                ["IP address", ip.unwrap_or("not recorded")],
                ["Browser, as it states itself", agent.unwrap_or("not recorded")],
                ["Consent, version", of("consent_version")],
                ["Link", link.link_id],
            ],
        })
    }

    fn event(&self, row: &EvidenceRow) -> [String; 4] {
        let mut links = self.links.iter();
        let link = links.find(|link| Some(link.link_id) == row.link_id);
        let detail: Value = serde_json::from_str(&row.detail).unwrap_or_default();
        let mut words: Vec<String> = link
            .map(|link| format!("{} <{}>", link.name, link.email))
            .into_iter()
            .collect();
        words.extend(detail["by"].as_str().map(|by| format!("by {by}")));
        words.extend(row.ip.as_ref().map(|ip| format!("from {ip}")));
        let event = match row.kind.as_str() {
            "link_made" => "Link made",
            "link_sent" => "Link mailed",
            "link_not_sent" => "Its mail taken back before it left",
            "link_revoked" => "Link closed",
            "opened" => "Opened by a person",
            "signed" => "Signed",
            "not_me" => "Another signer named",
            "refused" => "Answer refused",
            "completed" => "All signed",
            other => other,
        };
        [
            row.seq.to_string(),
            time(row.at),
            event.to_owned(),
            words.join(", "),
        ]
    }
}

/// The signature under the letter.
fn block(link: &LinkRow) -> Value {
    let lines = [
        link.name.clone(),
        typed(link, "title").to_owned(),
        link.capacity.clone(),
        format!("Initials: {}", typed(link, "initials")),
        link.signed_at.map_or_else(String::new, |at| {
            format!("Signed electronically on {}", time(at))
        }),
    ];
    let lines: Vec<&String> = lines.iter().filter(|line| !line.is_empty()).collect();
    json!({ "name": typed(link, "full_name"), "lines": lines })
}

fn typed<'a>(link: &'a LinkRow, name: &str) -> &'a str {
    let signature = link.signature.as_ref();
    let text = signature.and_then(|signature| signature[name].as_str());
    text.unwrap_or_default()
}

fn time(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S UTC").to_string()
}
