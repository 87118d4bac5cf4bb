//! Which of the letters that were asked for are sent, to whom, and why the others are not.

use std::collections::{HashMap, HashSet};

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{Email, Invalid, LetterId, LetterLinkId, PropertyId};

use super::domain::{Other, check_others, check_sending, check_signing, link_to_send};
use super::store::list_out;
use crate::attachments::store::{AttachmentRow, find_attachment};
use crate::letter_links::parties::{list_contacts, list_said};
use crate::letter_links::signer::{Contact, Said, Signer};
use crate::letter_links::store::{LinkRow, list_links_of, list_mail_states};
use crate::letter_register::domain::{RefusalCode, Refused};
use crate::letter_register::dto::RefusedLetter;
use crate::letter_register::store::LetterRow;
use crate::mail::domain::MAX_RECIPIENTS;
use crate::mail::store as mails;

/// A letter with whom it goes to.
#[derive(Debug)]
pub struct Ready<'a> {
    pub row: &'a LetterRow,
    pub to: Vec<Email>,
    /// In the text.
    pub contact_name: String,
    pub file: AttachmentRow,
    /// None if it is sent without one.
    pub link: Option<ReadyLink>,
}

/// The link that a message carries.
#[derive(Debug)]
pub enum ReadyLink {
    /// Which waits for an answer.
    Made(Box<LinkRow>),
    /// To be made for this person.
    New(Signer),
}

impl ReadyLink {
    pub fn name(&self) -> &str {
        match self {
            Self::Made(link) => &link.name,
            Self::New(signer) => signer.name.as_str(),
        }
    }

    pub fn capacity(&self) -> &str {
        match self {
            Self::Made(link) => &link.capacity,
            Self::New(signer) => signer.capacity.as_str(),
        }
    }

    fn email(&self) -> Result<Email, Refused> {
        match self {
            Self::Made(link) => link.email.parse().map_err(|invalid: Invalid| {
                Refused::new(RefusalCode::NoSigner, invalid.to_string())
            }),
            Self::New(signer) => Ok(signer.email.clone()),
        }
    }
}

/// What is to be sent.
pub struct Asked<'a> {
    pub letters: &'a [LetterId],
    pub with_link: bool,
    /// Letters that are sent although their properties have others.
    pub confirmed: &'a [LetterId],
}

/// Whom a letter goes to.
struct Addressed {
    to: Vec<Email>,
    contact_name: String,
    link: Option<ReadyLink>,
}

/// The letters that can be sent, in the order asked for, and why the others cannot. `rows` are those that the firm
/// has.
pub async fn choose<'a>(
    conn: &mut AsyncPgConnection,
    asked: &Asked<'_>,
    rows: &'a [LetterRow],
) -> QueryResult<(Vec<Ready<'a>>, Vec<RefusedLetter>)> {
    let known = Known::load(conn, rows, asked.with_link).await?;
    let by_id: HashMap<LetterId, &LetterRow> =
        rows.iter().map(|row| (row.letter_id, row)).collect();
    let now = Utc::now();
    let (mut ready, mut refused, mut seen) = (Vec::new(), Vec::new(), HashSet::new());
    for letter_id in asked.letters.iter().copied() {
        if !seen.insert(letter_id) {
            continue;
        }
        let row = by_id.get(&letter_id).copied();
        let addressed = row.ok_or_else(Refused::not_found).and_then(|row| {
            let addressed = if asked.with_link {
                known.signer_of(row, now)
            } else {
                known.contacts_of(row, now)
            };
            Ok((row, addressed?))
        });
        let found = match addressed {
            Ok((row, addressed)) => {
                let file = find_attachment(conn, row.pdf.as_deref().unwrap_or_default()).await?;
                file.map(|file| Ready {
                    row,
                    to: addressed.to,
                    contact_name: addressed.contact_name,
                    file,
                    link: addressed.link,
                })
                .ok_or_else(|| Refused::new(RefusalCode::PdfRemoved, "Its PDF was removed."))
            }
            Err(why) => Err(why),
        };
        match found {
            Ok(one) => ready.push(one),
            Err(why) => refused.push(RefusedLetter {
                letter_id,
                refused: why,
            }),
        }
    }
    let ready = leave_others(conn, ready, asked.confirmed, &mut refused).await?;
    Ok((ready, refused))
}

/// Leaves out letters of properties that have another one, unless they are confirmed: their owners would get two prices.
async fn leave_others<'a>(
    conn: &mut AsyncPgConnection,
    ready: Vec<Ready<'a>>,
    confirmed: &[LetterId],
    refused: &mut Vec<RefusedLetter>,
) -> QueryResult<Vec<Ready<'a>>> {
    let properties: Vec<PropertyId> = ready.iter().map(|one| one.row.property_id).collect();
    let mut others: HashMap<PropertyId, Vec<Other>> = HashMap::new();
    for row in list_out(conn, &properties).await? {
        let of_property = others.entry(row.property_id).or_default();
        of_property.push(Other::out((row.year, row.serial), row.number));
    }
    for Ready { row, .. } in &ready {
        let of_property = others.entry(row.property_id).or_default();
        of_property.push(Other::beside(row));
    }
    let mut left = Vec::with_capacity(ready.len());
    for one in ready {
        let row = one.row;
        let of_property = others.get(&row.property_id);
        let of_property = of_property.map(Vec::as_slice).unwrap_or_default();
        let is_confirmed = confirmed.contains(&row.letter_id);
        match check_others((row.year, row.serial), row.letter_id, of_property) {
            Err(why) if !is_confirmed => refused.push(RefusedLetter {
                letter_id: row.letter_id,
                refused: why,
            }),
            _ => left.push(one),
        }
    }
    Ok(left)
}

