DROP TABLE marker_removals;
