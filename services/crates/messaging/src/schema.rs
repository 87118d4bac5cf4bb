//! diesel's view of this crate's three tables, written to match the migrations.

diesel::table! {
    outbox (seq) {
        seq -> BigInt,
        event_id -> Uuid,
        work_queue -> Nullable<Text>,
        event_type -> Text,
        subject -> Text,
        aggregate_version -> BigInt,
        customer_id -> Uuid,
        actor_id -> Nullable<Uuid>,
        request_id -> Nullable<Text>,
        traceparent -> Nullable<Text>,
        data -> Jsonb,
        occurred_at -> Timestamptz,
        leased_by -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    inbox (consumer, event_id) {
        consumer -> Text,
        event_id -> Uuid,
        handled_at -> Timestamptz,
    }
}

diesel::table! {
    parked (parked_id) {
        parked_id -> Uuid,
        queue -> Text,
        event_type -> Text,
        message_id -> Text,
        reason -> Text,
        attempts -> Integer,
        body -> Binary,
        parked_at -> Timestamptz,
    }
}
