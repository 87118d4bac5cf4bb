DROP TABLE letter_seals;
DROP TABLE letter_evidence;
DROP FUNCTION letter_evidence_is_kept();
DROP TABLE letter_link_mails;
DROP TABLE letter_links;
