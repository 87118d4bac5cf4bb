DROP INDEX letters_out;
DROP TABLE letter_expiries;
ALTER TABLE letters DROP COLUMN firm_expiry;
