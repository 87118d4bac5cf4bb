//! Account mail: reset links, invitations, changes of the e-mail address, and digests of parcel changes.
//!
//! A background job, enqueued in the transaction that creates the link, so that neither a crash nor
//! an unavailable mail server loses it. All other mail belongs to property-api.

use std::time::Duration;

use db::AsyncPgConnection;
use diesel::QueryResult;
use domain::CustomerId;
use jobs::{Attempt, Job, JobError};
use mail::{Mail, Mailer};
use serde::{Deserialize, Serialize};

pub const RESET_SUBJECT: &str = "Reset your Sitewright password";
pub const INVITATION_SUBJECT: &str = "You have been invited to Sitewright";

pub const CONFIRM_SUBJECT: &str = "Confirm your new Sitewright email address";
/// Notice to the address that is to be replaced.
pub const NOTICE_SUBJECT: &str = "Your Sitewright email address is being changed";

pub fn reset_text(fname: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\nwe received a request to reset the password of your Sitewright account. Choose a new password here:\n\n{link}\n\n\
         The link can be used once, within an hour. If you did not request this, ignore this message; your password does not change.\n"
    )
}

pub fn invitation_text(fname: &str, firm: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\n{firm} invites you to Sitewright. Choose a password to get started:\n\n{link}\n\nThe link can be used once, within seven days.\n"
    )
}

pub fn confirm_text(fname: &str, link: &str) -> String {
    format!(
        "Hello {fname},\n\nthis email address was entered for a Sitewright account. Confirm it here:\n\n{link}\n\n\
         The link can be used once, within a day. If you did not request this, ignore this message; nothing changes.\n"
    )
}

/// Sent to the address that stays in use until the new one is confirmed.
pub fn notice_text(fname: &str, new_address: &str) -> String {
    format!(
        "Hello {fname},\n\na change of the email address of your Sitewright account to {new_address} was requested. It takes effect when the link that we sent \
         there is opened; until then you sign in with this address.\n\nIf you did not request this, change your password now and inform your admin.\n"
    )
}

/// A mail to be sent.
#[derive(Debug, Serialize, Deserialize)]
pub struct AccountMail {
    recipient: String,
    subject: String,
    body: String,
    /// The same in HTML.
    #[serde(default)]
    html: Option<String>,
}

impl Job for AccountMail {
    const KIND: &'static str = "account_mail";
    // Twelve attempts in about four hours.
    const RETRY: &'static [Duration] = &[
        Duration::from_secs(10),
        Duration::from_secs(20),
        Duration::from_secs(40),
        Duration::from_secs(80),
        Duration::from_secs(160),
        Duration::from_secs(320),
        Duration::from_secs(640),
        Duration::from_secs(1_280),
        Duration::from_secs(2_560),
        Duration::from_secs(5_120),
        Duration::from_secs(5_120),
    ];
    type Context = Mailer;

    async fn run(self, mailer: &Mailer, attempt: &Attempt) -> Result<(), JobError> {
        let message = Mail {
            id: attempt.job_id.0,
            to: vec![self.recipient.clone()],
            subject: self.subject,
            text: self.body,
            html: self.html,
            ..Mail::default()
        };
        mailer
            .send(&message, &self.recipient)
            .await
            .map_err(JobError::retry)
    }
}

/// Sends a mail after this transaction commits.
pub async fn enqueue(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    recipient: &str,
    subject: &str,
    body: String,
) -> QueryResult<()> {
    let mail = AccountMail {
        recipient: recipient.to_owned(),
        subject: subject.to_owned(),
        body,
        html: None,
    };
    jobs::enqueue(conn, customer_id, &mail).await.map(drop)
}

/// Like [`enqueue`], for a mail that has its text also in HTML.
pub async fn enqueue_html(
    conn: &mut AsyncPgConnection,
    customer_id: CustomerId,
    recipient: &str,
    subject: &str,
    body: String,
    html: String,
) -> QueryResult<()> {
    let mail = AccountMail {
        recipient: recipient.to_owned(),
        subject: subject.to_owned(),
        body,
        html: Some(html),
    };
    jobs::enqueue(conn, customer_id, &mail).await.map(drop)
}
