-- Templates of letters of a firm: a draft that people change, and published versions that letters are made from.

CREATE TABLE letter_templates (
    template_id uuid CONSTRAINT letter_templates_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    name text NOT NULL,
    -- the draft: sanitised HTML, and typed values by term
    html text NOT NULL,
    terms jsonb NOT NULL DEFAULT '{}',
    -- number of the last version; null: never published
    published integer,
    -- whether the draft differs from the last version
    is_changed boolean NOT NULL DEFAULT true,
    version bigint NOT NULL DEFAULT 1,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    updated_by_name text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    archived_at timestamptz,
    CONSTRAINT letter_templates_of_customer_unique UNIQUE (customer_id, template_id)
);
CREATE UNIQUE INDEX letter_templates_name_unique ON letter_templates (customer_id, lower(name))
    WHERE archived_at IS NULL;
CALL tenant_scope('letter_templates');

CREATE TABLE letter_template_versions (
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    template_id uuid NOT NULL,
    number integer NOT NULL,
    html text NOT NULL,
    terms jsonb NOT NULL,
    -- what changed
    note text,
    published_by uuid NOT NULL,
    published_by_name text NOT NULL,
    published_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT letter_template_versions_pkey PRIMARY KEY (customer_id, template_id, number),
    CONSTRAINT letter_template_versions_template_fkey FOREIGN KEY (customer_id, template_id)
        REFERENCES letter_templates (customer_id, template_id)
);
CALL tenant_scope('letter_template_versions');

-- Letters say what their version says, for good.
CREATE FUNCTION letter_template_versions_are_kept() RETURNS trigger
    LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'letter_template_versions is append-only'; END $$;
CREATE TRIGGER letter_template_versions_are_kept BEFORE UPDATE OR DELETE ON letter_template_versions
    FOR EACH ROW EXECUTE FUNCTION letter_template_versions_are_kept();

-- One row of a firm that chose templates.
CREATE TABLE letter_template_defaults (
    customer_id uuid CONSTRAINT letter_template_defaults_pkey PRIMARY KEY DEFAULT app_customer_id(),
    -- null: the standard letter
    template_id uuid,
    -- list of {category, template_id}, ids as above
    categories jsonb NOT NULL DEFAULT '[]',
    version bigint NOT NULL DEFAULT 1,
    updated_by_name text NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT letter_template_defaults_template_fkey FOREIGN KEY (customer_id, template_id)
        REFERENCES letter_templates (customer_id, template_id)
);
CALL tenant_scope('letter_template_defaults');

-- The version that the job's letters are made from; null: the standard letter.
ALTER TABLE letter_jobs
    ADD COLUMN template_id uuid,
    ADD COLUMN template_number integer,
    ADD CONSTRAINT letter_jobs_template_fkey FOREIGN KEY (customer_id, template_id, template_number)
        REFERENCES letter_template_versions (customer_id, template_id, number),
    ADD CONSTRAINT letter_jobs_template_whole CHECK ((template_id IS NULL) = (template_number IS NULL));
CREATE INDEX letter_jobs_of_template ON letter_jobs (customer_id, template_id) WHERE template_id IS NOT NULL;
