CREATE TABLE effects (
    effect_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT effects_pkey PRIMARY KEY,
    customer_id uuid NOT NULL,
    event_id uuid NOT NULL,
    subject text NOT NULL,
    version bigint NOT NULL
);
CALL tenant_scope('effects');
