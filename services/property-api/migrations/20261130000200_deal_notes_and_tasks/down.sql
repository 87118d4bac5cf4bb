DROP TABLE deal_tasks;
DROP TABLE deal_notes;
