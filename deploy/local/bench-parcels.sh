#!/usr/bin/env bash
# `make bench-parcels`: requests per second and p99 of lookups and tiles of the running product (make up), beside those of
# PostgreSQL alone and, if MARTIN_TILES is set (http://host:port/parcels/{z}/{x}/{y}), of Martin; and times of the place search. Fails
# if a limit of issue 11 is not reached. Over the parcels that the database holds; BENCH_SEED=1 adds a million made ones first (10 minutes). BENCH_SECONDS and BENCH_CLIENTS set duration and
# concurrency. Then imports in a database of their own: beside ogr2ogr, if REAL_PARCELS_DIR has sf_parcels.fgb; a file of a million rows
# that is broken at row 900,000, which must change nothing; and one of two million rows, whose memory has a limit;
# BENCH_ONLY=imports measures only these, BENCH_ONLY=requests only the others. For meaningful figures: PROFILE=release make up.
# BENCH_ONLY=sizes: lookups, tiles and searches at a million generated parcels over the country beside those at 10 million, which take
# 15 GB and half an hour, in databases of their own; BENCH_COUNTS='1000000 3000000' for other numbers.
set -euo pipefail
for part in product made-parcels; do
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
  printf '%s parcels, %s clients, %s s each\n' "$(ask 'SELECT count(*) FROM parcel.parcels')" "$clients" "$seconds"

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
  # The trigger of a statement that changes nothing makes the service forget its tiles.
  ask "UPDATE parcel.parcels SET version = version WHERE false" >/dev/null
  judged node "$local_dir/bench-parcels.mjs" tiles
  judged node "$local_dir/bench-parcels.mjs" searches
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

# peer_import FILE: adds ogr2ogr's seconds to the file peer.
peer_import() {
  admin_psql "$imports" -c "DROP SCHEMA IF EXISTS peer CASCADE" -c "CREATE SCHEMA peer" -c CHECKPOINT 2>/dev/null
  /usr/bin/time -a -f %e -o "$work/peer" "$local_dir/with-env.sh" "$work/$imports.env" ogr2ogr -f PostgreSQL PG:active_schema=peer "$1" \
    -nln peer -makevalid -nlt MULTIPOLYGON -lco SPATIAL_INDEX=GIST
  admin_psql "$imports" -c "DROP TABLE peer.peer" -c CHECKPOINT
}

# bench_import FILE COUNTY SHOWN SEARCHED: an import into an empty table, between two of ogr2ogr of the same file, whose mean counts.
# SHOWN and SEARCHED are the limits, as multiples of ogr2ogr's time, until lookups and tiles see the batch, and until it has ended.
bench_import() {
  local file=$1 county=$2 began shown searched parcels memory
  rm -f "$work/peer"
  peer_import "$file"
  admin_psql "$imports" -c "TRUNCATE parcel.parcels, parcel.parcel_batches, parcel.parcel_history, parcel.parcel_cities" -c CHECKPOINT
  began=$(date +%s.%N)
  (cd "$work" && /usr/bin/time -f '%e %M' -o "$work/ours" "$local_dir/with-env.sh" "$work/$imports.env" "$bin_dir/parcel-lookup-import" \
    "$file" --county-fips "$county" --source DataSF --licence PDDL-1.0 --field-map "$field_map" >"$work/import.log" 2>&1) ||
    fail "the import failed: $(tail -n 3 "$work/import.log")"
  IFS='|' read -r shown parcels < <(admin_psql "$imports" -Atc \
    "SELECT extract(epoch FROM finished_at) - $began, parcels_new FROM parcel.parcel_batches")
  read -r searched memory < <(tail -n 1 "$work/ours")
  peer_import "$file"
  # shellcheck disable=SC2016 # the program of awk
  judged awk -v rows="$parcels" -v shown="$shown" -v searched="$searched" -v memory="$memory" -v shown_limit="$3" -v searched_limit="$4" '
    { peer += $1 / 2 }
    END {
      printf "import of %d parcels: ogr2ogr %.2f s, until shown %.2f s (%.1f times, limit %.1f), until searched by words %.2f s (%.1f times, limit %.1f), %d MB (limit 300)\n",
        rows, peer, shown, shown / peer, shown_limit, searched, searched / peer, searched_limit, memory / 1000
      reached = shown <= peer * shown_limit && searched <= peer * searched_limit && memory <= 300000
      print "    limits: " (reached ? "reached" : "NOT reached")
      exit reached ? 0 : 3
    }' "$work/peer"
}

