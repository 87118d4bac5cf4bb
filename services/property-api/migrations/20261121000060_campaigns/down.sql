ALTER TABLE mails DROP COLUMN campaign_id;
DROP TABLE campaigns;
