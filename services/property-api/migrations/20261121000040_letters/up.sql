-- Drafts of letters of intent: at most one a property, shared by the firm's people.

CREATE TABLE letter_drafts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- sanitised before it is stored
    html text NOT NULL,
    updated_by uuid NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT letter_drafts_pkey PRIMARY KEY (customer_id, property_id),
    CONSTRAINT letter_drafts_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id)
);
CALL tenant_scope('letter_drafts');
