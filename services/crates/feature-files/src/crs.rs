//! Coordinate reference systems as files and operators write them.

/// The coordinate reference system of a file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Crs {
    /// Its EPSG code, or the name in its definition.
    pub name: String,
    /// Who said so.
    pub found: &'static str,
}

impl Crs {
    /// A number, a definition, or WGS 84 if none; `was_said` if not by the file.
    pub fn of(crs: Option<&str>, was_said: bool) -> Self {
        let name = crs.map_or_else(|| "WGS 84 degrees".to_owned(), crs_name);
        let found = match crs {
            _ if was_said => "given by --crs",
            Some(_) => "named by the file",
            None => "the file names no other",
        };
        Self { name, found }
    }
}

/// `EPSG:2264` of a number, the name in quotes of WKT, else the start of the text.
fn crs_name(text: &str) -> String {
    if text.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("EPSG:{text}");
    }
    let is_wkt = text.starts_with(|first: char| first.is_ascii_alphabetic());
    let quoted = text.split('"').nth(1).filter(|_| is_wkt);
    quoted.unwrap_or(text).chars().take(100).collect()
}

/// Normalizes a coordinate system for PostGIS; none for WGS 84.
///
/// `urn:ogc:def:crs:EPSG::2264` and `EPSG:2264` become the number; proj strings and WKT stay.
pub fn crs(text: &str) -> Option<String> {
    let text = text.trim();
    let upper = text.to_uppercase();
    if text.is_empty() || upper.ends_with("CRS84") {
        return None;
    }
    let number = if text.bytes().all(|byte| byte.is_ascii_digit()) {
        Some(text)
    } else {
        upper
            .contains("EPSG")
            .then(|| text.rsplit(':').next().unwrap_or(text))
            .filter(|last| !last.is_empty() && last.bytes().all(|byte| byte.is_ascii_digit()))
    };
    match number {
        Some("4326") => None,
        Some(number) => Some(number.to_owned()),
        None => Some(text.to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coordinate_systems_are_understood_in_every_spelling() {
        for (text, understood) in [
            ("urn:ogc:def:crs:OGC:1.3:CRS84", None),
            ("EPSG:4326", None),
            ("urn:ogc:def:crs:EPSG::2264", Some("2264")),
            ("epsg:2278", Some("2278")),
            ("26986", Some("26986")),
            ("+proj=lcc +lat_1=1", Some("+proj=lcc +lat_1=1")),
        ] {
            assert_eq!(crs(text).as_deref(), understood, "{text}");
        }
        assert!(
            crs("PROJCS[\"NAD83\",AUTHORITY[\"EPSG\",\"26986\"]]")
                .is_some_and(|wkt| wkt.starts_with("PROJCS"))
        );
    }

    #[test]
    fn a_coordinate_system_is_named_with_who_named_it() {
        for (crs, said, name, found) in [
            (None, false, "WGS 84 degrees", "the file names no other"),
            (Some("2264"), false, "EPSG:2264", "named by the file"),
            (Some("+proj=lcc"), true, "+proj=lcc", "given by --crs"),
            (
                Some("PROJCS[\"NAD83 / x\",GEOGCS[]]"),
                false,
                "NAD83 / x",
                "named by the file",
            ),
        ] {
            let of = Crs::of(crs, said);
            assert_eq!((of.name.as_str(), of.found), (name, found));
        }
    }
}