/// What is known of the other side of letters.
struct Known {
    /// In the order in which they were linked.
    contacts: HashMap<PropertyId, Vec<Contact>>,
    /// Keys of addresses that are not written to.
    suppressed: HashSet<String>,
    /// Read only where a link is sent, as what the letters say.
    links: HashMap<LetterId, Vec<LinkRow>>,
    /// Links whose last message failed.
    not_delivered: HashSet<LetterLinkId>,
    said: HashMap<LetterId, Said>,
}

impl Known {
    async fn load(
        conn: &mut AsyncPgConnection,
        rows: &[LetterRow],
        with_link: bool,
    ) -> QueryResult<Self> {
        let properties: Vec<PropertyId> = rows.iter().map(|row| row.property_id).collect();
        let mut contacts: HashMap<PropertyId, Vec<Contact>> = HashMap::new();
        for (property_id, contact) in list_contacts(conn, &properties).await? {
            contacts.entry(property_id).or_default().push(contact);
        }
        let mut links: HashMap<LetterId, Vec<LinkRow>> = HashMap::new();
        let (mut said, mut not_delivered) = (HashMap::new(), HashSet::new());
        if with_link {
            let ids: Vec<LetterId> = rows.iter().map(|row| row.letter_id).collect();
            for link in list_links_of(conn, &ids).await? {
                links.entry(link.letter_id).or_default().push(link);
            }
            let mails = list_mail_states(conn, &ids).await?;
            let failed = mails.iter().filter(|mail| mail.mail_status == "failed");
            not_delivered.extend(failed.map(|mail| mail.link_id));
            said.extend(list_said(conn, &ids).await?);
        }
        let of_contacts = contacts.values().flatten();
        let of_contacts = of_contacts.map(|contact| contact.email.key());
        let of_links = links.values().flatten();
        let of_links = of_links.filter_map(|link| Some(link.email.parse::<Email>().ok()?.key()));
        let keys: Vec<String> = of_contacts.chain(of_links).collect();
        let suppressed = mails::list_suppressed(conn, &keys).await?;
        Ok(Self {
            contacts,
            suppressed: suppressed.into_iter().collect(),
            links,
            not_delivered,
            said,
        })
    }

    fn contacts(&self, row: &LetterRow) -> &[Contact] {
        let contacts = self.contacts.get(&row.property_id);
        contacts.map(Vec::as_slice).unwrap_or_default()
    }

    fn is_suppressed(&self, email: &Email) -> bool {
        self.suppressed.contains(&email.key())
    }

    /// The contacts of the letter's property that may be written to, each address once.
    fn contacts_of(&self, row: &LetterRow, now: DateTime<Utc>) -> Result<Addressed, Refused> {
        check_sending(row, now)?;
        let mut seen = HashSet::new();
        let contacts = self.contacts(row).iter();
        let known: Vec<&Contact> = contacts
            .filter(|contact| seen.insert(contact.email.key()))
            .collect();
        if known.is_empty() {
            let sentence = "No contact of the property has an e-mail address.";
            return Err(Refused::new(RefusalCode::NoRecipient, sentence));
        }
        let allowed = known
            .into_iter()
            .filter(|contact| !self.is_suppressed(&contact.email));
        // Copies to the caller included, a message has 20 recipients.
        let allowed: Vec<&Contact> = allowed.take(MAX_RECIPIENTS - 1).collect();
        let Some(first) = allowed.first() else {
            let sentence = "All contacts of the property unsubscribed.";
            return Err(Refused::new(RefusalCode::Suppressed, sentence));
        };
        Ok(Addressed {
            contact_name: first.name.clone(),
            to: allowed
                .iter()
                .map(|contact| contact.email.clone())
                .collect(),
            link: None,
        })
    }

    /// The holder of the letter's link that waits for an answer, or who probably signs it. A link is one person's, so
    /// nobody else gets the message.
    fn signer_of(&self, row: &LetterRow, now: DateTime<Utc>) -> Result<Addressed, Refused> {
        check_signing(row, now)?;
        let links = self.links.get(&row.letter_id);
        let links = links.map(Vec::as_slice).unwrap_or_default();
        let link = if let Some(link) = link_to_send(row, links, &self.not_delivered, now)? {
            ReadyLink::Made(Box::new(link.clone()))
        } else {
            let said = self.said.get(&row.letter_id);
            let said = said.ok_or_else(Refused::not_found)?;
            ReadyLink::New(said.likely_signer(self.contacts(row))?)
        };
        let email = link.email()?;
        if self.is_suppressed(&email) {
            let sentence = format!("{} unsubscribed from mail of the firm.", link.name());
            return Err(Refused::new(RefusalCode::Suppressed, sentence));
        }
        Ok(Addressed {
            contact_name: link.name().to_owned(),
            to: vec![email],
            link: Some(link),
        })
    }
}
