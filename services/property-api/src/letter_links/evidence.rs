//! The evidence of a letter's links: rows that are only added, each with the hash of the row before,
//! so that a later edit shows.

use chrono::{DateTime, SubsecRound as _, Utc};
use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LetterId, LetterLinkId};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::schema::letter_evidence;

/// Before the first row.
const BEGINNING: &str = "0000000000000000000000000000000000000000000000000000000000000000";
const MAX_AGENT_CHARS: usize = 300;

/// From where a holder of a link calls.
#[derive(Debug, Clone)]
pub struct Caller {
    pub ip: String,
    /// Name of the browser as it states itself.
    pub user_agent: String,
}

impl Caller {
    pub fn new(ip: String, user_agent: &str) -> Self {
        let plain = user_agent.chars().filter(|c| !c.is_control());
        let user_agent = plain.take(MAX_AGENT_CHARS).collect();
        Self { ip, user_agent }
    }
}

/// The letter whose evidence it is; its row must be locked.
#[derive(Debug, Clone, Copy)]
pub struct Subject<'a> {
    pub letter_id: LetterId,
    pub content_hash: &'a str,
}

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = letter_evidence, check_for_backend(diesel::pg::Pg))]
pub struct EvidenceRow {
    pub letter_id: LetterId,
    pub seq: i32,
    pub kind: String,
    pub at: DateTime<Utc>,
    pub link_id: Option<LetterLinkId>,
    pub ip: Option<String>,
    pub user_agent: Option<String>,
    pub content_hash: String,
    /// JSON.
    pub detail: String,
    pub prev_hash: String,
    pub hash: String,
}

impl EvidenceRow {
    /// Over everything else in the row.
    fn computed(&self) -> String {
        let text = json!([
            self.prev_hash,
            self.letter_id,
            self.seq,
            self.kind,
            self.at.timestamp_micros(),
            self.link_id,
            self.ip,
            self.user_agent,
            self.content_hash,
            self.detail,
        ]);
        format!("{:x}", Sha256::digest(text.to_string()))
    }
}

/// Adds a row to the evidence of a locked letter.
pub async fn append(
    conn: &mut AsyncPgConnection,
    subject: Subject<'_>,
    kind: &str,
    link_id: Option<LetterLinkId>,
    caller: Option<&Caller>,
    detail: &Value,
) -> QueryResult<()> {
    let last: Option<(i32, String)> = letter_evidence::table
        .filter(letter_evidence::letter_id.eq(subject.letter_id))
        .order(letter_evidence::seq.desc())
        .select((letter_evidence::seq, letter_evidence::hash))
        .first(conn)
        .await
        .optional()?;
    let (seq, prev_hash) = last.unwrap_or_else(|| (0, BEGINNING.to_owned()));
    let mut row = EvidenceRow {
        letter_id: subject.letter_id,
        seq: seq + 1,
        kind: kind.to_owned(),
        // As PostgreSQL keeps it.
        at: Utc::now().trunc_subsecs(6),
        link_id,
        ip: caller.map(|caller| caller.ip.clone()),
        user_agent: caller.map(|caller| caller.user_agent.clone()),
        content_hash: subject.content_hash.to_owned(),
        detail: detail.to_string(),
        prev_hash,
        hash: String::new(),
    };
    row.hash = row.computed();
    diesel::insert_into(letter_evidence::table)
        .values(&row)
        .execute(conn)
        .await?;
    Ok(())
}

/// Oldest first.
pub async fn list(
    conn: &mut AsyncPgConnection,
    letter_id: LetterId,
) -> QueryResult<Vec<EvidenceRow>> {
    letter_evidence::table
        .filter(letter_evidence::letter_id.eq(letter_id))
        .order(letter_evidence::seq)
        .select(EvidenceRow::as_select())
        .load(conn)
        .await
}

/// The number of the first row that does not fit, or none if all do.
pub fn first_broken(rows: &[EvidenceRow]) -> Option<i32> {
    let mut before = (0, BEGINNING);
    for row in rows {
        let follows = row.seq == before.0 + 1 && row.prev_hash == before.1;
        if !follows || row.hash != row.computed() {
            return Some(before.0 + 1);
        }
        before = (row.seq, &row.hash);
    }
    None
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn chain() -> Vec<EvidenceRow> {
        let letter_id = LetterId(Uuid::new_v4());
        let mut rows: Vec<EvidenceRow> = Vec::new();
        for seq in 1..=3 {
            let mut row = EvidenceRow {
                letter_id,
                seq,
                kind: "opened".to_owned(),
                at: Utc::now().trunc_subsecs(6),
                link_id: Some(LetterLinkId(Uuid::new_v4())),
                ip: Some("203.0.113.9".to_owned()),
                user_agent: None,
                content_hash: "c".to_owned(),
                detail: "{}".to_owned(),
                prev_hash: rows
                    .last()
                    .map_or_else(|| BEGINNING.to_owned(), |row| row.hash.clone()),
                hash: String::new(),
            };
            row.hash = row.computed();
            rows.push(row);
        }
        rows
    }

    #[test]
    fn an_edit_shows() {
        assert_eq!(first_broken(&chain()), None);
        assert_eq!(first_broken(&[]), None);
        let edits: [fn(&mut EvidenceRow); 7] = [
            |row| row.kind = "signed".to_owned(),
            |row| row.at += chrono::TimeDelta::microseconds(1),
            |row| row.link_id = None,
            |row| row.ip = None,
            |row| row.content_hash = "d".to_owned(),
            |row| row.detail = "{\"a\":1}".to_owned(),
            |row| row.hash = BEGINNING.to_owned(),
        ];
        for (place, edit) in edits.iter().enumerate() {
            let mut rows = chain();
            edit(&mut rows[1]);
            assert_eq!(first_broken(&rows), Some(2), "{place}");
        }
        // An edited row with a new hash no longer fits to the next one.
        let mut rows = chain();
        rows[1].kind = "signed".to_owned();
        rows[1].hash = rows[1].computed();
        assert_eq!(first_broken(&rows), Some(3));
        let mut rows = chain();
        rows.remove(1);
        assert_eq!(first_broken(&rows), Some(2));
        let mut rows = chain();
        rows.swap(0, 1);
        assert_eq!(first_broken(&rows), Some(1));
    }
}
