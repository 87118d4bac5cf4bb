//! What goes to the program and comes back, as JSON.

use std::collections::{BTreeMap, BTreeSet};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Value;

/// Most bytes of the data as JSON.
pub const MAX_DATA_BYTES: usize = 8 << 20;
/// Most bytes of all images.
pub const MAX_IMAGE_BYTES: usize = 32 << 20;

/// What is typeset.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Document {
    /// The template, in typst. Of a program, never of a user.
    pub template: String,
    /// What the template reads as `data.json`: texts and numbers, never markup.
    pub data: Value,
    /// What the template reads as images by these names: PNG, JPEG or SVG of ours.
    #[serde(serialize_with = "encoded", deserialize_with = "decoded")]
    pub images: BTreeMap<String, Vec<u8>>,
    /// Differs between documents, and is equal for the same one.
    pub identity: String,
    /// The only clock of the document.
    pub made_at: DateTime<Utc>,
}

impl Document {
    /// Without images.
    pub fn new(
        template: impl Into<String>,
        data: Value,
        identity: impl Into<String>,
        made_at: DateTime<Utc>,
    ) -> Self {
        Self {
            template: template.into(),
            data,
            images: BTreeMap::new(),
            identity: identity.into(),
            made_at,
        }
    }
}

/// What was made. The template reads `replaced` as `made.json`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reply {
    /// How many the document has.
    pub pages: usize,
    /// Characters of the data that no font has; they are printed as '\u{fffd}'.
    pub replaced: BTreeSet<char>,
}

/// Why there is no document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// So many bytes of data, more than [`MAX_DATA_BYTES`].
    DataTooLarge(usize),
    /// So many bytes of images, more than [`MAX_IMAGE_BYTES`].
    ImagesTooLarge(usize),
    /// It has so many pages.
    TooManyPages(usize),
    /// A name of an image that is no path.
    Name(String),
    /// The template is wrong, or does not fit the data.
    Template(String),
    /// The document breaks a rule of the standard, such as a picture without a description.
    Standard(String),
}

fn encoded<S: Serializer>(
    images: &BTreeMap<String, Vec<u8>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let images = images
        .iter()
        .map(|(name, bytes)| (name, BASE64_STANDARD.encode(bytes)));
    serializer.collect_map(images)
}

fn decoded<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, Vec<u8>>, D::Error> {
    let images = BTreeMap::<String, String>::deserialize(deserializer)?;
    let images = images.into_iter().map(|(name, text)| {
        let bytes = BASE64_STANDARD.decode(text);
        Ok((name, bytes.map_err(serde::de::Error::custom)?))
    });
    images.collect()
}
