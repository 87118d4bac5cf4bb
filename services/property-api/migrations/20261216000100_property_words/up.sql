-- What lists search and sum, beside the facts that it is made of: making it of 10,000 rows takes longer than reading it.

CREATE FUNCTION property_words(VARIADIC parts text[]) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT lower(array_to_string(parts, E'\n')) $$;

ALTER TABLE properties
    -- the searched fields in lower case, one in a line
    ADD COLUMN words text NOT NULL
        GENERATED ALWAYS AS (property_words(parcel_number, address, owner_name, property_name, city, zip)) STORED,
    -- of the parcel
    ADD COLUMN acres numeric GENERATED ALWAYS AS (
        CASE jsonb_typeof(facts -> 'll_gisacre') WHEN 'number' THEN (facts ->> 'll_gisacre')::numeric END
    ) STORED;

-- A project is one firm's. Without knowing that the planner expects a fraction of a large project's rows, and looks each of them up.
CREATE STATISTICS deals_of_firm (dependencies) ON customer_id, project_id, stage_id FROM deals;
CREATE STATISTICS project_links_of_firm (dependencies) ON customer_id, project_id FROM project_links;
