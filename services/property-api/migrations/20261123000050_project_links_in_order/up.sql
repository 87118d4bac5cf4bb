-- The list of a project's properties is read page by page in the order in which they were added.
DROP INDEX project_links_of_project;
CREATE INDEX project_links_of_project ON project_links (customer_id, project_id, linked_at, marker_id) WHERE removed_at IS NULL;
