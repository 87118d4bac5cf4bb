-- Deadlines of letters as tasks of their deals.

-- Days from which a letter's deadlines are counted, as a person entered them.
CREATE TABLE letter_dates (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    -- the purchase and sale agreement was executed
    psa_executed_on date,
    -- the access agreement was executed and the seller had delivered its materials
    materials_delivered_on date,
    CONSTRAINT letter_dates_pkey PRIMARY KEY (customer_id, letter_id),
    CONSTRAINT letter_dates_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CALL tenant_scope('letter_dates');

-- Tasks that the system makes: of this letter, for the deadline of this name. They have no author, and no name of who did them
-- when the system closed them.
ALTER TABLE deal_tasks ADD COLUMN letter_id uuid;
ALTER TABLE deal_tasks ADD COLUMN deadline text;
ALTER TABLE deal_tasks ALTER COLUMN created_by DROP NOT NULL;
ALTER TABLE deal_tasks ADD CONSTRAINT deal_tasks_letter_fkey FOREIGN KEY (customer_id, letter_id)
    REFERENCES letters (customer_id, letter_id);
ALTER TABLE deal_tasks ADD CONSTRAINT deal_tasks_of_letter CHECK ((letter_id IS NULL) = (deadline IS NULL));
ALTER TABLE deal_tasks ADD CONSTRAINT deal_tasks_deadline_unique UNIQUE (customer_id, letter_id, deadline);
