//! The route table of the service. Registering a handler here also documents it in the API
//! document.

use actix_web::web;
use http_kit::openapi::StandardErrors;
use http_kit::{ServiceConfig, scope};
use utoipa::IntoResponses as _;
use utoipa::openapi::path::Operation;
use utoipa::openapi::{OpenApi, RefOr};

use crate::{
    API, accounts, dashboard, directory, discards, letterhead, list_views, live, marker_batches,
    marker_removals, markers, markets, ogc, parcel_selection, parcel_watch, personal_access_tokens,
    project_criteria, project_parcels, projects, saved_searches, site_images, users,
};

pub fn register(config: &mut ServiceConfig<'_>) {
    config
        .service(accounts::handlers::login)
        .service(accounts::handlers::refresh)
        .service(accounts::handlers::logout)
        .service(accounts::handlers::session)
        .service(accounts::handlers::jwks)
        .service(accounts::handlers::config)
        .service(accounts::handlers::forgot_password)
        .service(accounts::handlers::reset_password)
        .service(accounts::handlers::change_password)
        .service(accounts::handlers::confirm_email)
        .service(personal_access_tokens::handlers::list_personal_access_tokens)
        .service(personal_access_tokens::handlers::list_all_personal_access_tokens)
        .service(personal_access_tokens::handlers::create_personal_access_token)
        .service(personal_access_tokens::handlers::revoke_personal_access_token)
        .service(users::handlers::get_profile)
        .service(users::handlers::update_profile)
        .service(users::handlers::update_preferred_theme)
        .service(users::handlers::upload_avatar)
        .service(users::handlers::get_avatar)
        .service(users::handlers::list_users)
        .service(users::handlers::list_people)
        .service(users::handlers::invite_user)
        .service(users::handlers::update_user)
        .service(letterhead::handlers::get_letterhead)
        .service(letterhead::handlers::update_letterhead)
        .service(letterhead::handlers::upload_logo)
        .service(letterhead::handlers::remove_logo)
        .service(letterhead::handlers::upload_signature)
        .service(letterhead::handlers::remove_signature)
        .service(letterhead::handlers::get_letter_image)
        .service(dashboard::handlers::get_dashboard)
        .service(dashboard::handlers::list_activity)
        .service(projects::handlers::list_projects)
        .service(projects::handlers::get_project_filters)
        .service(projects::handlers::export_projects)
        .service(projects::handlers::create_project)
        .service(projects::handlers::update_project)
        .service(projects::handlers::delete_project)
        .service(projects::handlers::restore_project)
        .service(projects::handlers::change_projects)
        .service(projects::handlers::delete_projects)
        .service(projects::handlers::restore_projects)
        .service(projects::handlers::get_project_data)
        .service(project_criteria::handlers::get_project_criteria)
        .service(project_criteria::handlers::update_project_criteria)
        .service(markets::handlers::list_states)
        .service(markets::handlers::list_counties)
        .service(markets::handlers::list_markets)
        .service(markets::handlers::list_submarkets)
        .service(markets::handlers::find_markets)
        .service(markets::handlers::get_submarket_polygon)
        .service(markets::handlers::get_submarket_source)
        .service(markets::tiles::get_border_tile)
        .service(markets::tiles::get_border_tile_json)
        .service(markers::handlers::get_markers)
        .service(markers::handlers::add_marker)
        .service(markers::handlers::remove_marker)
        .service(markers::handlers::get_parcel_polygon)
        .service(markers::handlers::get_parcel_outlines)
        .service(marker_batches::handlers::add_markers)
        .service(marker_batches::handlers::undo_add_markers)
        .service(marker_removals::handlers::remove_markers)
        .service(marker_removals::handlers::undo_remove_markers)
        .service(discards::handlers::discard_parcels)
        .service(discards::handlers::undo_discard)
        .service(project_parcels::handlers::get_project_parcels)
        .service(project_parcels::handlers::get_reviewed_parcels)
        .service(project_parcels::handlers::get_parcel_status)
        .service(saved_searches::handlers::list_saved_searches)
        .service(saved_searches::handlers::create_saved_search)
        .service(saved_searches::handlers::update_saved_search)
        .service(saved_searches::handlers::delete_saved_search)
        .service(saved_searches::handlers::look_at_saved_search)
        .service(parcel_watch::handlers::list_parcel_changes)
        .service(parcel_watch::handlers::list_search_matches)
        .service(parcel_watch::handlers::read_parcel_changes)
        .service(parcel_watch::handlers::get_parcel_watch)
        .service(parcel_watch::handlers::update_parcel_watch)
        .service(parcel_watch::handlers::create_parcel_feed)
        .service(parcel_watch::handlers::revoke_parcel_feed)
        .service(parcel_watch::handlers::get_parcel_feed)
        .service(ogc::handlers::get_ogc_landing_page)
        .service(ogc::handlers::get_ogc_start)
        .service(ogc::handlers::get_ogc_conformance)
        .service(ogc::handlers::get_ogc_api)
        .service(ogc::handlers::list_ogc_collections)
        .service(scope("/api/ogc/collections").configure(register_collections))
        .service(scope("/api-2/ogc/collections").configure(register_collections))
        .service(parcel_selection::handlers::call_webhook)
        .service(site_images::handlers::fetch_save_image)
        .service(site_images::handlers::get_site_image)
        .service(site_images::street_view::handlers::get_street_view)
        .service(site_images::street_view::handlers::get_street_view_image)
        .service(directory::handlers::get_companies)
        .service(directory::handlers::get_company_filters)
        .service(directory::handlers::add_company)
        .service(directory::handlers::update_company)
        .service(directory::handlers::get_all_contacts)
        .service(directory::handlers::get_contact_filters)
        .service(directory::handlers::add_contact)
        .service(directory::handlers::update_contact)
        .service(directory::handlers::delete_contact)
        .service(directory::contact_changes::handlers::change_contacts)
        .service(directory::contact_changes::handlers::undo_change_contacts)
        .service(directory::handlers::restore_contact)
        .service(directory::exports::handlers::export_contacts)
        .service(directory::exports::handlers::export_companies)
        .service(directory::company_changes::handlers::change_companies)
        .service(directory::company_changes::handlers::undo_change_companies)
        .service(list_views::handlers::list_list_views)
        .service(list_views::handlers::create_list_view)
        .service(list_views::handlers::update_list_view)
        .service(list_views::handlers::delete_list_view)
        .service(list_views::handlers::set_default_list_view)
        .service(live::handlers::events)
        .service(live::handlers::tell_presence)
        .route(
            auth::ENDED_SESSIONS_PATH,
            web::get().to(accounts::handlers::ended_sessions),
        )
        .route(
            auth::INTROSPECTION_PATH,
            web::post().to(accounts::handlers::introspect_token),
        );
}

