//! File formats, by the file's name.

use std::path::Path;

/// A file format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// `GeoJSON` `FeatureCollection`, also compressed with gzip.
    Geojson,
    /// `GeoJSON` text sequence (RFC 8142), or a feature in each line; also gzip.
    Geojsonseq,
    /// `FlatGeobuf`.
    Flatgeobuf,
    /// `GeoParquet` with outlines in well-known binary.
    Geoparquet,
    /// Shapefile: `.shp` beside its other parts, or a zip of them.
    Shapefile,
    /// `GeoPackage`.
    Geopackage,
    /// CSV with a WKT column, or with coordinates; also gzip. A table without outlines needs neither.
    Csv,
    /// The table of a shapefile alone, without outlines.
    Dbf,
}

impl Format {
    /// Detected from the file name.
    pub fn of(file: &Path) -> Option<Self> {
        let name = file.file_name()?.to_str()?.to_lowercase();
        let name = name.strip_suffix(".gz").unwrap_or(&name);
        Some(match name.rsplit_once('.')?.1 {
            "geojson" | "json" => Self::Geojson,
            "geojsonseq" | "geojsons" | "geojsonl" | "ndgeojson" | "ndjson" | "jsonl" => {
                Self::Geojsonseq
            }
            "fgb" => Self::Flatgeobuf,
            "parquet" | "geoparquet" => Self::Geoparquet,
            "shp" | "zip" => Self::Shapefile,
            "gpkg" => Self::Geopackage,
            "csv" => Self::Csv,
            "dbf" => Self::Dbf,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_are_told_from_names() {
        for (name, format) in [
            ("a.geojson.gz", Some(Format::Geojson)),
            ("b.ZIP", Some(Format::Shapefile)),
            ("a.geojsonl.gz", Some(Format::Geojsonseq)),
            ("a.geojsonseq", Some(Format::Geojsonseq)),
            ("c.csv", Some(Format::Csv)),
            ("f.geoparquet", Some(Format::Geoparquet)),
            ("g.parquet", Some(Format::Geoparquet)),
            ("h.DBF", Some(Format::Dbf)),
            ("d", None),
            ("e.pdf", None),
        ] {
            assert_eq!(Format::of(Path::new(name)), format, "{name}");
        }
    }
}
