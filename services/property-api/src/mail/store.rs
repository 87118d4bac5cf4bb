//! Queries of messages. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{
    AttachmentId, CampaignId, Email, MailId, ProjectId, PropertyId, RequestKey, SendingId, UserId,
};

use super::hold::Hold;
use crate::attachments::store::AttachmentRow;
use crate::schema::{attachments, mail_files, mail_recipients, mails, suppressions};

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub struct MailRow {
    pub mail_id: MailId,
    pub subject: String,
    pub body: String,
    /// None in mail stored before sender names existed.
    pub sender_name: Option<String>,
    /// Address for replies.
    pub reply_to: String,
    /// One-click unsubscribe URL.
    pub unsubscribe_url: Option<String>,
    pub created_at: DateTime<Utc>,
    sending_id: Option<SendingId>,
    held_until: Option<DateTime<Utc>>,
}

impl MailRow {
    /// None if it was not held.
    pub fn hold(&self) -> Option<Hold> {
        Hold::of(self.sending_id, self.held_until)
    }
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mail_recipients, check_for_backend(diesel::pg::Pg))]
pub struct RecipientRow {
    pub mail_id: MailId,
    /// Normalized address, for comparison.
    pub email_key: String,
    pub email: String,
    pub is_copy: bool,
    /// As in the table's check constraint.
    pub status: String,
    pub reason: Option<String>,
    pub settled_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mail_files, check_for_backend(diesel::pg::Pg))]
pub struct FileRow {
    pub mail_id: MailId,
    /// Name of the object.
    pub attachment_id: AttachmentId,
    pub name: String,
    pub content_type: String,
}

#[derive(Debug, Clone)]
pub struct Message {
    pub mail: MailRow,
    /// Direct recipients first, then copies.
    pub recipients: Vec<RecipientRow>,
    pub files: Vec<FileRow>,
}

impl Message {
    /// The recipient with this normalized address.
    pub fn recipient(&self, email_key: &str) -> Option<&RecipientRow> {
        self.recipients
            .iter()
            .find(|row| row.email_key == email_key)
    }
}

#[derive(Debug, Insertable)]
#[diesel(table_name = mails)]
pub struct NewMail<'a> {
    pub mail_id: MailId,
    pub property_id: Option<PropertyId>,
    pub project_id: Option<ProjectId>,
    /// Idempotency key.
    pub request_key: Option<RequestKey>,
    pub subject: &'a str,
    pub body: &'a str,
    pub sender_name: &'a str,
    pub reply_to: &'a str,
    pub sent_by: UserId,
    /// One-click unsubscribe URL.
    pub unsubscribe_url: Option<String>,
    pub campaign_id: Option<CampaignId>,
}

