//! The route table of the service.
//!
//! Registering a handler here also documents it in the API document.

use http_kit::ServiceConfig;

use crate::{
    assemblages, buildable, counts, dossiers, export, growth, lookup, map_config, ogc,
    owner_groups, parcel_facts, parcels, places, search_runs, selections, sites, tiles,
};

pub fn register(config: &mut ServiceConfig<'_>) {
    config
        .service(lookup::handlers::process_coords)
        .service(lookup::handlers::process_coords_batch)
        .service(parcel_facts::handlers::get_parcel)
        .service(parcels::handlers::list_parcels)
        .service(parcels::handlers::get_parcel_outlines)
        .service(parcels::handlers::get_parcel_records)
        .service(tiles::handlers::get_tile)
        .service(tiles::handlers::get_tile_json)
        .service(tiles::flood::get_flood_tile)
        .service(ogc::handlers::get_ogc_landing_page)
        .service(ogc::handlers::get_ogc_start)
        .service(ogc::handlers::get_ogc_conformance)
        .service(ogc::handlers::get_ogc_api)
        .service(ogc::handlers::list_ogc_collections)
        .service(ogc::handlers::get_ogc_collection)
        .service(ogc::handlers::get_ogc_queryables)
        .service(ogc::handlers::list_ogc_items)
        .service(ogc::handlers::get_ogc_item)
        .service(export::handlers::export_parcels)
        .service(export::handlers::export_parcel_units)
        .service(export::handlers::export_unnumbered_features)
        .service(owner_groups::handlers::get_owner_group)
        .service(selections::handlers::create_parcel_selection)
        .service(selections::handlers::get_parcel_selection)
        .service(selections::handlers::export_parcel_selection)
        .service(counts::handlers::count_parcels)
        .service(buildable::handlers::get_parcel_buildable)
        .service(buildable::handlers::calculate_buildable)
        .service(assemblages::handlers::measure_assemblage)
        .service(assemblages::handlers::search_assemblages)
        .service(sites::handlers::create_site)
        .service(sites::handlers::get_site)
        .service(places::handlers::search_places)
        .service(map_config::handlers::get_map_config)
        .service(growth::handlers::run_sleuth)
        .service(growth::runs::api::handlers::create_growth_run)
        .service(growth::runs::api::handlers::list_growth_runs)
        .service(growth::runs::api::handlers::get_growth_run)
        .service(growth::runs::api::handlers::delete_growth_run)
        .service(growth::runs::api::handlers::cancel_growth_run)
        .service(growth::runs::api::handlers::growth_run_events)
        .service(growth::runs::api::result_handlers::get_growth_result)
        .service(growth::runs::api::result_handlers::get_growth_picture)
        .service(growth::runs::api::result_handlers::get_growth_overlay)
        .service(growth::runs::api::result_handlers::get_growth_raster)
        .service(growth::runs::api::result_handlers::get_growth_years)
        .service(growth::runs::api::result_handlers::join_growth_parcels)
        .service(search_runs::api::handlers::create_search_run)
        .service(search_runs::api::handlers::list_search_runs)
        .service(search_runs::api::handlers::get_search_run)
        .service(search_runs::api::handlers::delete_search_run)
        .service(search_runs::api::handlers::cancel_search_run)
        .service(search_runs::api::handlers::search_run_events)
        .service(search_runs::api::result_handlers::compare_search_runs)
        .service(search_runs::api::result_handlers::list_search_results)
        .service(sites::handlers::export_search_results)
        .service(sites::handlers::get_search_result)
        .service(dossiers::handlers::compare_sites)
        .service(dossiers::handlers::make_dossier_pdf)
        .service(dossiers::handlers::make_dossier_xlsx);
}
