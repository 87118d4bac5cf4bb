ALTER POLICY tenant ON markets USING (customer_id = app_customer_id()) WITH CHECK (customer_id = app_customer_id());
ALTER POLICY tenant ON market_states USING (customer_id = app_customer_id()) WITH CHECK (customer_id = app_customer_id());
ALTER POLICY tenant ON submarkets USING (customer_id = app_customer_id()) WITH CHECK (customer_id = app_customer_id());
