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

-- Points in degrees, in the order of their texts; null where the system does not have the place, or cannot be used. Many at
-- once, because a system that is given as text is set up once per call.
CREATE FUNCTION pg_temp.import_points(points text[], crs text) RETURNS geometry[]
    LANGUAGE plpgsql STABLE
    AS $$
DECLARE
    placed geometry;
    one_by_one geometry[];
BEGIN
    placed := ST_Collect(ARRAY(
        SELECT ST_GeomFromText(source) FROM unnest(points) WITH ORDINALITY AS listed (source, place) ORDER BY place
    ));
    IF crs IS NULL THEN
        placed := ST_SetSRID(placed, 4326);
    ELSIF crs ~ '^[0-9]+$' THEN
        placed := ST_Transform(ST_SetSRID(placed, crs::integer), 4326);
    ELSE
        placed := ST_SetSRID(ST_Transform(placed, crs, 4326), 4326);
    END IF;
    RETURN ARRAY(SELECT ST_GeometryN(placed, place) FROM generate_series(1, cardinality(points)) AS place ORDER BY place);
EXCEPTION WHEN OTHERS THEN
    IF cardinality(points) = 1 THEN
        RETURN ARRAY[NULL::geometry];
    END IF;
    -- A place that the system does not have spoils the others.
    FOR i IN 1 .. cardinality(points) LOOP
        one_by_one := one_by_one || pg_temp.import_points(points[i:i], crs);
    END LOOP;
    RETURN one_by_one;
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
