-- What the register of letters searches, and an index with all that its pages and totals are found by: letters are wide rows, of which a
-- search would read and unpack each.

ALTER TABLE letters
    -- the searched fields in lower case, one in a line
    ADD COLUMN words text NOT NULL
        GENERATED ALWAYS AS (property_words(number, parcel_number, address, owner_name, city)) STORED;

DROP INDEX letters_of_project;
CREATE INDEX letters_of_project ON letters (customer_id, project_id, year DESC, serial DESC, letter_version DESC)
    INCLUDE (letter_id, status, price, words);
