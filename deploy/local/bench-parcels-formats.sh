# shellcheck shell=bash
# Memory of imports of two million rows in each format but that of bench_many_rows. Sourced by bench-parcels.sh.

# make_many FORMAT: the rows of many.fgb as many.FORMAT. GeoParquet is our own export of the county, which has them: ogr2ogr is often
# built without it. A shapefile may have 2 GB in each of its parts; these have 0.3.
make_many() {
  local from=("$work/many.$1" "$work/many.fgb")
  case $1 in
    fgb) ;;
    gpkg) ogr2ogr -f GPKG -lco SPATIAL_INDEX=NO "${from[@]}" ;;
    csv) ogr2ogr -f CSV -lco GEOMETRY=AS_WKT "${from[@]}" ;;
    shp.zip) ogr2ogr -f 'ESRI Shapefile' "${from[@]}" ;;
    parquet)
      "$local_dir/with-env.sh" "$work/$imports.env" "$bin_dir/parcel-lookup" export --county-fips 48201 --out "${from[0]}" >"$work/export.log" 2>&1 ||
        fail "the export failed: $(tail -n 3 "$work/export.log")"
      ;;
    *) fail "BENCH_FORMATS can have: fgb, gpkg, parquet, csv, shp.zip" ;;
  esac
}

# The rows of bench_many_rows, imported into an empty county from a file of each format.
bench_formats() {
  local formats format new changed unchanged shown searched memory field_map=parcelnumb=parcelnumb,owner=owner
  read -ra formats <<<"${BENCH_FORMATS-fgb gpkg parquet csv shp.zip}"
  if ((${#formats[@]} > 0)) && ! command -v ogr2ogr >/dev/null; then
    log "the memory of imports of other formats is not measured: there is no ogr2ogr"
    formats=()
  fi
  ((${#formats[@]} == 0)) || ogr2ogr -f FlatGeobuf "$work/many.fgb" "$work/many.geojsonl"
  rm "$work/many.geojsonl"
  for format in "${formats[@]}"; do
    make_many "$format"
    admin_psql "$imports" -c "SET client_min_messages = warning" -c "DROP TABLE IF EXISTS parcel.parcels_48201" \
      -c "DELETE FROM parcel.parcel_groups WHERE county_fips = '48201'" \
      -c "TRUNCATE parcel.parcels, parcel.parcel_batches, parcel.parcel_history, parcel.parcel_cities"
    our_import "many.$format" 48201
    ((new == 2000000)) || fail "the import of a .$format took $new of 2,000,000 rows"
    [[ $format == fgb ]] || rm "$work/many.$format"
    # shellcheck disable=SC2016 # the program of awk
    judged awk -v format="$format" -v seconds="$searched" -v memory="$memory" 'BEGIN {
      reached = memory <= 300000
      printf "import of 2,000,000 rows of a .%s into an empty county: %.0f s, %d MB (limit 300)\n", format, seconds, memory / 1000
      print "    limit: " (reached ? "reached" : "NOT reached")
      exit reached ? 0 : 3
    }'
  done
  rm -f "$work/many.fgb"
}