# made_rows ROWS BROKEN: parcels in Harris County, a feature in each line; the line BROKEN ends in the middle.
made_rows() {
  # shellcheck disable=SC2016 # the program of awk
  awk -v rows="$1" -v broken="$2" 'BEGIN {
    shape = "{\"type\":\"Polygon\",\"coordinates\":[[[%.5f,%.4f],[%.5f,%.4f],[%.5f,%.4f],[%.5f,%.4f],[%.5f,%.4f]]]}"
    for (n = 1; n <= rows; n++) {
      w = -95.7 + n % 2000 * 0.00025; e = w + 0.0002; s = 29.6 + int(n / 2000) * 0.0005; t = s + 0.0004
      line = sprintf("{\"type\":\"Feature\",\"properties\":{\"parcelnumb\":\"R-%d\",\"owner\":\"Owner %d\"},\"geometry\":" shape "}", n, rows, w, s, e, s, e, t, w, t, w, s)
      print n == broken ? substr(line, 1, length(line) / 2) : line
    }
  }'
}

# import_made FILE: its exit code goes to the file code, its output to import.log, and heard has the notice by which processes drop
# their tiles, if one was sent.
import_made() {
  cat >"$work/import.sh" <<SH
cd ${work@Q}
${local_dir@Q}/with-env.sh $imports.env ${bin_dir@Q}/parcel-lookup-import $1 --county-fips 48201 --source Made --field-map parcelnumb=parcelnumb,owner=owner >import.log 2>&1
echo \$? >code
SH
  admin_psql "$imports" >"$work/heard" <<SQL
LISTEN parcel_parcels;
\\! bash '$work/import.sh'
SELECT 1;
SQL
}

# What a county has: its rows with their versions, and its batches.
stored() {
  admin_psql "$imports" -Atc "SELECT count(*), sum(hashtextextended(parcels::text, 0)), (SELECT count(*) FROM parcel.parcel_batches) FROM parcel.parcels"
}

# A file that breaks off far behind everything by which it is recognised leaves the county as it was.
broken_import() {
  local before
  made_rows 1000 0 >"$work/earlier.geojsonl"
  made_rows 1000000 900000 >"$work/broken.geojsonl"
  import_made earlier.geojsonl
  [[ $(<"$work/code") == 0 ]] || fail "the earlier import failed: $(tail -n 3 "$work/import.log")"
  grep -q "^Asynchronous notification" "$work/heard" || fail "no notice of the earlier import was heard"
  before=$(stored)
  import_made broken.geojsonl
  rm "$work/broken.geojsonl"
  [[ $(<"$work/code") == 1 ]] || fail "a file that is broken at row 900,000 was not refused: $(tail -n 3 "$work/import.log")"
  [[ $(stored) == "$before" ]] || fail "a file that is broken at row 900,000 changed the county: $before before, $(stored) after"
  ! grep -q "^Asynchronous notification" "$work/heard" || fail "a file that is broken at row 900,000 made processes drop their tiles"
  printf 'broken at row 900,000: old data stands\n    %s\n' "$(tail -n 1 "$work/import.log")"
}

# Two million rows, merged with the earlier ones of their county.
memory_of_an_import() {
  made_rows 2000000 0 >"$work/many.geojsonl"
  (cd "$work" && /usr/bin/time -f '%e %M' -o "$work/ours" "$local_dir/with-env.sh" "$work/$imports.env" "$bin_dir/parcel-lookup-import" many.geojsonl \
    --county-fips 48201 --source Made --field-map parcelnumb=parcelnumb,owner=owner >"$work/import.log" 2>&1) ||
    fail "the import of two million rows failed: $(tail -n 3 "$work/import.log")"
  rm "$work/many.geojsonl"
  # shellcheck disable=SC2016 # the program of awk
  judged awk '{
    printf "import of 2,000,000 rows into a county that has some: %.0f s, %d MB (limit 300)\n", $1, $2 / 1000
    print "    limits: " ($2 <= 300000 ? "reached" : "NOT reached")
    exit $2 <= 300000 ? 0 : 3
  }' <(tail -n 1 "$work/ours")
}

