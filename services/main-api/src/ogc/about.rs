//! What main-api publishes, and where.

use ogc_features::{About, PATH, PROJECT_PARCELS, PROJECTS, Related};

/// Path of the projects' own API at the proxy, older than the one address of all collections.
const OWN_PATH: &str = "/api/ogc";

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

/// An address of the collections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Address {
    /// Of the projects alone.
    Own,
    /// Of all collections, to which the proxy directs requests; its start and list are parcel-lookup's.
    Shared,
}

impl Address {
    /// The address that a request with this path came by.
    pub fn of(path: &str) -> Self {
        if path.starts_with(PATH) {
            Self::Shared
        } else {
            Self::Own
        }
    }

    /// Path at the proxy.
    pub const fn path(self) -> &'static str {
        match self {
            Self::Own => OWN_PATH,
            Self::Shared => PATH,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_is_answered_at_the_address_that_it_came_by() {
        for address in [Address::Own, Address::Shared] {
            let request = format!("{}/collections/projects", address.path());
            assert_eq!(Address::of(&request), address);
        }
    }
}
