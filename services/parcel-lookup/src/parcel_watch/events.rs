//! Events about imports: `parcels.imported`, `parcel.changed`, `saved_search.matched`.
//!
//! Published in the transaction that makes them true; schemas are in `contracts/events`.

use domain::{CustomerId, ParcelUuid, SavedSearchId};
use messaging::Event;
use serde_json::{Value, json};
use uuid::Uuid;

use super::matching::count::News;
use super::matching::store::{Due, Origin, ToldMatches};
use super::store::{ImportedBatch, Told, UndoneBatch};

/// `parcels.imported`. It is of no firm: the firm's id is zero.
pub fn imported(batch: &ImportedBatch) -> Event {
    let data = json!({
        "batch_id": batch.batch_id,
        "counties": batch.counties,
        "source": batch.source,
        "source_date": batch.source_date,
        "imported_at": batch.finished_at,
    });
    let no_firm = CustomerId(Uuid::nil());
    Event::new("parcels.imported", batch.batch_id, 1, no_firm, data)
}

/// `parcel.changed`, by a batch.
pub fn changed(firm: CustomerId, parcel: ParcelUuid, batch_id: i64, data: Value) -> Event {
    // Batches have rising numbers, and each is undone once.
    Event::new("parcel.changed", parcel, batch_id * 2, firm, data)
}

/// `parcel.changed`, by undoing a batch of which the firm was told.
pub fn changed_back(batch: &UndoneBatch, told: Told) -> Event {
    let mut data = told.data;
    for change in data["changes"].as_array_mut().into_iter().flatten() {
        let before = change["before"].take();
        change["before"] = change["after"].take();
        change["after"] = before;
    }
    data["is_undone"] = json!(true);
    data["changed_at"] = json!(batch.undone_at);
    let version = batch.batch_id * 2 + 1;
    Event::new(
        "parcel.changed",
        told.ll_uuid,
        version,
        told.customer_id,
        data,
    )
}

/// `saved_search.matched`: parcels newly match a search after a batch, or the batch changed some that matched before.
pub fn matched(due: &Due, news: &News, origin: &Origin) -> Event {
    let data = matches(due.batch_id, due.search_id, news, origin);
    Event::new(
        "saved_search.matched",
        due.search_id,
        due.batch_id * 2,
        due.customer_id,
        data,
    )
}

/// `saved_search.matched`, by undoing a batch of which the firm was told.
pub fn unmatched(
    batch: &UndoneBatch,
    told: &ToldMatches,
    origin: &Origin,
) -> serde_json::Result<Event> {
    let mut data = matches(batch.batch_id, told.search_id, &told.news()?, origin);
    data["is_undone"] = json!(true);
    data["changed_at"] = json!(batch.undone_at);
    let version = batch.batch_id * 2 + 1;
    Ok(Event::new(
        "saved_search.matched",
        told.search_id,
        version,
        told.customer_id,
        data,
    ))
}

fn matches(batch_id: i64, search_id: SavedSearchId, news: &News, origin: &Origin) -> Value {
    json!({
        "search_id": search_id,
        "batch_id": batch_id,
        "parcels": news.newly,
        "changed": news.changed,
        "is_undone": false,
        "source": origin.source,
        "source_date": origin.source_date,
        "changed_at": origin.finished_at,
    })
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn undoing_is_told_by_the_changes_reversed() {
        let told = Told {
            customer_id: CustomerId(Uuid::from_u128(1)),
            ll_uuid: Uuid::from_u128(2).into(),
            data: json!({
                "changes": [{ "fact": "owner", "before": "A", "after": "B" }, { "fact": "zoning", "before": null, "after": "M-2" }],
                "is_undone": false,
            }),
        };
        let batch = UndoneBatch {
            batch_id: 7,
            undone_at: Utc::now(),
        };
        let event = changed_back(&batch, told);
        assert_eq!(
            event.data["changes"],
            json!([{ "fact": "owner", "before": "B", "after": "A" }, { "fact": "zoning", "before": "M-2", "after": null }])
        );
        assert_eq!(event.data["is_undone"], true);
        let forward = changed(event.customer_id, Uuid::nil().into(), 7, Value::Null);
        assert!(event.aggregate_version > forward.aggregate_version);
    }
}
