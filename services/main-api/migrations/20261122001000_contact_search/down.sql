DROP FUNCTION find_contacts (text[], text[], integer);
DROP TRIGGER contact_search_keep ON contacts;
DROP FUNCTION contact_search_keep ();
DROP FUNCTION contact_search_of (contacts);
DROP TABLE contact_search;
