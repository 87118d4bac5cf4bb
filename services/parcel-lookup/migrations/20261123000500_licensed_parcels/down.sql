-- Parcels that the migration deleted, and those in the table, must be looked up again.
DROP TABLE licensed_parcels;
