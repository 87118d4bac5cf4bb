//! Tests of main-api through HTTP, against real PostgreSQL and RabbitMQ.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot be set up has failed"
)]

mod accounts;
mod areas;
mod authz;
mod bad_input;
mod commands;
mod company_changes;
mod contact_changes;
mod dashboard;
mod db_rules;
mod directory;
mod ended_copies;
mod ended_discards;
mod events;
mod job_migration;
mod letterhead;
mod list_files;
mod list_views;
mod lists;
mod live;
mod many_parcels;
mod markers;
mod markets;
mod ogc;
mod ogc_clients;
mod ogc_one_address;
mod openapi;
mod parcel_notices;
mod parcel_watch;
mod personal_access_tokens;
mod project_changes;
mod project_criteria;
mod projects;
mod read_replicas;
mod saved_searches;
mod search_matches;
mod seed;
mod site_images;
mod street_view;
mod users;
mod webhooks;
mod world;
