-- What imports changed of parcels that the firm had saved or discarded, as parcel-lookup told it.
CREATE TABLE parcel_changes (
    change_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT parcel_changes_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    ll_uuid uuid NOT NULL,
    county_fips text NOT NULL,
    parcelnumb text NOT NULL,
    address text,
    -- [{fact, before, after}]; null is unknown
    changes jsonb NOT NULL,
    -- the import of parcel-lookup, and whether this tells that it was undone
    batch_id bigint NOT NULL,
    is_undone boolean NOT NULL,
    source text NOT NULL,
    source_date date,
    -- when the import was switched in or undone
    changed_at timestamptz NOT NULL,
    told_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT parcel_changes_once UNIQUE (customer_id, batch_id, is_undone, ll_uuid)
);
CREATE INDEX parcel_changes_newest ON parcel_changes (customer_id, change_id DESC);
CALL tenant_scope('parcel_changes');

-- The projects that had the parcel.
CREATE TABLE parcel_change_projects (
    project_id uuid NOT NULL
        CONSTRAINT parcel_change_projects_project_fkey REFERENCES projects (project_id) ON DELETE CASCADE,
    change_id bigint NOT NULL
        CONSTRAINT parcel_change_projects_change_fkey REFERENCES parcel_changes (change_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    held_as text NOT NULL,
    CONSTRAINT parcel_change_projects_pkey PRIMARY KEY (project_id, change_id),
    CONSTRAINT parcel_change_projects_held_as CHECK (held_as IN ('saved', 'discarded'))
);
CREATE INDEX parcel_change_projects_change ON parcel_change_projects (change_id);
CALL tenant_scope('parcel_change_projects');

-- What each person has read of the changes.
CREATE TABLE parcel_watchers (
    user_id uuid CONSTRAINT parcel_watchers_pkey PRIMARY KEY
        CONSTRAINT parcel_watchers_user_fkey REFERENCES users (user_id) ON DELETE CASCADE,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    read_up_to bigint NOT NULL
);
CALL tenant_scope('parcel_watchers', true);

-- Who has a parcel.
CREATE INDEX markers_ll_uuid ON markers (customer_id, ll_uuid);
