-- Whether the connection that ran this was encrypted.
CREATE TABLE how_migrated AS SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid();
