DROP INDEX project_links_of_project;
CREATE INDEX project_links_of_project ON project_links (customer_id, project_id) WHERE removed_at IS NULL;
