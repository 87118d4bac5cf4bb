-- One-time setup by a superuser, before any migration.
--
--   psql -d postgres -v ON_ERROR_STOP=1 [-v database=sitewright] \
--     -v main_owner_password=… -v main_password=… \
--     -v property_owner_password=… -v property_password=… \
--     -v parcel_owner_password=… -v parcel_password=… \
--     -f bootstrap.sql
--
-- Creates the database if missing, and its content; idempotent. Each service gets a schema, an owner
-- role for migrations and an application role that can only read and write rows in its own schema.
-- An empty password leaves the role's password unchanged. After the \connect line the only psql
-- feature used is :'variable', because the tests run that part through a driver.

\set ON_ERROR_STOP on
\if :{?database}
\else
  \set database sitewright
\endif
SELECT format('CREATE DATABASE %I', :'database')
WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = :'database') \gexec
\connect :database

SET client_min_messages = warning;
CREATE EXTENSION IF NOT EXISTS postgis WITH SCHEMA public;
-- For the searches of contacts in main-api and of notes, files and messages in property-api.
CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public;
-- For their indexes, which start with the firm's id.
CREATE EXTENSION IF NOT EXISTS btree_gin WITH SCHEMA public;

-- A DO block cannot read psql variables; session settings pass them in.
SET bootstrap.main_owner = :'main_owner_password';
SET bootstrap.main = :'main_password';
SET bootstrap.property_owner = :'property_owner_password';
SET bootstrap.property = :'property_password';
SET bootstrap.parcel_owner = :'parcel_owner_password';
SET bootstrap.parcel = :'parcel_password';

DO $$
DECLARE
    service text;
    owner_role text;
    app_role text;
BEGIN
    -- Roles belong to the cluster: concurrent bootstraps of two databases must not conflict.
    PERFORM pg_advisory_xact_lock(726800);

    EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
    REVOKE CREATE ON SCHEMA public FROM PUBLIC;

    FOREACH service IN ARRAY ARRAY['main', 'property', 'parcel'] LOOP
        owner_role := 'sitewright_' || service || '_owner';
        app_role := 'sitewright_' || service;

        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = owner_role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', owner_role);
        END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = app_role) THEN
            EXECUTE format('CREATE ROLE %I LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE', app_role);
        END IF;
        IF current_setting('bootstrap.' || service || '_owner') <> '' THEN
            EXECUTE format('ALTER ROLE %I PASSWORD %L', owner_role, current_setting('bootstrap.' || service || '_owner'));
        END IF;
        IF current_setting('bootstrap.' || service) <> '' THEN
            EXECUTE format('ALTER ROLE %I PASSWORD %L', app_role, current_setting('bootstrap.' || service));
        END IF;

        EXECUTE format('CREATE SCHEMA IF NOT EXISTS %I AUTHORIZATION %I', service, owner_role);
        EXECUTE format('REVOKE ALL ON SCHEMA %I FROM PUBLIC', service);
        EXECUTE format('GRANT USAGE ON SCHEMA %I TO %I', service, app_role);
        EXECUTE format('GRANT CONNECT, TEMPORARY ON DATABASE %I TO %I, %I', current_database(), owner_role, app_role);
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I, public', owner_role, current_database(), service);
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET search_path = %I, public', app_role, current_database(), service);

        -- Untranslated messages on any server: only a superuser may set this, a client may not.
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET lc_messages = %L', owner_role, current_database(), 'C');
        EXECUTE format('ALTER ROLE %I IN DATABASE %I SET lc_messages = %L', app_role, current_database(), 'C');

        -- The application may read and write, but not change, objects created later by the owner.
        EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO %I', owner_role, service, app_role);
        EXECUTE format('ALTER DEFAULT PRIVILEGES FOR ROLE %I IN SCHEMA %I GRANT USAGE, SELECT ON SEQUENCES TO %I', owner_role, service, app_role);
        EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA %I TO %I', service, app_role);
        EXECUTE format('GRANT USAGE, SELECT ON ALL SEQUENCES IN SCHEMA %I TO %I', service, app_role);
    END LOOP;
END
$$;

RESET bootstrap.main_owner;
RESET bootstrap.main;
RESET bootstrap.property_owner;
RESET bootstrap.property;
RESET bootstrap.parcel_owner;
RESET bootstrap.parcel;
