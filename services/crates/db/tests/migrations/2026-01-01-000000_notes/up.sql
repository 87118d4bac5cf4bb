CREATE TABLE notes (
    note_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT notes_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    body text NOT NULL CONSTRAINT notes_body_not_empty CHECK (body <> ''),
    CONSTRAINT notes_body_unique UNIQUE (customer_id, body)
);
CALL tenant_scope('notes');

CREATE TABLE logins (
    customer_id uuid NOT NULL,
    email text NOT NULL CONSTRAINT logins_pkey PRIMARY KEY
);
CALL tenant_scope('logins', true);

CREATE TABLE places (
    place_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT places_pkey PRIMARY KEY,
    point geometry(Point, 4326) NOT NULL
);
