DROP TABLE flood_change_parcels;
DROP TABLE flood_changes;
