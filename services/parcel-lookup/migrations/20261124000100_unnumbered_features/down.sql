ALTER TABLE parcel_batches
    DROP COLUMN unnumbered,
    DROP COLUMN unnumbered_new,
    DROP COLUMN unnumbered_changed,
    DROP COLUMN unnumbered_retired;
DROP TABLE unnumbered_features;
