//! `create-admin`: the first admin of a deployment.
//!
//! The password comes from the environment (`ADMIN_PASSWORD`), because other users of the machine
//! can read command lines.

use anyhow::{Context as _, bail};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{CustomerId, Email, UserId};
use settings::{Env, Secret};
use uuid::Uuid;

use crate::accounts::domain::NewPassword;
use crate::accounts::passwords::Passwords;
use crate::schema::{customers, users};

/// Reads `ADMIN_PASSWORD`.
pub(super) fn password(env: &mut Env) -> Secret {
    env.secret("ADMIN_PASSWORD")
}

/// Creates the firm if missing, and the admin; an existing account is left unchanged.
pub async fn run(firm: &str, email: &str, fname: &str, lname: &str) -> anyhow::Result<()> {
    let password = settings::from_process(password)?;
    let email = email.parse::<Email>().context("--email")?.key();
    let firm = firm.trim().to_owned();
    if firm.is_empty() || fname.trim().is_empty() {
        bail!("--firm and --fname must not be empty");
    }
    let password = NewPassword::parse(password.expose().clone(), &[&email, fname, &firm])
        .map_err(anyhow::Error::msg)
        .context("ADMIN_PASSWORD")?;
    let hash = Passwords::default()
        .hash(password.reveal().to_owned())
        .await?;
    let pool = super::owner_pool()?;
    let made = db::unscoped_tx(&pool, "first admin", async |conn| {
        let customer_id = customer(conn, &firm, false).await?;
        diesel::insert_into(users::table)
            .values((
                users::user_id.eq(UserId(Uuid::now_v7())),
                users::customer_id.eq(customer_id),
                users::email.eq(&email),
                users::fname.eq(fname.trim()),
                users::lname.eq(lname.trim()),
                users::role.eq("admin"),
                users::password_hash.eq(&hash),
            ))
            .on_conflict_do_nothing()
            .execute(conn)
            .await
    })
    .await?;
    if made == 0 {
        bail!("an account with this e-mail address already exists");
    }
    super::say(&format!("{email} can sign in now as an admin of {firm}."))?;
    Ok(())
}

/// Finds the firm of this name, or creates it, as a sample or not.
pub(super) async fn customer(
    conn: &mut db::AsyncPgConnection,
    name: &str,
    is_sample: bool,
) -> QueryResult<CustomerId> {
    diesel::insert_into(customers::table)
        .values((
            customers::customer_id.eq(CustomerId(Uuid::now_v7())),
            customers::name.eq(name),
            customers::is_sample.eq(is_sample),
        ))
        .on_conflict_do_nothing()
        .execute(conn)
        .await?;
    customers::table
        .filter(customers::name.eq(name))
        .select(customers::customer_id)
        .first(conn)
        .await
}
