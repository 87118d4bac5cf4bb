#!/bin/bash
# Entry point of the proxy's container: renders the configuration from the environment with the resolved
# addresses of the services, runs nginx, and reloads it when an address changes (nginx itself resolves names
# only when it reads its configuration, and rejects all of it if one fails). An unavailable service affects
# only its own calls.
set -euo pipefail
prefix=${PREFIX:-/tmp/nginx}
proxy=$(dirname "${BASH_SOURCE[0]}")
services=(MAIN_API PROPERTY_API PARCEL_LOOKUP)
declare -A target=([MAIN_API]="${MAIN_API_ADDRESS:-127.0.0.1:8081}" [PROPERTY_API]="${PROPERTY_API_ADDRESS:-127.0.0.1:8082}" [PARCEL_LOOKUP]="${PARCEL_LOOKUP_ADDRESS:-127.0.0.1:8083}")
# The last addresses of each service's name, and how often it has failed to resolve since.
declare -A known=() missed=([MAIN_API]=0 [PROPERTY_API]=0 [PARCEL_LOOKUP]=0)
# Nothing listens there, so connections are refused immediately.
nowhere=127.0.0.1:9

# addresses NAME:PORT: each address of the name with the port, on one line.
addresses() {
  getent ahosts "${1%:*}" | awk -v port="${1##*:}" '
    { print ($1 ~ /:/ ? "[" $1 "]" : $1) ":" port }' | sort -u | paste -sd ' '
}

# A name that fails to resolve keeps its last addresses for a while: the resolver itself may have
# failed.
resolve() {
  local service now
  for service in "${services[@]}"; do
    if now=$(addresses "${target[$service]}") && [[ -n $now ]]; then
      known[$service]=$now missed[$service]=0
    elif [[ -z ${known[$service]:-} ]] || ((++missed[$service] >= 10)); then
      known[$service]=$nowhere
    fi
  done
}

render() {
  MAIN_API_ADDRESS=${known[MAIN_API]} PROPERTY_API_ADDRESS=${known[PROPERTY_API]} \
    PARCEL_LOOKUP_ADDRESS=${known[PARCEL_LOOKUP]} "$proxy/render.sh" "$prefix/conf"
}

all_known() { printf '%s\n' "${known[@]}"; }

# Polls more often while a name does not resolve, because a starting service should be reached soon.
pause() {
  if [[ " ${missed[*]} " =~ \ [1-9] || " ${known[*]} " == *" $nowhere "* ]]; then sleep 1; else sleep 5; fi
}

watch_addresses() {
  local rendered
  rendered=$(all_known)
  while pause; do
    resolve
    if [[ $(all_known) != "$rendered" ]]; then
      # Retried on failure, because nginx may not have started yet.
      if render && nginx -e stderr -p "$prefix/" -c conf/nginx.conf -s reload; then rendered=$(all_known); fi
    fi
  done
}

mkdir -p "$prefix/conf" "$prefix/run" "$prefix/logs"
resolve
render
watch_addresses &
exec nginx -e stderr -p "$prefix/" -c conf/nginx.conf
