-- Until when the provider's terms allow to keep copies of the parcel in the firm's records; NULL: no period is stated.
ALTER TABLE licensed_parcels ADD COLUMN copies_until timestamptz;
