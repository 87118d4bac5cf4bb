//! Mail operations, one transaction each: the message with recipients and jobs, or nothing.

use auth::CurrentUser;
use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use domain::{CustomerId, Email, MailId, PropertyId, RequestKey};
use uuid::Uuid;

use super::delivery::MailDelivery;
use super::domain::{MAX_BYTES, MAX_FILES, Recipients};
use super::dto::{SendEmailRequest, SentEmailsQuery};
use super::store::{self, Message, NewMail};
use super::{MessageError, hold, quota, sender};
use crate::attachments::store::AttachmentRow;
use crate::properties::locate::{self, Locator};
use crate::state::AppState;

/// Queues a message about a property. A repeated request returns the first message.
pub async fn send_email(
    state: &AppState,
    user: &CurrentUser,
    request: SendEmailRequest,
) -> Result<Message, MessageError> {
    let mut copies = request.cc.clone();
    if request.copy_to_me {
        copies.extend(user.email.parse::<Email>());
    }
    let recipients =
        Recipients::new(request.to.clone(), copies).map_err(MessageError::Recipients)?;
    let sender_name = sender::find(&state.main_api, user)
        .await
        .map_err(MessageError::Sender)?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        queue_once(conn, state, user, &sender_name, &request, &recipients).await
    })
    .await
}

async fn queue_once(
    conn: &mut AsyncPgConnection,
    state: &AppState,
    user: &CurrentUser,
    sender_name: &str,
    request: &SendEmailRequest,
    recipients: &Recipients,
) -> Result<Message, MessageError> {
    let wanted = Locator::new(
        request.parcel_number.clone(),
        request.project_id,
        request.ll_uuid,
    );
    let property = locate::find(conn, &wanted).await?;
    if let Some(before) = find_before(conn, request.request_key).await? {
        return Ok(before);
    }
    refuse_suppressed(conn, recipients).await?;
    let files = choose_files(conn, property.property_id, &request.attachments).await?;
    let mail_id = MailId(Uuid::now_v7());
    let mail = NewMail {
        mail_id,
        property_id: Some(property.property_id),
        project_id: request.project_id,
        request_key: request.request_key,
        subject: request.subject.as_str(),
        body: request.body.as_str(),
        sender_name,
        reply_to: &user.email,
        sent_by: user.user_id,
        unsubscribe_url: None,
        campaign_id: None,
    };
    if store::insert_mail(conn, &mail).await? {
        let asked = recipients.to.len() + recipients.copies.len();
        quota::count(conn, user, state.mail_limits, asked)
            .await?
            .map_err(MessageError::Spent)?;
        store::insert_files(conn, mail_id, &files).await?;
        let firm = user.customer_id;
        let mut deliveries = store_recipients(conn, mail_id, &recipients.to, false).await?;
        deliveries.extend(store_recipients(conn, mail_id, &recipients.copies, true).await?);
        hold::enqueue(conn, firm, state.mail_hold, &deliveries).await?;
    } else if let Some(before) = find_before(conn, request.request_key).await? {
        // The same request ran concurrently on another connection.
        return Ok(before);
    }
    let stored = store::find_message(conn, mail_id).await?;
    stored.ok_or_else(|| diesel::result::Error::NotFound.into())
}

async fn find_before(
    conn: &mut AsyncPgConnection,
    request_key: Option<RequestKey>,
) -> Result<Option<Message>, MessageError> {
    match request_key {
        Some(key) => Ok(store::find_by_request(conn, key).await?),
        None => Ok(None),
    }
}

/// Stores recipients of a message that is not held, and enqueues the delivery to each of them.
pub async fn add_recipients(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    mail_id: MailId,
    emails: &[Email],
    is_copy: bool,
) -> diesel::QueryResult<()> {
    let deliveries = store_recipients(conn, mail_id, emails, is_copy).await?;
    jobs::enqueue_all(conn, customer_id, &deliveries).await
}

/// Stores recipients of a message; the deliveries to them are for [`hold::enqueue`].
pub async fn store_recipients(
    conn: &mut AsyncPgConnection,
    mail_id: MailId,
    emails: &[Email],
    is_copy: bool,
) -> diesel::QueryResult<Vec<MailDelivery>> {
    store::insert_recipients(conn, mail_id, emails, is_copy).await?;
    let deliveries = emails.iter().map(|email| MailDelivery {
        mail_id,
        email_key: email.key(),
        is_owed: false,
    });
    Ok(deliveries.collect())
}

async fn refuse_suppressed(
    conn: &mut AsyncPgConnection,
    recipients: &Recipients,
) -> Result<(), MessageError> {
    let all = || recipients.to.iter().chain(&recipients.copies);
    let keys: Vec<String> = all().map(Email::key).collect();
    let suppressed = store::list_suppressed(conn, &keys).await?;
    if suppressed.is_empty() {
        return Ok(());
    }
    let named = all()
        .filter(|email| suppressed.contains(&email.key()))
        .map(|email| email.as_str().to_owned())
        .collect();
    Err(MessageError::Suppressed(named))
}

async fn choose_files(
    conn: &mut AsyncPgConnection,
    property_id: PropertyId,
    paths: &[String],
) -> Result<Vec<AttachmentRow>, MessageError> {
    let mut paths = paths.to_vec();
    paths.sort_unstable();
    paths.dedup();
    if paths.len() > MAX_FILES {
        return Err(MessageError::Files("A message has at most 20 files."));
    }
    if paths.iter().any(|path| path.contains('\0')) {
        return Err(MessageError::NoFile);
    }
    let files = store::list_chosen(conn, property_id, &paths).await?;
    if files.len() < paths.len() {
        return Err(MessageError::NoFile);
    }
    if files.iter().map(|file| file.size).sum::<i64>() > MAX_BYTES {
        return Err(MessageError::Files(
            "The files of a message have at most 18 MB together.",
        ));
    }
    Ok(files)
}

pub async fn list_emails(
    state: &AppState,
    user: &CurrentUser,
    query: &SentEmailsQuery,
    after: Option<(DateTime<Utc>, MailId)>,
    limit: Option<i64>,
) -> Result<Vec<Message>, MessageError> {
    let wanted = Locator::new(query.parcel_number.clone(), query.project_id, query.ll_uuid);
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let property = locate::find(conn, &wanted).await?;
        let address = query.address.as_ref();
        Ok(store::list_messages(conn, property.property_id, address, after, limit).await?)
    })
    .await
}
