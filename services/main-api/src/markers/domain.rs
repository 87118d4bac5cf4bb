//! Validation of a marker's GeoJSON feature.

use chrono::{DateTime, Utc};
use domain::{LonLat, ParcelNumber, ParcelUuid};
use http_kit::ApiError;

use super::dto::{MarkerFeature, PointGeometry};
use crate::field::Fields;

/// A marker that passed validation, not yet stored.
#[derive(Debug, Clone, PartialEq)]
pub struct NewMarker {
    /// WGS 84.
    pub at: LonLat,
    /// Unique within its county only.
    pub parcelnumb: ParcelNumber,
    /// If the lookup returned one.
    pub ll_uuid: Option<ParcelUuid>,
    pub county_fips: Option<String>,
    pub address: Option<String>,
    pub scity: Option<String>,
    pub szip: Option<String>,
    pub owner: Option<String>,
    /// `In care of` of the mailing address.
    pub careof: Option<String>,
    /// As the source writes it.
    pub saledate: Option<String>,
    /// Name of the source of these facts.
    pub source: Option<String>,
    pub source_licence: Option<String>,
    /// When the source was read.
    pub fetched_at: Option<DateTime<Utc>>,
    /// Until when the provider's terms allow to keep these facts.
    pub keep_until: Option<DateTime<Utc>>,
    /// Path of the saved site image.
    pub image_path: Option<String>,
}

impl TryFrom<MarkerFeature> for NewMarker {
    type Error = ApiError;

    fn try_from(feature: MarkerFeature) -> Result<Self, ApiError> {
        let mut fields = Fields::default();
        if feature.r#type != "Feature" {
            fields.refuse("geojson.type", "A GeoJSON Feature is expected.");
        }
        let at = point(&mut fields, &feature.geometry);
        let given = feature.properties;
        let parcelnumb = given.parcelnumb.unwrap_or_default().parse::<ParcelNumber>();
        if let Err(error) = &parcelnumb {
            fields.refuse("geojson.properties.parcelnumb", error.sentence());
        }
        // Clients pass on what their lookup returned; a malformed id or time counts as absent.
        let ll_uuid = given
            .ll_uuid
            .or(given.uuid)
            .and_then(|text| text.parse().ok())
            .map(ParcelUuid);
        let county_fips = given
            .county_fips
            .filter(|fips| fips.len() == 5 && fips.bytes().all(|b| b.is_ascii_digit()));
        let fetched_at = given.fetched_at.and_then(|text| text.parse().ok());
        let keep_until = given.keep_until.and_then(|text| text.parse().ok());
        let licence = "geojson.properties.source_licence";
        let source_licence = fields.optional(licence, given.source_licence, 2000);
        let mut text = |field, value| fields.optional(field, value, 300);
        let address = text("geojson.properties.address", given.address);
        let scity = text("geojson.properties.scity", given.scity);
        let szip = text("geojson.properties.szip", given.szip);
        let owner = text("geojson.properties.owner", given.owner);
        let careof = text("geojson.properties.careof", given.careof);
        let saledate = text("geojson.properties.saledate", given.saledate);
        let source = text("geojson.properties.source", given.source);
        let image_path = text("geojson.properties.image_path", given.image_path)
            // Only images that we serve: an external address would be loaded by every colleague's
            // browser.
            .filter(|path| path.starts_with("/api/site_images/"));
        let checked = at.zip(parcelnumb.ok());
        fields.finish(None)?;
        let (at, parcelnumb) = checked
            .ok_or_else(|| ApiError::invalid("geojson", "A GeoJSON Feature is expected."))?;
        Ok(Self {
            at,
            parcelnumb,
            ll_uuid,
            county_fips,
            address,
            scity,
            szip,
            owner,
            careof,
            saledate,
            source,
            source_licence,
            fetched_at,
            keep_until,
            image_path,
        })
    }
}

fn point(fields: &mut Fields, geometry: &PointGeometry) -> Option<LonLat> {
    if geometry.r#type != "Point" {
        fields.refuse("geojson.geometry.type", "A Point is expected.");
    }
    let &[lon, lat, ..] = geometry.coordinates.as_slice() else {
        fields.refuse(
            "geojson.geometry.coordinates",
            "Longitude and latitude are expected.",
        );
        return None;
    };
    LonLat::new(lon, lat)
        .map_err(|error| fields.refuse("geojson.geometry.coordinates", error.sentence()))
        .ok()
}

#[cfg(test)]
mod tests {
    use super::super::dto::MarkerProperties;
    use super::*;

    fn feature(coordinates: Vec<f64>, parcelnumb: &str) -> MarkerFeature {
        MarkerFeature {
            r#type: "Feature".into(),
            geometry: PointGeometry {
                r#type: "Point".into(),
                coordinates,
            },
            properties: MarkerProperties {
                parcelnumb: Some(parcelnumb.into()),
                ..MarkerProperties::default()
            },
        }
    }

    #[test]
    fn longitude_comes_first() {
        let marker = NewMarker::try_from(feature(vec![-95.3698, 29.7604], " 123 ")).unwrap();
        assert!((marker.at.lon() + 95.3698).abs() < 1e-9);
        assert_eq!(marker.parcelnumb.as_str(), "123");
    }

    #[test]
    fn nonsense_is_refused() {
        assert!(NewMarker::try_from(feature(vec![-95.0, 91.0], "1")).is_err());
        assert!(NewMarker::try_from(feature(vec![-95.0], "1")).is_err());
        assert!(NewMarker::try_from(feature(vec![-95.0, 29.0], " ")).is_err());
        assert!(NewMarker::try_from(feature(vec![-95.0, 29.0], "a\0b")).is_err());
    }

    #[test]
    fn only_our_own_pictures_are_kept() {
        let mut foreign = feature(vec![-95.0, 29.0], "1");
        foreign.properties.image_path = Some("https://tracker.example/x.png".into());
        assert_eq!(NewMarker::try_from(foreign).unwrap().image_path, None);
    }
}
