DROP TABLE growth_batch;
DROP TABLE growth_run;
DROP FUNCTION growth_notice();
