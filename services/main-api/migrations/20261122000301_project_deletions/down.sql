DROP TABLE project_deletions;
