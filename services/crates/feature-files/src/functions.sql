-- For one session of an import.

-- A shape in the coordinates of the file, or null when it cannot be read.
CREATE FUNCTION pg_temp.import_shape(kind text, source text) RETURNS geometry
    LANGUAGE plpgsql IMMUTABLE
    AS $$
BEGIN
    RETURN ST_Force2D(CASE kind
        WHEN 'j' THEN ST_GeomFromGeoJSON(source)
        WHEN 'b' THEN ST_GeomFromWKB(decode(source, 'hex'))
        ELSE ST_GeomFromText(source)
    END);
EXCEPTION WHEN OTHERS THEN
    RETURN NULL;
END
$$;

-- Why a coordinate reference system cannot be used, or null when it can.
CREATE FUNCTION pg_temp.import_crs_error(crs text) RETURNS text
    LANGUAGE plpgsql STABLE
    AS $$
BEGIN
    IF crs ~ '^[0-9]+$' THEN
        PERFORM ST_Transform(ST_SetSRID(ST_MakePoint(0, 0), crs::integer), 4326);
    ELSE
        PERFORM ST_Transform(ST_SetSRID(ST_MakePoint(0, 0), 0), crs, 4326);
    END IF;
    RETURN NULL;
EXCEPTION WHEN OTHERS THEN
    RETURN SQLERRM;
END
$$;

-- The outline with at most so many vertices, if a tolerance of 0.1, 1 or 10 metres is enough;
-- topology is kept, so that parts stay apart and holes stay inside.
CREATE FUNCTION pg_temp.import_simplified(outline geometry, most integer) RETURNS geometry
    LANGUAGE plpgsql IMMUTABLE
    AS $$
DECLARE
    simpler geometry := outline;
    tolerance double precision;
BEGIN
    FOREACH tolerance IN ARRAY ARRAY[0.000001, 0.00001, 0.0001] LOOP
        simpler := ST_SimplifyPreserveTopology(outline, tolerance);
        simpler := ST_Multi(ST_CollectionExtract(ST_MakeValid(simpler), 3));
        EXIT WHEN ST_NPoints(simpler) <= most;
    END LOOP;
    RETURN simpler;
END
$$;
