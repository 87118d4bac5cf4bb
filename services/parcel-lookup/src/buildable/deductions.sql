-- $1 site in its UTM zone, EWKB in hexadecimal digits · $2 code of the zone · $3 setback · $4 buffer of wetlands · $5 steepest slope,
-- percent · $6 least width · $7 least part, square metres · $8 deduct the 1 % flood zone · $9 order of the deductions. Metres.
WITH given AS MATERIALIZED (
    SELECT $1::geometry AS site, ST_Envelope(ST_Transform(ST_Expand($1::geometry, $4 + 60), 3857)) AS around
), layers AS MATERIALIZED (
    -- What an operator imported stands before samples, and these before public services.
    SELECT layer_id, kind, array_position(ARRAY['file', 'sample', 'service'], origin) AS rank, coverage_3857
    FROM site_layers, given
    WHERE kind IN ('flood', 'wetland', 'water', 'slope', 'easement') AND coverage_3857 && around AND ST_Intersects(coverage_3857, around)
), covers AS MATERIALIZED (
    SELECT kind, rank, ST_Union(ST_MakeValid(ST_Transform(ST_Intersection(coverage_3857, around), $2))) AS geom
    FROM layers, given
    GROUP BY kind, rank
), features AS MATERIALIZED (
    SELECT near.kind, layers.rank, near.layer_id, near.attributes,
        ST_MakeValid(ST_Transform(CASE WHEN ST_NPoints(near.geom_3857) > 500 THEN ST_Intersection(near.geom_3857, around) ELSE near.geom_3857 END, $2)) AS geom
    FROM layers JOIN site_features near USING (layer_id), given
    WHERE near.geom_3857 && around
), own AS MATERIALIZED (
    SELECT kind, layer_id, attributes, attributes ->> 'class' AS class,
        CASE WHEN higher.geom IS NULL THEN features.geom ELSE ST_Difference(features.geom, higher.geom) END AS geom
    FROM features
    LEFT JOIN LATERAL (
        SELECT ST_Union(covers.geom) AS geom FROM covers WHERE covers.kind = features.kind AND covers.rank < features.rank
    ) AS higher ON true
), steps AS MATERIALIZED (
    -- A layer of classes: the class that has the limit in it is taken as too steep.
    SELECT layer_id, coalesce(max(percent) FILTER (WHERE percent <= $5), min(percent)) AS percent
    FROM layers JOIN site_layers USING (layer_id), unnest(steps) AS percent
    WHERE layers.kind = 'slope'
    GROUP BY layer_id
), steep AS MATERIALIZED (
    -- Specks below a tenth of an acre are not taken.
    SELECT ST_Union(part) AS geom
    FROM (
        SELECT (ST_Dump(ST_Union(own.geom))).geom AS part
        FROM own JOIN steps USING (layer_id)
        WHERE own.kind = 'slope' AND (own.attributes ->> 'percent')::double precision >= steps.percent
    ) AS parts
    WHERE ST_Area(part) >= 404.68564
), shapes AS MATERIALIZED (
    SELECT 'floodway' AS kind, ST_Union(geom) AS geom FROM own WHERE kind = 'flood' AND class = 'floodway'
    UNION ALL
    SELECT 'flood', ST_Union(geom) FROM own WHERE kind = 'flood' AND class = 'sfha' AND $8
    UNION ALL
    SELECT 'wetland', ST_Buffer(ST_Union(geom), $4, 'quad_segs=16') FROM own WHERE kind = 'wetland' AND attributes ->> 'is_water' IS DISTINCT FROM 'true'
    UNION ALL
    SELECT 'water', ST_Union(geom) FROM own
    WHERE kind = 'water' OR kind = 'wetland' AND attributes ->> 'is_water' = 'true' OR kind = 'flood' AND class = 'water'
    UNION ALL
    SELECT 'easement', ST_Union(CASE WHEN ST_Dimension(geom) = 1 THEN ST_Buffer(geom, (attributes ->> 'width_m')::double precision / 2) ELSE geom END)
    FROM own WHERE kind = 'easement' AND (ST_Dimension(geom) = 2 OR attributes ->> 'width_m' IS NOT NULL)
    UNION ALL
    SELECT 'slope', geom FROM steep
    UNION ALL
    -- The round form is the true distance.
    SELECT 'setback', CASE WHEN $3 > 0 THEN ST_Difference(site, ST_Buffer(site, -$3, 'quad_segs=16')) END FROM given
), taken AS MATERIALIZED (
    SELECT kind, array_position($9, kind) AS place,
        coalesce(ST_CollectionExtract(ST_Intersection(geom, site), 3), ST_SetSRID('POLYGON EMPTY'::geometry, $2)) AS geom
    FROM shapes, given
), upto AS MATERIALIZED (
    SELECT one.kind, one.place, ST_Area(ST_Union(before.geom)) AS area
    FROM taken one JOIN taken before ON before.place <= one.place
    GROUP BY one.kind, one.place
), rest AS MATERIALIZED (
    SELECT ST_CollectionExtract(ST_Difference(site, (SELECT ST_Union(geom) FROM taken)), 3) AS geom FROM given
), parts AS MATERIALIZED (
    SELECT part
    FROM rest, LATERAL ST_Dump(ST_CollectionExtract(CASE WHEN $6 > 0
        THEN ST_Intersection(ST_Buffer(ST_Buffer(geom, -$6 / 2, 'quad_segs=16'), $6 / 2, 'quad_segs=16'), geom) ELSE geom END, 3)) AS dumped (path, part)
    WHERE ST_Area(part) >= greatest($7, 0.1)
), kept AS MATERIALIZED (
    SELECT coalesce(ST_Collect(part), ST_SetSRID('POLYGON EMPTY'::geometry, $2)) AS geom FROM parts
), zones AS MATERIALIZED (
    SELECT class, ST_Union(geom) AS geom FROM own WHERE kind = 'flood' GROUP BY class
), said AS (
    SELECT 'deduction' AS part, taken.kind AS name, ST_Area(taken.geom) AS alone, upto.area - lag(upto.area, 1, 0::double precision) OVER (ORDER BY upto.place) AS beyond,
        taken.geom, NULL::double precision AS number
    FROM taken JOIN upto USING (kind)
    UNION ALL
    SELECT 'deduction', 'leftover', ST_Area(lost), ST_Area(lost), lost, NULL
    FROM (SELECT ST_CollectionExtract(ST_Difference(rest.geom, kept.geom), 3) AS lost FROM rest, kept) AS leftovers
    UNION ALL
    SELECT 'unknown', 'flood_undetermined', ST_Area(geom), NULL, geom, NULL
    FROM (SELECT ST_CollectionExtract(ST_Intersection(ST_Union(zones.geom), site), 3) AS geom
        FROM zones, given WHERE class IN ('undetermined', 'not_included', 'unknown') GROUP BY site) AS unknown
    UNION ALL
    SELECT 'unknown', 'flood', ST_Area(geom), NULL, geom, NULL
    FROM (SELECT ST_CollectionExtract(ST_Difference(site, coalesce((SELECT ST_Union(geom) FROM zones), ST_SetSRID('POLYGON EMPTY'::geometry, $2))), 3) AS geom FROM given) AS unmapped
    UNION ALL
    SELECT 'unknown', wanted.kind, ST_Area(geom), NULL, geom, NULL
    FROM (VALUES ('wetland', ARRAY['wetland']), ('water', ARRAY['water', 'wetland']), ('slope', ARRAY['slope']), ('easement', ARRAY['easement'])) AS wanted (kind, of),
        LATERAL (SELECT ST_CollectionExtract(ST_Difference(site,
            coalesce((SELECT ST_Union(covers.geom) FROM covers WHERE covers.kind = ANY (wanted.of)), ST_SetSRID('POLYGON EMPTY'::geometry, $2))), 3) AS geom FROM given) AS unmapped
    UNION ALL
    SELECT 'warning', class, ST_Area(geom), NULL, geom, NULL
    FROM (SELECT class, ST_CollectionExtract(ST_Intersection(zones.geom, site), 3) AS geom
        FROM zones, given WHERE class IN ('moderate', 'levee') OR class = 'sfha' AND NOT $8) AS warned
    UNION ALL
    SELECT 'result', 'buildable', ST_Area(geom), NULL, geom, ST_NumGeometries(geom) FROM kept
    UNION ALL
    SELECT 'result', 'largest', ST_Area(part), NULL, NULL, (ST_MaximumInscribedCircle(part)).radius
    FROM (SELECT part FROM parts ORDER BY ST_Area(part) DESC LIMIT 1) AS largest
    UNION ALL
    SELECT 'step', 'slope', NULL, NULL, NULL, min(percent) FROM steps
    UNION ALL
    SELECT 'hint', 'easement', NULL, NULL, NULL, count(*)
    FROM own, given WHERE kind = 'easement' AND ST_Dimension(own.geom) = 1 AND attributes ->> 'width_m' IS NULL AND ST_Intersects(own.geom, site)
)
SELECT part, name, alone, beyond, number::double precision AS number,
    CASE WHEN NOT ST_IsEmpty(geom) THEN ST_AsGeoJSON(ST_Transform(geom, 4326), 7) END AS shape
FROM said
