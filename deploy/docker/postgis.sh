#!/bin/bash
# Entry point of the PostGIS container: creates the cluster on first use, then executes the server.
#   postgis              the server; POSTGRES_PASSWORD is the superuser's, set again at each start
#   postgis bootstrap    one-shot: database, schemas and roles of Sitewright on the server of PGHOST
#   postgis dump         with `exec -T` in the running container: a dump of the database to standard output
#   postgis restore      … the same from standard input, replacing the existing data
set -euo pipefail

data=/var/lib/postgresql/data/cluster
export PGPASSWORD=$POSTGRES_PASSWORD PGHOST=${PGHOST:-127.0.0.1} PGUSER=postgres

bootstrap() {
  exec psql --no-psqlrc --quiet -d postgres \
    -v main_password="$MAIN_PASSWORD" -v main_owner_password="$MAIN_OWNER_PASSWORD" \
    -v property_password="$PROPERTY_PASSWORD" -v property_owner_password="$PROPERTY_OWNER_PASSWORD" \
    -v parcel_password="$PARCEL_PASSWORD" -v parcel_owner_password="$PARCEL_OWNER_PASSWORD" \
    -f /usr/share/sitewright/postgres/bootstrap.sql
}

make_cluster() {
  rm -rf "$data.new"
  initdb -D "$data.new" -U postgres --auth=scram-sha-256 --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") -E UTF8 --locale=C.UTF-8 --data-checksums
  # Network connections, with a password.
  echo 'host all all all scram-sha-256' >>"$data.new/pg_hba.conf"
  mv "$data.new" "$data"
}

# Before the server accepts connections, so that the old password never works.
set_password() {
  printf "ALTER ROLE postgres PASSWORD '%s'\n" "${POSTGRES_PASSWORD//\'/\'\'}" | postgres --single -j -D "$data" postgres >/dev/null
}

case ${1:-serve} in
bootstrap) bootstrap ;;
dump) exec pg_dump -Fc sitewright ;;
restore) exec pg_restore --clean --if-exists -d sitewright ;;
serve) ;;
*) printf 'postgis: unknown command %s\n' "$1" >&2 && exit 2 ;;
esac
if [[ -e $data/PG_VERSION ]]; then set_password; else make_cluster; fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200 \
  -c shared_buffers="$SHARED_BUFFERS" -c timezone=UTC
