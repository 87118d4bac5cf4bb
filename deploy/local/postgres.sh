# shellcheck shell=bash
# A private PostgreSQL 15 on loopback TCP (no socket file, because a long checkout path would exceed
# the limit). Sourced after paths.sh and ports.sh.

postgres_bin=/usr/lib/postgresql/15/bin
postgres_user=postgres

# admin_psql DATABASE ARGUMENTS...: as superuser of the private server.
admin_psql() {
  local database=$1
  shift
  PGPASSWORD=$(secret POSTGRES_PASSWORD) PGCONNECT_TIMEOUT=5 psql --no-psqlrc --quiet -v ON_ERROR_STOP=1 \
    -h 127.0.0.1 -p "$POSTGRES_PORT" -U postgres -d "$database" "$@"
}

init_postgres() {
  local home=$servers/postgres password_file
  [[ -e $home/data/PG_VERSION ]] && return
  log "making a PostgreSQL cluster in $home"
  rm -rf "$home"
  mkdir -p "$home"
  password_file=$home/password
  (umask 077 && secret POSTGRES_PASSWORD >"$password_file")
  give_to_user "$postgres_user" "$home"
  run_logged "$logs/initdb.log" "$local_dir/as-user.sh" "$postgres_user" "$postgres_bin/initdb" -D "$home/data" -U postgres \
    --auth=scram-sha-256 --pwfile="$password_file" -E UTF8 --locale=C.UTF-8
  rm -f "$password_file"
}

# postgres_program PRIORITY. INT is its fast shutdown: it terminates sessions without waiting for
# clients.
postgres_program() {
  # Test clusters need no disk flush: a crash of the process alone loses nothing.
  local fsync=on
  [[ $profile == run ]] || fsync=off
  program postgres "$1" "$postgres_user" INT INT "$postgres_bin/postgres" -D "$servers/postgres/data" -p "$POSTGRES_PORT" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 -c fsync="$fsync" \
    -c shared_buffers=256MB -c timezone=UTC -c log_min_duration_statement=1s
}
