DROP FUNCTION deals_in_sites(uuid);
DROP INDEX properties_sites;
