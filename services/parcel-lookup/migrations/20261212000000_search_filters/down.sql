ALTER TABLE search_runs DROP COLUMN filter;
