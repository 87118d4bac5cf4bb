-- A campaign of no project goes to contacts that were chosen in the directory.
ALTER TABLE campaigns ALTER COLUMN project_id DROP NOT NULL;
