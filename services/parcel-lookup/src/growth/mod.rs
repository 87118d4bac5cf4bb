//! Growth simulation: the area that may be asked for.
//!
//! The specification's limits are kept here, apart from the engine and from the call, so that every
//! way in refuses the same areas with the same sentences. Nothing is simulated here.

pub mod domain;
