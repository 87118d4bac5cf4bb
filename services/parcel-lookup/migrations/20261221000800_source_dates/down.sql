ALTER TABLE unnumbered_features
    DROP COLUMN has_own_date,
    DROP COLUMN source_date;

ALTER TABLE parcels
    DROP COLUMN has_own_date,
    DROP COLUMN source_date;
