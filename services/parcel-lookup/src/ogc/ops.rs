//! Opens the transactions and makes features of rows.

use chrono::{SecondsFormat, Utc};
use db::Pool;
use domain::ParcelUuid;
use http_kit::{ApiResult, Cursor};

use super::crs::Crs;
use super::dto::{
    Feature, FeatureCollection, FeatureCollectionType, FeatureType, Link, ParcelProperties,
};
use super::error::{ReadError, feature_not_found};
use super::items_query::ItemsQuery;
use super::links::{GEO_JSON, JSON, Links, link};
use super::store::{self, Extent, Row};

/// A page of parcels.
pub async fn list(pool: &Pool, links: &Links, query: ItemsQuery) -> ApiResult<FeatureCollection> {
    let (condition, limit, crs) = (query.condition.clone(), query.limit, query.crs);
    let mut rows = db::system_tx(pool, async |conn| {
        // One more than the page: whether another page follows.
        store::list(conn, condition, limit + 1, crs)
            .await
            .map_err(ReadError::from)
    })
    .await?;
    let next = Cursor::cut(&mut rows, Some(limit), |(fields, ..)| fields.ll_uuid)?;
    let here = links.items_with(query.parameters.iter());
    let mut listed = vec![
        link("self", GEO_JSON, "This page", here),
        link("collection", JSON, "The collection", links.collection()),
    ];
    if let Some(cursor) = next {
        let href = links.items_with(query.with_cursor(&cursor));
        listed.push(link("next", GEO_JSON, "The next page", href));
    }
    let features: Vec<Feature> = rows.into_iter().map(|row| feature(row, None)).collect();
    Ok(FeatureCollection {
        kind: FeatureCollectionType::FeatureCollection,
        number_returned: features.len(),
        time_stamp: Utc::now().to_rfc3339_opts(SecondsFormat::Secs, true),
        features,
        links: listed,
    })
}

/// A parcel.
pub async fn find(
    pool: &Pool,
    links: &Links,
    id: ParcelUuid,
    crs: &'static Crs,
) -> ApiResult<Feature> {
    let row = db::system_tx(pool, async |conn| store::find(conn, id, crs).await).await?;
    let row = row.ok_or_else(feature_not_found)?;
    let listed = vec![
        link("self", GEO_JSON, "This parcel", links.item(id)),
        link("collection", JSON, "The collection", links.collection()),
    ];
    Ok(feature(row, Some(listed)))
}

/// A box that contains all parcels.
pub async fn extent(pool: &Pool) -> ApiResult<Extent> {
    Ok(db::system_tx(pool, async |conn| store::extent(conn).await).await?)
}

fn feature(row: Row, links: Option<Vec<Link>>) -> Feature {
    let (fields, source, source_licence, is_sample, fetched_at, geometry) = row;
    Feature {
        kind: FeatureType::Feature,
        id: fields.ll_uuid,
        geometry,
        properties: ParcelProperties {
            fields: fields.with_state(),
            source,
            source_licence,
            is_sample,
            fetched_at,
        },
        links,
    }
}
