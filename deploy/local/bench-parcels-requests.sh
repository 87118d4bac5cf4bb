# shellcheck shell=bash
# Lookups, tiles and searches of the running product, through the proxy. Sourced by bench-parcels.sh.

bench_requests() {
  curl -fsS -o /dev/null "$(public_url)/" || fail "nothing answers at $(public_url); start with: make up"
  ensure_toolchain
  [[ -z ${BENCH_SEED:-} ]] || make_parcels

  local clients=${BENCH_CLIENTS:-32} seconds=${BENCH_SECONDS:-5}
  ask() { admin_psql sitewright -Atc "$1"; }

  # Lookups are in the tenth of a degree with most parcels.
  local west south
  IFS='|' read -r west south < <(ask "SELECT floor(lon * 10) / 10, floor(lat * 10) / 10 FROM parcel.parcels GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1")
  [[ -n $west ]] || fail "there are no parcels; BENCH_SEED=1 adds a million"
  # Every tile of zoom 15 with 300 to 1,500 parcels, in random order.
  ask "SELECT x, y FROM (SELECT floor((lon + 180) / 360 * 32768)::integer AS x,
      floor((1 - asinh(tan(radians(lat))) / pi()) / 2 * 32768)::integer AS y FROM parcel.parcels) places
    GROUP BY x, y HAVING count(*) BETWEEN 300 AND 1500 ORDER BY random()" >"$work/tiles"
  printf '%s parcels, %s clients, %s s each, on %s cores\n' "$(ask 'SELECT count(*) FROM parcel.parcels')" "$clients" "$seconds" "$(nproc)"

  local large_tile
  large_tile=$(ask "SELECT x, y, parcels FROM (SELECT floor((lon + 180) / 360 * 32768)::integer AS x,
      floor((1 - asinh(tan(radians(lat))) / pi()) / 2 * 32768)::integer AS y, count(*) AS parcels FROM parcel.parcels GROUP BY 1, 2) places
    ORDER BY abs(parcels - 1100) LIMIT 1")
  # Those of the issue, and a number that is there.
  printf '%s\n' '4049 Cypress' main LLC "$(ask 'SELECT parcelnumb FROM parcel.parcels LIMIT 1')" >"$work/texts"

  export BASE_URL WEST=$west SOUTH=$south TILES=$work/tiles TEXTS=$work/texts LARGE_TILE=$large_tile BENCH_CLIENTS=$clients BENCH_SECONDS=$seconds
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
  judged node "$local_dir/bench-parcels.mjs" lookups
  start_martin
  # The trigger of a statement that changes nothing makes the service forget its tiles.
  ask "UPDATE parcel.parcels SET version = version WHERE false" >/dev/null
  judged node "$local_dir/bench-parcels.mjs" tiles
  stop_martin
  judged node "$local_dir/bench-parcels.mjs" searches
}
