//! Tests through HTTP, against real servers.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod mvt;
mod support;

mod authz;
mod db_rules;
mod events;
mod growth;
mod growth_calibration;
mod growth_results;
mod growth_runs;
mod growth_work;
mod import;
mod lookup;
mod openapi;
mod parcels;
mod places;
mod providers;
mod real_files;
mod seed;
mod tile_cache;
mod tiles;
