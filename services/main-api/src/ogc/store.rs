//! Statements that read a firm's features. Row-level security scopes every query.

use chrono::{DateTime, Utc};
use db::AsyncPgConnection;
use diesel::dsl::{max, min, not};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use ogc_features::{Condition, Crs, Extent, Feature, GeoJson, PROJECT_PARCELS, PROJECTS};
use serde_json::Value;

use super::dto::ProjectParcelProperties;
use crate::markers::store::MarkerRow;
use crate::projects::dto::Project;
use crate::projects::store::{
    ProjectRow, ProjectView, current_projects, is_deleted, property_count,
};
use crate::schema::{markers, markets, projects, states, submarkets};

/// A project, the names of its places, its number of markers, and its points.
type ListedProject = (
    ProjectRow,
    Option<String>,
    Option<String>,
    Option<String>,
    Option<i64>,
    Option<Value>,
);

/// At most so many projects, by identity.
pub async fn list_projects(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    limit: i64,
    crs: &Crs,
) -> QueryResult<Vec<Feature<Project>>> {
    let rows: Vec<ListedProject> = current_projects()
        .filter(condition)
        .order(projects::project_id)
        .limit(limit)
        .select((
            ProjectRow::as_select(),
            states::name.nullable(),
            markets::market_name.nullable(),
            submarkets::sub_mkt_name.nullable(),
            property_count(),
            GeoJson::of(&PROJECTS, crs),
        ))
        .load(conn)
        .await?;
    let feature = |(row, state_name, market_name, submarket_name, property_count, geometry)| {
        let project: Project = ProjectView {
            row,
            state_name,
            market_name,
            submarket_name,
            property_count,
        }
        .into();
        let id = project.project_id;
        Feature::new(&id, geometry, project)
    };
    Ok(rows.into_iter().map(feature).collect())
}

/// At most so many parcels of projects, oldest first.
pub async fn list_parcels(
    conn: &mut AsyncPgConnection,
    condition: Condition,
    limit: i64,
    crs: &Crs,
) -> QueryResult<Vec<Feature<ProjectParcelProperties>>> {
    let rows: Vec<(MarkerRow, String, DateTime<Utc>, Option<Value>)> = markers::table
        .inner_join(projects::table.on(projects::project_id.eq(markers::project_id)))
        .filter(not(is_deleted()))
        .filter(condition)
        .order(markers::marker_id)
        .limit(limit)
        .select((
            MarkerRow::as_select(),
            projects::project_name,
            markers::created_at,
            GeoJson::of(&PROJECT_PARCELS, crs),
        ))
        .load(conn)
        .await?;
    let feature = |(row, project_name, created_at, geometry): (MarkerRow, _, _, _)| {
        let properties = ProjectParcelProperties {
            marker_id: row.marker_id,
            project_id: row.project_id,
            project_name,
            ll_uuid: row.ll_uuid,
            parcelnumb: row.parcelnumb,
            county_fips: row.county_fips,
            address: row.address,
            scity: row.scity,
            szip: row.szip,
            owner: row.owner,
            careof: row.careof,
            saledate: row.saledate,
            source: row.source,
            source_licence: row.source_licence,
            fetched_at: row.fetched_at,
            created_at,
        };
        Feature::new(&row.marker_id, geometry, properties)
    };
    Ok(rows.into_iter().map(feature).collect())
}

/// A box that contains the parcels of all projects.
pub async fn extent(conn: &mut AsyncPgConnection) -> QueryResult<Extent> {
    let sides: (Option<f64>, Option<f64>, Option<f64>, Option<f64>) = markers::table
        .inner_join(projects::table.on(projects::project_id.eq(markers::project_id)))
        .filter(not(is_deleted()))
        .select((
            min(markers::lon),
            min(markers::lat),
            max(markers::lon),
            max(markers::lat),
        ))
        .first(conn)
        .await?;
    Ok(match sides {
        (Some(west), Some(south), Some(east), Some(north)) => Some([west, south, east, north]),
        _ => None,
    })
}
