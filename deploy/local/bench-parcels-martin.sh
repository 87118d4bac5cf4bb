# shellcheck shell=bash
# Martin, a tile server, as a peer of our tiles: of a copy of all parcels without partitions, with the attributes that our tiles have.
# Sourced by bench-parcels.sh.

martin_install='cargo install martin --version 1.14.0 --locked --no-default-features --features postgres,metrics'
martins=()

# start_martin: two of them, of which one keeps tiles; exports the addresses of their tiles. Where no Martin is installed, nothing is
# compared but with one that MARTIN_TILES says.
start_martin() {
  [[ -z ${MARTIN_TILES:-} ]] || return 0
  local program=${MARTIN:-martin}
  if ! command -v "$program" >/dev/null; then
    log "there is no Martin to compare tiles with (MARTIN: path of its program; MARTIN_TILES: address of a running one); to install it:"
    log "  $martin_install"
    return
  fi
  log "copying the parcels for Martin"
  copy_for_martin
  write_martin_settings
  run_martin "$program" 0 3111 MARTIN_TILES
  run_martin "$program" 2048 3112 MARTIN_KEPT_TILES
}

stop_martin() {
  ((${#martins[@]} > 0)) || return 0
  kill "${martins[@]}" 2>/dev/null || true
  wait "${martins[@]}" 2>/dev/null || true
  martins=()
  admin_psql sitewright -c "DROP SCHEMA IF EXISTS bench_martin CASCADE" 2>/dev/null || true
}

# As services/parcel-lookup/src/tiles/store.rs cuts them. The flood zone is the record's, since only its size matters here.
copy_for_martin() {
  admin_psql sitewright <<'SQL'
SET client_min_messages = warning;
SET search_path = parcel, public;
DROP SCHEMA IF EXISTS bench_martin CASCADE;
CREATE SCHEMA bench_martin;
CREATE TABLE bench_martin.parcels AS
SELECT ('x' || right(ll_uuid::text, 12))::bit(48)::bigint AS id, ll_uuid::text AS ll_uuid, parcelnumb, address, usedesc, use_class, owner_kind,
    year_built, flood_zone ~* '^[AV]' AS in_flood_zone, round(ll_gisacre::float8 * 100) / 100 AS ll_gisacre,
    (round((CASE WHEN shared_by IS NULL THEN nullif(parval, 0) / nullif(ll_gisacre, 0)
        ELSE shared_parval / nullif(shared_acres, 0) END)::float8 / 1000) * 1000)::bigint AS value_per_acre,
    source, geom_3857
FROM parcels WHERE retired_at IS NULL;
CREATE INDEX ON bench_martin.parcels USING gist (geom_3857);
VACUUM (ANALYZE) bench_martin.parcels;
CHECKPOINT;
SQL
}

write_martin_settings() {
  (
    umask 077
    printf 'DATABASE_URL=postgres://postgres:%s@127.0.0.1:%s/sitewright\nRUST_LOG=warn\n' "$(secret POSTGRES_PASSWORD)" "$POSTGRES_PORT"
  ) >"$work/martin.env"
  cat >"$work/martin.yaml" <<'YAML'
postgres:
  connection_string: ${DATABASE_URL}
  auto_bounds: skip
  auto_publish: false
  tables:
    parcels:
      schema: bench_martin
      table: parcels
      srid: 3857
      geometry_column: geom_3857
      geometry_type: MULTIPOLYGON
      id_column: id
      extent: 4096
      buffer: 64
      clip_geom: true
      properties:
        ll_uuid: text
        parcelnumb: text
        address: text
        usedesc: text
        use_class: text
        owner_kind: text
        year_built: int4
        in_flood_zone: bool
        ll_gisacre: float8
        value_per_acre: int8
        source: text
YAML
}

# run_martin PROGRAM MEGABYTES PORT NAME: with a cache of this size, on the next free port; exports the address of its tiles as NAME.
run_martin() {
  local program=$1 megabytes=$2 port deadline=$((SECONDS + 30))
  port=$(next_free_port "$3")
  "$local_dir/with-env.sh" "$work/martin.env" "$program" --config "$work/martin.yaml" --cache-size "$megabytes" \
    --listen-addresses "127.0.0.1:$port" >"$logs/martin-$megabytes.log" 2>&1 &
  martins+=($!)
  until curl -fsS -o /dev/null "http://127.0.0.1:$port/health" 2>/dev/null; do
    if ! kill -0 "${martins[-1]}" 2>/dev/null || ((SECONDS > deadline)); then fail "Martin did not start; see $logs/martin-$megabytes.log"; fi
    sleep 0.2
  done
  export "$4=http://127.0.0.1:$port/parcels/{z}/{x}/{y}"
}
