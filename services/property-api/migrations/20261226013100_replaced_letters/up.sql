-- A letter of which a later version went out is not out any more.

CREATE INDEX letters_replacing ON letters (customer_id, year, serial, letter_version)
    WHERE letter_version > 1 AND status NOT IN ('draft', 'approved') AND withdrawn_at IS NULL;

-- Figures of letters that are out leave those out by their ids, without reading the table.
DROP INDEX letters_out;
CREATE INDEX letters_out ON letters (customer_id, sent_at) INCLUDE (letter_id, project_id, status, price, expires_at)
    WHERE status IN ('sent', 'opened') AND withdrawn_at IS NULL;
