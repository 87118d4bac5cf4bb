ALTER TABLE customers DROP COLUMN is_sample;
