//! diesel's view of this crate's table, written to match the migration.

diesel::table! {
    jobs (job_id) {
        job_id -> Uuid,
        customer_id -> Nullable<Uuid>,
        kind -> Text,
        payload -> Jsonb,
        attempts -> Integer,
        run_at -> Timestamptz,
        leased_by -> Nullable<Uuid>,
        leased_until -> Nullable<Timestamptz>,
        last_error -> Nullable<Text>,
        dead_at -> Nullable<Timestamptz>,
        request_id -> Nullable<Text>,
        traceparent -> Nullable<Text>,
        created_at -> Timestamptz,
        turn -> Uuid,
    }
}
