-- What the other side sends back of a letter, and what the firm's people say about its text.

-- A Word file that came back: a version of the letter by the other side. Nothing of it is accepted by itself.
CREATE TABLE letter_returns (
    return_id uuid CONSTRAINT letter_returns_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    file_name text NOT NULL,
    -- SHA-256 of the file
    sha256 text NOT NULL,
    -- as the file states it; null if it does not
    author text,
    -- blocks with their pieces, changes, comments, proposed terms
    changes jsonb NOT NULL,
    -- what the file says in the field of the price, if it is another; US dollars
    price numeric(14, 2),
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT letter_returns_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id)
);
CREATE INDEX letter_returns_of_letter ON letter_returns (customer_id, letter_id, created_at DESC);
CALL tenant_scope('letter_returns');

CREATE TABLE letter_comments (
    comment_id uuid CONSTRAINT letter_comments_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    letter_id uuid NOT NULL,
    -- place of the block that it is about, from 0; null: the whole letter
    block integer,
    -- the block's text
    quote text,
    text text NOT NULL,
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    edited_at timestamptz,
    resolved_at timestamptz,
    resolved_by_name text,
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT letter_comments_letter_fkey FOREIGN KEY (customer_id, letter_id)
        REFERENCES letters (customer_id, letter_id),
    CONSTRAINT letter_comments_quoted CHECK ((block IS NULL) = (quote IS NULL)),
    CONSTRAINT letter_comments_resolved CHECK ((resolved_at IS NULL) = (resolved_by_name IS NULL))
);
CREATE INDEX letter_comments_of_letter ON letter_comments (customer_id, letter_id, created_at);
CALL tenant_scope('letter_comments');
