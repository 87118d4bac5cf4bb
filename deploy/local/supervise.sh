#!/usr/bin/env bash
# Keeps one process running: supervise.sh PIDS_FOLDER NAME STOP_SIGNAL COMMAND...
# A dead child is started again after 1, 2, 4 … 8 s (1 s again once it had lived for 30 s). SIGTERM
# ends the child with STOP_SIGNAL, by force after 20 s, and then the supervisor. While NAME.hold exists
# nothing is started, so that a fault test can look at the time without the process.
set -uo pipefail

pids=$1 name=$2 stop_signal=$3
shift 3
# shellcheck source=deploy/local/process.sh
source "$(dirname "${BASH_SOURCE[0]}")/process.sh"

stopping=
child=
trap 'stopping=1' TERM
trap '' INT HUP
log() { printf '%s supervisor: %s %s\n' "$(date -u +%FT%TZ)" "$name" "$*"; }
pause() {
  sleep "$1" &
  local sleeper=$!
  wait "$sleeper"
  kill "$sleeper" 2>/dev/null
  wait "$sleeper" 2>/dev/null
}

end_child() {
  local tries
  kill -s "$stop_signal" "$child" 2>/dev/null
  for ((tries = 0; tries < 400; tries++)); do
    is_alive "$child" || break
    sleep 0.05
  done
  kill -s KILL -- "-$child" 2>/dev/null
  wait "$child" 2>/dev/null
}

delay=1
while [[ -z $stopping ]]; do
  if [[ -e $pids/$name.hold ]]; then
    pause 0.2
    continue
  fi
  began=$SECONDS
  # In a session of its own: Ctrl-C in the terminal reaches `make run` only, which then ends all in order.
  setsid "$@" &
  child=$!
  note_process "$pids/$name.pid" "$child"
  wait "$child"
  status=$?
  if [[ -n $stopping ]]; then
    end_child
    break
  fi
  kill -s KILL -- "-$child" 2>/dev/null
  ((SECONDS - began < 30)) || delay=1
  if [[ ! -e $pids/$name.hold ]]; then
    log "ended with status $status; starting it again in $delay s"
    pause "$delay"
    delay=$((delay < 8 ? delay * 2 : 8))
  else
    delay=1
  fi
done
rm -f "$pids/$name.pid"
exit 0
