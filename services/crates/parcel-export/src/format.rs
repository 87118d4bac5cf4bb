//! The formats.

use std::borrow::Cow;

use utoipa::openapi::RefOr;
use utoipa::openapi::schema::{ObjectBuilder, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `GeoJSON` `FeatureCollection` (RFC 7946).
    Geojson,
    /// `FlatGeobuf` without index, because an index precedes the parcels.
    Flatgeobuf,
    /// CSV (RFC 4180) with the outline as well-known text.
    Csv,
    /// `GeoParquet` 1.1.
    Geoparquet,
    /// Office Open XML spreadsheet, without outlines.
    Xlsx,
    /// KML 2.2.
    Kml,
    /// `GeoPackage` 1.3.
    Geopackage,
}

/// What [`crate::Exported::outline`] contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Outline {
    /// A GeoJSON geometry, outer rings counterclockwise.
    GeoJson,
    /// Well-known text.
    Wkt,
    /// Well-known binary, little-endian.
    Wkb,
    /// KML, outer rings counterclockwise.
    Kml,
    /// Nothing.
    None,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 7] = [
        Self::Geojson,
        Self::Flatgeobuf,
        Self::Csv,
        Self::Geoparquet,
        Self::Xlsx,
        Self::Kml,
        Self::Geopackage,
    ];

    /// Ending of file names.
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Geojson => "geojson",
            Self::Flatgeobuf => "fgb",
            Self::Csv => "csv",
            Self::Geoparquet => "parquet",
            Self::Xlsx => "xlsx",
            Self::Kml => "kml",
            Self::Geopackage => "gpkg",
        }
    }

    /// The format with this ending of file names.
    pub fn of_extension(text: &str) -> Option<Self> {
        let mut all = Self::ALL.into_iter();
        all.find(|format| format.extension() == text)
    }

    /// Media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Geojson => "application/geo+json",
            Self::Flatgeobuf => "application/flatgeobuf",
            Self::Csv => "text/csv; charset=utf-8; header=present",
            Self::Geoparquet => "application/vnd.apache.parquet",
            Self::Xlsx => "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            Self::Kml => "application/vnd.google-earth.kml+xml",
            Self::Geopackage => "application/geopackage+sqlite3",
        }
    }

    /// What it needs of an outline.
    pub const fn outline(self) -> Outline {
        match self {
            Self::Geojson => Outline::GeoJson,
            Self::Csv => Outline::Wkt,
            Self::Flatgeobuf | Self::Geoparquet | Self::Geopackage => Outline::Wkb,
            Self::Kml => Outline::Kml,
            Self::Xlsx => Outline::None,
        }
    }

    /// Whether a terminal cannot show it.
    pub const fn is_binary(self) -> bool {
        matches!(
            self,
            Self::Flatgeobuf | Self::Geoparquet | Self::Xlsx | Self::Geopackage
        )
    }
}

impl PartialSchema for Format {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new()
            .schema_type(Type::String)
            .enum_values(Some(Self::ALL.map(Self::extension)))
            .description(Some("Ending of the file's name"))
            .into()
    }
}

impl ToSchema for Format {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("ExportFormat")
    }
}
