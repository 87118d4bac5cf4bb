DROP TABLE project_criteria;
