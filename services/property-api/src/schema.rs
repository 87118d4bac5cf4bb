//! diesel's view of this service's tables, written to match the migrations; the messaging crate has
//! its own view of its three.

diesel::table! {
    properties (property_id) {
        property_id -> Uuid,
        customer_id -> Uuid,
        ll_uuid -> Uuid,
        provisional -> Bool,
        parcel_number -> Text,
        county_fips -> Nullable<Text>,
        address -> Nullable<Text>,
        city -> Nullable<Text>,
        zip -> Nullable<Text>,
        owner_name -> Nullable<Text>,
        lon -> Double,
        lat -> Double,
        property_name -> Nullable<Text>,
        square_feet -> Nullable<BigInt>,
        total_value -> Nullable<Numeric>,
        appraised_value -> Nullable<Numeric>,
        market_value -> Nullable<Numeric>,
        offer_value -> Nullable<Numeric>,
        edited -> Array<Text>,
        image_path -> Nullable<Text>,
        facts -> Jsonb,
        geometry -> Nullable<Jsonb>,
        source -> Nullable<Text>,
        is_sample -> Bool,
        described_version -> BigInt,
        version -> BigInt,
        created_at -> Timestamptz,
        updated_at -> Timestamptz,
        keep_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    firms_with_copies (customer_id) {
        customer_id -> Uuid,
    }
}

diesel::table! {
    project_links (customer_id, marker_id) {
        customer_id -> Uuid,
        marker_id -> BigInt,
        project_id -> Uuid,
        property_id -> Nullable<Uuid>,
        version -> BigInt,
        linked_at -> Timestamptz,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    known_projects (customer_id, project_id) {
        customer_id -> Uuid,
        project_id -> Uuid,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    site_images (customer_id, parcel) {
        customer_id -> Uuid,
        parcel -> Text,
        image_path -> Text,
        version -> BigInt,
        county_fips -> Nullable<Text>,
        lon -> Nullable<Double>,
        lat -> Nullable<Double>,
    }
}

diesel::table! {
    contacts (customer_id, contact_id) {
        customer_id -> Uuid,
        contact_id -> Uuid,
        first_name -> Text,
        last_name -> Text,
        title -> Nullable<Text>,
        job_title -> Nullable<Text>,
        email -> Text,
        phone_number -> Nullable<Text>,
        company_name -> Nullable<Text>,
        company_key -> Text,
        version -> BigInt,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    property_contacts (customer_id, property_id, contact_id) {
        customer_id -> Uuid,
        property_id -> Uuid,
        contact_id -> Uuid,
        linked_at -> Timestamptz,
    }
}

diesel::table! {
    attachments (attachment_id) {
        attachment_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Uuid,
        project_id -> Nullable<Uuid>,
        path -> Text,
        name -> Text,
        version -> Integer,
        size -> BigInt,
        content_type -> Text,
        uploaded_by -> Uuid,
        uploaded_by_email -> Text,
        uploaded_at -> Timestamptz,
    }
}

diesel::table! {
    removed_attachments (customer_id, attachment_id) {
        customer_id -> Uuid,
        attachment_id -> Uuid,
        path -> Text,
        record -> Jsonb,
        removed_at -> Timestamptz,
    }
}

diesel::table! {
    attachment_names (customer_id, property_id, name) {
        customer_id -> Uuid,
        property_id -> Uuid,
        name -> Text,
        last_version -> Integer,
    }
}

diesel::table! {
    letter_drafts (customer_id, property_id) {
        customer_id -> Uuid,
        property_id -> Uuid,
        html -> Text,
        updated_by -> Uuid,
        updated_at -> Timestamptz,
        version -> Integer,
        editor -> Nullable<Uuid>,
        updated_by_name -> Text,
        kept_terms -> Jsonb,
    }
}

diesel::table! {
    letter_versions (version_id) {
        version_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Uuid,
        kind -> Text,
        attachment_id -> Nullable<Uuid>,
        name -> Nullable<Text>,
        html -> Text,
        terms -> Jsonb,
        missing -> Jsonb,
        created_by -> Uuid,
        created_by_name -> Text,
        created_at -> Timestamptz,
    }
}

diesel::joinable!(letter_versions -> attachments (attachment_id));

diesel::table! {
    mails (mail_id) {
        mail_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Nullable<Uuid>,
        project_id -> Nullable<Uuid>,
        request_key -> Nullable<Uuid>,
        subject -> Text,
        body -> Text,
        reply_to -> Text,
        sent_by -> Uuid,
        unsubscribe_url -> Nullable<Text>,
        created_at -> Timestamptz,
        campaign_id -> Nullable<Uuid>,
        sender_name -> Nullable<Text>,
        sending_id -> Nullable<Uuid>,
        held_until -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    mail_recipients (customer_id, mail_id, email_key) {
        customer_id -> Uuid,
        mail_id -> Uuid,
        email_key -> Text,
        email -> Text,
        is_copy -> Bool,
        status -> Text,
        reason -> Nullable<Text>,
        settled_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    mail_files (customer_id, mail_id, attachment_id) {
        customer_id -> Uuid,
        mail_id -> Uuid,
        attachment_id -> Uuid,
        name -> Text,
        content_type -> Text,
        size -> BigInt,
    }
}

diesel::table! {
    mail_counts (customer_id, user_id) {
        customer_id -> Uuid,
        user_id -> Uuid,
        day -> Date,
        recipients -> Integer,
    }
}

diesel::table! {
    suppressions (customer_id, email_key) {
        customer_id -> Uuid,
        email_key -> Text,
        mail_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    campaigns (campaign_id) {
        campaign_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Nullable<Uuid>,
        request_key -> Nullable<Uuid>,
        subject -> Text,
        body -> Text,
        postal_address -> Text,
        created_by -> Uuid,
        created_by_email -> Text,
        version -> BigInt,
        created_at -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    pipeline_defaults (customer_id) {
        customer_id -> Uuid,
        stages -> Jsonb,
    }
}

diesel::table! {
    pipelines (customer_id, project_id) {
        customer_id -> Uuid,
        project_id -> Uuid,
        version -> BigInt,
        changes -> BigInt,
    }
}

diesel::table! {
    deal_stages (stage_id) {
        stage_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        milestone -> Nullable<Text>,
        name -> Text,
        kind -> Text,
        position -> Integer,
        required_facts -> Array<Text>,
        stale_after_days -> Nullable<Integer>,
        archived -> Bool,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    deals (deal_id) {
        deal_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        property_id -> Uuid,
        stage_id -> Uuid,
        since -> Timestamptz,
        cause -> Text,
        moved_by -> Nullable<Uuid>,
        moved_by_name -> Nullable<Text>,
        assigned_to -> Nullable<Uuid>,
        assigned_to_name -> Nullable<Text>,
        next_step -> Nullable<Text>,
        next_step_on -> Nullable<Date>,
        drop_reason -> Nullable<Text>,
        tags -> Nullable<Text>,
        changed_by_name -> Nullable<Text>,
        version -> BigInt,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    deal_commands (command_id) {
        command_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        undoes -> Nullable<Uuid>,
        actor -> Uuid,
        actor_name -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    deal_command_items (customer_id, command_id, deal_id) {
        customer_id -> Uuid,
        command_id -> Uuid,
        deal_id -> Uuid,
        before -> Jsonb,
        after -> Jsonb,
        version_after -> BigInt,
    }
}

diesel::table! {
    deal_notes (note_id) {
        note_id -> Uuid,
        customer_id -> Uuid,
        deal_id -> Uuid,
        text -> Text,
        created_by -> Uuid,
        created_by_name -> Text,
        created_at -> Timestamptz,
        edited_at -> Nullable<Timestamptz>,
        version -> BigInt,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    note_mentions (mention_id) {
        mention_id -> BigInt,
        customer_id -> Uuid,
        note_id -> Uuid,
        user_id -> Uuid,
        name -> Text,
        read_at -> Nullable<Timestamptz>,
        mailed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    deal_tasks (task_id) {
        task_id -> Uuid,
        customer_id -> Uuid,
        deal_id -> Uuid,
        title -> Text,
        due_on -> Nullable<Date>,
        assigned_to -> Uuid,
        assigned_to_name -> Text,
        created_by -> Nullable<Uuid>,
        created_by_name -> Text,
        created_at -> Timestamptz,
        done_at -> Nullable<Timestamptz>,
        done_by_name -> Nullable<Text>,
        version -> BigInt,
        letter_id -> Nullable<Uuid>,
        deadline -> Nullable<Text>,
        person_chosen -> Bool,
    }
}

diesel::table! {
    comps (comp_id) {
        comp_id -> Uuid,
        customer_id -> Uuid,
        address -> Nullable<Text>,
        ll_uuid -> Nullable<Uuid>,
        parcel_number -> Nullable<Text>,
        lon -> Nullable<Double>,
        lat -> Nullable<Double>,
        sale_date -> Date,
        price -> Numeric,
        acres -> Nullable<Numeric>,
        land_square_feet -> Nullable<Numeric>,
        gross_square_feet -> Nullable<Numeric>,
        rentable_square_feet -> Nullable<Numeric>,
        use_class -> Nullable<Text>,
        buyer -> Nullable<Text>,
        seller -> Nullable<Text>,
        source -> Text,
        confidence -> Text,
        several_parcels -> Bool,
        related_parties -> Bool,
        notes -> Nullable<Text>,
        created_by_name -> Text,
        created_at -> Timestamptz,
        version -> BigInt,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    comp_sets (customer_id, property_id) {
        customer_id -> Uuid,
        property_id -> Uuid,
        unit -> Text,
        version -> BigInt,
        updated_by_name -> Text,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    comp_set_items (customer_id, property_id, comp_id) {
        customer_id -> Uuid,
        property_id -> Uuid,
        comp_id -> Uuid,
        ordinal -> Integer,
        adjustments -> Jsonb,
        excluded_reason -> Nullable<Text>,
        excluded_by_name -> Nullable<Text>,
        removed_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    comp_snapshots (snapshot_id) {
        snapshot_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Uuid,
        set_version -> BigInt,
        method -> Integer,
        content -> Jsonb,
        created_by_name -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    value_edits (customer_id, edit_id, field) {
        customer_id -> Uuid,
        edit_id -> Uuid,
        property_id -> Uuid,
        field -> Text,
        before -> Nullable<Numeric>,
        after -> Nullable<Numeric>,
        was_edited -> Bool,
        created_at -> Timestamptz,
        before_text -> Nullable<Text>,
        after_text -> Nullable<Text>,
    }
}

diesel::table! {
    fact_edits (customer_id, property_id, field) {
        customer_id -> Uuid,
        property_id -> Uuid,
        field -> Text,
        edited_by_name -> Text,
        edited_at -> Timestamptz,
    }
}

diesel::table! {
    incomes (income_id) {
        income_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Uuid,
        kind -> Text,
        as_of -> Date,
        potential_gross_income -> Numeric,
        vacancy_and_credit_loss -> Numeric,
        other_income -> Numeric,
        operating_expenses -> Numeric,
        reserves_included -> Bool,
        source -> Text,
        created_by_name -> Text,
        created_at -> Timestamptz,
        version -> BigInt,
        deleted_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    offers (offer_id) {
        offer_id -> Uuid,
        customer_id -> Uuid,
        property_id -> Uuid,
        amount -> Nullable<Numeric>,
        side -> Text,
        basis -> Text,
        reason -> Text,
        actor_id -> Uuid,
        actor_name -> Text,
        letter_id -> Nullable<Uuid>,
        comp_snapshot_id -> Nullable<Uuid>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    letter_settings (customer_id) {
        customer_id -> Uuid,
        letter_threshold -> Nullable<Numeric>,
        job_threshold -> Nullable<Numeric>,
        approver_may_be_author -> Bool,
        version -> BigInt,
        updated_by_name -> Text,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    letter_jobs (job_id) {
        job_id -> Uuid,
        customer_id -> Uuid,
        project_id -> Uuid,
        request_key -> Uuid,
        request_hash -> Text,
        sender -> Jsonb,
        skipped -> Jsonb,
        letters -> Integer,
        made -> Integer,
        failed -> Integer,
        created_by -> Uuid,
        created_by_name -> Text,
        created_by_email -> Text,
        created_at -> Timestamptz,
        finished_at -> Nullable<Timestamptz>,
        template_id -> Nullable<Uuid>,
        template_number -> Nullable<Integer>,
        undone_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    letter_job_offers (customer_id, job_id, property_id) {
        customer_id -> Uuid,
        job_id -> Uuid,
        property_id -> Uuid,
        before -> Nullable<Numeric>,
        after -> Numeric,
        was_edited -> Bool,
    }
}

diesel::table! {
    letter_commands (command_id) {
        command_id -> Uuid,
        customer_id -> Uuid,
        kind -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    letter_command_items (customer_id, command_id, letter_id) {
        customer_id -> Uuid,
        command_id -> Uuid,
        letter_id -> Uuid,
        version_after -> BigInt,
    }
}

diesel::table! {
    letter_templates (template_id) {
        template_id -> Uuid,
        customer_id -> Uuid,
        name -> Text,
        html -> Text,
        terms -> Jsonb,
        published -> Nullable<Integer>,
        is_changed -> Bool,
        version -> BigInt,
        created_at -> Timestamptz,
        updated_by_name -> Text,
        updated_at -> Timestamptz,
        archived_at -> Nullable<Timestamptz>,
    }
}

diesel::table! {
    letter_template_versions (customer_id, template_id, number) {
        customer_id -> Uuid,
        template_id -> Uuid,
        number -> Integer,
        html -> Text,
        terms -> Jsonb,
        note -> Nullable<Text>,
        published_by -> Uuid,
        published_by_name -> Text,
        published_at -> Timestamptz,
    }
}

diesel::table! {
    letter_template_defaults (customer_id) {
        customer_id -> Uuid,
        template_id -> Nullable<Uuid>,
        categories -> Jsonb,
        version -> BigInt,
        updated_by_name -> Text,
        updated_at -> Timestamptz,
    }
}

diesel::table! {
    letters (letter_id) {
        letter_id -> Uuid,
        customer_id -> Uuid,
        job_id -> Uuid,
        ordinal -> Integer,
        project_id -> Uuid,
        property_id -> Uuid,
        year -> Integer,
        serial -> Integer,
        letter_version -> Integer,
        number -> Text,
        template_version -> Text,
        parcel_number -> Text,
        address -> Nullable<Text>,
        city -> Nullable<Text>,
        owner_name -> Nullable<Text>,
        price -> Numeric,
        status -> Text,
        html -> Text,
        terms -> Jsonb,
        texts -> Jsonb,
        report -> Jsonb,
        content_hash -> Text,
        pdf_state -> Text,
        attachment_id -> Nullable<Uuid>,
        approved_by -> Nullable<Uuid>,
        approved_by_name -> Nullable<Text>,
        approved_at -> Nullable<Timestamptz>,
        sent_at -> Nullable<Timestamptz>,
        expires_at -> Nullable<Timestamptz>,
        withdrawn_at -> Nullable<Timestamptz>,
        version -> BigInt,
        firm_expiry -> Nullable<Jsonb>,
    }
}

diesel::table! {
    calendar_feeds (customer_id, user_id) {
        customer_id -> Uuid,
        user_id -> Uuid,
        token_hash -> Bytea,
        created_at -> Timestamptz,
        hour -> Timestamptz,
        hour_fetches -> Integer,
    }
}

diesel::table! {
    calendar_entries (customer_id, user_id, kind, entry_id) {
        customer_id -> Uuid,
        user_id -> Uuid,
        kind -> Text,
        entry_id -> Uuid,
        day -> Date,
        at -> Nullable<Timestamptz>,
        summary -> Text,
        description -> Text,
        sequence -> Integer,
        changed_at -> Timestamptz,
        cancelled -> Bool,
    }
}

diesel::table! {
    task_reminders (customer_id, user_id) {
        customer_id -> Uuid,
        user_id -> Uuid,
        next_on -> Date,
        told_on -> Nullable<Date>,
    }
}

diesel::table! {
    letter_dates (customer_id, letter_id) {
        customer_id -> Uuid,
        letter_id -> Uuid,
        psa_executed_on -> Nullable<Date>,
        materials_delivered_on -> Nullable<Date>,
    }
}

diesel::table! {
    letter_expiries (customer_id, letter_id) {
        customer_id -> Uuid,
        letter_id -> Uuid,
        due_at -> Timestamptz,
    }
}

diesel::table! {
    letter_returns (return_id) {
        return_id -> Uuid,
        customer_id -> Uuid,
        letter_id -> Uuid,
        file_name -> Text,
        sha256 -> Text,
        author -> Nullable<Text>,
        changes -> Jsonb,
        price -> Nullable<Numeric>,
        created_by -> Uuid,
        created_by_name -> Text,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    letter_comments (comment_id) {
        comment_id -> Uuid,
        customer_id -> Uuid,
        letter_id -> Uuid,
        block -> Nullable<Integer>,
        quote -> Nullable<Text>,
        text -> Text,
        created_by -> Uuid,
        created_by_name -> Text,
        created_at -> Timestamptz,
        edited_at -> Nullable<Timestamptz>,
        resolved_at -> Nullable<Timestamptz>,
        resolved_by_name -> Nullable<Text>,
        version -> Int8,
    }
}

diesel::table! {
    letter_events (event_id) {
        event_id -> Uuid,
        customer_id -> Uuid,
        letter_id -> Uuid,
        kind -> Text,
        actor_id -> Nullable<Uuid>,
        actor_name -> Nullable<Text>,
        note -> Nullable<Text>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    letter_mails (customer_id, mail_id) {
        customer_id -> Uuid,
        mail_id -> Uuid,
        letter_id -> Uuid,
    }
}

diesel::table! {
    letter_sends (customer_id, request_key) {
        customer_id -> Uuid,
        request_key -> Uuid,
        request_hash -> Text,
        answer -> Nullable<Jsonb>,
        created_at -> Timestamptz,
    }
}

diesel::table! {
    letter_links (link_id) {
        link_id -> Uuid,
        customer_id -> Uuid,
        letter_id -> Uuid,
        party -> Text,
        name -> Text,
        email -> Text,
        capacity -> Text,
        token_hash -> Bytea,
        request_key -> Uuid,
        request_hash -> Text,
        pdf_sha256 -> Text,
        created_by -> Uuid,
        created_by_name -> Text,
        created_at -> Timestamptz,
        mailed_at -> Nullable<Timestamptz>,
        expires_at -> Timestamptz,
        revoked_at -> Nullable<Timestamptz>,
        fetched -> Integer,
        certain_openings -> Integer,
        other_openings -> Integer,
        signed_at -> Nullable<Timestamptz>,
        signature -> Nullable<Jsonb>,
        declined_at -> Nullable<Timestamptz>,
        decline_reason -> Nullable<Text>,
        decline_text -> Nullable<Text>,
        proposed_at -> Nullable<Timestamptz>,
        proposed_name -> Nullable<Text>,
        proposed_email -> Nullable<Text>,
        minute -> Timestamptz,
        minute_calls -> Integer,
    }
}

diesel::table! {
    letter_link_mails (customer_id, mail_id) {
        customer_id -> Uuid,
        mail_id -> Uuid,
        link_id -> Uuid,
        page -> Text,
        makes_link -> Bool,
    }
}

diesel::table! {
    letter_evidence (customer_id, letter_id, seq) {
        customer_id -> Uuid,
        letter_id -> Uuid,
        seq -> Integer,
        kind -> Text,
        at -> Timestamptz,
        link_id -> Nullable<Uuid>,
        ip -> Nullable<Text>,
        user_agent -> Nullable<Text>,
        content_hash -> Text,
        detail -> Text,
        prev_hash -> Text,
        hash -> Text,
    }
}

diesel::table! {
    letter_seals (customer_id, letter_id) {
        customer_id -> Uuid,
        letter_id -> Uuid,
        seal_id -> Uuid,
        state -> Text,
        completed_at -> Timestamptz,
        attachment_id -> Nullable<Uuid>,
        fingerprint -> Nullable<Text>,
        sha256 -> Nullable<Text>,
        chain_head -> Nullable<Text>,
        sealed_at -> Nullable<Timestamptz>,
    }
}

diesel::joinable!(letters -> letter_jobs (job_id));
diesel::joinable!(deals -> properties (property_id));
diesel::joinable!(deals -> deal_stages (stage_id));
diesel::joinable!(deal_tasks -> deals (deal_id));
diesel::joinable!(deal_tasks -> letters (letter_id));
diesel::joinable!(letter_returns -> letters (letter_id));
diesel::joinable!(letter_comments -> letters (letter_id));
diesel::joinable!(deal_notes -> deals (deal_id));
diesel::joinable!(note_mentions -> deal_notes (note_id));
diesel::joinable!(comp_set_items -> comps (comp_id));
diesel::joinable!(offers -> comp_snapshots (comp_snapshot_id));
diesel::joinable!(deal_command_items -> deal_commands (command_id));

diesel::allow_tables_to_appear_in_same_query!(
    comps,
    comp_sets,
    comp_set_items,
    comp_snapshots,
    offers,
    deals,
    deal_stages,
    deal_notes,
    note_mentions,
    deal_tasks,
    deal_commands,
    deal_command_items,
    properties,
    project_links,
    known_projects,
    site_images,
    contacts,
    property_contacts,
    attachments,
    attachment_names,
    letter_drafts,
    letter_versions,
    mails,
    mail_recipients,
    mail_files,
    suppressions,
    campaigns,
    letters,
    letter_jobs,
    letter_mails,
    letter_seals,
    letter_returns,
    letter_comments,
);
