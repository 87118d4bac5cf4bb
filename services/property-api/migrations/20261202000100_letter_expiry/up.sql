-- Letters expire on a day that the firm sets, although their text may not say so.

-- Local time and zone, as in the terms; null: none, or the text says one.
ALTER TABLE letters ADD COLUMN firm_expiry jsonb;

-- When to look whether a letter has expired; without a row it never does, or has ended. Read across firms by the task that does so.
CREATE TABLE letter_expiries (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    CONSTRAINT letter_expiries_pkey PRIMARY KEY (customer_id, letter_id),
    CONSTRAINT letter_expiries_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CREATE INDEX letter_expiries_due ON letter_expiries (due_at);

-- The policies of this table hold for its owner too.
ALTER TABLE letters NO FORCE ROW LEVEL SECURITY;
INSERT INTO letter_expiries (customer_id, letter_id, due_at)
SELECT customer_id, letter_id, expires_at FROM letters
WHERE expires_at IS NOT NULL AND status IN ('draft', 'approved', 'sent', 'opened') AND withdrawn_at IS NULL;
ALTER TABLE letters FORCE ROW LEVEL SECURITY;
CALL tenant_scope('letter_expiries', true);

-- Offers that are out, by age.
CREATE INDEX letters_out ON letters (customer_id, sent_at) WHERE status IN ('sent', 'opened') AND withdrawn_at IS NULL;
