DROP TABLE suppressions;
DROP TABLE mail_files;
DROP TABLE mail_recipients;
DROP TABLE mails;
