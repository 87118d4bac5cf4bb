-- Addresses for which somebody asked for a reset link; a worker looks whether they have an account. No firm is known
-- here, and most rows live for less than a second.
CREATE TABLE reset_requests (
    request_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT reset_requests_pkey PRIMARY KEY,
    email text NOT NULL,
    at timestamptz NOT NULL DEFAULT now()
);
