-- What a letter says of the firm and of the person who signs it.

ALTER TABLE users ADD COLUMN job_title text;

CREATE TABLE letterheads (
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT letterheads_pkey PRIMARY KEY
        CONSTRAINT letterheads_customer_fkey REFERENCES customers (customer_id),
    address_lines text [] NOT NULL DEFAULT '{}',
    phone_number text,
    website text,
    signatory_title text,
    disclaimer text,
    updated_at timestamptz NOT NULL DEFAULT now()
);
CALL tenant_scope('letterheads');

-- Small pictures kept beside what they belong to: a replaced one is gone with the same transaction.
CREATE TABLE letter_images (
    image_id uuid CONSTRAINT letter_images_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id()
        CONSTRAINT letter_images_customer_fkey REFERENCES customers (customer_id),
    -- whose signature it is; without a user it is the firm's logo
    user_id uuid CONSTRAINT letter_images_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    content_type text NOT NULL,
    bytes bytea NOT NULL,
    saved_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT letter_images_owner_unique UNIQUE NULLS NOT DISTINCT (customer_id, user_id)
);
CALL tenant_scope('letter_images');
