//! Events about imports: `parcels.imported`, `parcel.changed`.
//!
//! Published in the transaction that makes them true; schemas are in `contracts/events`.

use domain::{CustomerId, ParcelUuid};
use messaging::Event;
use serde_json::{Value, json};
use uuid::Uuid;

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
