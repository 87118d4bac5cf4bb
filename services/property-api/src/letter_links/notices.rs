//! Messages about a letter that the system sends in its author's name.

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::{CustomerId, Email, MailId};
use uuid::Uuid;

use crate::attachments::store::AttachmentRow;
use crate::letter_jobs::document::sender_of;
use crate::letter_jobs::store::{JobRow, find_text};
use crate::letter_register::store::LetterRow;
use crate::mail::delivery::MailDelivery;
use crate::mail::domain::subject_line;
use crate::mail::sender::display_name;
use crate::mail::store::{self as mails, NewMail};

/// A message.
pub struct Notice<'a> {
    pub subject: String,
    pub body: String,
    pub file: Option<&'a AttachmentRow>,
}

/// Queues a message to one address. A message that the firm must send has no daily limit, and who unsubscribed gets it too.
pub async fn queue(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter: &LetterRow,
    (job, notice): (&JobRow, &Notice<'_>),
    to: &str,
) -> QueryResult<()> {
    let Ok(to) = to.parse::<Email>() else {
        return Ok(());
    };
    let mail_id = MailId(Uuid::now_v7());
    let mail = NewMail {
        mail_id,
        property_id: Some(letter.property_id),
        project_id: Some(letter.project_id),
        request_key: None,
        subject: &subject_line(&notice.subject),
        body: &notice.body,
        sender_name: &display_name(&job.created_by_name, &sender_of(job).firm),
        reply_to: &job.created_by_email,
        sent_by: job.created_by,
        unsubscribe_url: None,
        campaign_id: None,
    };
    mails::insert_mail(conn, &mail).await?;
    if let Some(file) = notice.file {
        mails::insert_files(conn, mail_id, std::slice::from_ref(file)).await?;
    }
    let delivery = MailDelivery {
        mail_id,
        email_key: to.key(),
        is_owed: true,
    };
    mails::insert_recipients(conn, mail_id, &[to], false).await?;
    jobs::enqueue(conn, firm, &delivery).await.map(drop)
}

/// Tells the letter's author what a signer answered.
pub async fn tell_author(
    conn: &mut AsyncPgConnection,
    firm: CustomerId,
    letter: &LetterRow,
    notice: &Notice<'_>,
) -> QueryResult<()> {
    let Some((_, job)) = find_text(conn, letter.letter_id).await? else {
        return Ok(());
    };
    queue(conn, firm, letter, (&job, notice), &job.created_by_email).await
}
