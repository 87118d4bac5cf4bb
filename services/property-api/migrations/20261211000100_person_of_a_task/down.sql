ALTER TABLE deal_tasks DROP COLUMN person_chosen;
