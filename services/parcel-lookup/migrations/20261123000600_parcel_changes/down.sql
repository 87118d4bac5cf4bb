DROP TRIGGER parcels_changed ON parcels;
DROP FUNCTION parcels_changed();
