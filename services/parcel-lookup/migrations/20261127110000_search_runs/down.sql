DROP TABLE search_results;
DROP TABLE search_runs;
DROP FUNCTION search_notice();
