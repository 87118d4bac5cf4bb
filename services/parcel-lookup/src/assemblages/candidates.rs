//! The parcels of an area that may be part of a site.

use std::collections::HashSet;

use auth::CurrentUser;
use domain::ParcelUuid;
use uuid::Uuid;

use super::area::Read;
use super::error::AssemblageError;
use super::owners::Owners;
use crate::selections::{Reviewed, hold};
use crate::state::AppState;

/// What may be part of a site, with what is around it.
pub struct Candidates {
    pub read: Read,
    /// Identities of those that may be, before the criteria of the search are asked.
    pub eligible: HashSet<Uuid>,
    /// Of the area, those that the project discarded.
    pub discarded: usize,
    /// Of the area, those left out because of their owner.
    pub public: usize,
    pub narrowed: Option<Narrowed>,
}

/// What is known of a large area, of which only what can be in a site was read.
pub struct Narrowed {
    pub owners: Owners,
    /// Parcels that meet the requirements for all parcels of a site.
    pub left: usize,
    /// Parcels that fail one.
    pub failed: usize,
}

/// Of a small area: all but those discarded, and those of public owners if they are not wanted.
pub async fn of_few(
    (state, user): (&AppState, &CurrentUser),
    reviewed: &Reviewed,
    include_public: bool,
    (ids, read): (Vec<ParcelUuid>, Read),
) -> Result<Candidates, AssemblageError> {
    let known: HashSet<ParcelUuid> = ids.into_iter().collect();
    let discarded = discarded((state, user), reviewed, &known).await?;
    let mut eligible: HashSet<Uuid> = known.difference(&discarded).map(|id| id.0).collect();
    let mut public = 0;
    if !include_public {
        let rows = read.parcels.iter().filter(|row| row.is_public);
        public = rows.filter(|row| eligible.remove(&row.ll_uuid)).count();
    }
    Ok(Candidates {
        read,
        eligible,
        discarded: discarded.len(),
        public,
        narrowed: None,
    })
}

/// Those of the known parcels whose discard holds.
pub async fn discarded(
    (state, user): (&AppState, &CurrentUser),
    reviewed: &Reviewed,
    known: &HashSet<ParcelUuid>,
) -> Result<HashSet<ParcelUuid>, AssemblageError> {
    let discards = reviewed.discarded.iter();
    let discards = discards.filter(|of| known.contains(&of.ll_uuid));
    Ok(hold(state, user, discards.collect()).await?)
}
