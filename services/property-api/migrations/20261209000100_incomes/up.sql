-- Incomes of properties: a year's figures, as somebody states them.

CREATE TABLE incomes (
    income_id uuid CONSTRAINT incomes_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- whose figures; kinds are never compared with each other
    kind text NOT NULL,
    as_of date NOT NULL,
    -- US dollars a year
    potential_gross_income numeric(14, 2) NOT NULL,
    vacancy_and_credit_loss numeric(14, 2) NOT NULL,
    other_income numeric(14, 2) NOT NULL,
    operating_expenses numeric(14, 2) NOT NULL,
    -- the expenses contain reserves for replacements
    reserves_included boolean NOT NULL,
    -- who states it
    source text NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    version bigint NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    CONSTRAINT incomes_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT incomes_kind_known CHECK (kind IN ('trailing_12', 'stabilized', 'broker'))
);
CREATE INDEX incomes_of_property ON incomes (customer_id, property_id, as_of DESC, income_id DESC)
    WHERE deleted_at IS NULL;
CALL tenant_scope('incomes');
