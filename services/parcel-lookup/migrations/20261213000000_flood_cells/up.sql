-- The flood zones of the layers of land cut into the cells of a grid, 65,536 across the map's square (some 500 m): the zone at a point is found by
-- the number of its cell and a comparison with few corners. Through the spatial index of whole zones it takes ten times as long for each parcel.
-- Only zones that say whether land floods: what is undetermined or not mapped has no row.
CREATE TABLE flood_cells (
    flood_cell_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT flood_cells_pkey PRIMARY KEY,
    layer_id bigint NOT NULL
        CONSTRAINT flood_cells_layer_id_fkey REFERENCES site_layers (layer_id) ON DELETE CASCADE,
    -- column from 180 degrees west, row from the south edge of the map
    x integer NOT NULL,
    y integer NOT NULL,
    -- at a point the least decides: 0 and 1 of imported layers, 2 and 3 of samples, 4 and 5 of public services; odd for land outside of the 1 % flood
    standing smallint NOT NULL,
    -- in FEMA's letters
    zone text NOT NULL,
    -- floodway, sfha, moderate, levee or minimal
    class text NOT NULL,
    -- null for the whole cell
    geom geometry(MultiPolygon, 3857),
    CONSTRAINT flood_cells_standing CHECK (standing BETWEEN 0 AND 5),
    CONSTRAINT flood_cells_class CHECK (class IN ('floodway', 'sfha', 'moderate', 'levee', 'minimal')),
    CONSTRAINT flood_cells_floods CHECK ((standing % 2 = 0) = (class IN ('floodway', 'sfha')))
);
CREATE INDEX flood_cells_x_y ON flood_cells (x, y);
CREATE INDEX flood_cells_layer_id ON flood_cells (layer_id);

-- Column and row of the grid, and the point on the map, of degrees. Inlined into statements.
CREATE FUNCTION flood_cell_x(lon double precision) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT floor((lon + 180) / 360 * 65536)::integer $$;
CREATE FUNCTION flood_cell_y(lat double precision) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT floor((ln(tan(pi() / 4 + radians(lat) / 2)) / (2 * pi()) + 0.5) * 65536)::integer $$;
CREATE FUNCTION map_point(lon double precision, lat double precision) RETURNS geometry
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT ST_SetSRID(ST_MakePoint(radians(lon) * 6378137, ln(tan(pi() / 4 + radians(lat) / 2)) * 6378137), 3857) $$;

-- Features are added and removed with their layer, never changed.
CREATE FUNCTION note_flood_cells() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO flood_cells (layer_id, x, y, standing, zone, class, geom)
    WITH grid AS (
        SELECT pi() * 6378137 AS half, 2 * pi() * 6378137 / 65536 AS side
    ), zones AS (
        SELECT layer_id, added.attributes ->> 'class' AS class, coalesce(upper(trim(added.attributes ->> 'zone')), '') AS zone,
            (2 * (array_position(ARRAY['file', 'sample', 'service'], site_layers.origin) - 1)
                + CASE WHEN added.attributes ->> 'class' IN ('floodway', 'sfha') THEN 0 ELSE 1 END)::smallint AS standing,
            ST_Subdivide(ST_CollectionExtract(ST_MakeValid(added.geom_3857), 3), 128) AS geom
        FROM added JOIN site_layers USING (layer_id)
        WHERE added.kind = 'flood' AND added.attributes ->> 'class' IN ('floodway', 'sfha', 'moderate', 'levee', 'minimal')
    ), parts AS (
        SELECT layer_id, column_x AS x, row_y AS y, standing, zone, class,
            ST_CollectionExtract(ST_MakeValid(ST_ClipByBox2D(zones.geom, cell)), 3) AS geom
        FROM zones, grid,
            generate_series(floor((ST_XMin(zones.geom) + half) / side)::integer, floor((ST_XMax(zones.geom) + half) / side)::integer) AS column_x,
            generate_series(floor((ST_YMin(zones.geom) + half) / side)::integer, floor((ST_YMax(zones.geom) + half) / side)::integer) AS row_y,
            LATERAL ST_MakeEnvelope(column_x * side - half, row_y * side - half, (column_x + 1) * side - half, (row_y + 1) * side - half, 3857) AS cell
    ), cells AS (
        SELECT layer_id, x, y, standing, zone, class, ST_Multi(ST_CollectionExtract(ST_Union(geom), 3)) AS geom
        FROM parts WHERE NOT ST_IsEmpty(geom)
        GROUP BY layer_id, x, y, standing, zone, class
    )
    SELECT layer_id, x, y, standing, zone, class, CASE WHEN ST_Area(geom) < side * side * 0.9999999 THEN geom END
    FROM cells, grid WHERE NOT ST_IsEmpty(geom);
    RETURN NULL;
END
$$;

CREATE TRIGGER site_features_note_flood_cells
    AFTER INSERT ON site_features
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION note_flood_cells();

-- Tiles whose filter knows flood zones, slopes or distances are cut again.
CREATE TRIGGER site_layers_changed AFTER INSERT OR DELETE ON site_layers
    FOR EACH STATEMENT EXECUTE FUNCTION parcels_changed();

-- What is there already: written again, so that the trigger sees it.
WITH removed AS (DELETE FROM site_features WHERE kind = 'flood' RETURNING layer_id, feature_id, attributes, geom)
INSERT INTO site_features (layer_id, kind, attributes, geom)
SELECT layer_id, 'flood', attributes, geom FROM removed ORDER BY feature_id;
