//! Tests through HTTP, against real servers.
#![expect(clippy::unwrap_used, reason = "what cannot be set up has failed")]

mod mvt;
mod support;

mod assemblages;
mod authz;
mod buildable;
mod counts;
mod db_rules;
mod dossiers;
mod events;
mod export;
mod export_round_trip;
mod filters;
mod growth;
mod growth_calibration;
mod growth_results;
mod growth_runs;
mod growth_work;
mod import;
mod lookup;
mod ogc;
mod ogc_clients;
mod openapi;
mod owner_groups;
mod parcels;
mod place_search_migration;
mod places;
mod providers;
mod read_replicas;
mod real_files;
mod regrid;
mod search_compare;
mod search_files;
mod search_growth;
mod search_runs;
mod search_site;
mod search_work;
mod seed;
mod selection_files;
mod selections;
mod site_layers;
mod sites;
mod terms;
mod tile_cache;
mod tiles;
