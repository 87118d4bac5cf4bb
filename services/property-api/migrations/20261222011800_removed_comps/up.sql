-- Items that were taken out of a set are kept for an hour: whoever puts one back as it was does not become its author.

ALTER TABLE comp_set_items ADD COLUMN removed_at timestamptz;
