# shellcheck shell=bash
# Imports in a database of their own. Sourced by bench-parcels.sh.

# peer_import FILE: adds ogr2ogr's seconds to the file peer.
peer_import() {
  admin_psql "$imports" -c "DROP SCHEMA IF EXISTS peer CASCADE" -c "CREATE SCHEMA peer" -c CHECKPOINT 2>/dev/null
  /usr/bin/time -a -f %e -o "$work/peer" "$local_dir/with-env.sh" "$work/$imports.env" ogr2ogr -f PostgreSQL PG:active_schema=peer "$1" \
    -nln peer -makevalid -nlt MULTIPOLYGON -lco SPATIAL_INDEX=GIST
  admin_psql "$imports" -c "DROP TABLE peer.peer" -c CHECKPOINT
}

# our_import FILE COUNTY: sets the seconds until lookups and tiles see the batch (shown) and until it has ended (searched), its parcels that
# are new, changed and unchanged, and the memory in kB.
our_import() {
  local began
  admin_psql "$imports" -c CHECKPOINT
  began=$(date +%s.%N)
  (cd "$work" && /usr/bin/time -f '%e %M' -o "$work/ours" "$local_dir/with-env.sh" "$work/$imports.env" "$bin_dir/parcel-lookup-import" \
    "$1" --county-fips "$2" --source DataSF --licence PDDL-1.0 --field-map "$field_map" >"$work/import.log" 2>&1) ||
    fail "the import failed: $(tail -n 3 "$work/import.log")"
  IFS='|' read -r shown new changed unchanged < <(admin_psql "$imports" -Atc \
    "SELECT extract(epoch FROM finished_at) - $began, parcels_new, parcels_changed, parcels_unchanged
    FROM parcel.parcel_batches ORDER BY batch_id DESC LIMIT 1")
  read -r searched memory < <(tail -n 1 "$work/ours")
}

# bench_import FILE COUNTY SHOWN SEARCHED: an import into an empty table, between two of ogr2ogr of the same file, whose mean counts; sets the
# seconds that it took (first).
# SHOWN and SEARCHED are the limits, as multiples of ogr2ogr's time, until lookups and tiles see the batch, and until it has ended.
bench_import() {
  local new changed unchanged shown searched memory
  rm -f "$work/peer"
  peer_import "$1"
  admin_psql "$imports" -c "TRUNCATE parcel.parcels, parcel.parcel_batches, parcel.parcel_history, parcel.parcel_cities"
  our_import "$1" "$2"
  first=$searched
  peer_import "$1"
  # shellcheck disable=SC2016 # the program of awk
  judged awk -v rows="$new" -v shown="$shown" -v searched="$searched" -v memory="$memory" -v shown_limit="$3" -v searched_limit="$4" '
    { peer += $1 / 2 }
    END {
      printf "import of %d parcels: ogr2ogr %.2f s, until shown %.2f s (%.1f times, limit %.1f), until searched by words %.2f s (%.1f times, limit %.1f), %d MB (limit 300)\n",
        rows, peer, shown, shown / peer, shown_limit, searched, searched / peer, searched_limit, memory / 1000
      reached = shown <= peer * shown_limit && searched <= peer * searched_limit && memory <= 300000
      print "    limits: " (reached ? "reached" : "NOT reached")
      exit reached ? 0 : 3
    }' "$work/peer"
}

# bench_known FILE COUNTY NAME LEAST MOST: the county of bench_import once more, beside the time that ogr2ogr had there, which compares
# nothing. The limit is twice the time of the first import. LEAST to MOST parcels differ.
bench_known() {
  local new changed unchanged shown searched memory
  our_import "$1" "$2"
  ((new == 0 && changed >= $4 && changed <= $5)) || fail "$3: $new new and $changed changed parcels, not $4 to $5 changed"
  # shellcheck disable=SC2016 # the program of awk
  judged awk -v name="$3" -v rows=$((changed + unchanged)) -v first="$first" -v seconds="$searched" -v memory="$memory" '
    { peer += $1 / 2 }
    END {
      printf "import of a county that is known, %s: %d parcels, ogr2ogr %.2f s, %.2f s (%.1f times the first import, limit 2.0), %d MB (limit 300)\n",
        name, rows, peer, seconds, seconds / first, memory / 1000
      reached = seconds <= first * 2 && memory <= 300000
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

# Two million rows, merged with the earlier ones of their county. Their file is left for bench_formats.
bench_many_rows() {
  made_rows 2000000 0 >"$work/many.geojsonl"
  (cd "$work" && /usr/bin/time -f '%e %M' -o "$work/ours" "$local_dir/with-env.sh" "$work/$imports.env" "$bin_dir/parcel-lookup-import" many.geojsonl \
    --county-fips 48201 --source Made --field-map parcelnumb=parcelnumb,owner=owner >"$work/import.log" 2>&1) ||
    fail "the import of two million rows failed: $(tail -n 3 "$work/import.log")"
  # shellcheck disable=SC2016 # the program of awk
  judged awk '{
    reached = $1 <= 480 && $2 <= 300000
    printf "import of 2,000,000 rows into a county that has some: %.0f s (limit 480), %d MB (limit 300)\n", $1, $2 / 1000
    print "    limits: " (reached ? "reached" : "NOT reached")
    exit reached ? 0 : 3
  }' <(tail -n 1 "$work/ours")
}

# copies FILE NUMBER EAST NORTH ADDED: the city so often, moved by so many degrees, each copy with other numbers if there are several; ADDED
# is added to the value of each 50th parcel.
copies() {
  cat >"$work/copies.sql" <<SQL
WITH RECURSIVE copies(k) AS (SELECT 0 UNION ALL SELECT k + 1 FROM copies WHERE k < $2 - 1)
SELECT ST_Translate(geometry, $3 + (k % 8) * 0.2, $4 + (k / 8) * 0.2, 0) AS geometry,
  CASE WHEN $2 = 1 THEN blklot ELSE blklot || '-' || k END AS blklot, address, street, neighborhood, use_desc, use_class, year_built, units,
  bldg_area_sqft, assessed_total + CASE WHEN sf_parcels.rowid % 50 = 0 THEN $5 ELSE 0 END AS assessed_total, last_sale_date
FROM sf_parcels CROSS JOIN copies
SQL
  ogr2ogr -f FlatGeobuf "$1" "$source" -dialect sqlite -sql "@$work/copies.sql" -nln parcels -nlt MULTIPOLYGON
}

# Times beside ogr2ogr, of a real city.
times_of_imports() {
  local field_map first source=${REAL_PARCELS_DIR:-}/sf_parcels.fgb
  if [[ ! -e $source ]] || ! command -v ogr2ogr >/dev/null; then
    log "times of imports are not measured: REAL_PARCELS_DIR has no sf_parcels.fgb, or there is no ogr2ogr"
    return
  fi
  field_map=parcelnumb=blklot,address=address,saledate=last_sale_date,year_built=year_built,usecode=use_class,usedesc=use_desc
  field_map+=,subdivision=neighborhood,parval=assessed_total,sqft=bldg_area_sqft
  copies "$work/changed.fgb" 1 0 0 1000
  bench_import "$source" 06075 3 3
  bench_known "$source" 06075 'unchanged file' 0 0
  bench_known "$work/changed.fgb" 06075 '2 % of the rows changed' 500 600
  # 37 times in San Bernardino County, which is large enough.
  rm "$work/changed.fgb"
  copies "$work/large.fgb" 37 5.2 -3.3 0
  copies "$work/changed.fgb" 37 5.2 -3.3 1000
  bench_import "$work/large.fgb" 06071 1.5 4
  bench_known "$work/large.fgb" 06071 'unchanged file' 0 0
  bench_known "$work/changed.fgb" 06071 '2 % of the rows changed' 18500 22000
  rm "$work/large.fgb" "$work/changed.fgb"
}

bench_imports() {
  printf 'imports, on %s cores\n' "$(nproc)"
  make_database "$imports"
  # First: the server is still busy with what the others wrote after they have ended.
  times_of_imports
  broken_import
  bench_many_rows
  bench_formats
}
