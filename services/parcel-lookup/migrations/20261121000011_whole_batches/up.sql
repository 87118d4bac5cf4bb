-- Outlines whose coordinates' system is a text (the WKT of a .prj file, a proj string): PostGIS sets such
-- a system up anew in every call, which takes milliseconds, so a whole batch is projected at once.
-- Answers one outline for each pair of `kinds` and `shapes`, null where parcel_geometry would.
CREATE FUNCTION parcel_geometries(kinds text[], shapes text[], crs text)
    RETURNS geometry[]
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
DECLARE
    read geometry[] := ARRAY[]::geometry[];
    places integer[] := ARRAY[]::integer[];
    outlines geometry[] := array_fill(NULL::geometry, ARRAY[cardinality(shapes)]);
    shape geometry;
    moved geometry;
BEGIN
    FOR i IN 1 .. cardinality(shapes) LOOP
        BEGIN
            shape := CASE kinds[i]
                WHEN 'j' THEN ST_GeomFromGeoJSON(shapes[i])
                WHEN 'w' THEN ST_GeomFromText(shapes[i])
                ELSE ST_GeomFromWKB(decode(shapes[i], 'hex'))
            END;
            IF shape IS NOT NULL AND NOT ST_IsEmpty(shape) THEN
                read := read || ST_SetSRID(ST_Force2D(shape), 0);
                places := places || i;
            END IF;
        EXCEPTION WHEN OTHERS THEN
            -- Stays null: one unreadable shape must not end an import.
            NULL;
        END;
    END LOOP;
    IF cardinality(read) = 0 THEN
        RETURN outlines;
    END IF;
    moved := ST_Transform(ST_Collect(read), crs, 4326);
    FOR i IN 1 .. cardinality(read) LOOP
        outlines[places[i]] := parcel_geometry('b', encode(ST_AsBinary(ST_GeometryN(moved, i)), 'hex'), NULL);
    END LOOP;
    RETURN outlines;
EXCEPTION WHEN OTHERS THEN
    -- A place that the system does not know spoils its batch: then one by one.
    FOR i IN 1 .. cardinality(shapes) LOOP
        outlines[i] := parcel_geometry(kinds[i], shapes[i], crs);
    END LOOP;
    RETURN outlines;
END
$$;
