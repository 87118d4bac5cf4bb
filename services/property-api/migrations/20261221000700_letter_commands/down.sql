ALTER TABLE letter_jobs DROP COLUMN undone_at;
DROP TABLE letter_job_offers;
DROP TABLE letter_command_items;
DROP TABLE letter_commands;
