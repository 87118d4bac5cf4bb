-- Indexes that lists of tens of thousands of rows are read from, without the tables, whose rows are wide.

-- Totals of a project's properties.
CREATE INDEX properties_listed ON properties (customer_id, property_id) INCLUDE (total_value, appraised_value, acres);
-- Sums of offers. Most properties have none, and counts of deals do not need the others.
CREATE INDEX properties_offered ON properties (customer_id, property_id) INCLUDE (offer_value) WHERE offer_value IS NOT NULL;

-- Pages by a value that few properties share. Two indexes for a value that a property may lack, because it comes last in both directions.
CREATE INDEX properties_by_address ON properties (customer_id, left(lower(coalesce(address, parcel_number)), 200));
CREATE INDEX properties_by_owner ON properties (customer_id, left(lower(owner_name), 200));
CREATE INDEX properties_by_owner_down ON properties (customer_id, left(lower(owner_name), 200) DESC NULLS LAST);
CREATE INDEX properties_by_total_value ON properties (customer_id, total_value);
CREATE INDEX properties_by_total_value_down ON properties (customer_id, total_value DESC NULLS LAST);
CREATE INDEX properties_by_appraised_value ON properties (customer_id, appraised_value);
CREATE INDEX properties_by_appraised_value_down ON properties (customer_id, appraised_value DESC NULLS LAST);

-- Tasks in the order of their days. Those of properties that left their project are not listed, and few.
ALTER TABLE deal_tasks
    -- the searched text in lower case
    ADD COLUMN words text NOT NULL GENERATED ALWAYS AS (lower(title)) STORED;
CREATE INDEX deal_tasks_open ON deal_tasks (customer_id, due_on, task_id) INCLUDE (deal_id, assigned_to, words) WHERE done_at IS NULL;
CREATE INDEX deals_removed ON deals (customer_id) INCLUDE (deal_id) WHERE removed_at IS NOT NULL;

-- Figures of letters that are out.
DROP INDEX letters_out;
CREATE INDEX letters_out ON letters (customer_id, sent_at) INCLUDE (project_id, status, price, expires_at)
    WHERE status IN ('sent', 'opened') AND withdrawn_at IS NULL;

-- A firm's first stages are fewer than the changes after which a table is usually analyzed. Until then the planner expects a fraction of a
-- stage's deals, and looks each property up.
ALTER TABLE deal_stages SET (autovacuum_analyze_threshold = 5);
