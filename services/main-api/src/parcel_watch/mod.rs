//! What imports changed of the parcels that the firm saved or discarded, and what newly matches its saved searches.
//!
//! parcel-lookup compares them: it asks which parcels are held when an import was switched in
//! (`parcels.imported`), gets the answer in pages (`parcels.held`), and tells each difference
//! (`parcel.changed`). A change of flood layers is told in the same way. It is also told the saved searches of each firm (`saved_searches.watched`), and tells how many parcels newly
//! match each (`saved_search.matched`). Here they are kept with the projects that had the parcel at that time.

pub mod digest;
pub mod domain;
pub mod dto;
pub mod due_tasks;
pub mod error;
mod events;
mod feed;
pub mod handlers;
pub mod held;
mod mail;
pub mod matches;
pub mod ops;
pub mod store;
mod watchers;
mod words;
