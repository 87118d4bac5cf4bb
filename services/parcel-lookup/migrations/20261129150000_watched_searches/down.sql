DROP TABLE watched_searches;
