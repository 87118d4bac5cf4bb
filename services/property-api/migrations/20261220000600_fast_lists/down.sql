ALTER TABLE deal_stages RESET (autovacuum_analyze_threshold);
DROP INDEX letters_out;
CREATE INDEX letters_out ON letters (customer_id, sent_at) WHERE status IN ('sent', 'opened') AND withdrawn_at IS NULL;
DROP INDEX deals_removed, deal_tasks_open;
ALTER TABLE deal_tasks DROP COLUMN words;
DROP INDEX properties_by_appraised_value_down, properties_by_appraised_value, properties_by_total_value_down, properties_by_total_value,
    properties_by_owner_down, properties_by_owner, properties_by_address, properties_offered, properties_listed;
