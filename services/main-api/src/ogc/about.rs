//! What main-api publishes.

use ogc_features::{About, PATH, PROJECT_PARCELS, PROJECTS, Related};

/// Path of the projects' own API at the proxy, older than the one address of all collections.
pub const OWN_PATH: &str = "/api/ogc";

pub static ABOUT: About = About {
    title: "Sitewright projects",
    description: "The firm's projects and their parcels.",
    collections: &[&PROJECTS, &PROJECT_PARCELS],
    elsewhere: &[],
    related: Some(Related {
        path: PATH,
        title: "The same collections beside all parcels with their outlines",
    }),
};
