DROP TABLE letter_sends;
DROP TABLE letter_mails;
DROP TABLE letter_events;
DROP TABLE letters;
DROP TABLE letter_jobs;
DROP TABLE letter_counters;
DROP TABLE letter_settings;
