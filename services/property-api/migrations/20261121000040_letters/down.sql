DROP TABLE letter_drafts;
