//! Tests of property-api with the real program, PostgreSQL and RabbitMQ; only main-api is stubbed.

#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on has failed; helpers outside #[test] functions too"
)]

mod activities;
mod attachments;
mod authz;
mod calendar_feed;
mod campaigns;
mod comps;
mod comps_file;
mod consumers;
mod db_rules;
mod deal_list;
mod deal_moves;
mod deal_records;
mod deal_sites;
mod deals;
mod dossier_parts;
mod ended_copies;
mod incomes;
mod letter_date_terms;
mod letter_dates;
mod letter_deals;
mod letter_expiry;
mod letter_jobs;
mod letter_links;
mod letter_redlines;
mod letter_register;
mod letter_sending;
mod letter_signing;
mod letter_templates;
mod letter_undo;
mod letters;
mod mail;
mod mail_limits;
mod mail_migration;
mod mail_undo;
mod mail_worker;
mod note_mentions;
mod openapi;
mod ownership;
mod pdf_readers;
mod properties;
mod property_list;
mod removals;
mod sessions;
mod task_list;
mod valuation;
mod work_figures;
mod world;
