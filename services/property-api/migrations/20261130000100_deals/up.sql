-- Deals: a property in a project, with its stage, who works on it and what is next; what was changed, and how to undo it.

-- The stages with which the firm's new projects begin; without a row those of `default_deal_stages`.
CREATE TABLE pipeline_defaults (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    stages jsonb NOT NULL,
    CONSTRAINT pipeline_defaults_pkey PRIMARY KEY (customer_id)
);

-- A project's pipeline. Its row is locked before any of its deals is changed.
CREATE TABLE pipelines (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    -- of the stages
    version bigint NOT NULL DEFAULT 1,
    -- number of the last `deal.changed`
    changes bigint NOT NULL DEFAULT 0,
    CONSTRAINT pipelines_pkey PRIMARY KEY (customer_id, project_id)
);

CREATE TABLE deal_stages (
    stage_id uuid CONSTRAINT deal_stages_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    -- what the system moves deals to; none of a stage that the firm added
    milestone text,
    name text NOT NULL,
    kind text NOT NULL,
    position integer NOT NULL,
    -- what a deal must have before a person can move it here
    required_facts text[] NOT NULL DEFAULT '{}',
    -- days after which a deal counts as stalled; none: never
    stale_after_days integer,
    archived boolean NOT NULL DEFAULT false,
    -- the history still names the stage
    removed_at timestamptz,
    CONSTRAINT deal_stages_of_customer_unique UNIQUE (customer_id, stage_id),
    CONSTRAINT deal_stages_pipeline_fkey FOREIGN KEY (customer_id, project_id)
        REFERENCES pipelines (customer_id, project_id),
    CONSTRAINT deal_stages_kind_known CHECK (kind IN ('open', 'won', 'lost')),
    CONSTRAINT deal_stages_milestone_known CHECK (
        milestone IN ('found', 'contacted', 'loi_out', 'countered', 'under_contract', 'dropped')
    ),
    CONSTRAINT deal_stages_stale_positive CHECK (stale_after_days > 0)
);
CREATE UNIQUE INDEX deal_stages_milestone_unique ON deal_stages (customer_id, project_id, milestone) WHERE removed_at IS NULL;
CREATE INDEX deal_stages_of_project ON deal_stages (customer_id, project_id, position);

CREATE TABLE deals (
    deal_id uuid CONSTRAINT deals_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    property_id uuid NOT NULL,
    -- the current stage: since when, why, and who moved it there
    stage_id uuid NOT NULL,
    since timestamptz NOT NULL DEFAULT clock_timestamp(),
    cause text NOT NULL DEFAULT 'added',
    moved_by uuid,
    moved_by_name text,
    assigned_to uuid,
    assigned_to_name text,
    next_step text,
    next_step_on date,
    drop_reason text,
    -- who changed it last; none: the system
    changed_by_name text,
    version bigint NOT NULL DEFAULT 1,
    -- since when the property is not in the project; it may be added again
    removed_at timestamptz,
    CONSTRAINT deals_of_customer_unique UNIQUE (customer_id, deal_id),
    CONSTRAINT deals_property_unique UNIQUE (customer_id, project_id, property_id),
    CONSTRAINT deals_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT deals_stage_fkey FOREIGN KEY (customer_id, stage_id)
        REFERENCES deal_stages (customer_id, stage_id),
    CONSTRAINT deals_cause_known CHECK (cause IN ('added', 'person', 'mail', 'letter', 'stage_removed'))
);
CREATE INDEX deals_since ON deals (customer_id, project_id, since, deal_id) WHERE removed_at IS NULL;
CREATE INDEX deals_of_stage ON deals (customer_id, stage_id, since, deal_id) WHERE removed_at IS NULL;
CREATE INDEX deals_next_step ON deals (customer_id, project_id, next_step_on, deal_id) WHERE removed_at IS NULL;
CREATE INDEX deals_of_property ON deals (customer_id, property_id);

