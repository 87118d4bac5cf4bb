//! Composes a stored message with its files.

use domain::CustomerId;
use futures::TryStreamExt as _;
use mail::{File, Mail};

use super::recipients::End;
use super::store::{FileRow, Message};
use crate::attachments::FileStore;
use crate::attachments::storage::ObjectKey;

const FILE_GONE: &str = "An attached file was deleted before the message was sent.";
const FILES_AWAY: &str = "The attached files cannot be read right now. Sending will be retried.";

/// The message with its files; on failure, how the delivery ends.
pub async fn compose(files: &FileStore, firm: CustomerId, message: &Message) -> Result<Mail, End> {
    let mut attached = Vec::with_capacity(message.files.len());
    for file in &message.files {
        attached.push(read(files, firm, file).await?);
    }
    let addresses = |copies: bool| {
        let of_kind = message
            .recipients
            .iter()
            .filter(|row| row.is_copy == copies);
        of_kind.map(|row| row.email.clone()).collect()
    };
    Ok(Mail {
        id: message.mail.mail_id.0,
        to: addresses(false),
        cc: addresses(true),
        from_name: message.mail.sender_name.clone(),
        reply_to: Some(message.mail.reply_to.clone()),
        subject: message.mail.subject.clone(),
        text: message.mail.body.clone(),
        html: None,
        files: attached,
        unsubscribe_url: message.mail.unsubscribe_url.clone(),
    })
}

async fn read(files: &FileStore, customer_id: CustomerId, file: &FileRow) -> Result<File, End> {
    let key = ObjectKey {
        customer_id,
        attachment_id: file.attachment_id,
    };
    let bytes = async {
        let parts = files.read(key, None).await?;
        parts
            .try_fold(Vec::new(), |mut all, part| async move {
                all.extend_from_slice(&part);
                Ok(all)
            })
            .await
    };
    match bytes.await {
        Ok(bytes) => Ok(File {
            name: file.name.clone(),
            content_type: file.content_type.clone(),
            bytes,
        }),
        Err(error) if FileStore::is_missing(&error) => Err(End::Failed(FILE_GONE.to_owned())),
        Err(error) => Err(End::Later {
            reason: FILES_AWAY,
            cause: error.to_string(),
        }),
    }
}
