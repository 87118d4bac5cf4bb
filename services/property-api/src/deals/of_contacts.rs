//! The deals of the properties that contacts are linked to, for letters from the lists of contacts and companies.

use auth::CurrentUser;
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use domain::{ContactId, ProjectId, PropertyId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::DealError;
use crate::state::AppState;

/// Most contacts of a request.
const MAX_CONTACTS: usize = 500;
/// One more than letters are made at once, so that the client sees that there are too many.
const MAX_DEALS: i64 = 5_001;

/// Contacts of the directory.
#[derive(Debug, Deserialize, ToSchema)]
pub struct DealsOfContactsRequest {
    #[schema(min_items = 1, max_items = 500)]
    pub contact_ids: Vec<ContactId>,
}

/// The deals of contacts.
#[derive(Debug, Serialize, ToSchema)]
pub struct DealsOfContacts {
    /// Each once, by project and parcel number; the first 5,001.
    pub deals: Vec<DealOfContact>,
}

/// A deal, as a property in a project.
#[derive(Debug, Serialize, ToSchema, QueryableByName)]
pub struct DealOfContact {
    #[diesel(sql_type = SqlUuid)]
    pub project_id: ProjectId,
    #[diesel(sql_type = SqlUuid)]
    pub property_id: PropertyId,
}

const DEALS: &str = "SELECT d.project_id, d.property_id FROM deals d JOIN properties p ON p.property_id = d.property_id \
    WHERE d.removed_at IS NULL \
        AND d.property_id IN (SELECT c.property_id FROM property_contacts c WHERE c.contact_id = ANY($1)) \
    ORDER BY d.project_id, p.parcel_number, d.property_id LIMIT $2";

pub async fn get_deals(
    state: &AppState,
    user: &CurrentUser,
    request: &DealsOfContactsRequest,
) -> Result<DealsOfContacts, DealError> {
    if !(1..=MAX_CONTACTS).contains(&request.contact_ids.len()) {
        let sentence = "Please ask for 1 to 500 contacts.";
        return Err(DealError::Field("contact_ids", sentence));
    }
    db::tenant_tx(&state.pool, user.customer_id, async |conn| {
        let deals = diesel::sql_query(DEALS)
            .bind::<Array<SqlUuid>, _>(&request.contact_ids)
            .bind::<BigInt, _>(MAX_DEALS)
            .load(conn)
            .await?;
        Ok(DealsOfContacts { deals })
    })
    .await
}
