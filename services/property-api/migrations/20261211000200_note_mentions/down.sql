DROP TABLE note_mentions;
DROP FUNCTION task_reminders_follow_mention();
ALTER TABLE deal_notes DROP CONSTRAINT deal_notes_of_customer_unique;
