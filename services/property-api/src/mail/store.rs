//! Queries of messages. No transaction is opened here; row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::Email;
use uuid::Uuid;

use crate::attachments::store::AttachmentRow;
use crate::schema::{attachments, mail_files, mail_recipients, mails, suppressions};

/// A message as stored.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mails, check_for_backend(diesel::pg::Pg))]
pub struct MailRow {
    /// Key.
    pub mail_id: Uuid,
    /// Subject.
    pub subject: String,
    /// Plain text.
    pub body: String,
    /// Whom it is from; nothing in mail from before names were stored.
    pub sender_name: Option<String>,
    /// Where answers go.
    pub reply_to: String,
    /// One-click unsubscription.
    pub unsubscribe_url: Option<String>,
    /// When it was asked for.
    pub created_at: DateTime<Utc>,
}

/// A recipient as stored.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mail_recipients, check_for_backend(diesel::pg::Pg))]
pub struct RecipientRow {
    /// Its message.
    pub mail_id: Uuid,
    /// What the address is compared by.
    pub email_key: String,
    /// The address.
    pub email: String,
    /// Whether it is a copy.
    pub is_copy: bool,
    /// As in the table's rule.
    pub status: String,
    /// A sentence for people.
    pub reason: Option<String>,
    /// When it ended.
    pub settled_at: Option<DateTime<Utc>>,
}

/// A file that goes with a message.
#[derive(Debug, Clone, Queryable, Selectable)]
#[diesel(table_name = mail_files, check_for_backend(diesel::pg::Pg))]
pub struct FileRow {
    /// Its message.
    pub mail_id: Uuid,
    /// The object's name.
    pub attachment_id: Uuid,
    /// What people call it.
    pub name: String,
    /// Its media type.
    pub content_type: String,
}

/// A message with all that belongs to it.
#[derive(Debug, Clone)]
pub struct Message {
    /// The message.
    pub mail: MailRow,
    /// Addressed first, then copies.
    pub recipients: Vec<RecipientRow>,
    /// Files.
    pub files: Vec<FileRow>,
}

/// A message to store.
#[derive(Debug, Insertable)]
#[diesel(table_name = mails)]
pub struct NewMail<'a> {
    /// Key.
    pub mail_id: Uuid,
    /// The property that it is about.
    pub property_id: Option<Uuid>,
    /// The project that it is about.
    pub project_id: Option<Uuid>,
    /// The caller's name for the request.
    pub request_key: Option<Uuid>,
    /// Subject.
    pub subject: &'a str,
    /// Plain text.
    pub body: &'a str,
    /// Whom it is from.
    pub sender_name: &'a str,
    /// Where answers go.
    pub reply_to: &'a str,
    /// Who asked for it.
    pub sent_by: Uuid,
    /// One-click unsubscription.
    pub unsubscribe_url: Option<String>,
    /// The campaign that it is part of.
    pub campaign_id: Option<Uuid>,
}

/// Stores a message; false where its request was stored before.
pub async fn insert_mail(conn: &mut AsyncPgConnection, mail: &NewMail<'_>) -> QueryResult<bool> {
    let written = diesel::insert_into(mails::table)
        .values(mail)
        .on_conflict((mails::customer_id, mails::request_key))
        .do_nothing()
        .execute(conn)
        .await?;
    Ok(written == 1)
}

/// Stores recipients of a message.
pub async fn insert_recipients(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
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

/// Stores which files go with a message.
pub async fn insert_files(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
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

/// Ends a recipient of a campaign who asked not to be written to.
pub async fn suppress_recipient(
    conn: &mut AsyncPgConnection,
    campaign_id: Uuid,
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
        mail_recipients::reason.eq("Asked not to be written to."),
        mail_recipients::settled_at.eq(Utc::now()),
    ))
    .execute(conn)
    .await
}

/// Files of a property by their paths.
pub async fn list_chosen(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
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

/// Which of these addresses asked not to be written to, by what they are compared by.
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

/// The message of a request.
pub async fn find_by_request(
    conn: &mut AsyncPgConnection,
    request_key: Uuid,
) -> QueryResult<Option<Message>> {
    let row = mails::table
        .filter(mails::request_key.eq(request_key))
        .select(MailRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(with_parts(conn, row.into_iter().collect()).await?.pop())
}

/// A message.
pub async fn find_message(
    conn: &mut AsyncPgConnection,
    mail_id: Uuid,
) -> QueryResult<Option<Message>> {
    let row = mails::table
        .find(mail_id)
        .select(MailRow::as_select())
        .first(conn)
        .await
        .optional()?;
    Ok(with_parts(conn, row.into_iter().collect()).await?.pop())
}

/// Messages about a property, newest first, after a place in the list.
pub async fn list_messages(
    conn: &mut AsyncPgConnection,
    property_id: Uuid,
    address: Option<&Email>,
    after: Option<(DateTime<Utc>, Uuid)>,
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

/// The same messages with recipients and files.
async fn with_parts(conn: &mut AsyncPgConnection, rows: Vec<MailRow>) -> QueryResult<Vec<Message>> {
    let ids: Vec<Uuid> = rows.iter().map(|row| row.mail_id).collect();
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
