//! `seed`: sample firms, users, projects and contacts. Needs the markets that `geography` loads.
//!
//! Idempotent: existing rows stay unchanged, so that `make run` can call it every time. Not for
//! deployments: the passwords are public.

mod people;
mod work;

/// Password of all sample users.
const PASSWORD: &str = "sitewright-sample";

pub async fn run() -> anyhow::Result<()> {
    let pool = super::owner_pool()?;
    let firms = people::seed(&pool, PASSWORD).await?;
    for firm in &firms {
        work::seed(&pool, firm).await?;
        super::say(&format!(
            "{}: users, projects, contacts and companies are loaded.",
            firm.name
        ))?;
    }
    Ok(())
}
