//! The route table of the service. Registering a handler here also documents it in the API
//! document.

use http_kit::ServiceConfig;

use crate::{
    attachments, campaigns, letter_jobs, letter_register, letters, mail, offers, ownership,
    properties, valuation,
};

pub fn register(cfg: &mut ServiceConfig<'_>) {
    cfg.service(properties::handlers::property_details)
        .service(properties::handlers::specific_property)
        .service(properties::search::search_properties)
        .service(properties::handlers::update_property_name)
        .service(properties::handlers::update_square_feet)
        .service(properties::handlers::remove_property_from_project)
        .service(properties::page_links::property_detail)
        .service(properties::page_links::email_campaign)
        .service(valuation::handlers::update_total_value)
        .service(valuation::handlers::update_appraised_value)
        .service(valuation::handlers::update_market_value)
        .service(valuation::handlers::update_offer_value)
        .service(ownership::handlers::get_contacts)
        .service(ownership::handlers::add_contact)
        .service(ownership::handlers::add_associated_contact)
        .service(ownership::handlers::remove_contact)
        .service(ownership::handlers::update_contact)
        .service(ownership::handlers::lookup_owner_contacts)
        .service(attachments::handlers::list_attachments)
        .service(attachments::handlers::upload_attachment)
        .service(attachments::handlers::serve_attachment)
        .service(attachments::handlers::head_attachment)
        .service(attachments::handlers::delete_attachment)
        .service(attachments::handlers::restore_attachment)
        .service(letters::handlers::get_loi_template)
        .service(letters::handlers::update_loi_template)
        .service(letters::handlers::delete_loi_template)
        .service(letters::handlers::add_letter_version)
        .service(letters::handlers::list_letter_versions)
        .service(letters::handlers::get_letter_version)
        .service(mail::handlers::send_email)
        .service(mail::handlers::get_emails)
        .service(campaigns::handlers::get_campaigns)
        .service(campaigns::handlers::create_campaign)
        .service(campaigns::handlers::preview_campaign)
        .service(campaigns::handlers::test_campaign)
        .service(campaigns::unsubscribe::open_unsubscribe)
        .service(campaigns::unsubscribe::unsubscribe)
        .service(offers::handlers::list_offers)
        .service(letter_register::handlers::list_letters)
        .service(letter_register::handlers::approve_letters)
        .service(letter_register::handlers::send_letters)
        .service(letter_register::handlers::get_letter)
        .service(letter_register::handlers::set_letter_status)
        .service(letter_register::handlers::withdraw_letter)
        .service(letter_register::handlers::get_letter_settings)
        .service(letter_register::handlers::update_letter_settings)
        .service(letter_jobs::handlers::preview_letters)
        .service(letter_jobs::handlers::make_letters)
        .service(letter_jobs::handlers::list_letter_jobs)
        .service(letter_jobs::handlers::get_letter_job)
        .service(letter_jobs::handlers::print_letters);
}
