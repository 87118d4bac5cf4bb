#!/bin/bash
# Entry point of the PostGIS container: makes the cluster the first time, then becomes the server.
#   postgis              the server; POSTGRES_PASSWORD is the superuser's
#   postgis bootstrap    one-shot: database, schemas and roles of Sitewright on the server of PGHOST
set -euo pipefail

if [[ ${1:-serve} == bootstrap ]]; then
  export PGPASSWORD=$POSTGRES_PASSWORD
  exec psql --no-psqlrc --quiet -U postgres -d postgres \
    -v main_password="$MAIN_PASSWORD" -v main_owner_password="$MAIN_OWNER_PASSWORD" \
    -v property_password="$PROPERTY_PASSWORD" -v property_owner_password="$PROPERTY_OWNER_PASSWORD" \
    -v parcel_password="$PARCEL_PASSWORD" -v parcel_owner_password="$PARCEL_OWNER_PASSWORD" \
    -f /usr/share/sitewright/postgres/bootstrap.sql
fi
data=/var/lib/postgresql/data/cluster
if [[ ! -e $data/PG_VERSION ]]; then
  rm -rf "$data.new"
  initdb -D "$data.new" -U postgres --auth=scram-sha-256 --pwfile=<(printf '%s\n' "$POSTGRES_PASSWORD") -E UTF8 --locale=C.UTF-8 --data-checksums
  # From the network too, with a password.
  echo 'host all all all scram-sha-256' >>"$data.new/pg_hba.conf"
  mv "$data.new" "$data"
fi
exec postgres -D "$data" -c listen_addresses='*' -c unix_socket_directories=/tmp -c max_connections=200 \
  -c shared_buffers="${SHARED_BUFFERS:-256MB}" -c timezone=UTC
