# shellcheck shell=bash
# Starting, finding and ending the processes of a profile. Every one runs under supervise.sh, which
# starts it again when it dies. Sourced after paths.sh.
#
#   pids/NAME.supervisor  "pid start-time" of the supervisor    pids/NAME.pid   the same of its child
#   pids/NAME.hold        while it exists a dead child stays dead (fault tests)

# The kernel's start time tells our process from a later one with the same number.
start_time() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f20; }

# A finished process that nobody has waited for yet is still in the table: state Z is not alive.
is_alive() {
  local state_letter
  state_letter=$(sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f1)
  [[ -n $state_letter && $state_letter != Z && $state_letter != X ]]
}

note_process() { printf '%s %s\n' "$2" "$(start_time "$2")" >"$1"; }

# pid_in FILE: the number in FILE if that very process still lives.
pid_in() {
  local pid began
  [[ -e $1 ]] && read -r pid began <"$1" || return 1
  is_alive "$pid" && [[ $(start_time "$pid") == "$began" ]] && printf '%s\n' "$pid"
}

process_runs() { pid_in "$pids/$1.supervisor" >/dev/null; }
process_pid() { pid_in "$pids/$1.pid"; }

# wait_until SECONDS COMMAND...: polls; false when the time is over.
wait_until() {
  local deadline=$((SECONDS + $1))
  shift
  until "$@"; do
    ((SECONDS < deadline)) || return 1
    sleep 0.1
  done
}

# start_process NAME STOP_SIGNAL COMMAND...
start_process() {
  local name=$1 stop_signal=$2
  shift 2
  process_runs "$name" && return
  rm -f "$pids/$name.hold" "$pids/$name.pid"
  if [[ -e $logs/$name.log && $(stat -c %s "$logs/$name.log") -gt 20000000 ]]; then mv "$logs/$name.log" "$logs/$name.log.1"; fi
  # Without our locks (8): a server that lives on must not hold them.
  setsid "$local_dir/supervise.sh" "$pids" "$name" "$stop_signal" "$@" >>"$logs/$name.log" 2>&1 </dev/null 8>&- &
  note_process "$pids/$name.supervisor" $!
  disown
  wait_until 5 process_runs "$name" || fail "the supervisor of $name did not start; see $logs/$name.log"
}

# stop_processes NAME...: asks all at once, then waits for each.
stop_processes() {
  local name pid
  for name in "$@"; do
    pid=$(pid_in "$pids/$name.supervisor") && kill -TERM "$pid" 2>/dev/null
  done
  for name in "$@"; do
    while process_runs "$name"; do sleep 0.05; done
    rm -f "$pids/$name.supervisor" "$pids/$name.pid" "$pids/$name.hold"
  done
}

# kill_tree PID: a process and what it started, youngest first.
kill_tree() {
  local child children=
  read -r children 2>/dev/null <"/proc/$1/task/$1/children" || true
  for child in $children; do kill_tree "$child"; done
  kill -TERM "$1" 2>/dev/null || true
}

# must_become_ready NAME SECONDS COMMAND...: waits, or shows the end of the log and fails.
must_become_ready() {
  local name=$1 seconds=$2
  shift 2
  if ! wait_until "$seconds" "$@"; then
    tail -n 30 "$logs/$name.log" >&2
    fail "$name was not ready within ${seconds} s; its log is $logs/$name.log"
  fi
}
