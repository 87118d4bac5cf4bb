//! What handlers share. It knows no route and no consumer: those are put together in `app.rs`, above
//! the resources; this is below them.

use std::sync::Arc;
use std::time::Duration;

use db::Pool;
use pdf_seal::Sealer;
use typeset::Typesetter;

use crate::attachments::FileStore;
use crate::campaigns::links::Links;
use crate::config::Config;
use crate::letter_links::sealer;
use crate::mail::dto::MailMode;
use crate::mail::quota::Limits;
use crate::main_api::MainApi;

pub struct AppState {
    pub pool: Pool,
    /// Object store of attachments.
    pub files: FileStore,
    pub main_api: MainApi,
    /// How mail leaves.
    pub mail_mode: MailMode,
    pub mail_limits: Limits,
    /// How long what a person sends is held before it leaves.
    pub mail_hold: Duration,
    /// After this a job of a killed process runs again.
    pub job_lease: Duration,
    /// Days that copies of Regrid's facts may be kept.
    pub regrid_copies_keep_days: Option<u16>,
    /// Links to unsubscribe.
    pub links: Links,
    /// Makes letters as PDF.
    pub typesetter: Typesetter,
    /// Seals signed letters; none if signing is not set up.
    pub sealer: Option<Arc<Sealer>>,
}

impl AppState {
    /// Opens the storage folder and the signing key, and nothing else yet.
    pub fn new(config: &Config, typesetter: Typesetter) -> anyhow::Result<Self> {
        let sealer = config.signing.as_ref().map(sealer::open).transpose()?;
        Ok(Self {
            pool: db::connect(&config.database)?,
            files: FileStore::open(&config.storage)?,
            main_api: MainApi::new(&config.main_api_url)?,
            mail_mode: MailMode::of(&config.mail),
            mail_limits: config.mail_limits,
            mail_hold: config.mail_hold,
            job_lease: config.job_lease,
            regrid_copies_keep_days: config.regrid_copies_keep_days,
            links: Links::new(&config.access.public_url, config.unsubscribe_key.clone()),
            typesetter,
            sealer: sealer.map(Arc::new),
        })
    }
}