/// Returns false when the request was stored before.
pub async fn insert_mail(conn: &mut AsyncPgConnection, mail: &NewMail<'_>) -> QueryResult<bool> {
    let written = diesel::insert_into(mails::table)
        .values(mail)
        .on_conflict((mails::customer_id, mails::request_key))
        .do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

pub async fn insert_recipients(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
    emails: &[Email],
    is_copy: bool,
) -> QueryResult<usize> {
    let rows: Vec<_> = emails
        .iter()
        .map(|email| {
            (
                mail_recipients::mail_id.eq(mail_id),
                mail_recipients::email_key.eq(email.key()),
                mail_recipients::email.eq(email.as_str()),
                mail_recipients::is_copy.eq(is_copy),
            )
        })
        .collect();
    diesel::insert_into(mail_recipients::table)
        .values(rows)
        .execute(conn)
        .await
}

pub async fn insert_files(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
    files: &[AttachmentRow],
) -> QueryResult<usize> {
    let rows: Vec<_> = files
        .iter()
        .map(|file| {
            (
                mail_files::mail_id.eq(mail_id),
                mail_files::attachment_id.eq(file.attachment_id),
                mail_files::name.eq(&file.name),
                mail_files::content_type.eq(&file.content_type),
                mail_files::size.eq(file.size),
            )
        })
        .collect();
    diesel::insert_into(mail_files::table)
        .values(rows)
        .execute(conn)
        .await
}

/// Settles a campaign recipient who is on the suppression list.
pub async fn suppress_recipient(
    conn: &mut AsyncPgConnection,
    campaign_id: CampaignId,
    email_key: &str,
) -> QueryResult<usize> {
    let of_campaign = mails::table
        .filter(mails::campaign_id.eq(campaign_id))
        .select(mails::mail_id);
    diesel::update(
        mail_recipients::table
            .filter(mail_recipients::mail_id.eq_any(of_campaign))
            .filter(mail_recipients::email_key.eq(email_key)),
    )
    .set((
        mail_recipients::status.eq("suppressed"),
        mail_recipients::reason.eq("Unsubscribed."),
        mail_recipients::settled_at.eq(Utc::now()),
    ))
    .execute(conn)
    .await
}

pub async fn list_chosen(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    paths: &[String],
) -> QueryResult<Vec<AttachmentRow>> {
    attachments::table
        .filter(attachments::property_id.eq(property_id))
        .filter(attachments::path.eq_any(paths))
        .order((attachments::uploaded_at, attachments::attachment_id))
        .select(AttachmentRow::as_select())
        .load(conn)
        .await
}

/// Which of these normalized addresses are on the suppression list.
pub async fn list_suppressed(
    conn: &mut AsyncPgConnection,
    keys: &[String],
) -> QueryResult<Vec<String>> {
    suppressions::table
        .filter(suppressions::email_key.eq_any(keys))
        .select(suppressions::email_key)
        .load(conn)
        .await
}

/// The message with this idempotency key.
pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: RequestKey,
) -> QueryResult<Option<Message>> {
    let row = mails::table
        .filter(mails::request_key.eq(request_key))
        .select(MailRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(with_parts(conn, row.into_iter().collect()).await?.pop())
}

/// Whether a recipient of the message waits. Locks the message until the transaction ends, so that
/// of two transactions that settle the last recipients one finds that nobody waits.
pub async fn has_waiting(conn: &mut AsyncPgConnection, mail_id: MailId) -> QueryResult<bool> {
    mails::table
        .find(mail_id)
        .select(mails::mail_id)
        .for_no_key_update()
        .first::<MailId>(conn)
        .await?;
    let waiting = mail_recipients::table
        .filter(mail_recipients::mail_id.eq(mail_id))
        .filter(mail_recipients::status.eq_any(["queued", "sending"]));
    diesel::select(exists(waiting)).get_result(conn).await
}

pub async fn find_message(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
) -> QueryResult<Option<Message>> {
    let row = mails::table
        .find(mail_id)
        .select(MailRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(with_parts(conn, row.into_iter().collect()).await?.pop())
}

/// Newest first, after a cursor.
pub async fn list_messages(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    address: Option<&Email>,
    after: Option<(DateTime<Utc>, MailId)>,
    limit: Option<i64>,
) -> QueryResult<Vec<Message>> {
    let mut query = mails::table
        .filter(mails::property_id.eq(property_id))
        .order((mails::created_at.desc(), mails::mail_id.desc()))
        .select(MailRow::as_select())
        .into_boxed();
    if let Some(address) = address {
        let to_address = mail_recipients::table
            .filter(mail_recipients::mail_id.eq(mails::mail_id))
            .filter(mail_recipients::email_key.eq(address.key()));
        query = query.filter(exists(to_address));
    }
    if let Some((at, id)) = after {
        query = query.filter(
            mails::created_at
                .lt(at)
                .or(mails::created_at.eq(at).and(mails::mail_id.lt(id))),
        );
    }
    if let Some(limit) = limit {
        query = query.limit(limit);
    }
    let rows = query.load(conn).await?;
    with_parts(conn, rows).await
}

/// Loads recipients and files of messages.
async fn with_parts(conn: &mut AsyncPgConnection, rows: Vec<MailRow>) -> QueryResult<Vec<Message>> {
    let ids: Vec<MailId> = rows.iter().map(|row| row.mail_id).collect();
    let recipients: Vec<RecipientRow> = mail_recipients::table
        .filter(mail_recipients::mail_id.eq_any(&ids))
        .order((mail_recipients::is_copy, mail_recipients::email_key))
        .select(RecipientRow::as_select())
        .load(conn)
        .await?;
    let files: Vec<FileRow> = mail_files::table
        .filter(mail_files::mail_id.eq_any(&ids))
        .order(mail_files::name)
        .select(FileRow::as_select())
        .load(conn)
        .await?;
    Ok(rows
        .into_iter()
        .map(|mail| Message {
            recipients: recipients
                .iter()
                .filter(|row| row.mail_id == mail.mail_id)
                .cloned()
                .collect(),
            files: files
                .iter()
                .filter(|row| row.mail_id == mail.mail_id)
                .cloned()
                .collect(),
            mail,
        })
        .collect())
}
