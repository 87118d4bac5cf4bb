//! Site images of properties: main-api saves them, before or after the property is known here.
//!
//! An image of a number alone is of one of the counties that have the number: the place where it was taken tells.

use db::AsyncPgConnection;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use domain::{LonLat, ParcelUuid, Place, PropertyId};

use super::store::NewProperty;
use crate::schema::{properties, site_images};

/// An image that main-api has saved.
#[derive(Debug)]
pub struct SavedImage<'a> {
    pub parcel_number: &'a str,
    /// None of an image of the number alone.
    pub ll_uuid: Option<ParcelUuid>,
    /// Not known of events of former versions.
    pub place: Option<Place>,
    pub image_path: &'a str,
    pub version: i64,
}

/// A property that may be of the image's parcel.
#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = properties, check_for_backend(diesel::pg::Pg))]
struct Candidate {
    property_id: PropertyId,
    ll_uuid: ParcelUuid,
    provisional: bool,
    county_fips: Option<String>,
    lon: f64,
    lat: f64,
    image_path: Option<String>,
}

#[derive(Debug, Queryable, Selectable)]
#[diesel(table_name = site_images, check_for_backend(diesel::pg::Pg))]
struct ImageRow {
    parcel: String,
    image_path: String,
    county_fips: Option<String>,
    lon: Option<f64>,
    lat: Option<f64>,
}

#[derive(Insertable, AsChangeset)]
#[diesel(table_name = site_images, primary_key(parcel), treat_none_as_null = true)]
struct NewImage<'a> {
    /// The parcel's identity, else its number.
    parcel: &'a str,
    image_path: &'a str,
    version: i64,
    county_fips: Option<String>,
    lon: Option<f64>,
    lat: Option<f64>,
}

impl ImageRow {
    fn place(&self) -> Option<Place> {
        place(self.county_fips.as_deref(), self.lon?, self.lat?)
    }
}

/// A place, if these are degrees.
pub fn place(county_fips: Option<&str>, lon: f64, lat: f64) -> Option<Place> {
    Some(Place {
        at: LonLat::new(lon, lat).ok()?,
        county_fips: county_fips.map(ToOwned::to_owned),
    })
}

/// Stores an image for properties that are created later.
pub async fn remember_image(
    conn: &mut AsyncPgConnection,
    image: &SavedImage<'_>,
) -> QueryResult<()> {
    let id = image.ll_uuid.map(|id| id.to_string());
    let place = image.place.as_ref();
    let row = NewImage {
        parcel: id.as_deref().unwrap_or(image.parcel_number),
        image_path: image.image_path,
        version: image.version,
        county_fips: place.and_then(|place| place.county_fips.clone()),
        lon: place.map(|place| place.at.lon()),
        lat: place.map(|place| place.at.lat()),
    };
    diesel::insert_into(site_images::table)
        .values(&row)
        .on_conflict((site_images::customer_id, site_images::parcel))
        .do_update()
        .set(&row)
        .execute(conn)
        .await
        .map(drop)
}

/// The image of a new property: of its identity, else of its number if it was taken there.
pub async fn find_image(
    conn: &mut AsyncPgConnection,
    property: &NewProperty,
) -> QueryResult<Option<String>> {
    let id = property.ll_uuid.to_string();
    let number = &property.parcel_number;
    let images: Vec<ImageRow> = site_images::table
        .filter(site_images::parcel.eq_any([id.clone(), number.clone()]))
        .select(ImageRow::as_select())
        .load(conn)
        .await?;
    if let Some(own) = images.iter().find(|image| image.parcel == id) {
        return Ok(Some(own.image_path.clone()));
    }
    let Some(of_number) = images.into_iter().next() else {
        return Ok(None);
    };
    let parcel = &property.parcel;
    let here = place(parcel.county_fips.as_deref(), parcel.lon, parcel.lat);
    let is_here = match (of_number.place(), here) {
        (Some(taken), Some(here)) => taken.is_of_same_parcel(&here),
        // Without a place it is the image of the firm's only property of this number.
        _ => !has_property(conn, number).await?,
    };
    Ok(is_here.then_some(of_number.image_path))
}

async fn has_property(conn: &mut AsyncPgConnection, number: &str) -> QueryResult<bool> {
    let properties = properties::table.filter(properties::parcel_number.eq(number));
    diesel::select(exists(properties)).get_result(conn).await
}

/// Properties of the image's parcel that do not have it yet.
pub async fn list_without(
    conn: &mut AsyncPgConnection,
    image: &SavedImage<'_>,
) -> QueryResult<Vec<PropertyId>> {
    let ids: Vec<ParcelUuid> = image.ll_uuid.into_iter().collect();
    let of_number = properties::parcel_number.eq(image.parcel_number);
    let candidates: Vec<Candidate> = properties::table
        .filter(of_number.or(properties::ll_uuid.eq_any(ids)))
        .order(properties::property_id)
        .select(Candidate::as_select())
        .load(conn)
        .await?;
    let ids = candidates.iter().map(|row| row.ll_uuid.to_string());
    let with_own: Vec<String> = site_images::table
        .filter(site_images::parcel.eq_any(ids.collect::<Vec<String>>()))
        .select(site_images::parcel)
        .load(conn)
        .await?;
    let is_only = candidates.len() == 1;
    let is_there = |property: &Candidate| {
        let here = place(property.county_fips.as_deref(), property.lon, property.lat);
        let places = image.place.as_ref().zip(here);
        places.map_or(is_only, |(taken, here)| taken.is_of_same_parcel(&here))
    };
    let is_of_it = |property: &Candidate| match image.ll_uuid {
        Some(id) if id == property.ll_uuid => true,
        // Its own identity is not known yet.
        Some(_) => property.provisional && image.place.is_some() && is_there(property),
        None => !with_own.contains(&property.ll_uuid.to_string()) && is_there(property),
    };
    Ok(candidates
        .iter()
        .filter(|property| property.image_path.as_deref() != Some(image.image_path))
        .filter(|property| is_of_it(property))
        .map(|property| property.property_id)
        .collect())
}
