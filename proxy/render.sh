#!/bin/sh
# Renders nginx's configuration: render.sh FOLDER writes the files of templates/ to FOLDER, with only the
# names below replaced as ${NAME} from the environment. Used by `make run` and in the container.
#
#   LISTEN                  address and port to listen on           (127.0.0.1:8080)
#   PUBLIC_URL              the URL that browsers use                (http://127.0.0.1:8080)
#   MAIN_API_ADDRESS, PROPERTY_API_ADDRESS, PARCEL_LOOKUP_ADDRESS    (127.0.0.1:8081, :8082, :8083)
#                           several replicas are separated by blanks
#   STATIC_ROOT             folder of the built app                  (html)
#   BASEMAP_DIR             folder of the base map's archives        (basemap)
#   MODULES                 folder of nginx's modules                (/usr/lib/nginx/modules)
#   ACCESS_LOG              a file or /dev/stdout                    (logs/access.log)
#   TRUSTED_PROXY           network of a load balancer in front      (none: unix:; required if PUBLIC_URL is https)
#   CSP_TILE_HOSTS          origins of map tiles, by blanks          (USGS imagery, OpenStreetMap, Texas parcel overlay)
#   CSP_STREET_VIEW_HOSTS   origins of street-level images           (none; https://maps.googleapis.com with Google's key)
#   CSP_WIDGET_HOSTS        origins of the voice assistant           (none)
set -eu

templates=$(cd "$(dirname "$0")" && pwd)/templates
target=$1

: "${LISTEN:=127.0.0.1:8080}" "${PUBLIC_URL:=http://127.0.0.1:8080}" "${STATIC_ROOT:=html}" "${ACCESS_LOG:=logs/access.log}"
: "${BASEMAP_DIR:=basemap}" "${MAIN_API_ADDRESS:=127.0.0.1:8081}" "${PROPERTY_API_ADDRESS:=127.0.0.1:8082}" "${PARCEL_LOOKUP_ADDRESS:=127.0.0.1:8083}"
: "${TRUSTED_PROXY:=}" "${MODULES:=/usr/lib/nginx/modules}" "${CSP_WIDGET_HOSTS:=}" "${CSP_STREET_VIEW_HOSTS:=}"
: "${CSP_TILE_HOSTS:=https://basemap.nationalmap.gov https://tile.openstreetmap.org https://feature.geographic.texas.gov}"

# This proxy uses http, so with an https URL something in front of it terminates TLS. Unless that is trusted for the
# client's address, all clients have one address and share the limits per address.
case $PUBLIC_URL in
https://*)
  if [ -z "$TRUSTED_PROXY" ]; then
    echo "render.sh: PUBLIC_URL is https: name the network of what ends TLS in TRUSTED_PROXY (unix: for none)" >&2
    exit 1
  fi
  ;;
esac
: "${TRUSTED_PROXY:=unix:}"

PUBLIC_SCHEME=http HSTS='' MICROPHONE='()'
# Read through eval below.
# shellcheck disable=SC2034
case $PUBLIC_URL in https://*) PUBLIC_SCHEME=https HSTS='max-age=31536000' ;; esac
# The widget runs as part of our page, so the page needs the microphone permission.
# shellcheck disable=SC2034
[ -z "$CSP_WIDGET_HOSTS" ] || MICROPHONE='(self)'

names='LISTEN MODULES STATIC_ROOT BASEMAP_DIR ACCESS_LOG TRUSTED_PROXY
CSP_TILE_HOSTS CSP_STREET_VIEW_HOSTS CSP_WIDGET_HOSTS PUBLIC_SCHEME HSTS MICROPHONE'
script=''
for name in $names; do
  value=
  eval "value=\$$name"
  # A quote, brace, semicolon or line break would end the directive that contains the value.
  case $value in
  *[\"\{\}\\\|\&\;]* | *'
'*) echo "render.sh: $name holds a character that nginx's configuration cannot take" >&2 && exit 1 ;;
  esac
  script="$script;s|\${$name}|$value|g"
done

# servers ADDRESS...: nginx's list of a service's replicas. A failure is returned to the caller; the server is
# not marked as down.
servers() {
  for address in "$@"; do
    case $address in
    *[!A-Za-z0-9.:_[\]-]*) echo "render.sh: '$address' is no address of a service" >&2 && exit 1 ;;
    esac
    printf 'server %s max_fails=0; ' "$address"
  done
}
# shellcheck disable=SC2086
script="$script;s|\${MAIN_API_SERVERS}|$(servers $MAIN_API_ADDRESS)|g"
# shellcheck disable=SC2086
script="$script;s|\${PROPERTY_API_SERVERS}|$(servers $PROPERTY_API_ADDRESS)|g"
# shellcheck disable=SC2086
script="$script;s|\${PARCEL_LOOKUP_SERVERS}|$(servers $PARCEL_LOOKUP_ADDRESS)|g"

mkdir -p "$target"
for template in "$templates"/*.template; do
  file=$(basename "$template" .template)
  # Collapses the blanks left by an empty list of hosts.
  sed -e "${script#;}" -e '/Content-Security-Policy/s/  *;/;/g' -e '/Content-Security-Policy/s/  */ /g' "$template" >"$target/$file"
done
