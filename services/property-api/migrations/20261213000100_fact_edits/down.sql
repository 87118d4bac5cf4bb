DROP TABLE fact_edits;
