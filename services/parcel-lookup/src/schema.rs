//! diesel's view of the tables of growth runs and of providers, written to match the migrations.
//! `parcels` is in [`parcel_record::schema`].

diesel::table! {
    provider_misses (source, lon, lat) {
        source -> Text,
        lon -> Numeric,
        lat -> Numeric,
        asked_at -> Timestamptz,
    }
}

diesel::table! {
    parcel_selections (selection_id) {
        selection_id -> Uuid,
        customer_id -> Uuid,
        created_by -> Uuid,
        created_at -> Timestamptz,
        parcels -> Array<Uuid>,
        said -> Nullable<Jsonb>,
    }
}

diesel::table! {
    parcel_sites (site_id) {
        site_id -> Uuid,
        customer_id -> Uuid,
        name -> Nullable<Text>,
        parcelnumb -> Text,
        members -> Array<Uuid>,
        created_by -> Uuid,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    search_runs (run_id) {
        run_id -> Uuid,
        customer_id -> Uuid,
        created_by -> Uuid,
        project_id -> Uuid,
        name -> Nullable<Text>,
        state -> Text,
        criteria -> Jsonb,
        criteria_hash -> Text,
        method_version -> Integer,
        growth_run_id -> Nullable<Uuid>,
        filter -> Nullable<Text>,
        settings -> Jsonb,
        outcome -> Nullable<Jsonb>,
        best -> Nullable<Array<Uuid>>,
        judged -> BigInt,
        total -> Nullable<BigInt>,
        error -> Nullable<Text>,
        attempts -> Integer,
        lease_until -> Nullable<Timestamptz>,
        version -> BigInt,
        created_at -> Timestamptz,
        started_at -> Nullable<Timestamptz>,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    search_results (run_id, list, page) {
        run_id -> Uuid,
        customer_id -> Uuid,
        list -> Text,
        page -> Integer,
        results -> Bytea,
    }
}

diesel::table! {
    use diesel::sql_types::{Double, Jsonb, Nullable, Text, Timestamptz, Uuid};
    use parcel_record::postgis::Geometry;

    licensed_parcels (customer_id, ll_uuid, source) {
        customer_id -> Uuid,
        ll_uuid -> Uuid,
        source -> Text,
        source_licence -> Nullable<Text>,
        county_fips -> Text,
        parcelnumb -> Text,
        fields -> Jsonb,
        lon -> Double,
        lat -> Double,
        geom -> Geometry,
        geom_3857 -> Geometry,
        fetched_at -> Timestamptz,
        expires_at -> Timestamptz,
        copies_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    parcel_units (unit_id) {
        unit_id -> BigInt,
        ll_uuid -> Uuid,
        roll_row -> BigInt,
        parcelnumb -> Text,
        unit -> Nullable<Text>,
        address -> Nullable<Text>,
        owner -> Nullable<Text>,
        careof -> Nullable<Text>,
        mailing_address -> Nullable<Text>,
        saledate -> Nullable<Date>,
        saleprice -> Nullable<Numeric>,
        year_built -> Nullable<Integer>,
        usecode -> Nullable<Text>,
        usedesc -> Nullable<Text>,
        parval -> Nullable<Numeric>,
        landval -> Nullable<Numeric>,
        improvval -> Nullable<Numeric>,
        sqft -> Nullable<BigInt>,
        replaced_by -> Nullable<BigInt>,
    }
}

diesel::table! {
    use diesel::sql_types::{BigInt, Nullable, Text, Timestamptz, Uuid};
    use parcel_record::postgis::Geometry;

    unnumbered_features (feature_id, batch_id) {
        feature_id -> Uuid,
        batch_id -> BigInt,
        county_fips -> Text,
        kind -> Text,
        description -> Nullable<Text>,
        geom -> Geometry,
        geom_3857 -> Geometry,
        source -> Text,
        source_licence -> Nullable<Text>,
        fetched_at -> Timestamptz,
        retired_at -> Nullable<Timestamptz>,
        retired_by -> Nullable<BigInt>,
    }
}

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
    growth_parcel_sets (run_id) {
        run_id -> Uuid,
        customer_id -> Uuid,
        made_at -> Timestamptz,
    }
}

diesel::table! {
    growth_storage (is_only) {
        is_only -> Bool,
        storage_id -> Uuid,
    }
}

diesel::allow_tables_to_appear_in_same_query!(growth_run, growth_batch);