-- Stages in which a deal was before. The current one is in `deals`.
CREATE TABLE deal_spans (
    span_id uuid CONSTRAINT deal_spans_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    deal_id uuid NOT NULL,
    stage_id uuid NOT NULL,
    since timestamptz NOT NULL,
    until timestamptz NOT NULL,
    cause text NOT NULL,
    moved_by uuid,
    moved_by_name text,
    -- the command that ended it; undoing that removes the span
    command_id uuid,
    CONSTRAINT deal_spans_deal_fkey FOREIGN KEY (customer_id, deal_id)
        REFERENCES deals (customer_id, deal_id),
    CONSTRAINT deal_spans_stage_fkey FOREIGN KEY (customer_id, stage_id)
        REFERENCES deal_stages (customer_id, stage_id)
);
CREATE INDEX deal_spans_of_deal ON deal_spans (customer_id, deal_id, since);

-- Changes by people. An undo is a command too.
CREATE TABLE deal_commands (
    command_id uuid CONSTRAINT deal_commands_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    project_id uuid NOT NULL,
    -- the command that this one undoes
    undoes uuid,
    actor uuid NOT NULL,
    actor_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT deal_commands_of_customer_unique UNIQUE (customer_id, command_id),
    CONSTRAINT deal_commands_pipeline_fkey FOREIGN KEY (customer_id, project_id)
        REFERENCES pipelines (customer_id, project_id)
);

CREATE TABLE deal_command_items (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    command_id uuid NOT NULL,
    deal_id uuid NOT NULL,
    -- the deal's fields, names included
    before jsonb NOT NULL,
    after jsonb NOT NULL,
    -- of the deal; another one means that it was changed since
    version_after bigint NOT NULL,
    CONSTRAINT deal_command_items_pkey PRIMARY KEY (customer_id, command_id, deal_id),
    CONSTRAINT deal_command_items_command_fkey FOREIGN KEY (customer_id, command_id)
        REFERENCES deal_commands (customer_id, command_id),
    CONSTRAINT deal_command_items_deal_fkey FOREIGN KEY (customer_id, deal_id)
        REFERENCES deals (customer_id, deal_id)
);
CREATE INDEX deal_command_items_of_deal ON deal_command_items (customer_id, deal_id);

CREATE FUNCTION default_deal_stages() RETURNS jsonb
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$ SELECT '[
        {"milestone": "found", "name": "Found", "kind": "open", "required_facts": [], "stale_after_days": 14},
        {"milestone": "contacted", "name": "Contacted", "kind": "open", "required_facts": [], "stale_after_days": 14},
        {"milestone": "loi_out", "name": "LOI out", "kind": "open", "required_facts": ["offer_value"], "stale_after_days": 10},
        {"milestone": "countered", "name": "Countered", "kind": "open", "required_facts": ["offer_value"], "stale_after_days": 7},
        {"milestone": "under_contract", "name": "Under contract", "kind": "won", "required_facts": ["offer_value"], "stale_after_days": null},
        {"milestone": "dropped", "name": "Dropped", "kind": "lost", "required_facts": ["drop_reason"], "stale_after_days": null}
    ]'::jsonb $$;

-- Gives a project its pipeline, unless it has one.
CREATE FUNCTION ensure_pipeline(firm uuid, project uuid) RETURNS void
    LANGUAGE plpgsql
    AS $$
BEGIN
    INSERT INTO pipelines (customer_id, project_id) VALUES (firm, project) ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN
        RETURN;
    END IF;
    INSERT INTO deal_stages (customer_id, project_id, milestone, name, kind, position, required_facts, stale_after_days)
    SELECT firm, project, stage ->> 'milestone', stage ->> 'name', stage ->> 'kind', place - 1,
           ARRAY(SELECT jsonb_array_elements_text(stage -> 'required_facts')), (stage ->> 'stale_after_days')::integer
    FROM jsonb_array_elements(coalesce((SELECT stages FROM pipeline_defaults WHERE customer_id = firm), default_deal_stages()))
         WITH ORDINALITY AS listed (stage, place);
END
$$;

-- Begins the deals of properties that are now in a project, or brings them back with their history.
CREATE FUNCTION open_deals(firm uuid, project uuid, properties uuid[]) RETURNS void
    LANGUAGE plpgsql
    AS $$
DECLARE
    first_stage uuid;
