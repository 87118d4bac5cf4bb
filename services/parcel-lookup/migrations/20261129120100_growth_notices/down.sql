DROP TRIGGER growth_parcels_changed ON growth_parcels;
