# shellcheck shell=bash
# The reverse proxy, with the same templates as in the container. Sourced after paths.sh and ports.sh.

nginx_user=www-data
public_url() { printf 'http://127.0.0.1:%s' "$PROXY_PORT"; }

# The proxy serves a copy of the built app: its user cannot enter a private checkout, and never sees a
# partial build.
publish_app() {
  local home=$servers/nginx
  mkdir -p "$home"
  rm -rf "$home/html.new"
  cp -R "$checkout/frontend/dist" "$home/html.new"
  rm -rf "$home/html.old"
  if [[ -d $home/html ]]; then mv "$home/html" "$home/html.old"; fi
  mv "$home/html.new" "$home/html"
  rm -rf "$home/html.old"
}

# The built base map, unless BASEMAP_DIR is the operator's own folder. Made again when the program that makes it has changed.
publish_base_map() {
  local folder=$servers/nginx/basemap stamp=$env_dir/base-map want
  if [[ -n ${BASEMAP_DIR:-} ]]; then return; fi
  want=$(stat -c '%n %s %Y' "$bin_dir/parcel-lookup-base-map")
  [[ -e $folder && -e $stamp && $(<"$stamp") == "$want" ]] && return
  log "making the base map"
  run_logged "$logs/base-map.log" "$bin_dir/parcel-lookup" base-map "$folder"
  printf '%s' "$want" >"$stamp"
}

# origins NAME... FILE: origins of these URLs in a service's settings.
origins() {
  local file=${*: -1} names
  names=$(IFS='|' && printf '%s' "${*:1:$#-1}")
  sed -nE "s#^($names)=(https?://[^/]+).*#\2#p" "$file" | sort -u | tr '\n' ' '
}

# The policy allows what the services' settings let the browser load; defaults are in render.sh.
content_policy() {
  local tiles
  tiles=$(origins BASEMAP_TILES_URL STREETMAP_TILES_URL TEXAS_OVERLAY_URL "$env_dir/parcel-lookup.env")
  export CSP_TILE_HOSTS=${tiles:+https://basemap.nationalmap.gov https://tile.openstreetmap.org https://feature.geographic.texas.gov $tiles}
  CSP_WIDGET_HOSTS=$(origins VOICE_ASSISTANT_URL "$env_dir/main-api.env")
  export CSP_WIDGET_HOSTS CSP_STREET_VIEW_HOSTS=
  if grep -q '^GOOGLE_STREET_VIEW_KEY=.' "$env_dir/main-api.env"; then CSP_STREET_VIEW_HOSTS=https://maps.googleapis.com; fi
}

# As nginx sees it: relative to its prefix, or the operator's folder.
base_map_folder() {
  if [[ -n ${BASEMAP_DIR:-} ]]; then realpath "$BASEMAP_DIR"; else printf basemap; fi
}

configure_nginx() {
  local home=$servers/nginx
  content_policy
  mkdir -p "$home/conf" "$home/run" "$home/logs"
  LISTEN="127.0.0.1:$PROXY_PORT" PUBLIC_URL=$(public_url) STATIC_ROOT=html BASEMAP_DIR=$(base_map_folder) ACCESS_LOG=logs/access.log \
    MAIN_API_ADDRESS="127.0.0.1:$MAIN_API_PORT" PROPERTY_API_ADDRESS="127.0.0.1:$PROPERTY_API_PORT" \
    PARCEL_LOOKUP_ADDRESS="127.0.0.1:$PARCEL_LOOKUP_PORT" "$checkout/proxy/render.sh" "$home/conf"
  give_to_user "$nginx_user" "$home"
  ln -sfn "$home/logs/access.log" "$logs/nginx-access.log"
}

# nginx_program PRIORITY. Workers of a killed master keep running and hold the port, so they are terminated
# first.
nginx_program() {
  local home=$servers/nginx
  # The words with $ are for the inner shell.
  # shellcheck disable=SC2016
  program nginx "$1" "$nginx_user" QUIT TERM /bin/sh -c \
    'if [ -s "$1/run/nginx.pid" ]; then pkill -KILL -x -g "$(cat "$1/run/nginx.pid")" nginx; fi; exec /usr/sbin/nginx -e stderr -p "$1/" -c conf/nginx.conf' \
    sh "$home"
}
