DROP TABLE search_matches;
