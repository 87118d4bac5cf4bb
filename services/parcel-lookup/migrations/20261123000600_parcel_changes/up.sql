-- Tells the serving processes, at the commit, that parcels changed: they keep cut tiles. For each statement and not for each row: a
-- county is loaded by one, and equal notices of a transaction are sent once. An attached partition fires no trigger: who attaches one
-- sends the notice too.
CREATE FUNCTION parcels_changed() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM pg_notify(TG_TABLE_SCHEMA || '_parcels', '');
    RETURN NULL;
END
$$;
CREATE TRIGGER parcels_changed AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON parcels
    FOR EACH STATEMENT EXECUTE FUNCTION parcels_changed();
