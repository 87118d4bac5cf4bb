DROP TABLE parcel_selections;
