DROP TABLE companies, contacts;
