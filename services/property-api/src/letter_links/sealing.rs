//! The background job that seals a signed letter.

use std::time::Duration;

use domain::LetterId;
use serde::{Deserialize, Serialize};

/// A letter that all its signers signed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LetterSealing {
    pub letter_id: LetterId,
}

impl jobs::Job for LetterSealing {
    const KIND: &'static str = "letter_sealing";
    const RETRY: &'static [Duration] = &[Duration::from_secs(2)];
    type Context = ();
    async fn run(self, _: &(), _: &jobs::Attempt) -> Result<(), jobs::JobError> {
        Err(jobs::JobError::permanent("not yet"))
    }
}
