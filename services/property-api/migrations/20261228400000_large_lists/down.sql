CREATE OR REPLACE FUNCTION own_or_kept(value anyelement, field text, edited text[], keep_until timestamptz) RETURNS anyelement
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT CASE WHEN field = ANY (edited) THEN value ELSE kept(value, keep_until) END $$;
DROP FUNCTION find_properties(text[], integer);
DROP POLICY search ON properties;
DROP INDEX properties_inside, properties_by_owner_down, properties_by_owner, properties_by_address;
ALTER TABLE properties
    DROP COLUMN owner_key,
    DROP COLUMN address_key;
CREATE INDEX properties_by_address ON properties (customer_id, left(lower(coalesce(address, parcel_number)), 200));
CREATE INDEX properties_by_owner ON properties (customer_id, left(lower(owner_name), 200));
CREATE INDEX properties_by_owner_down ON properties (customer_id, left(lower(owner_name), 200) DESC NULLS LAST);
DROP INDEX properties_on_points;
