DROP TRIGGER task_reminders_follow ON deal_tasks;
DROP FUNCTION task_reminders_follow();
DROP TABLE task_reminders;
