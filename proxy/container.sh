#!/bin/bash
# Entry point of the proxy's container: renders the configuration from the environment, waits until the names
# of the services can be resolved, runs nginx, and reloads it when such a name has moved to another address
# (nginx resolves them only when it reads its configuration).
set -euo pipefail
prefix=${PREFIX:-/tmp/nginx}
proxy=$(dirname "${BASH_SOURCE[0]}")

addresses() {
  local name
  for name in "${MAIN_API_ADDRESS:-127.0.0.1}" "${PROPERTY_API_ADDRESS:-127.0.0.1}" "${PARCEL_LOOKUP_ADDRESS:-127.0.0.1}"; do
    getent ahosts "${name%:*}" | cut -d' ' -f1 | sort -u || return 1
  done
}

watch_addresses() {
  local known now
  known=$(addresses)
  while sleep 5; do
    now=$(addresses) || continue
    if [[ $now != "$known" ]]; then
      known=$now
      nginx -e stderr -p "$prefix/" -c conf/nginx.conf -s reload
    fi
  done
}

mkdir -p "$prefix/conf" "$prefix/run" "$prefix/logs"
"$proxy/render.sh" "$prefix/conf"
until addresses >/dev/null; do sleep 1; done
watch_addresses &
exec nginx -e stderr -p "$prefix/" -c conf/nginx.conf
