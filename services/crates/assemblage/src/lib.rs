//! Adjoining parcels as one site: ground lots, which lots adjoin, and the search for connected sets of at least so much land with
//! at most so many owners. No I/O.
//!
//! The problem is hard in general (contiguous land acquisition, Williams 2002). What makes it small: adjoining lots of one owner are
//! contracted to a block first, so that a set of at most three owners is one of few blocks. Connected sets of up to six blocks are
//! enumerated, each once (ESU, Wernicke 2006); beyond that the best partial sets are extended, and the answer says that it is not
//! proven. Of an area that is too large for that, [`within_reach`] leaves out first what can be in no site.

mod adjacency;
mod beam;
mod blocks;
mod enumerate;
mod geometry;
mod ground;
mod minimal;
mod reach;
mod search;
mod streets;

#[cfg(test)]
mod tests;

pub use adjacency::{Link, LinkKind, Rules, links};
pub use geometry::{Point, Ring};
pub use ground::{Lot, OwnerId, Parcel, ground_lots};
pub use minimal::{Without, parts_of, without_owners};
pub use reach::{Plot, within_reach};
pub use search::{Found, Site, Wanted, distinct, find, search};
pub use streets::{Frontage, Lines, Road, RoadKind};
