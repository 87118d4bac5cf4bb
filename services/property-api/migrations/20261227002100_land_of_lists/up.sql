-- Totals of a project's properties need their inner points: land that several parcels are on is summed once.
DROP INDEX properties_listed;
CREATE INDEX properties_listed ON properties (customer_id, property_id) INCLUDE (total_value, appraised_value, acres, lon, lat, keep_until, edited);
