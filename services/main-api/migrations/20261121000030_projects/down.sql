DROP TABLE activities, markers, projects;
