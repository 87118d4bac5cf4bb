CREATE INDEX outbox_subject_seq ON outbox (subject, seq);
DROP INDEX outbox_leased;
ALTER TABLE outbox
    DROP CONSTRAINT outbox_lease_complete,
    DROP COLUMN leased_by,
    DROP COLUMN leased_until;
