DROP INDEX deals_next_step_of_person;
DROP TABLE calendar_entries;
DROP TABLE calendar_feeds;
