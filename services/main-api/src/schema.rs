//! diesel's view of this service's tables, written to match the migrations. Geometries are read and
//! written by SQL text and therefore left out.

diesel::table! {
    customers (customer_id) {
        customer_id -> Uuid,
        name -> Text,
        is_sample -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    users (user_id) {
        user_id -> Uuid,
        customer_id -> Uuid,
        email -> Text,
        fname -> Text,
        lname -> Text,
        job_title -> Nullable<Text>,
        phone_number -> Nullable<Text>,
        location -> Nullable<Text>,
        bio -> Nullable<Text>,
        avatar_file -> Nullable<Text>,
        avatar_type -> Nullable<Text>,
        role -> Text,
        preferred_theme -> Text,
        password_hash -> Nullable<Text>,
        active -> Bool,
        version -> BigInt,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    sessions (session_id) {
        session_id -> Uuid,
        customer_id -> Uuid,
        user_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        ended_at -> Nullable<Timestamptz>,
        end_reason -> Nullable<Text>,
    }
}

diesel::table! {
    refresh_tokens (token_hash) {
        token_hash -> Binary,
        customer_id -> Uuid,
        session_id -> Uuid,
        issued_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    password_resets (token_hash) {
        token_hash -> Binary,
        customer_id -> Uuid,
        user_id -> Uuid,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        used_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    email_changes (token_hash) {
        token_hash -> Binary,
        customer_id -> Uuid,
        user_id -> Uuid,
        email -> Text,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
    }
}

diesel::table! {
    known_places (user_id, key_hash) {
        user_id -> Uuid,
        key_hash -> Binary,
        customer_id -> Uuid,
        seen_at -> Timestamptz,
    }
}

diesel::table! {
    personal_access_tokens (token_id) {
        token_id -> Uuid,
        customer_id -> Uuid,
        user_id -> Uuid,
        token_hash -> Binary,
        prefix -> Text,
        name -> Text,
        scopes -> Array<Text>,
        created_at -> Timestamptz,
        expires_at -> Timestamptz,
        last_used_on -> Nullable<Date>,
        revoked_at -> Nullable<Timestamptz>,
        revoke_reason -> Nullable<Text>,
    }
}

diesel::table! {
    attempts (attempt_id) {
        attempt_id -> BigInt,
        key_hash -> Binary,
        at -> Timestamptz,
    }
}

diesel::table! {
    states (statefp) {
        statefp -> Text,
        name -> Text,
    }
}

diesel::table! {
    counties (county_fips) {
        county_fips -> Text,
        statefp -> Text,
        name -> Text,
        source -> Nullable<Text>,
        source_licence -> Nullable<Text>,
    }
}

diesel::table! {
    markets (market_id) {
        market_id -> BigInt,
        customer_id -> Nullable<Uuid>,
        market_name -> Text,
    }
}

diesel::table! {
    market_states (statefp, market_id) {
        market_id -> BigInt,
        statefp -> Text,
        customer_id -> Nullable<Uuid>,
    }
}

diesel::table! {
    submarkets (submkt_id) {
        submkt_id -> BigInt,
        market_id -> BigInt,
        customer_id -> Nullable<Uuid>,
        sub_mkt_name -> Text,
        source -> Nullable<Text>,
        source_licence -> Nullable<Text>,
    }
}

diesel::table! {
    projects (project_id) {
        project_id -> Uuid,
        customer_id -> Uuid,
        project_name -> Text,
        category -> Text,
        description -> Text,
        state -> Nullable<Text>,
        county -> Nullable<Text>,
        market -> Nullable<BigInt>,
        submarket -> Nullable<BigInt>,
        market_type -> Nullable<Text>,
        bldg_sqft_min -> Nullable<Numeric>,
        bldg_sqft_max -> Nullable<Numeric>,
        site_size_min -> Nullable<Numeric>,
        site_size_max -> Nullable<Numeric>,
        clear_height -> Nullable<Numeric>,
        additional_filter -> Text,
        status -> Text,
        progress -> Integer,
        use_test_webhook -> Bool,
        created_by -> Uuid,
        version -> BigInt,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        tags -> Nullable<Text>,
        assigned_to -> Nullable<Uuid>,
        assigned_to_name -> Nullable<Text>,
    }
}

diesel::table! {
    markers (marker_id) {
        marker_id -> BigInt,
        customer_id -> Uuid,
        project_id -> Uuid,
        ll_uuid -> Nullable<Uuid>,
        parcelnumb -> Text,
        county_fips -> Nullable<Text>,
        lon -> Double,
        lat -> Double,
        address -> Nullable<Text>,
        scity -> Nullable<Text>,
        szip -> Nullable<Text>,
        owner -> Nullable<Text>,
        careof -> Nullable<Text>,
        saledate -> Nullable<Text>,
        image_path -> Nullable<Text>,
        created_by -> Uuid,
        created_at -> Timestamptz,
        batch_id -> Nullable<Uuid>,
        source -> Nullable<Text>,
        source_licence -> Nullable<Text>,
        fetched_at -> Nullable<Timestamptz>,
        keep_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    marker_batches (batch_id) {
        batch_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        created_by -> Uuid,
        created_at -> Timestamptz,
        undone_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    marker_removals (removal_id) {
        removal_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        removed_by -> Uuid,
        removed_at -> Timestamptz,
        undone_at -> Nullable<Timestamptz>,
        markers -> Jsonb,
    }
}

diesel::table! {
    parcel_discards (discard_id) {
        discard_id -> BigInt,
        customer_id -> Uuid,
        project_id -> Uuid,
        ll_uuid -> Uuid,
        reason -> Text,
        note -> Nullable<Text>,
        facts -> Jsonb,
        discarded_by -> Uuid,
        discarded_at -> Timestamptz,
        undone_by -> Nullable<Uuid>,
        undone_at -> Nullable<Timestamptz>,
        ended_by_batch -> Nullable<Uuid>,
        keep_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    saved_searches (search_id) {
        search_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        name -> Text,
        filter -> Text,
        area -> Nullable<Jsonb>,
        version -> BigInt,
        created_by -> Uuid,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    parcel_changes (change_id) {
        change_id -> BigInt,
        customer_id -> Uuid,
    }
}

diesel::table! {
    parcel_watchers (user_id) {
        user_id -> Uuid,
        customer_id -> Uuid,
        read_up_to -> BigInt,
        digest -> Text,
        digest_up_to -> BigInt,
        digest_on -> Nullable<Date>,
    }
}

diesel::table! {
    parcel_feeds (user_id) {
        user_id -> Uuid,
        customer_id -> Uuid,
        token_hash -> Binary,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    saved_search_looks (search_id, user_id) {
        search_id -> Uuid,
        user_id -> Uuid,
        customer_id -> Uuid,
        looked_at -> Timestamptz,
    }
}

diesel::table! {
    activities (activity_id) {
        activity_id -> BigInt,
        customer_id -> Uuid,
        kind -> Text,
        text -> Text,
        link -> Nullable<Text>,
        actor_id -> Nullable<Uuid>,
        at -> Timestamptz,
    }
}

diesel::table! {
    contacts (contact_id) {
        contact_id -> Uuid,
        customer_id -> Uuid,
        first_name -> Text,
        last_name -> Text,
        middle_name -> Nullable<Text>,
        title -> Nullable<Text>,
        job_title -> Nullable<Text>,
        email -> Text,
        email2 -> Nullable<Text>,
        phone_number -> Nullable<Text>,
        phone_number2 -> Nullable<Text>,
        mobile_number -> Nullable<Text>,
        fax_number -> Nullable<Text>,
        address -> Nullable<Text>,
        city -> Nullable<Text>,
        state -> Nullable<Text>,
        postal_code -> Nullable<Text>,
        country -> Nullable<Text>,
        notes -> Nullable<Text>,
        social_media_links -> Nullable<Text>,
        tags -> Nullable<Text>,
        status -> Nullable<Text>,
        preferred_contact_method -> Nullable<Text>,
        lead_score -> Nullable<Integer>,
        assigned_to -> Nullable<Text>,
        gender -> Nullable<Text>,
        language -> Nullable<Text>,
        timezone -> Nullable<Text>,
        company_name -> Nullable<Text>,
        version -> BigInt,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    contact_search (contact_id) {
        contact_id -> Uuid,
        customer_id -> Uuid,
        words -> Text,
        numbers -> Text,
        name_key -> Text,
        email_key -> Text,
        company_key -> Nullable<Text>,
        tags -> Array<Text>,
        assigned_key -> Nullable<Text>,
        phone_key -> Nullable<Text>,
        score_key -> Nullable<Integer>,
    }
}

diesel::table! {
    contact_commands (command_id) {
        command_id -> Uuid,
        customer_id -> Uuid,
        actor -> Uuid,
        removed -> Bool,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    contact_command_items (customer_id, command_id, contact_id) {
        customer_id -> Uuid,
        command_id -> Uuid,
        contact_id -> Uuid,
        tags -> Nullable<Text>,
        assigned_to -> Nullable<Text>,
        company_name -> Nullable<Text>,
        version_after -> BigInt,
    }
}

diesel::table! {
    project_deletions (project_id) {
        customer_id -> Uuid,
        project_id -> Uuid,
        deleted_by -> Uuid,
        deleted_at -> Timestamptz,
    }
}

diesel::table! {
    removed_contacts (customer_id, contact_id) {
        customer_id -> Uuid,
        contact_id -> Uuid,
        record -> Jsonb,
        removed_at -> Timestamptz,
    }
}

diesel::table! {
    companies (company_id) {
        company_id -> Uuid,
        customer_id -> Uuid,
        company_name -> Text,
        industry -> Nullable<Text>,
        office_city -> Nullable<Text>,
        office_state -> Nullable<Text>,
        number_of_employees -> Nullable<Integer>,
        created_at -> Timestamptz,
        tags -> Nullable<Text>,
        version -> Int8,
        updated_at -> Timestamptz,
        assigned_to -> Nullable<Uuid>,
        assigned_to_name -> Nullable<Text>,
    }
}

diesel::table! {
    company_commands (command_id) {
        command_id -> Uuid,
        customer_id -> Uuid,
        actor -> Uuid,
        removed -> Bool,
        companies -> Jsonb,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    list_views (view_id) {
        view_id -> Uuid,
        customer_id -> Uuid,
        place -> Text,
        name -> Text,
        is_shared -> Bool,
        settings -> Jsonb,
        version -> Int8,
        created_by -> Uuid,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    list_view_defaults (user_id, place) {
        user_id -> Uuid,
        place -> Text,
        view_id -> Uuid,
        customer_id -> Uuid,
    }
}

diesel::table! {
    site_images (customer_id, parcelnumb) {
        customer_id -> Uuid,
        parcelnumb -> Text,
        ll_uuid -> Nullable<Uuid>,
        file_name -> Text,
        content_type -> Text,
        sha256 -> Text,
        source -> Text,
        saved_at -> Timestamptz,
        lon -> Nullable<Double>,
        lat -> Nullable<Double>,
    }
}

diesel::table! {
    letterheads (customer_id) {
        customer_id -> Uuid,
        address_lines -> Array<Text>,
        phone_number -> Nullable<Text>,
        website -> Nullable<Text>,
        signatory_title -> Nullable<Text>,
        disclaimer -> Nullable<Text>,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    letter_images (image_id) {
        image_id -> Uuid,
        customer_id -> Uuid,
        user_id -> Nullable<Uuid>,
        content_type -> Text,
        bytes -> Binary,
        saved_at -> Timestamptz,
    }
}

diesel::table! {
    project_criteria (project_id) {
        project_id -> Uuid,
        customer_id -> Uuid,
        criteria -> Jsonb,
        version -> BigInt,
        updated_by -> Uuid,
        updated_at -> Timestamptz,
    }
}

diesel::joinable!(refresh_tokens -> sessions (session_id));
diesel::allow_tables_to_appear_in_same_query!(refresh_tokens, sessions);
diesel::allow_tables_to_appear_in_same_query!(list_views, list_view_defaults, users);
diesel::joinable!(personal_access_tokens -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(personal_access_tokens, users);
diesel::allow_tables_to_appear_in_same_query!(activities, users);
diesel::joinable!(parcel_watchers -> users (user_id));
diesel::allow_tables_to_appear_in_same_query!(parcel_watchers, parcel_feeds, customers, users);
diesel::joinable!(market_states -> markets (market_id));
diesel::allow_tables_to_appear_in_same_query!(
    projects,
    project_deletions,
    markers,
    marker_batches,
    marker_removals,
    parcel_discards,
    saved_searches,
    saved_search_looks,
    project_criteria,
    users,
    states,
    markets,
    submarkets,
    market_states
);
