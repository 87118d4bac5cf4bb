DROP TABLE saved_search_looks;
DROP TABLE saved_searches;
