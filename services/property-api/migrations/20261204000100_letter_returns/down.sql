DROP TABLE letter_comments;
DROP TABLE letter_returns;
