-- `make bench-search`: the facts of made parcels (bench-parcels.sql) that have none yet, so that the figures do not wait for housekeeping.
-- Their keys are not those of the rules; facts_version stays, so housekeeping replaces them.
\set ON_ERROR_STOP on
SET search_path = parcel, public;
SET synchronous_commit = off;
UPDATE parcels
SET use_class = CASE usecode WHEN 'C1' THEN 'vacant' WHEN 'F1' THEN 'commercial' WHEN 'B1' THEN 'multifamily' ELSE 'residential' END,
    is_improved = usecode <> 'C1',
    owner_kind = CASE WHEN owner LIKE '%LLC' THEN 'company' ELSE 'person' END,
    owner_key = hashtextextended(upper(owner), 0),
    is_absentee = hashtext(owner) % 3 = 0
WHERE county_group = '9' AND county_fips LIKE '99%' AND owner_key IS NULL;
VACUUM (ANALYZE) parcels;
