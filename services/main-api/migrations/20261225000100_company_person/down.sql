ALTER TABLE companies
    DROP CONSTRAINT companies_assigned_whole,
    DROP COLUMN assigned_to,
    DROP COLUMN assigned_to_name;
