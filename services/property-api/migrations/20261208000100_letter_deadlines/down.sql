DELETE FROM deal_tasks WHERE created_by IS NULL;
ALTER TABLE deal_tasks ALTER COLUMN created_by SET NOT NULL;
ALTER TABLE deal_tasks DROP COLUMN deadline;
ALTER TABLE deal_tasks DROP COLUMN letter_id;
DROP TABLE letter_dates;
