-- Deals have tags, as contacts and companies have; changes of values can be undone.

-- The words of a comma-separated list, in lower case.
CREATE FUNCTION tag_keys(list text) RETURNS text[]
    LANGUAGE sql IMMUTABLE
    AS $$
SELECT coalesce(array_agg(DISTINCT lower(btrim(tag))), '{}')
FROM unnest(string_to_array(list, ',')) AS tag
WHERE btrim(tag) <> ''
$$;

ALTER TABLE deals
    -- comma-separated words
    ADD COLUMN tags text,
    ADD COLUMN tag_keys text[] NOT NULL GENERATED ALWAYS AS (tag_keys(tags)) STORED;
CREATE INDEX deals_tagged ON deals (customer_id, project_id) WHERE tags IS NOT NULL AND removed_at IS NULL;

-- What an edit of a value changed, so that it can be undone for a day: the value, and the offer that followed it.
CREATE TABLE value_edits (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    edit_id uuid NOT NULL,
    property_id uuid NOT NULL,
    -- column of properties
    field text NOT NULL,
    -- US dollars
    before numeric(14, 2),
    after numeric(14, 2),
    -- whether the firm had set the earlier value itself
    was_edited boolean NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT value_edits_pkey PRIMARY KEY (customer_id, edit_id, field),
    CONSTRAINT value_edits_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CREATE INDEX value_edits_oldest ON value_edits (customer_id, created_at);
CALL tenant_scope('value_edits');
