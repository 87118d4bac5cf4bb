//! Layers of land: flood zones, wetlands, water, slope, easements, highways, rail and roads. Their kinds,
//! what the columns of their sources mean, and the statements that write them.
//!
//! Shared by the importer, the sample generator and the service with its public sources. No I/O.

mod attributes;
mod flood;
mod kind;
mod roads;
mod wetland;
mod write;

pub use attributes::{Refused, attributes};
pub use flood::{FloodClass, flood_class};
pub use kind::LayerKind;
pub use roads::RoadClass;
pub use wetland::is_water;
pub use write::{
    INSERT_LAYER, NOTE_STEPS, OUTLINE_FUNCTION, REMOVE_LAYER, REMOVE_NUMBERED, SET_ASIDE_LAYER,
};
