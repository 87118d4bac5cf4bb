#!/usr/bin/env bash
# `make run`: sets up what is missing, starts the product, prints its URL; Ctrl-C stops everything.
# `make up` is run.sh --background: the same, but the product keeps running.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

cleanup() {
  local status=$1
  trap '' INT TERM HUP
  trap - EXIT
  # Everything is stopped even if the terminal is closed and output fails.
  set +e
  # Cargo or npm, if interrupted during a build.
  for job in $(jobs -p); do kill_tree "$job"; done
  log "stopping"
  exec 7>&-
  "$local_dir/ctl" down
  exit "$status"
}

ensure_packages
ensure_toolchain
prepare_folders
# Held by `make run` while it runs, with its process id: `ctl down` ends it.
exec 7>>"$state/foreground.lock"
flock --nonblock 7 || fail "already running in the foreground (process $(<"$state/foreground.lock")). Stop it there with Ctrl-C or with: make down"
if [[ ${1:-} == --background ]]; then
  exec 7>&-
else
  printf '%s\n' $$ >"$state/foreground.lock"
  trap 'cleanup 0' INT
  trap 'cleanup 143' TERM HUP
  trap 'cleanup $?' EXIT
fi
choose_ports
build_product
start_product
flock --unlock 8
log "ready"
show_address
[[ ${1:-} == --background ]] && exit 0
printf '  Ctrl-C ends it.\n\n'
# In the background, so that signals are handled immediately.
flock "$supervisor_lock" true &
wait $!
fail "supervisord has ended; its log is $logs/supervisord.log"
