-- As `tenant_scope` does for the other tables: the firm is read once in a statement. A new schema has these policies only after the migrations
-- of the tenancy.
ALTER POLICY tenant ON markets USING (customer_id = (SELECT app_customer_id())) WITH CHECK (customer_id = (SELECT app_customer_id()));
ALTER POLICY tenant ON market_states USING (customer_id = (SELECT app_customer_id())) WITH CHECK (customer_id = (SELECT app_customer_id()));
ALTER POLICY tenant ON submarkets USING (customer_id = (SELECT app_customer_id())) WITH CHECK (customer_id = (SELECT app_customer_id()));
