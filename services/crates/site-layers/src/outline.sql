-- The shape in degrees of WGS 84, repaired, and of these dimensions only; null when it cannot be read or projected.
CREATE FUNCTION pg_temp.layer_outline(shape geometry, crs text, swap_axes boolean, dimensions integer[]) RETURNS geometry
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
    outline geometry := shape;
BEGIN
    IF swap_axes THEN
        outline := ST_FlipCoordinates(outline);
    END IF;
    IF crs IS NULL THEN
        outline := ST_SetSRID(outline, 4326);
    ELSIF crs ~ '^[0-9]+$' THEN
        outline := ST_Transform(ST_SetSRID(outline, crs::integer), 4326);
    ELSE
        -- PROJ reads proj strings and the WKT of .prj files alike.
        outline := ST_SetSRID(ST_Transform(ST_SetSRID(outline, 0), crs, 4326), 4326);
    END IF;
    IF ST_Dimension(outline) = 2 OR NOT (1 = ANY (dimensions)) THEN
        outline := ST_Multi(ST_CollectionExtract(ST_MakeValid(outline), 3));
    ELSE
        outline := ST_Multi(ST_CollectionExtract(outline, 2));
    END IF;
    -- The map's projection ends at this latitude.
    IF ST_IsEmpty(outline) OR NOT (ST_Dimension(outline) = ANY (dimensions))
        OR ST_XMin(outline) < -180 OR ST_XMax(outline) > 180 OR ST_YMin(outline) < -85.06 OR ST_YMax(outline) > 85.06 THEN
        RETURN NULL;
    END IF;
    RETURN outline;
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;
