-- Lists of projects count the parcels of each. Without this index the planner reads all of the firm's for each project when few projects have any.
CREATE INDEX markers_of_project ON markers (customer_id, project_id);
