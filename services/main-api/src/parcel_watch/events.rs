//! Events about held parcels and saved searches: `parcels.held`, `saved_searches.watched`, `parcel_changes.added`, `search_matches.added`.
//!
//! Published in the transaction that makes them true; schemas are in `contracts/events`.

use domain::{CustomerId, ParcelUuid, ProjectId, SavedSearchId};
use messaging::Event;
use serde_json::json;

use crate::saved_searches::store::WatchedSearch;

/// Parcels of one event.
const PAGE: usize = 500;
/// Searches of one event: each may have an area of 10,000 positions.
const SEARCHES: usize = 10;

/// `parcels.held`, in pages, as the answer to `parcels.imported`.
pub fn held(firm: CustomerId, batch_id: i64, parcels: &[ParcelUuid]) -> Vec<Event> {
    let page = |(page, ids): (i64, &[ParcelUuid])| {
        let data = json!({ "batch_id": batch_id, "ll_uuids": ids });
        Event::new("parcels.held", batch_id, page, firm, data)
    };
    (1..).zip(parcels.chunks(PAGE)).map(page).collect()
}

/// `saved_searches.watched`, in pages, as the other answer.
pub fn watched(firm: CustomerId, batch_id: i64, searches: &[WatchedSearch]) -> Vec<Event> {
    let page = |(page, searches): (i64, &[WatchedSearch])| {
        let data = json!({ "batch_id": batch_id, "searches": searches });
        Event::new("saved_searches.watched", batch_id, page, firm, data)
    };
    (1..).zip(searches.chunks(SEARCHES)).map(page).collect()
}

/// `search_matches.added`: the firm has to read what newly matches a search, or that it was taken back.
pub fn matched(
    firm: CustomerId,
    match_id: i64,
    search: SavedSearchId,
    project: ProjectId,
) -> Event {
    let data = json!({ "match_id": match_id, "search_id": search, "project_id": project });
    Event::new("search_matches.added", match_id, 1, firm, data)
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

    #[test]
    fn searches_are_told_in_pages() {
        let firm = CustomerId(Uuid::from_u128(1));
        let search = |id: u128| WatchedSearch {
            search_id: SavedSearchId(Uuid::from_u128(id)),
            filter: "ll_gisacre >= 5".to_owned(),
            area: None,
        };
        let searches: Vec<WatchedSearch> = (0..21).map(search).collect();
        let pages = watched(firm, 7, &searches);
        let sizes = pages
            .iter()
            .map(|page| page.data["searches"].as_array().unwrap().len());
        assert_eq!(sizes.collect::<Vec<_>>(), [10, 10, 1]);
        assert_eq!(pages[2].aggregate_version, 3);
        assert!(watched(firm, 7, &[]).is_empty());
    }
}
