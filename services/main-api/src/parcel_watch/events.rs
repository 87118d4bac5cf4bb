//! Events about held parcels: `parcels.held`, `parcel_changes.added`.
//!
//! Published in the transaction that makes them true; schemas are in `contracts/events`.

use domain::{CustomerId, ParcelUuid, ProjectId};
use messaging::Event;
use serde_json::json;

/// Parcels of one event.
const PAGE: usize = 500;

/// `parcels.held`, in pages, as the answer to `parcels.imported`.
pub fn held(firm: CustomerId, batch_id: i64, parcels: &[ParcelUuid]) -> Vec<Event> {
    let page = |(page, ids): (i64, &[ParcelUuid])| {
        let data = json!({ "batch_id": batch_id, "ll_uuids": ids });
        Event::new("parcels.held", batch_id, page, firm, data)
    };
    (1..).zip(parcels.chunks(PAGE)).map(page).collect()
}

/// `parcel_changes.added`: the firm has a change to read.
pub fn added(
    firm: CustomerId,
    change_id: i64,
    parcel: ParcelUuid,
    projects: &[ProjectId],
) -> Event {
    let data = json!({ "change_id": change_id, "ll_uuid": parcel, "project_ids": projects });
    Event::new("parcel_changes.added", change_id, 1, firm, data)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn held_parcels_are_told_in_pages() {
        let firm = CustomerId(Uuid::from_u128(1));
        let ids: Vec<ParcelUuid> = (0..1001).map(|id| Uuid::from_u128(id).into()).collect();
        let pages = held(firm, 7, &ids);
        let sizes = pages
            .iter()
            .map(|page| page.data["ll_uuids"].as_array().unwrap().len());
        assert_eq!(sizes.collect::<Vec<_>>(), [500, 500, 1]);
        assert_eq!(pages[2].aggregate_version, 3);
        assert!(held(firm, 7, &[]).is_empty());
    }
}
