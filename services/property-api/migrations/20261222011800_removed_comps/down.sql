DELETE FROM comp_set_items WHERE removed_at IS NOT NULL;
ALTER TABLE comp_set_items DROP COLUMN removed_at;
