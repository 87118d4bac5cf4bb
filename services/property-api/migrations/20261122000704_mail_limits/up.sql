-- To how many recipients mail was asked for on a day (UTC), by each person and, under the nil id, by the firm as a whole.
CREATE TABLE mail_counts (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    user_id uuid NOT NULL,
    day date NOT NULL,
    recipients integer NOT NULL,
    CONSTRAINT mail_counts_pkey PRIMARY KEY (customer_id, user_id)
);
CALL tenant_scope('mail_counts');

-- Messages that no worker has taken up yet, so that firms take turns. Their jobs stay on the work queue all the same: a row
-- that is lost costs a message its turn, and nothing else. Read before the firm is known.
CREATE TABLE mail_turns (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    mail_id uuid NOT NULL,
    CONSTRAINT mail_turns_pkey PRIMARY KEY (customer_id, mail_id),
    CONSTRAINT mail_turns_mail_fkey FOREIGN KEY (customer_id, mail_id)
        REFERENCES mails (customer_id, mail_id)
);
CALL tenant_scope('mail_turns', true);
