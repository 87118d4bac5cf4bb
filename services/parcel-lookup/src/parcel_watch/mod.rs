//! What an import changed of parcels that firms hold: saved in a project, or discarded; and of what their saved searches find.
//!
//! main-api knows which parcels are held. When a batch is switched in, `parcels.imported` is published;
//! main-api answers it with `parcels.held` for each firm, in pages, and each page is compared with the
//! history of the batch: parcels that nobody holds are not read. A firm is told once of a batch and a
//! parcel, by `parcel.changed`. When the batch is undone, the firms that were told are told the reverse.
//!
//! A change of flood layers is announced and compared in the same way: which parcels it gave another flood zone was kept with the layer.
//!
//! No read copy of what firms hold is kept here: it would have to be made for projects older than itself,
//! and an event that it missed would never be noticed.

mod announce;
mod events;
pub mod flood_changes;
pub mod matching;
pub mod ops;
pub mod store;

pub use announce::work;
