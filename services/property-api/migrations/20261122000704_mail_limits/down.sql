DROP TABLE mail_turns;
DROP TABLE mail_counts;
