DROP INDEX letters_out, letters_replacing;
CREATE INDEX letters_out ON letters (customer_id, sent_at) INCLUDE (project_id, status, price, expires_at)
    WHERE status IN ('sent', 'opened') AND withdrawn_at IS NULL;
