//! Owners of parcels: names and mailing addresses in one form, keys to find equal ones by, and which parcels
//! have the same owner.
//!
//! [`name`] and [`address`] normalise; [`link`] compares two owners with the method of Fellegi and Sunter;
//! [`group`] joins those that are the same as the owner that is asked about. No I/O.

pub mod address;
mod government;
pub mod group;
mod key;
mod kind;
pub mod link;
pub mod name;
mod persons;
mod row;
mod series;
mod street;
mod street_words;
mod words;

pub use address::{Address, Site, is_absentee};
pub use group::{Group, Member, Relation, group, group_parsed};
pub use name::{OwnerKind, OwnerName};
pub use row::{Keys, Parsed, Row};
pub use street::StreetAddress;
