DROP FUNCTION note_shared_land(regclass, text[], text[], double precision[], double precision[]);

DROP INDEX licensed_parcels_point;

ALTER TABLE parcels
    DROP COLUMN shared_acres,
    DROP COLUMN shared_landval,
    DROP COLUMN shared_parval,
    DROP COLUMN shared_by;
