#!/usr/bin/env bash
# `make bench-parcels`: requests per second and p99 of lookups and tiles of the running product (make up), beside those of
# PostgreSQL alone and, if MARTIN_TILES is set (http://host:port/parcels/{z}/{x}/{y}), of Martin. Over the parcels that the
# database holds; BENCH_SEED=1 adds a million made ones first (3 minutes). BENCH_SECONDS and BENCH_CLIENTS set duration and
# concurrency. For meaningful figures: PROFILE=release make up.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
nginx_answers || fail "nothing answers at $(public_url); start with: make up"
ensure_toolchain
[[ -z ${BENCH_SEED:-} ]] || admin_psql sitewright -f "$local_dir/bench-parcels.sql"

clients=${BENCH_CLIENTS:-32} seconds=${BENCH_SECONDS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ask() { admin_psql sitewright -Atc "$1"; }

# Lookups are in the tenth of a degree with most parcels.
IFS='|' read -r west south < <(ask "SELECT floor(lon * 10) / 10, floor(lat * 10) / 10 FROM parcel.parcels GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1")
[[ -n $west ]] || fail "there are no parcels; BENCH_SEED=1 adds a million"
# Every tile of zoom 15 with 300 to 1,500 parcels, in random order.
ask "SELECT x, y FROM (SELECT floor((lon + 180) / 360 * 32768)::integer AS x,
    floor((1 - asinh(tan(radians(lat))) / pi()) / 2 * 32768)::integer AS y FROM parcel.parcels) places
  GROUP BY x, y HAVING count(*) BETWEEN 300 AND 1500 ORDER BY random()" >"$work/tiles"
printf '%s parcels, %s clients, %s s each\n' "$(ask 'SELECT count(*) FROM parcel.parcels')" "$clients" "$seconds"

export BASE_URL WEST=$west SOUTH=$south TILES=$work/tiles BENCH_CLIENTS=$clients BENCH_SECONDS=$seconds
BASE_URL=$(public_url)

# The statement of a lookup (services/parcel-lookup/src/parcels/store.rs).
cat >"$work/lookup.sql" <<SQL
\\set lon random(0, 99999)
\\set lat random(0, 99999)
SELECT ll_uuid, county_fips, parcelnumb, address, scity, state2, szip, owner, careof, mailing_address, saledate, saleprice, year_built,
  usecode, usedesc, zoning, zoning_type, zoning_subtype, legaldesc, subdivision, parval, parvaltype, landval, improvval, sqft,
  float8(ll_gisacre), building_count, flood_zone, flood_zone_subtype, lon, lat, source, source_licence, is_sample, version
FROM parcels WHERE ST_Covers(geom_3857, (SELECT ST_Transform(ST_SetSRID(ST_MakePoint(lon, lat), 4326), 3857)
  FROM (SELECT $west + :lon::float8 / 1000000 AS lon, $south + :lat::float8 / 1000000 AS lat OFFSET 0) AS degrees))
ORDER BY is_sample, round(ST_Area(geom_3857)), address IS NULL, parcelnumb, ll_uuid;
SQL
PGPASSWORD=$(secret POSTGRES_PASSWORD) PGOPTIONS='-c search_path=parcel,public -c max_parallel_workers_per_gather=0 -c jit=off' \
  "$postgres_bin/pgbench" -h 127.0.0.1 -p "$POSTGRES_PORT" -U postgres -n -M prepared -c "$clients" -j 2 -T "$seconds" \
  -f "$work/lookup.sql" sitewright 2>/dev/null | awk '/^tps/ { printf "%-46s %8.0f/s\n", "the statement of a lookup by pgbench", $3 }'
node "$local_dir/bench-parcels.mjs" lookups
# The trigger of a statement that changes nothing makes the service forget its tiles.
ask "UPDATE parcel.parcels SET version = version WHERE false" >/dev/null
node "$local_dir/bench-parcels.mjs" tiles
