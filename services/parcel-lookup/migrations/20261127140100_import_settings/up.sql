-- An import that is repeated leaves out files that were imported with the same settings.
ALTER TABLE parcel_batches
    -- SHA-256 of the options that decide what becomes of the files; null for batches before, and for generated parcels
    ADD COLUMN settings_hash text,
    ADD CONSTRAINT parcel_batches_settings_hash_length CHECK (char_length(settings_hash) = 64);
