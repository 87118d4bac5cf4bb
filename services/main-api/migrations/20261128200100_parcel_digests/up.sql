-- How often each person gets a mail of the changes, and what the last one told.
ALTER TABLE parcel_watchers
    ADD COLUMN digest text NOT NULL DEFAULT 'daily'
        CONSTRAINT parcel_watchers_digest CHECK (digest IN ('off', 'daily', 'weekly')),
    ADD COLUMN digest_up_to bigint NOT NULL DEFAULT 0,
    -- the day with which the last period began for which it was looked
    ADD COLUMN digest_on date;
