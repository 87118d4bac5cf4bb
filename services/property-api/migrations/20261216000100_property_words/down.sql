DROP STATISTICS project_links_of_firm, deals_of_firm;
ALTER TABLE properties DROP COLUMN words, DROP COLUMN acres;
DROP FUNCTION property_words(text[]);
