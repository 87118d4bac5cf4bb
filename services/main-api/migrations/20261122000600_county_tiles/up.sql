-- County borders as map tiles are cut from: in the map's projection, no transform at query time.

ALTER TABLE counties ADD COLUMN geom_3857 geometry(MultiPolygon, 3857) NOT NULL
    GENERATED ALWAYS AS (ST_Transform(geom, 3857)) STORED;
CREATE INDEX counties_geom_3857 ON counties USING gist (geom_3857);
