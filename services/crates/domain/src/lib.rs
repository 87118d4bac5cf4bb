//! Values of the business that cannot hold nonsense: ids, parcel numbers, places, money, e-mail.
//!
//! They stand in one crate because all three services accept them at their borders and must refuse
//! the same input with the same sentence. Nothing here does I/O, knows a table or a clock.

mod email;
mod geography;
mod ids;
mod invalid;
mod money;
mod parcel;
mod state;

pub use email::Email;
pub use geography::{BBox, LonLat};
pub use ids::{CompanyId, ContactId, CustomerId, MarkerId, ProjectId, SessionId, UserId};
pub use invalid::Invalid;
pub use money::{Money, offer_value};
pub use parcel::{ParcelNumber, ParcelUuid};
pub use state::State;
