#!/usr/bin/env bash
# `make run`: sets up what is missing, starts the product, shows its address; Ctrl-C ends everything.
# `make up` is run.sh --background: the same, and the product stays when the command ends.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

cleanup() {
  trap '' INT TERM HUP
  trap - EXIT
  local status=$1
  # Cargo or npm, when the end comes in the middle of a build.
  for job in $(jobs -p); do kill_tree "$job"; done
  log "stopping"
  stop_product
  rm -f "$pids/foreground.supervisor"
  log "stopped"
  exit "$status"
}

ensure_packages
ensure_toolchain
prepare_folders
if pid=$(pid_in "$pids/foreground.supervisor"); then
  fail "already running in the foreground (process $pid). Stop it there with Ctrl-C or with: make down"
fi
if [[ ${1:-} != --background ]]; then
  note_process "$pids/foreground.supervisor" $$
  trap 'cleanup 0' INT
  trap 'cleanup 143' TERM HUP
  trap 'cleanup $?' EXIT
fi
choose_ports
build_product
start_product
flock -u 8
log "ready"
show_address
[[ ${1:-} == --background ]] && exit 0
printf '  Ctrl-C ends it.\n\n'
while true; do
  sleep 3600 &
  wait $!
done
