ALTER TABLE projects
    DROP CONSTRAINT projects_assigned_whole,
    DROP COLUMN tags,
    DROP COLUMN assigned_to,
    DROP COLUMN assigned_to_name;
