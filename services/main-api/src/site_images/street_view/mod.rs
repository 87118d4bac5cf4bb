//! What a place looks like from the street: a provider is asked by key when somebody looks.
//!
//! Nothing is kept: Mapillary's picture addresses expire, and Google forbids storing its pictures.
//! Without a key, and where nobody took a picture, the screens show the stored picture.

pub mod domain;
pub mod dto;
pub mod google;
pub mod handlers;
pub mod mapillary;
