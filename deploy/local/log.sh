# shellcheck shell=bash
# Progress output: one line per step, with the time since the command began. Sourced. Written to
# standard error so that a function's own output stays usable.

log_began=${log_began:-$(date +%s%N)}

# log TEXT...: one progress line.
log() {
  local passed=$((($(date +%s%N) - log_began) / 100000000))
  printf '[%4d.%ds] %s\n' $((passed / 10)) $((passed % 10)) "$*" >&2
}

# fail TEXT...: prints the reason and exits.
fail() {
  log "ERROR: $*"
  exit 1
}

# run_logged LOG COMMAND...: silent on success; prints the end of the log on failure.
run_logged() {
  local log=$1
  shift
  if ! "$@" >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "'$*' failed; its whole output is in $log"
  fi
}
