//! Street-level images, requested from a provider by key when a user looks.
//!
//! Nothing is stored: Mapillary's image URLs expire, and Google forbids storing its images. Without
//! a key or an image, the screens show the stored site image.

pub mod domain;
pub mod dto;
pub mod google;
pub mod handlers;
pub mod mapillary;
