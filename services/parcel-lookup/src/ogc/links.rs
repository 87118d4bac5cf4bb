//! Absolute addresses of the resources, and links to them.

use url::form_urlencoded::Serializer;

use super::collection::PARCELS;
use super::dto::Link;

pub const JSON: &str = "application/json";
pub const GEO_JSON: &str = "application/geo+json";
pub const SCHEMA_JSON: &str = "application/schema+json";
pub const OPENAPI: &str = "application/vnd.oai.openapi+json;version=3.0";

/// Makes links that begin with the product's public URL.
#[derive(Debug, Clone)]
pub struct Links {
    root: String,
}

impl Links {
    pub fn new(public_url: &str) -> Self {
        let origin = public_url.trim_end_matches('/');
        Self {
            root: format!("{origin}{}/ogc", crate::API.prefix),
        }
    }

    pub fn root(&self) -> String {
        self.root.clone()
    }

    pub fn api(&self) -> String {
        format!("{}/api", self.root)
    }

    pub fn conformance(&self) -> String {
        format!("{}/conformance", self.root)
    }

    pub fn collections(&self) -> String {
        format!("{}/collections", self.root)
    }

    pub fn collection(&self) -> String {
        format!("{}/{PARCELS}", self.collections())
    }

    pub fn queryables(&self) -> String {
        format!("{}/queryables", self.collection())
    }

    pub fn items(&self) -> String {
        format!("{}/items", self.collection())
    }

    /// The items with these parameters.
    pub fn items_with<'p>(
        &self,
        parameters: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> String {
        let query = Serializer::new(String::new())
            .extend_pairs(parameters)
            .finish();
        if query.is_empty() {
            return self.items();
        }
        format!("{}?{query}", self.items())
    }

    pub fn item(&self, id: impl std::fmt::Display) -> String {
        format!("{}/{id}", self.items())
    }
}

pub fn link(rel: &'static str, kind: &'static str, title: &'static str, href: String) -> Link {
    Link {
        href,
        rel,
        kind,
        title,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_absolute_and_encode_their_parameters() {
        let links = Links::new("https://sitewright.example/");
        assert_eq!(links.root(), "https://sitewright.example/api-2/ogc");
        assert_eq!(
            links.items_with([("filter", "owner = 'A & B'"), ("limit", "2")]),
            "https://sitewright.example/api-2/ogc/collections/parcels/items?filter=owner+%3D+%27A+%26+B%27&limit=2"
        );
        assert_eq!(links.items_with([]), links.items());
    }
}
