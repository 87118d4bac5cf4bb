//! What is known of chosen parcels in a project: the stage of each deal, its last offer and answer. For the owners of
//! a site, whose parcels the app knows.

use auth::CurrentUser;
use bigdecimal::BigDecimal;
use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Array, Bool, Nullable, Numeric, Text, Timestamptz, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{DealStageId, Money, ParcelUuid, ProjectId, PropertyId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::DealError;
use crate::deal_stages::domain::StageKind;
use crate::properties::projects;
use crate::properties::store::money;
use crate::state::AppState;

/// Most parcels of a request.
const MAX_PARCELS: usize = 101;

/// Parcels of a project.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DealsOfParcelsRequest {
    pub project_id: ProjectId,
    /// 1 to 101 parcels, or sites in a parcel's place: a site and its parcels.
    #[schema(min_items = 1, max_items = 101)]
    pub ll_uuids: Vec<ParcelUuid>,
}

/// The deals of parcels.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealsOfParcels {
    /// Only of parcels that are in the project, in the order of their identities.
    pub deals: Vec<DealOfParcel>,
}

/// The deal of a parcel.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealOfParcel {
    /// The parcel's identity.
    pub ll_uuid: ParcelUuid,
    pub property_id: PropertyId,
    /// Parcel number within its county.
    pub parcel_number: String,
    pub stage_id: DealStageId,
    pub stage_name: String,
    pub kind: StageKind,
    /// In this stage.
    pub since: DateTime<Utc>,
    /// Its stage is that of the milestone `contacted` or a later one.
    pub contacted: bool,
    /// The last letter that went out and was not withdrawn was declined.
    pub declined: bool,
    #[schema(required = true)]
    pub drop_reason: Option<String>,
    /// The firm's last offer; null if there is none, or it was cleared.
    #[schema(required = true)]
    pub offer: Option<OfferOfParcel>,
    /// The owner's counter to it.
    #[schema(required = true)]
    pub counter: Option<OfferOfParcel>,
}

/// An amount and when it was offered.
#[derive(Debug, Serialize, ToSchema)]
pub struct OfferOfParcel {
    /// US dollars.
    pub amount: Money,
    pub at: DateTime<Utc>,
}

impl OfferOfParcel {
    fn of(amount: Option<BigDecimal>, at: Option<DateTime<Utc>>) -> Option<Self> {
        Some(Self {
            amount: money(amount)?,
            at: at?,
        })
    }
}

#[derive(Debug, QueryableByName)]
struct Row {
    #[diesel(sql_type = SqlUuid)]
    ll_uuid: ParcelUuid,
    #[diesel(sql_type = SqlUuid)]
    property_id: PropertyId,
    #[diesel(sql_type = Text)]
    parcel_number: String,
    #[diesel(sql_type = SqlUuid)]
    stage_id: DealStageId,
    #[diesel(sql_type = Text)]
    stage_name: String,
    #[diesel(sql_type = Text)]
    kind: StageKind,
    #[diesel(sql_type = Timestamptz)]
    since: DateTime<Utc>,
    #[diesel(sql_type = Bool)]
    contacted: bool,
    #[diesel(sql_type = Bool)]
    declined: bool,
    #[diesel(sql_type = Nullable<Text>)]
    drop_reason: Option<String>,
    #[diesel(sql_type = Nullable<Numeric>)]
    offer: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    offered_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Numeric>)]
    counter: Option<BigDecimal>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    countered_at: Option<DateTime<Utc>>,
}

impl From<Row> for DealOfParcel {
    fn from(row: Row) -> Self {
        Self {
            ll_uuid: row.ll_uuid,
            property_id: row.property_id,
            parcel_number: row.parcel_number,
            stage_id: row.stage_id,
            stage_name: row.stage_name,
            kind: row.kind,
            since: row.since,
            contacted: row.contacted,
            declined: row.declined,
            drop_reason: row.drop_reason,
            offer: OfferOfParcel::of(row.offer, row.offered_at),
            counter: OfferOfParcel::of(row.counter, row.countered_at),
        }
    }
}

/// A firm that removed the stage 'contacted' has contacted whom it moved beyond 'found'. A counter is older than the
/// offer that answers it, and then no longer open.
const DEALS: &str = "SELECT p.ll_uuid, p.property_id, p.parcel_number, s.stage_id, s.name AS stage_name, s.kind, d.since, \
        coalesce(s.position >= (SELECT c.position FROM deal_stages c WHERE c.project_id = d.project_id \
            AND c.milestone = 'contacted' AND c.removed_at IS NULL), s.milestone IS DISTINCT FROM 'found') AS contacted, \
        coalesce(letter.status = 'declined', false) AS declined, d.drop_reason, \
        offer.amount AS offer, offer.created_at AS offered_at, counter.amount AS counter, counter.created_at AS countered_at \
    FROM properties p JOIN deals d ON d.property_id = p.property_id AND d.project_id = $1 AND d.removed_at IS NULL \
    JOIN deal_stages s ON s.stage_id = d.stage_id \
    LEFT JOIN LATERAL (SELECT o.amount, o.created_at FROM offers o WHERE o.property_id = p.property_id AND o.side = 'buyer' \
        ORDER BY o.created_at DESC, o.offer_id DESC LIMIT 1) AS offer ON true \
    LEFT JOIN LATERAL (SELECT o.amount, o.created_at FROM offers o WHERE o.property_id = p.property_id AND o.side = 'seller' \
        AND (offer.created_at IS NULL OR o.created_at > offer.created_at) \
        ORDER BY o.created_at DESC, o.offer_id DESC LIMIT 1) AS counter ON true \
    LEFT JOIN LATERAL (SELECT l.status FROM letters l WHERE l.property_id = p.property_id AND l.project_id = $1 \
        AND l.withdrawn_at IS NULL AND l.status NOT IN ('draft', 'approved') \
        ORDER BY l.year DESC, l.serial DESC, l.letter_version DESC LIMIT 1) AS letter ON true \
    WHERE p.ll_uuid = ANY($2) ORDER BY p.ll_uuid";

pub async fn get_deals(
    state: &AppState,
    user: &CurrentUser,
    request: &DealsOfParcelsRequest,
) -> Result<DealsOfParcels, DealError> {
    if !(1..=MAX_PARCELS).contains(&request.ll_uuids.len()) {
        let sentence = "Please ask for 1 to 101 parcels.";
        return Err(DealError::Field("ll_uuids", sentence));
    }
    projects::require(&state.pool, &state.main_api, user, request.project_id).await?;
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let rows: Vec<Row> = diesel::sql_query(DEALS)
            .bind::<SqlUuid, _>(request.project_id)
            .bind::<Array<SqlUuid>, _>(&request.ll_uuids)
            .load(conn)
            .await?;
        let deals = rows.into_iter().map(DealOfParcel::from).collect();
        Ok(DealsOfParcels { deals })
    })
    .await
}
