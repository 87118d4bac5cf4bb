#!/usr/bin/env bash
# `make bench-parcels`: requests per second and p99 of lookups and tiles of the running product (make up), beside those of
# PostgreSQL alone and of Martin, which is started if it is installed (or MARTIN names its program); and times of the place search. Over the
# parcels that the database holds; BENCH_SEED=1 adds a million made ones first (10 minutes). BENCH_SECONDS and BENCH_CLIENTS set duration
# and concurrency. Then imports in a database of their own: of a new and of a known county beside ogr2ogr, if REAL_PARCELS_DIR has
# sf_parcels.fgb; a file of a million rows that is broken at row 900,000, which must change nothing; one of two million rows, and these
# in each other format (about 10 minutes, 2 GB), of which BENCH_FORMATS='gpkg csv' takes only some, and BENCH_FORMATS='' none.
# BENCH_ONLY=imports measures only these, BENCH_ONLY=requests only the others.
# BENCH_ONLY=sizes: lookups, tiles and searches at a million generated parcels over the country beside those at 10 million, which take
# 15 GB and half an hour, in databases of their own; BENCH_COUNTS='1000000 3000000' for other numbers.
# Fails if a limit of issue 11 is not reached. For meaningful figures: PROFILE=release make up.
set -euo pipefail
for part in product made-parcels bench-parcels-requests bench-parcels-martin bench-parcels-imports bench-parcels-formats bench-parcels-sizes; do
  # shellcheck source=/dev/null
  source "$(dirname "${BASH_SOURCE[0]}")/$part.sh"
done

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
work=$(mktemp -d)
imports=sitewright_bench_imports
read -ra sizes <<<"${BENCH_COUNTS:-1000000 10000000}"
clean_up() {
  stop_martin
  rm -rf "$work"
  # The product may have been stopped meanwhile.
  local name
  for name in "$imports" "${sizes[@]/#/sitewright_bench_}"; do
    admin_psql postgres -c "DROP DATABASE IF EXISTS $name" >/dev/null 2>&1 || true
  done
}
trap clean_up EXIT

not_reached=0
# judged COMMAND...: notes that a limit was not reached (exit code 3) and goes on.
judged() {
  local code=0
  "$@" || code=$?
  case $code in
    0) ;;
    3) not_reached=1 ;;
    *) return "$code" ;;
  esac
}

# database_url ROLE DATABASE
database_url() { printf 'postgres://sitewright_%s:%s@127.0.0.1:%s/%s' "$1" "$(database_password "$1")" "$POSTGRES_PORT" "$2"; }

# make_database NAME: an empty database with the tables of parcel-lookup, on the same server; its settings are in NAME.env.
make_database() {
  local name=$1 role
  admin_psql postgres -c "DROP DATABASE IF EXISTS $name" 2>/dev/null
  (
    umask 077
    for role in main main_owner property property_owner parcel parcel_owner; do
      printf "\\\\set %s_password '%s'\n" "$role" "$(database_password "$role")"
    done
    printf "\\\\set database %s\n\\\\i '%s'\n" "$name" "$checkout/deploy/postgres/bootstrap.sql"
  ) >"$work/bootstrap.psql"
  admin_psql postgres -f "$work/bootstrap.psql" >/dev/null
  (
    umask 077
    printf 'DATABASE_URL=%s\nMIGRATION_DATABASE_URL=%s\n' "$(database_url parcel "$name")" "$(database_url parcel_owner "$name")"
    # ogr2ogr reads these.
    printf 'PGHOST=127.0.0.1\nPGPORT=%s\nPGUSER=postgres\nPGPASSWORD=%s\nPGDATABASE=%s\n' "$POSTGRES_PORT" "$(secret POSTGRES_PASSWORD)" "$name"
    printf 'PG_USE_COPY=YES\nLOG_FORMAT=json\n'
  ) >"$work/$name.env"
  "$local_dir/with-env.sh" "$work/$name.env" "$bin_dir/parcel-lookup" migrate >"$work/migrate.log" 2>&1 || fail "the migrations failed: $(<"$work/migrate.log")"
}

case ${BENCH_ONLY:-} in
  '')
    bench_requests
    bench_imports
    ;;
  requests) bench_requests ;;
  imports) bench_imports ;;
  sizes) bench_sizes ;;
  *) fail "BENCH_ONLY can be: requests, imports, sizes" ;;
esac
((not_reached == 0)) || fail "not all limits are reached"
