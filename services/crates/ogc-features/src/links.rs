//! Absolute addresses of the resources, and links to them.

use url::form_urlencoded::Serializer;

use crate::collection::Collection;
use crate::dto::Link;

pub const JSON: &str = "application/json";
pub const GEO_JSON: &str = "application/geo+json";
pub const SCHEMA_JSON: &str = "application/schema+json";
pub const OPENAPI: &str = "application/vnd.oai.openapi+json;version=3.0";

/// Makes addresses that begin with the product's public URL.
#[derive(Debug, Clone)]
pub struct Addresses {
    origin: String,
    path: &'static str,
}

impl Addresses {
    pub fn new(public_url: &str, path: &'static str) -> Self {
        let origin = public_url.trim_end_matches('/').to_owned();
        Self { origin, path }
    }

    /// An address of the product, by its path.
    pub fn at(&self, path: &str) -> String {
        format!("{}{path}", self.origin)
    }

    pub fn root(&self) -> String {
        self.at(self.path)
    }

    pub fn api(&self) -> String {
        format!("{}/api", self.root())
    }

    pub fn conformance(&self) -> String {
        format!("{}/conformance", self.root())
    }

    pub fn collections(&self) -> String {
        format!("{}/collections", self.root())
    }

    pub fn collection(&self, collection: &Collection) -> String {
        format!("{}/{}", self.collections(), collection.id)
    }

    pub fn queryables(&self, collection: &Collection) -> String {
        format!("{}/queryables", self.collection(collection))
    }

    pub fn items(&self, collection: &Collection) -> String {
        format!("{}/items", self.collection(collection))
    }

    /// The items with these parameters.
    pub fn items_with<'p>(
        &self,
        collection: &Collection,
        parameters: impl IntoIterator<Item = (&'p str, &'p str)>,
    ) -> String {
        let query = Serializer::new(String::new())
            .extend_pairs(parameters)
            .finish();
        let items = self.items(collection);
        if query.is_empty() {
            return items;
        }
        format!("{items}?{query}")
    }

    pub fn item(&self, collection: &Collection, id: &str) -> String {
        format!("{}/{id}", self.items(collection))
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
    use auth::Scope;

    use super::*;
    use crate::collection::{Key, Shape};

    static PARCELS: Collection = Collection {
        id: "parcels",
        title: "Parcels",
        description: "",
        scope: Scope::ParcelsRead,
        key: Key::Uuid("id"),
        time: "at",
        time_title: "",
        shape: Shape {
            kind: "multipolygon",
            published: "geom",
            compared: "geom",
        },
        queryables: &[],
        named: &[],
    };

    #[test]
    fn links_are_absolute_and_encode_their_parameters() {
        let addresses = Addresses::new("https://sitewright.example/", "/api-2/ogc");
        assert_eq!(addresses.root(), "https://sitewright.example/api-2/ogc");
        assert_eq!(
            addresses.items_with(&PARCELS, [("filter", "owner = 'A & B'"), ("limit", "2")]),
            "https://sitewright.example/api-2/ogc/collections/parcels/items?filter=owner+%3D+%27A+%26+B%27&limit=2"
        );
        assert_eq!(
            addresses.items_with(&PARCELS, []),
            addresses.items(&PARCELS)
        );
    }
}
