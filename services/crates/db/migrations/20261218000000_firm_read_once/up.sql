-- Policies read the firm once in a statement. As a plain call it was read for each row that a scan compares: a microsecond, more than the
-- rest of the comparison. And the planner estimated with the value that it had while planning, so a plan that was kept fitted the firm that
-- happened to come first (docs/decisions/0096).

CREATE OR REPLACE PROCEDURE tenant_scope(target regclass, allow_unscoped boolean DEFAULT false)
    LANGUAGE plpgsql
    AS $$
DECLARE
    rule text := 'customer_id = (SELECT app_customer_id())';
BEGIN
    IF allow_unscoped THEN
        rule := rule || ' OR (SELECT app_unscoped())';
    END IF;
    EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', target);
    EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', target);
    EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', target);
    EXECUTE format('CREATE POLICY tenant ON %s USING (%s) WITH CHECK (%s)', target, rule, rule);
END
$$;

DO $$
DECLARE
    policy record;
    rule text;
BEGIN
    FOR policy IN
        SELECT tablename, qual LIKE '%app_unscoped()%' AS allows_unscoped FROM pg_policies
        WHERE schemaname = current_schema() AND policyname = 'tenant'
    LOOP
        rule := 'customer_id = (SELECT app_customer_id())' || CASE WHEN policy.allows_unscoped THEN ' OR (SELECT app_unscoped())' ELSE '' END;
        EXECUTE format('ALTER POLICY tenant ON %I USING (%s) WITH CHECK (%s)', policy.tablename, rule, rule);
    END LOOP;
END
$$;
