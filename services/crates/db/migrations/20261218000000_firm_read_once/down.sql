DO $$
DECLARE
    policy record;
    rule text;
BEGIN
    FOR policy IN
        SELECT tablename, qual LIKE '%app_unscoped()%' AS allows_unscoped FROM pg_policies
        WHERE schemaname = current_schema() AND policyname = 'tenant'
    LOOP
        rule := 'customer_id = app_customer_id()' || CASE WHEN policy.allows_unscoped THEN ' OR app_unscoped()' ELSE '' END;
        EXECUTE format('ALTER POLICY tenant ON %I USING (%s) WITH CHECK (%s)', policy.tablename, rule, rule);
    END LOOP;
END
$$;

CREATE OR REPLACE PROCEDURE tenant_scope(target regclass, allow_unscoped boolean DEFAULT false)
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
