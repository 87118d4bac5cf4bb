-- Tells the serving processes, at the commit, that figures of a growth run were made: tiles and other filtered answers of another process
-- must not come from a replica that lacks them. The same notice as of changed parcels.
CREATE TRIGGER growth_parcels_changed AFTER INSERT OR UPDATE ON growth_parcels
    FOR EACH STATEMENT EXECUTE FUNCTION parcels_changed();