/// The firm's collections of the OGC API, below both of their addresses.
fn register_collections(config: &mut ServiceConfig<'_>) {
    config
        .service(ogc::handlers::get_ogc_collection)
        .service(ogc::handlers::get_ogc_queryables)
        .service(ogc::handlers::list_ogc_projects)
        .service(ogc::handlers::get_ogc_project)
        .service(ogc::handlers::list_ogc_project_parcels)
        .service(ogc::handlers::get_ogc_project_parcel);
}

/// The API document, committed as contracts/openapi/main-api.json.
pub fn document() -> OpenApi {
    let mut document = http_kit::openapi::document(API, register);
    let items = document.paths.paths.values_mut();
    for operation in items.flat_map(|item| {
        let methods = [
            &mut item.get,
            &mut item.put,
            &mut item.post,
            &mut item.delete,
        ];
        methods.into_iter().flatten()
    }) {
        add_errors(operation);
    }
    document
}

/// Adds the error responses of the extractors and the server to each operation, and the media type
/// of all problems. Handlers list only their own responses.
fn add_errors(operation: &mut Operation) {
    let shared: &[&str] = match (&operation.request_body, &operation.parameters) {
        (Some(_), _) => &["400", "413", "415", "422", "503"],
        (None, Some(_)) => &["400", "422", "503"],
        (None, None) => &["503"],
    };
    let answers = &mut operation.responses.responses;
    for (status, standard) in StandardErrors::responses() {
        match (answers.get_mut(&status), &standard) {
            (Some(RefOr::T(own)), RefOr::T(standard)) => {
                own.content.clone_from(&standard.content);
                if own.description.is_empty() {
                    own.description.clone_from(&standard.description);
                }
            }
            (None, _) if shared.contains(&status.as_str()) => {
                answers.insert(status, standard);
            }
            _ => {}
        }
    }
}
