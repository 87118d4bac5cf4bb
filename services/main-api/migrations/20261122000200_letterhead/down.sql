DROP TABLE letter_images;
DROP TABLE letterheads;
ALTER TABLE users DROP COLUMN job_title;
