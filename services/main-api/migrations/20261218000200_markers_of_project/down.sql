DROP INDEX markers_of_project;
