-- What every service's schema needs before its own tables: who the transaction acts for, and
-- one call that puts a table under row-level security.

-- The firm of this transaction (set by db::tenant_tx), or null. Never raises.
CREATE FUNCTION app_customer_id() RETURNS uuid
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT nullif(current_setting('app.customer_id', true), '')::uuid $$;

-- Whether this transaction may see rows of every firm, on tables that allow it (db::unscoped_tx).
CREATE FUNCTION app_unscoped() RETURNS boolean
    LANGUAGE sql STABLE PARALLEL SAFE
    AS $$ SELECT coalesce(current_setting('app.unscoped', true), '') = 'on' $$;

-- `CALL tenant_scope('projects');` in the migration that makes the table. The table needs a
-- column `customer_id uuid NOT NULL`. With a second argument of true the table can also be
-- used before the firm is known (sign-in, the outbox relay), but only in db::unscoped_tx.
CREATE PROCEDURE tenant_scope(target regclass, allow_unscoped boolean DEFAULT false)
    LANGUAGE plpgsql
    AS $$
DECLARE
    rule text := 'customer_id = app_customer_id()';
BEGIN
    IF allow_unscoped THEN
        rule := rule || ' OR app_unscoped()';
    END IF;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', target);
    EXECUTE format('CREATE POLICY tenant ON %s USING (%s) WITH CHECK (%s)', target, rule, rule);
END
$$;
