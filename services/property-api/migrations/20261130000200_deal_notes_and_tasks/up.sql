-- What people write about a deal, and what they have to do for it.

CREATE TABLE deal_notes (
    note_id uuid CONSTRAINT deal_notes_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    deal_id uuid NOT NULL,
    text text NOT NULL,
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    edited_at timestamptz,
    version bigint NOT NULL DEFAULT 1,
    deleted_at timestamptz,
    CONSTRAINT deal_notes_deal_fkey FOREIGN KEY (customer_id, deal_id) REFERENCES deals (customer_id, deal_id)
);
CREATE INDEX deal_notes_of_deal ON deal_notes (customer_id, deal_id, created_at DESC) WHERE deleted_at IS NULL;
CALL tenant_scope('deal_notes');

CREATE TABLE deal_tasks (
    task_id uuid CONSTRAINT deal_tasks_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
    customer_id uuid NOT NULL DEFAULT app_customer_id(),
    deal_id uuid NOT NULL,
    title text NOT NULL,
    due_on date,
    assigned_to uuid NOT NULL,
    assigned_to_name text NOT NULL,
    created_by uuid NOT NULL,
    created_by_name text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    done_at timestamptz,
    done_by_name text,
    version bigint NOT NULL DEFAULT 1,
    CONSTRAINT deal_tasks_deal_fkey FOREIGN KEY (customer_id, deal_id) REFERENCES deals (customer_id, deal_id)
);
CREATE INDEX deal_tasks_of_deal ON deal_tasks (customer_id, deal_id);
CREATE INDEX deal_tasks_of_person ON deal_tasks (customer_id, assigned_to, due_on) WHERE done_at IS NULL;
CALL tenant_scope('deal_tasks');
