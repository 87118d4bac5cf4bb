#!/usr/bin/env bash
# Tests the start of the proxy's container, without a container: nginx itself, and a `getent` that resolves names from a
# file. An unavailable service must not prevent the proxy from listening or from following the others.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
chmod 0755 "$work"
port=20000
while (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; do port=$((port + 1)); done
export PATH=$work/bin:$PATH:/usr/sbin PREFIX=$work/nginx NAMES=$work/names
export LISTEN=127.0.0.1:$port STATIC_ROOT=$work/app ACCESS_LOG=$work/access.log
export MAIN_API_ADDRESS=main-api:8081 PROPERTY_API_ADDRESS=property-api:8082 PARCEL_LOOKUP_ADDRESS=parcel-lookup:8083
mkdir "$work/bin" "$work/app" "$work/basemap"
export BASEMAP_DIR=$work/basemap
printf '0123456789' >"$work/basemap/city.pmtiles"
printf 'secret' >"$work/basemap/notes.txt"
cat >"$work/bin/getent" <<'STUB'
#!/bin/bash
awk -v name="$2" '$1 == name { print $2, "STREAM"; found = 1 } END { exit !found }' "$NAMES"
STUB
chmod 0755 "$work/bin/getent"

proxy=
# The whole group: nginx, and the process that polls the names.
end() {
  if [[ -n $proxy ]]; then
    kill -TERM -- "-$proxy" 2>/dev/null || true
    wait "$proxy" || true
  fi
  rm -rf "$work"
}
trap end EXIT

# within SECONDS WHAT COMMAND...
within() {
  local until=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    ((SECONDS < until)) || { printf 'not within time: %s\n' "$what" >&2 && cat "$PREFIX/conf/nginx.conf" "$work/log" >&2 && exit 1; }
    sleep 0.2
  done
}
listens() { [[ $(curl -s -m 2 "http://127.0.0.1:$port/healthz") == ok ]]; }
# servers UPSTREAM: its servers in nginx's configuration.
servers() { sed -n "/upstream $1 /,/}/s/^ *\(server .*;\) *$/\1/p" "$PREFIX/conf/nginx.conf"; }
is_told() { [[ $(servers "$1") == "$2" ]]; }

printf 'main-api 127.0.1.1\nproperty-api 127.0.1.2\nproperty-api 127.0.1.3\n' >"$NAMES"
setsid proxy/container.sh >"$work/log" 2>&1 &
proxy=$!
within 5 'listens while parcel-lookup is away' listens
# served PATH WANTED CURL-OPTION...: status, type, length, range and whether the ETag is strong.
served() {
  local path=$1 wanted=$2 headers got
  shift 2
  headers=$(curl -s -m 2 -D - -o "$work/body" "$@" "http://127.0.0.1:$port$path" | tr -d '\r')
  got="$(sed -nE 's#^HTTP/1.1 ([0-9]+).*#\1#p' <<<"$headers") $(sed -nE 's/^Content-Type: //p' <<<"$headers") $(<"$work/body")"
  [[ $got == "$wanted" ]] || { printf '%s: %s instead of %s\n' "$path" "$got" "$wanted" >&2 && exit 1; }
  [[ $wanted != 20* ]] || grep -qE '^ETag: "' <<<"$headers" || { printf '%s: no strong ETag\n' "$path" >&2 && exit 1; }
}
served /basemap/city.pmtiles '206 application/vnd.pmtiles 234' -H 'Range: bytes=2-4' -H 'Accept-Encoding: gzip, br'
served /basemap/city.pmtiles '200 application/vnd.pmtiles 0123456789'
nothing=$(curl -s -m 2 "http://127.0.0.1:$port/basemap/none.pmtiles" | sed 's/"request_id.*//')
[[ $nothing == *'"status":404'* ]] || { printf 'a missing archive: %s\n' "$nothing" >&2 && exit 1; }
for path in /basemap/ /basemap/notes.txt /basemap/.pmtiles/city; do
  status=$(curl -s -m 2 --path-as-is -o /dev/null -w '%{http_code}' "http://127.0.0.1:$port$path")
  [[ $status == 404 ]] || { printf '%s: %s\n' "$path" "$status" >&2 && exit 1; }
done
# Neither a cache nor a search engine keeps the page of a letter's signer.
printf 'app' >"$work/app/index.html"
page=$(curl -s -m 2 -D - "http://127.0.0.1:$port/sign" | tr -d '\r')
[[ $page == *' 200 '*'Cache-Control: no-store'*'X-Robots-Tag: noindex'*app ]] || { printf '/sign: %s\n' "$page" >&2 && exit 1; }

within 2 'all replicas are known' is_told property_api 'server 127.0.1.2:8082 max_fails=0; server 127.0.1.3:8082 max_fails=0;'
within 2 'what is away is refused at once' is_told parcel_lookup 'server 127.0.0.1:9 max_fails=0;'

# The collections of a firm are main-api's, also at the address of all collections.
goes_to() { grep -F "\"path\":\"/api-2/ogc$1\"" "$ACCESS_LOG" | grep -qF "\"upstream\":\"$2"; }
for path in /collections/projects /collections/project_parcels/ /collections/projects/items /collections/project_parcels/items/1; do
  curl -s -m 5 -o "$work/body" "http://127.0.0.1:$port/api-2/ogc$path?crs=x"
  within 2 "/api-2/ogc$path goes to main-api" goes_to "$path" 127.0.1.1:8081
done
for path in '' /collections /collections/parcels/items /collections/projects_of_others /conformance; do
  curl -s -m 5 -o "$work/body" "http://127.0.0.1:$port/api-2/ogc$path?crs=x"
  within 2 "/api-2/ogc$path goes to parcel-lookup" goes_to "$path" 127.0.0.1:9
done

printf 'main-api 127.0.1.7\nproperty-api 127.0.1.2\n' >"$NAMES"
within 8 'follows main-api while parcel-lookup is away' is_told main_api 'server 127.0.1.7:8081 max_fails=0;'
printf 'main-api 127.0.1.7\nproperty-api 127.0.1.2\nparcel-lookup ::1\n' >"$NAMES"
within 8 'finds parcel-lookup when it is back' is_told parcel_lookup 'server [::1]:8083 max_fails=0;'
printf 'property-api 127.0.1.2\nparcel-lookup ::1\n' >"$NAMES"
sleep 6
is_told main_api 'server 127.0.1.7:8081 max_fails=0;' || { printf 'a short failure of the resolver loses an address\n' >&2 && exit 1; }
listens
