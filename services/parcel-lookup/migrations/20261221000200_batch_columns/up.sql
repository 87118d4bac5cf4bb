-- A parcel whose sale becomes known because its county's file has sale columns for the first time was not sold.
ALTER TABLE parcel_batches
    -- our columns that its files have; null for batches before, and for generated parcels
    ADD COLUMN fact_columns text[];