BEGIN
    PERFORM ensure_pipeline(firm, project);
    SELECT s.stage_id INTO STRICT first_stage FROM deal_stages s
    WHERE s.customer_id = firm AND s.project_id = project AND s.removed_at IS NULL AND NOT s.archived AND s.kind = 'open'
    ORDER BY s.milestone IS NOT DISTINCT FROM 'found' DESC, s.position LIMIT 1;
    INSERT INTO deals (customer_id, project_id, property_id, stage_id)
    SELECT DISTINCT firm, project, property, first_stage FROM unnest(properties) AS property
    ON CONFLICT (customer_id, project_id, property_id) DO UPDATE
        SET removed_at = NULL, version = deals.version + 1 WHERE deals.removed_at IS NOT NULL;
END
$$;

-- Links change in several places; deals follow them here, so that no list or count differs from the project's properties.
CREATE FUNCTION deals_of_added_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    PERFORM open_deals(customer_id, project_id, array_agg(property_id)) FROM added
    WHERE removed_at IS NULL GROUP BY customer_id, project_id;
    RETURN NULL;
END
$$;

CREATE FUNCTION deals_of_changed_links() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
    -- Another property of the same parcel takes the place: the deal moves to it, unless that has one.
    UPDATE deals d SET property_id = n.property_id, version = d.version + 1
    FROM earlier o JOIN later n ON n.customer_id = o.customer_id AND n.marker_id = o.marker_id
    WHERE o.property_id <> n.property_id AND d.customer_id = o.customer_id AND d.project_id = o.project_id
      AND d.property_id = o.property_id
      AND NOT EXISTS (SELECT FROM deals e WHERE e.customer_id = n.customer_id AND e.project_id = n.project_id
                      AND e.property_id = n.property_id);
    UPDATE deals d SET removed_at = now(), version = d.version + 1
    FROM (SELECT DISTINCT customer_id, project_id, property_id FROM earlier WHERE removed_at IS NULL) o
    WHERE d.customer_id = o.customer_id AND d.project_id = o.project_id AND d.property_id = o.property_id
      AND d.removed_at IS NULL
      AND NOT EXISTS (SELECT FROM project_links l WHERE l.customer_id = o.customer_id AND l.project_id = o.project_id
                      AND l.property_id = o.property_id AND l.removed_at IS NULL);
    PERFORM open_deals(n.customer_id, n.project_id, array_agg(n.property_id))
    FROM later n JOIN earlier o ON o.customer_id = n.customer_id AND o.marker_id = n.marker_id
    WHERE n.removed_at IS NULL AND (o.removed_at IS NOT NULL OR o.property_id <> n.property_id)
    GROUP BY n.customer_id, n.project_id;
    RETURN NULL;
END
$$;

-- The policies of this table hold for its owner too.
ALTER TABLE project_links NO FORCE ROW LEVEL SECURITY;
SELECT open_deals(customer_id, project_id, array_agg(property_id)) FROM project_links
WHERE removed_at IS NULL GROUP BY customer_id, project_id;
UPDATE deals d SET since = l.linked_at
FROM (SELECT customer_id, project_id, property_id, min(linked_at) AS linked_at FROM project_links
      WHERE removed_at IS NULL GROUP BY 1, 2, 3) l
WHERE d.customer_id = l.customer_id AND d.project_id = l.project_id AND d.property_id = l.property_id;
ALTER TABLE project_links FORCE ROW LEVEL SECURITY;

CREATE TRIGGER deals_of_added_links AFTER INSERT ON project_links
    REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION deals_of_added_links();
CREATE TRIGGER deals_of_changed_links AFTER UPDATE ON project_links
    REFERENCING OLD TABLE AS earlier NEW TABLE AS later FOR EACH STATEMENT EXECUTE FUNCTION deals_of_changed_links();

CALL tenant_scope('pipeline_defaults');
CALL tenant_scope('pipelines');
CALL tenant_scope('deal_stages');
CALL tenant_scope('deals');
CALL tenant_scope('deal_spans');
CALL tenant_scope('deal_commands');
CALL tenant_scope('deal_command_items');

-- Whose deals a sent message advances.
CREATE INDEX contacts_email ON contacts (customer_id, lower(email)) WHERE deleted_at IS NULL;
