DROP PROCEDURE tenant_scope(regclass, boolean);
DROP FUNCTION app_unscoped();
DROP FUNCTION app_customer_id();
