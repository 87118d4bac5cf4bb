ALTER TABLE licensed_parcels DROP COLUMN copies_until;
