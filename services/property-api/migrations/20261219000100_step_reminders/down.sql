DROP TRIGGER task_reminders_follow_deals ON deals;
DROP FUNCTION task_reminders_follow_deals();
