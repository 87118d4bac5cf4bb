-- Which firms the seed made; screens say that an installation holds sample data.

ALTER TABLE customers ADD COLUMN is_sample boolean NOT NULL DEFAULT false;
-- Firms of an earlier seed. The table's policy holds for its owner too.
SET LOCAL app.unscoped = 'on';
UPDATE customers SET is_sample = true WHERE name IN ('Meridian Land Partners', 'Harbor Point Capital');
SET LOCAL app.unscoped = 'off';
