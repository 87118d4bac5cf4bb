//! Which deals are part of a site whose deal counts their land already (decision 91).
//!
//! The rule is the function `deals_in_sites` of the database; every sum of offers leaves out what it lists.

use std::collections::HashMap;

use db::AsyncPgConnection;
use diesel::prelude::*;
use diesel::sql_types::{Array, Nullable, Text, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealId, ProjectId, PropertyId};
use serde::Serialize;
use utoipa::ToSchema;

/// Sum of the offer values of deals `d` with properties `p`.
pub(super) const OFFERS_OF_PIPELINE: &str = "sum(p.offer_value) \
    FILTER (WHERE d.deal_id NOT IN (SELECT i.deal_id FROM deals_in_sites($1) i))";

/// Properties `p` of deals `d` for that sum. Only those with an offer are read: they are few, and in an index of their own.
pub(super) const OFFERED_PROPERTIES: &str =
    "JOIN properties p ON p.property_id = d.property_id AND p.offer_value IS NOT NULL";

/// A site of several parcels, in the same project.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema, QueryableByName)]
pub struct SiteOfDeal {
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
    /// The site's number.
    #[diesel(sql_type = Text)]
    pub parcel_number: String,
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    deal_id: DealId,
    #[diesel(embed)]
    site: SiteOfDeal,
}

/// A deal that is part of a site, and its property.
#[derive(Debug, QueryableByName)]
pub struct Part {
    #[diesel(sql_type = SqlUuid)]
    pub deal_id: DealId,
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
}

/// The deals of a project, or of all, that are part of a site.
pub async fn parts(
    conn: &mut AsyncPgConnection,
    project_id: Option<ProjectId>,
) -> QueryResult<Vec<Part>> {
    diesel::sql_query(
        "SELECT d.deal_id, d.property_id FROM deals_in_sites($1) i JOIN deals d ON d.deal_id = i.deal_id",
    )
    .bind::<Nullable<SqlUuid>, _>(project_id)
    .load(conn)
    .await
}

/// The sites of those of the deals that are part of one.
pub async fn find(
    conn: &mut AsyncPgConnection,
    deals: &[DealId],
) -> QueryResult<HashMap<DealId, SiteOfDeal>> {
    let rows: Vec<Row> = diesel::sql_query(
        "SELECT deal_id, site_property_id AS property_id, site_parcel_number AS parcel_number \
         FROM deals_in_sites(NULL) WHERE deal_id = ANY($1)",
    )
    .bind::<Array<SqlUuid>, _>(deals)
    .load(conn)
    .await?;
    let sites = rows.into_iter().map(|row| (row.deal_id, row.site));
    Ok(sites.collect())
}
