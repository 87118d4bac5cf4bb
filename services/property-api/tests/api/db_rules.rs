//! Rules that every table of the schema must follow.

use test_support::Persona;

use crate::world::World;

/// A firm with a row in every table that holds firm data.
pub async fn fill(world: &World, marker: i64) -> Persona {
    let pat = Persona::user();
    let firm = pat.customer_id;
    let mut conn = world.db.superuser().await;
    let sql = format!(
        "INSERT INTO properties (customer_id, ll_uuid, parcel_number, lon, lat) VALUES ('{firm}', gen_random_uuid(), '1', 0, 0);
         INSERT INTO project_links (customer_id, marker_id, project_id, property_id, version) SELECT customer_id, {marker}, gen_random_uuid(), property_id, 1 FROM properties WHERE customer_id = '{firm}';
         INSERT INTO pipeline_defaults (customer_id, stages) VALUES ('{firm}', default_deal_stages());
         INSERT INTO deal_spans (customer_id, deal_id, stage_id, since, until, cause) SELECT customer_id, deal_id, stage_id, now(), now(), 'added' FROM deals WHERE customer_id = '{firm}';
         INSERT INTO deal_commands (command_id, customer_id, project_id, actor, actor_name) SELECT gen_random_uuid(), customer_id, project_id, gen_random_uuid(), '' FROM deals WHERE customer_id = '{firm}';
         INSERT INTO deal_command_items (customer_id, command_id, deal_id, before, after, version_after) SELECT c.customer_id, c.command_id, d.deal_id, '{{}}', '{{}}', 1 FROM deal_commands c JOIN deals d USING (customer_id) WHERE customer_id = '{firm}';
         INSERT INTO deal_notes (customer_id, deal_id, text, created_by, created_by_name) SELECT customer_id, deal_id, 't', gen_random_uuid(), '' FROM deals WHERE customer_id = '{firm}';
         INSERT INTO note_mentions (customer_id, note_id, user_id, name) SELECT customer_id, note_id, gen_random_uuid(), 'n' FROM deal_notes WHERE customer_id = '{firm}';
         INSERT INTO deal_tasks (customer_id, deal_id, title, assigned_to, assigned_to_name, created_by, created_by_name) SELECT customer_id, deal_id, 't', gen_random_uuid(), '', gen_random_uuid(), '' FROM deals WHERE customer_id = '{firm}';
         INSERT INTO firms_with_copies (customer_id) VALUES ('{firm}');
         INSERT INTO known_projects (customer_id, project_id) VALUES ('{firm}', gen_random_uuid());
         INSERT INTO site_images (customer_id, parcel, image_path, version) VALUES ('{firm}', '1', '/x', 1);
         INSERT INTO contacts (customer_id, contact_id, version) VALUES ('{firm}', gen_random_uuid(), 1);
         INSERT INTO property_contacts (customer_id, property_id, contact_id) SELECT customer_id, property_id, gen_random_uuid() FROM properties WHERE customer_id = '{firm}';
         INSERT INTO attachments (attachment_id, customer_id, property_id, path, name, version, size, content_type, uploaded_by, uploaded_by_email) SELECT gen_random_uuid(), customer_id, property_id, 'p', 'n', 1, 0, 't', gen_random_uuid(), 'e' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO removed_attachments (customer_id, attachment_id, path, record) VALUES ('{firm}', gen_random_uuid(), 'p', '{{}}');
         INSERT INTO removed_property_contacts (customer_id, property_id, contact_id, linked_at) SELECT customer_id, property_id, gen_random_uuid(), now() FROM properties WHERE customer_id = '{firm}';
         INSERT INTO attachment_names (customer_id, property_id, name, last_version) SELECT customer_id, property_id, 'n', 1 FROM properties WHERE customer_id = '{firm}';
         INSERT INTO letter_drafts (customer_id, property_id, html, updated_by) SELECT customer_id, property_id, '', gen_random_uuid() FROM properties WHERE customer_id = '{firm}';
         INSERT INTO letter_versions (version_id, customer_id, property_id, kind, html, terms, created_by, created_by_name) SELECT gen_random_uuid(), customer_id, property_id, 'draft', '', '{{}}', gen_random_uuid(), '' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO mails (mail_id, customer_id, subject, body, reply_to, sent_by, sending_id, held_until) VALUES (gen_random_uuid(), '{firm}', 's', 'b', 'r', gen_random_uuid(), gen_random_uuid(), now() + interval '1 hour');
         INSERT INTO mail_recipients (customer_id, mail_id, email_key, email) SELECT customer_id, mail_id, 'e', 'e' FROM mails WHERE customer_id = '{firm}';
         INSERT INTO mail_files (customer_id, mail_id, attachment_id, name, content_type, size) SELECT customer_id, mail_id, gen_random_uuid(), 'n', 't', 0 FROM mails WHERE customer_id = '{firm}';
         INSERT INTO mail_counts (customer_id, user_id, day, recipients) VALUES ('{firm}', gen_random_uuid(), now(), 1);
         INSERT INTO jobs (job_id, customer_id, kind, payload) VALUES (gen_random_uuid(), '{firm}', 'none', '{{}}');
         INSERT INTO campaigns (campaign_id, customer_id, project_id, subject, body, postal_address, created_by, created_by_email) VALUES (gen_random_uuid(), '{firm}', gen_random_uuid(), 's', 'b', 'p', gen_random_uuid(), 'e');
         INSERT INTO suppressions (customer_id, email_key) VALUES ('{firm}', 'e');
         INSERT INTO offers (offer_id, customer_id, property_id, basis, reason, actor_id, actor_name) SELECT gen_random_uuid(), customer_id, property_id, 'manual', 'r', gen_random_uuid(), 'n' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO comps (comp_id, customer_id, sale_date, price, source, confidence, created_by_name) VALUES (gen_random_uuid(), '{firm}', now(), 101, 's', 'stated', 'n');
         INSERT INTO fact_edits (customer_id, property_id, field, edited_by_name) SELECT customer_id, property_id, 'market_value', 'n' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO value_edits (customer_id, edit_id, property_id, field, was_edited) SELECT customer_id, gen_random_uuid(), property_id, 'market_value', false FROM properties WHERE customer_id = '{firm}';
         INSERT INTO incomes (income_id, customer_id, property_id, kind, as_of, potential_gross_income, vacancy_and_credit_loss, other_income, operating_expenses, reserves_included, source, created_by_name) SELECT gen_random_uuid(), customer_id, property_id, 'broker', now(), 1, 0, 0, 0, false, 's', 'n' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO comp_sets (customer_id, property_id, unit, updated_by_name) SELECT customer_id, property_id, 'acre', 'n' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO comp_set_items (customer_id, property_id, comp_id, ordinal, adjustments) SELECT s.customer_id, s.property_id, c.comp_id, 0, '[]' FROM comp_sets s JOIN comps c ON c.customer_id = s.customer_id WHERE s.customer_id = '{firm}';
         INSERT INTO comp_snapshots (snapshot_id, customer_id, property_id, set_version, method, content, created_by_name) SELECT gen_random_uuid(), customer_id, property_id, 1, 1, '{{}}', 'n' FROM properties WHERE customer_id = '{firm}';
         INSERT INTO letter_settings (customer_id, approver_may_be_author, updated_by_name) VALUES ('{firm}', true, 'n');
         INSERT INTO letter_counters (customer_id, year, last_serial) VALUES ('{firm}', 2026, 1);
         INSERT INTO letter_templates (template_id, customer_id, name, html, updated_by_name) VALUES (gen_random_uuid(), '{firm}', 'n', '', 'n');
         INSERT INTO letter_template_versions (customer_id, template_id, number, html, terms, published_by, published_by_name) SELECT customer_id, template_id, 1, '', '{{}}', gen_random_uuid(), 'n' FROM letter_templates WHERE customer_id = '{firm}';
         INSERT INTO letter_template_defaults (customer_id, updated_by_name) VALUES ('{firm}', 'n');
         INSERT INTO letter_jobs (job_id, customer_id, project_id, request_key, request_hash, sender, created_by, created_by_name, created_by_email) VALUES (gen_random_uuid(), '{firm}', gen_random_uuid(), gen_random_uuid(), 'h', '{{}}', gen_random_uuid(), 'n', 'e');
         INSERT INTO letters (letter_id, customer_id, job_id, ordinal, project_id, property_id, year, serial, number, template_version, parcel_number, price, html, terms, texts, report, content_hash) SELECT gen_random_uuid(), p.customer_id, j.job_id, 1, j.project_id, p.property_id, 2026, 1, 'n', 't', '1', 1, '', '{{}}', '{{}}', '[]', 'h' FROM properties p JOIN letter_jobs j ON j.customer_id = p.customer_id WHERE p.customer_id = '{firm}';
         INSERT INTO letter_commands (command_id, customer_id, kind) SELECT command_id, customer_id, 'approved' FROM deal_commands WHERE customer_id = '{firm}';
         INSERT INTO letter_command_items (customer_id, command_id, letter_id, version_after) SELECT c.customer_id, c.command_id, l.letter_id, 1 FROM letter_commands c JOIN letters l ON l.customer_id = c.customer_id WHERE c.customer_id = '{firm}';
         INSERT INTO letter_job_offers (customer_id, job_id, property_id, after, was_edited) SELECT customer_id, job_id, property_id, 1, false FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_events (event_id, customer_id, letter_id, kind) SELECT gen_random_uuid(), customer_id, letter_id, 'made' FROM letters WHERE customer_id = '{firm}';
         INSERT INTO task_reminders (customer_id, user_id, next_on) VALUES ('{firm}', gen_random_uuid(), now());
         INSERT INTO calendar_feeds (customer_id, user_id, token_hash) VALUES ('{firm}', gen_random_uuid(), sha256('{firm}'::bytea));
         INSERT INTO calendar_entries (customer_id, user_id, kind, entry_id, day, summary, description, sequence, changed_at, cancelled) VALUES ('{firm}', gen_random_uuid(), 'task', gen_random_uuid(), now(), '', '', 0, now(), false);
         INSERT INTO letter_dates (customer_id, letter_id) SELECT customer_id, letter_id FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_expiries (customer_id, letter_id, due_at) SELECT customer_id, letter_id, now() FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_mails (customer_id, mail_id, letter_id) SELECT m.customer_id, m.mail_id, l.letter_id FROM mails m JOIN letters l ON l.customer_id = m.customer_id WHERE m.customer_id = '{firm}';
         INSERT INTO letter_sends (customer_id, request_key, request_hash) VALUES ('{firm}', gen_random_uuid(), 'h');
         INSERT INTO letter_links (link_id, customer_id, letter_id, party, name, email, capacity, token_hash, request_key, request_hash, pdf_sha256, created_by, created_by_name, expires_at) SELECT gen_random_uuid(), customer_id, letter_id, 'seller', 'n', 'e', '', decode(md5(letter_id::text), 'hex'), gen_random_uuid(), 'h', 'h', gen_random_uuid(), 'n', now() FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_link_mails (customer_id, mail_id, link_id, page) SELECT m.customer_id, m.mail_id, l.link_id, 'p' FROM mails m JOIN letter_links l ON l.customer_id = m.customer_id WHERE m.customer_id = '{firm}';
         INSERT INTO letter_evidence (customer_id, letter_id, seq, kind, at, content_hash, detail, prev_hash, hash) SELECT customer_id, letter_id, 1, 'k', now(), 'c', '{{}}', 'p', 'h' FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_seals (customer_id, letter_id, seal_id, completed_at) SELECT customer_id, letter_id, gen_random_uuid(), now() FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_returns (return_id, customer_id, letter_id, file_name, sha256, changes, created_by, created_by_name) SELECT gen_random_uuid(), customer_id, letter_id, 'f', 'h', '{{}}', gen_random_uuid(), 'n' FROM letters WHERE customer_id = '{firm}';
         INSERT INTO letter_comments (customer_id, letter_id, text, created_by, created_by_name) SELECT customer_id, letter_id, 't', gen_random_uuid(), 'n' FROM letters WHERE customer_id = '{firm}';"
    );
    diesel_async::SimpleAsyncConnection::batch_execute(&mut conn, &sql)
        .await
        .unwrap();
    pat
}

#[tokio::test]
async fn every_table_of_firms_is_closed_to_other_firms() {
    let world = World::start().await;
    let (ours, theirs) = (fill(&world, 1).await, fill(&world, 2).await);
    let shared = world
        .db
        .assert_closed(ours.customer_id, theirs.customer_id)
        .await;
    // A table listed here needs a reason why it holds no firm data.
    assert_eq!(shared, ["__diesel_schema_migrations", "inbox", "parked"]);
    world.stop().await;
}

#[tokio::test]
async fn the_data_model_is_documented() {
    let world = World::start().await;
    world.db.assert_data_model().await;
    world.stop().await;
}
