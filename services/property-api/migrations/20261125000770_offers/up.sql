-- Offers for a property, append-only: what the firm offered and what came back, with who and why. The property's column
-- `offer_value` is the one in force.
CREATE TABLE offers (
    offer_id uuid CONSTRAINT offers_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- US dollars; null: the offer was cleared
    amount numeric(14, 2),
    side text NOT NULL DEFAULT 'buyer',
    -- rule: of a price rule; manual: typed; formula: the specification's; letter: of a letter; counter: the seller's
    basis text NOT NULL,
    reason text NOT NULL,
    actor_id uuid NOT NULL,
    actor_name text NOT NULL,
    -- the letter that it was made for or that it answers
    letter_id uuid,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT offers_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT offers_amount_not_negative CHECK (amount >= 0),
    CONSTRAINT offers_side_known CHECK (side IN ('buyer', 'seller')),
    CONSTRAINT offers_basis_known CHECK (basis IN ('rule', 'manual', 'formula', 'letter', 'counter'))
);
CREATE INDEX offers_of_property ON offers (customer_id, property_id, created_at DESC, offer_id DESC);
CALL tenant_scope('offers');
