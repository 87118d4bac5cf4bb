UPDATE mails SET campaign_id = NULL
    WHERE campaign_id IN (SELECT campaign_id FROM campaigns WHERE project_id IS NULL);
DELETE FROM campaigns WHERE project_id IS NULL;
ALTER TABLE campaigns ALTER COLUMN project_id SET NOT NULL;
