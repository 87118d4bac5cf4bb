-- Projects have tags and a person who is responsible.
ALTER TABLE projects
    -- comma-separated words, as of contacts
    ADD COLUMN tags text,
    ADD COLUMN assigned_to uuid,
    -- as the person was called when it was assigned
    ADD COLUMN assigned_to_name text,
    ADD CONSTRAINT projects_assigned_whole CHECK ((assigned_to IS NULL) = (assigned_to_name IS NULL));
