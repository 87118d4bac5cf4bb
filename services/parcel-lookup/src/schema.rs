//! diesel's view of the tables of growth runs.
//!
//! `parcels` has more columns than diesel supports without slow builds, and nearly every statement
//! on it uses geometry, so its stores use SQL ([`crate::parcels::store`], [`crate::tiles::store`],
//! [`crate::places::store`]).

diesel::table! {
    growth_run (run_id) {
        run_id -> Uuid,
        customer_id -> Uuid,
        created_by -> Uuid,
        kind -> Text,
        name -> Nullable<Text>,
        state -> Text,
        settings -> Jsonb,
        layers -> Nullable<Jsonb>,
        stages -> Jsonb,
        outcome -> Nullable<Jsonb>,
        iterations_done -> Integer,
        iterations_total -> Integer,
        batches_done -> Integer,
        batches_total -> Integer,
        year -> Nullable<Integer>,
        error -> Nullable<Text>,
        error_kind -> Nullable<Text>,
        attempts -> Integer,
        lease_until -> Nullable<Timestamptz>,
        version -> BigInt,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        running_at -> Nullable<Timestamptz>,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    growth_batch (run_id, stage, batch) {
        run_id -> Uuid,
        customer_id -> Uuid,
        stage -> SmallInt,
        batch -> Integer,
        first -> Integer,
        size -> Integer,
        state -> Text,
        generation -> Integer,
        attempts -> Integer,
        done -> Integer,
        worker -> Nullable<Text>,
        lease_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    growth_storage (is_only) {
        is_only -> Bool,
        storage_id -> Uuid,
    }
}

diesel::allow_tables_to_appear_in_same_query!(growth_run, growth_batch);