# Times beside ogr2ogr, of a real city.
times_of_imports() {
  local field_map source=${REAL_PARCELS_DIR:-}/sf_parcels.fgb
  if [[ ! -e $source ]] || ! command -v ogr2ogr >/dev/null; then
    log "times of imports are not measured: REAL_PARCELS_DIR has no sf_parcels.fgb, or there is no ogr2ogr"
    return
  fi
  # The same city 37 times in San Bernardino County, which is large enough, with other numbers.
  cat >"$work/copies.sql" <<SQL
WITH RECURSIVE copies(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM copies WHERE k < 36)
SELECT ST_Translate(geometry, 5.2 + (k % 8) * 0.2, -3.3 + (k / 8) * 0.2, 0) AS geometry, blklot || '-' || k AS blklot, address, street,
  neighborhood, use_desc, use_class, year_built, units, bldg_area_sqft, assessed_total, last_sale_date
FROM sf_parcels CROSS JOIN copies
SQL
  ogr2ogr -f FlatGeobuf "$work/large.fgb" "$source" -dialect sqlite -sql "@$work/copies.sql" -nln parcels -nlt MULTIPOLYGON
  field_map=parcelnumb=blklot,address=address,saledate=last_sale_date,year_built=year_built,usecode=use_class,usedesc=use_desc
  field_map+=,subdivision=neighborhood,parval=assessed_total,sqft=bldg_area_sqft
  bench_import "$source" 06075 3 3
  bench_import "$work/large.fgb" 06071 1.5 4
  rm "$work/large.fgb"
}

bench_imports() {
  make_database "$imports"
  # First: the server is still busy with what the others wrote after they have ended.
  times_of_imports
  broken_import
  memory_of_an_import
}

# The country has about 155 million parcels.
bench_sizes() {
  local count name free urls=() points=() began seconds bytes
  free=$(df --output=avail -B1 "$servers" | tail -n 1)
  ((free > sizes[1] * 1500)) || fail "$((sizes[1] * 1500 / 1000000000)) GB must be free; BENCH_COUNTS='1000000 3000000' needs less"
  run_logged "$logs/bench-build.log" cargo build --release --locked --manifest-path "$checkout/services/Cargo.toml" -p parcel-lookup --example parcel_reads
  for count in "${sizes[@]}"; do
    name=sitewright_bench_$count
    make_database "$name"
    began=$(date +%s.%N)
    "$local_dir/with-env.sh" "$work/$name.env" "$bin_dir/parcel-lookup" generate-parcels --count "$count" >"$work/generate.log" 2>&1 ||
      fail "the parcels were not generated: $(tail -n 3 "$work/generate.log")"
    seconds=$(awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN { print ended - began }')
    bytes=$(admin_psql "$name" -Atc "SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = 'parcel.parcels'::regclass")
    points+=("$count $seconds $bytes")
    # As autovacuum does.
    admin_psql "$name" -c 'VACUUM (ANALYZE)' -c CHECKPOINT
    urls+=("$(database_url parcel "$name")")
  done
  printf '| | %s: p50 / p99 | times | %s: p50 / p99 | times |\n|---|---|---|---|---|\n' "${sizes[@]}"
  DATABASE_URLS=${urls[*]} "$cargo_target/release/examples/parcel_reads"
  # The counties take the same time in both, so the difference is that of the parcels.
  printf '%s\n' "${points[@]}" | awk '
    { printf "%d parcels: %.0f s, %.0f bytes per parcel\n", $1, $2, $3 / $1; size = $3 / $1 }
    NR == 1 { count = $1; first = $2 }
    END {
      each = ($2 - first) / ($1 - count)
      all = first + each * (155e6 - count)
      printf "155 million in partitions of groups, by both lines: %.1f hours, %.0f GB\n", all / 3600, size * 155e6 / 1e9
    }'
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
