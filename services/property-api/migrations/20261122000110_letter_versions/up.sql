-- Drafts carry a version, so that two people cannot overwrite each other unseen; texts of letters are kept.

-- One row of numbers for all drafts: a draft that was deleted and begun again never gets a number twice.
CREATE SEQUENCE letter_draft_versions AS integer;

ALTER TABLE letter_drafts
    ADD COLUMN version integer NOT NULL DEFAULT nextval('letter_draft_versions'),
    -- the open editor that stored it last
    ADD COLUMN editor uuid,
    ADD COLUMN updated_by_name text NOT NULL DEFAULT '',
    -- the property's terms that the letter knowingly differs from, by name
    ADD COLUMN kept_terms jsonb NOT NULL DEFAULT '{}';

-- The text of each letter that was saved as a PDF, and of drafts that were deleted or replaced.
CREATE TABLE letter_versions (
    version_id uuid CONSTRAINT letter_versions_pkey PRIMARY KEY,
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    property_id uuid NOT NULL,
    -- saved: the text of a PDF; draft: a draft that was deleted or replaced
    kind text NOT NULL,
    -- the PDF; null once it was removed, and for drafts
    attachment_id uuid,
    -- the PDF's name; null for drafts
    name text,
    -- sanitised before it is stored
    html text NOT NULL,
    -- terms that the text names, by name
    terms jsonb NOT NULL,
    -- what was still missing when the PDF was saved
    missing jsonb NOT NULL DEFAULT '[]',
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT letter_versions_property_fkey FOREIGN KEY (customer_id, property_id)
        REFERENCES properties (customer_id, property_id),
    CONSTRAINT letter_versions_attachment_fkey FOREIGN KEY (attachment_id)
        REFERENCES attachments (attachment_id) ON DELETE SET NULL,
    CONSTRAINT letter_versions_kind_known CHECK (kind IN ('saved', 'draft'))
);
CREATE INDEX letter_versions_property ON letter_versions (customer_id, property_id, created_at DESC);
CREATE INDEX letter_versions_attachment ON letter_versions (attachment_id);
CALL tenant_scope('letter_versions');
