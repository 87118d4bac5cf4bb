-- Rows of one import.
CREATE TEMPORARY TABLE area_rows (
    line bigint NOT NULL,
    -- the market, or the state
    parent text NOT NULL,
    -- the submarket, or the code of the county
    key text NOT NULL,
    name text NOT NULL,
    kind text NOT NULL,
    shape text NOT NULL,
    crs text,
    raw jsonb NOT NULL,
    outline geometry
) ON COMMIT DROP;

-- The outline in degrees of WGS 84, repaired; null when it cannot be read or projected. As parcel_geometry in the schema of parcel-lookup.
CREATE FUNCTION pg_temp.area_outline(kind text, source text, crs text, swap_axes boolean) RETURNS geometry
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
    shape geometry := pg_temp.import_shape(kind, source);
BEGIN
    IF swap_axes THEN
        shape := ST_FlipCoordinates(shape);
    END IF;
    IF crs IS NULL THEN
        shape := ST_SetSRID(shape, 4326);
    ELSIF crs ~ '^[0-9]+$' THEN
        shape := ST_Transform(ST_SetSRID(shape, crs::integer), 4326);
    ELSE
        -- PROJ reads proj strings and the WKT of .prj files alike.
        shape := ST_SetSRID(ST_Transform(ST_SetSRID(shape, 0), crs, 4326), 4326);
    END IF;
    shape := ST_Multi(ST_CollectionExtract(ST_MakeValid(shape), 3));
    -- The map's projection ends at this latitude.
    IF ST_IsEmpty(shape) OR ST_XMin(shape) < -180 OR ST_XMax(shape) > 180 OR ST_YMin(shape) < -85.06 OR ST_YMax(shape) > 85.06 THEN
        RETURN NULL;
    END IF;
    RETURN shape;
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

-- The states that an outline overlaps; a shared border is not enough.
CREATE FUNCTION pg_temp.area_states(outline geometry) RETURNS SETOF text
    LANGUAGE sql STABLE
    AS $$
    SELECT statefp
    FROM counties
    WHERE geom_3857 && ST_Transform(outline, 3857) AND ST_Intersects(geom, outline)
    GROUP BY statefp
    HAVING sum(ST_Area(ST_Intersection(geom, outline))) > 0.01 * ST_Area(outline)
$$;
