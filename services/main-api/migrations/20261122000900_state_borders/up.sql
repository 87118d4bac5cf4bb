-- Borders of the states as map tiles are cut from: each line once, from corner to corner, so that simplified lines still meet.

CREATE TABLE state_borders (
    state_border_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT state_borders_pkey PRIMARY KEY,
    geom_3857 geometry(LineString, 3857) NOT NULL
);
CREATE INDEX state_borders_geom_3857 ON state_borders USING gist (geom_3857);

CREATE PROCEDURE refresh_state_borders() LANGUAGE sql BEGIN ATOMIC
    DELETE FROM state_borders;
    INSERT INTO state_borders (geom_3857)
    SELECT (ST_Dump(ST_LineMerge(ST_UnaryUnion(ST_Collect(ST_Boundary(outline)))))).geom
    FROM (SELECT ST_Union(geom_3857) AS outline FROM counties GROUP BY statefp) AS states;
END;
CALL refresh_state_borders();
