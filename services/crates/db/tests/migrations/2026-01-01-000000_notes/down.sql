DROP TABLE places; DROP TABLE logins; DROP TABLE notes;
