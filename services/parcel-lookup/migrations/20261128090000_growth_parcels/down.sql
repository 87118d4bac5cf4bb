DROP TABLE growth_parcels;
DROP TABLE growth_parcel_sets;
