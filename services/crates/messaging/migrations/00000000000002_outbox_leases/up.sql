-- A relay leases rows, commits, publishes them, and deletes what the broker has confirmed. While a row is leased, no other
-- relay takes any row of its subject.
ALTER TABLE outbox
    ADD COLUMN leased_by uuid,
    ADD COLUMN leased_until timestamptz,
    ADD CONSTRAINT outbox_lease_complete CHECK ((leased_by IS NULL) = (leased_until IS NULL));
CREATE INDEX outbox_leased ON outbox (subject) WHERE leased_until IS NOT NULL;
-- Rows are claimed by seq now.
DROP INDEX outbox_subject_seq;
