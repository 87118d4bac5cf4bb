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

# Makes the replica anew from the running server.
make_replica() {
  local home=$servers/postgres-replica conninfo
  rm -rf "$home"
  mkdir -p "$home"
  # The password is passed in a private file, because every user can read command lines.
  (umask 077 && printf '127.0.0.1:%s:*:postgres:%s\n' "$POSTGRES_PORT" "$(secret POSTGRES_PASSWORD)" >"$home/passfile")
  give_to_user "$postgres_user" "$home"
  conninfo="host=127.0.0.1 port=$POSTGRES_PORT user=postgres passfile=$home/passfile"
  # The slot keeps what the replica lacks while it is stopped, up to a limit.
  admin_psql postgres -c "SELECT pg_drop_replication_slot(slot_name) FROM pg_replication_slots WHERE slot_name = 'replica'" >/dev/null
  run_logged "$logs/basebackup.log" "$local_dir/as-user.sh" "$postgres_user" "$postgres_bin/pg_basebackup" --dbname="$conninfo" \
    --pgdata="$home/data" --checkpoint=fast --write-recovery-conf --create-slot --slot=replica
}

# The file is written when the copy is complete.
replica_exists() { [[ -e $servers/postgres-replica/data/standby.signal ]]; }

# postgres_programs PRIORITY: the server, and its replica if there is one. INT is the fast shutdown: it terminates
# sessions without waiting for clients.
postgres_programs() {
  postgres_program postgres "$1" "$POSTGRES_PORT"
  if replica_exists; then postgres_program postgres-replica "$1" "$REPLICA_PORT"; fi
}

# postgres_program NAME PRIORITY PORT
postgres_program() {
  # Test clusters need no disk flush: a crash of the process alone loses nothing. Their statements are short, so that compiling them
  # takes longer than it saves.
  local settings=(-c fsync=on)
  [[ $profile == run ]] || settings=(-c fsync=off -c full_page_writes=off -c jit=off)
  # Else each connection loads PostGIS and the forty libraries that it needs, when it first calls it.
  settings+=(-c shared_preload_libraries=postgis-3)
  program "$1" "$2" "$postgres_user" INT INT "$postgres_bin/postgres" -D "$servers/$1/data" -p "$3" \
    -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c max_connections=300 "${settings[@]}" \
    -c shared_buffers=256MB -c timezone=UTC -c log_min_duration_statement=1s -c max_slot_wal_keep_size=2GB
}
