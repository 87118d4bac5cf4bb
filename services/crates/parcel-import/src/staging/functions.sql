-- Rows of one import. `outline` is from the file, and `shape` empty, if it needs no repair; else it is computed once, so that checks
-- and the writing statement share it.
CREATE TEMPORARY TABLE import_rows (
    line bigint NOT NULL,
    kind text NOT NULL,
    shape text NOT NULL,
    crs text,
    -- of a parcel
    ll_uuid uuid,
    county_fips text NOT NULL,
    fields jsonb NOT NULL,
    raw jsonb,
    -- see `Prepared`
    hash text NOT NULL,
    -- false for land that the county maps without a parcel number: its fields are those of `Unnumbered`
    is_numbered boolean NOT NULL DEFAULT true,
    outline geometry
) ON COMMIT DROP;

-- Land without a parcel number, after its outlines are checked.
CREATE TEMPORARY TABLE import_unnumbered (
    line bigint NOT NULL,
    raw jsonb,
    county_fips text NOT NULL,
    kind text NOT NULL,
    description text,
    outline geometry NOT NULL,
    feature_id uuid NOT NULL,
    -- where the row itself says that it is from, if it does
    source text,
    source_licence text,
    fetched_at timestamptz,
    source_date date,
    has_own_date boolean NOT NULL
) ON COMMIT DROP;

-- What identifies land without a number: its county and its outline to a decimetre, from whatever vertex it begins. A UUID of version 8
-- (RFC 9562: the form of version 5 with SHA-256), because PostgreSQL computes no SHA-1.
CREATE FUNCTION pg_temp.import_feature_id(county_fips text, outline geometry) RETURNS uuid
    LANGUAGE sql IMMUTABLE
    AS $$
    SELECT (left(hash, 12) || '8' || substr(hash, 14, 3) || 'a' || substr(hash, 18, 15))::uuid
    FROM (SELECT encode(sha256(convert_to(county_fips || ' ' || ST_AsText(ST_Normalize(ST_GeomFromText(ST_AsText(outline, 6))), 6), 'UTF8')), 'hex') AS hash) AS named
$$;

-- The boxes of counties with their margin, degrees.
CREATE TEMPORARY TABLE import_counties (
    county_fips text NOT NULL,
    west double precision NOT NULL,
    south double precision NOT NULL,
    east double precision NOT NULL,
    north double precision NOT NULL
) ON COMMIT DROP;

-- The parcels of the rows. Indexed once it is filled, because the planner takes a county that was just imported, and has
-- no statistics yet, for a few parcels, and would compare each with all rows. Not an index on
-- import_rows: PostgreSQL does not use one on rows that its transaction updated before.
CREATE TEMPORARY TABLE import_named (
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    parcelnumb text NOT NULL
) ON COMMIT DROP;

-- Ids that several rows may have.
CREATE TEMPORARY TABLE import_repeated (
    ll_uuid uuid NOT NULL
) ON COMMIT DROP;

-- Parcels whose rows are the same as before, and are therefore not in import_rows any more.
CREATE TEMPORARY TABLE import_unchanged (
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    parcelnumb text NOT NULL
) ON COMMIT DROP;

-- The parcels that the import retires: its county's file no longer has them, or has them under
-- another id than the provider that they are from.
CREATE TEMPORARY TABLE import_gone (
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    is_replaced boolean NOT NULL
) ON COMMIT DROP;
