//! Puts the address of a link into its message when the message leaves: stored text has no token.

use db::Pool;
use diesel::QueryResult;
use domain::{CustomerId, MailId};
use futures::future::BoxFuture;

use super::domain::LINK_FIELD;
use super::store;
use super::token::Token;
use crate::mail::delivery::CompleteText;

/// Makes a new address at each attempt; the one before opens nothing any more.
pub struct Addresses {
    pub pool: Pool,
}

impl CompleteText for Addresses {
    fn complete(
        &self,
        firm: CustomerId,
        mail_id: MailId,
        text: String,
    ) -> BoxFuture<'_, QueryResult<String>> {
        Box::pin(async move {
            db::tenant_tx(&self.pool, firm, async |conn| {
                let Some((link_id, page)) = store::find_mail(conn, mail_id).await? else {
                    return Ok(text);
                };
                let token = Token::random();
                store::set_token(conn, link_id, &token.hash()).await?;
                Ok(text.replace(LINK_FIELD, &format!("{page}{}", token.as_str())))
            })
            .await
        })
    }
}
