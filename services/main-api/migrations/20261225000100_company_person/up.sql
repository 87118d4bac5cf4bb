-- Companies have a person who is responsible, as projects have.
ALTER TABLE companies
    ADD COLUMN assigned_to uuid,
    -- as the person was called when it was assigned
    ADD COLUMN assigned_to_name text,
    ADD CONSTRAINT companies_assigned_whole CHECK ((assigned_to IS NULL) = (assigned_to_name IS NULL));
