# shellcheck shell=bash
# Loopback ports: chosen once, stored in env/ports.env, changed only if another process or another checkout
# took one while we were down. Sourced after paths.sh.

# Folder of this user: the checkouts that have chosen ports, a path in each line, and the lock of choosing. It may be lost:
# then only ports that a process listens on are known to be another checkout's.
registry=${TMPDIR:-/tmp}/sitewright-$(id -u)

port_is_taken() { (exec 3<>"/dev/tcp/127.0.0.1/$1") 2>/dev/null; }

# Ports chosen by another profile or checkout are reserved, even if its servers are down.
port_is_reserved() {
  local folder file
  while read -r folder; do
    for file in "$folder"/.local/*/env/ports.env; do
      [[ -e $file && $file != "$env_dir/ports.env" ]] && grep -qE "=$1\$" "$file" && return 0
    done
  done <"$registry/checkouts"
  return 1
}

port_is_ours() { grep -qE "=$1\$" "$env_dir/ports.env" 2>/dev/null; }

next_free_port() {
  local port=$1
  while port_is_taken "$port" || port_is_reserved "$port" || port_is_ours "$port"; do port=$((port + 1)); done
  printf '%s\n' "$port"
}

# Whether a process was running when the ports were chosen.
is_running() { [[ $running == *$'\n'"$1"$'\n'* ]]; }

# choose_port NAME PREFERRED PROCESS: sets the variable NAME. A stored port is kept while our own
# PROCESS listens on it, or no process does and nobody else has chosen it. SITEWRIGHT_<NAME> in the environment
# requests another one.
choose_port() {
  local name=$1 preferred=$2 process=$3 file=$env_dir/ports.env wanted=SITEWRIGHT_$1 port other whose=
  [[ $profile == run ]] || preferred=$((preferred + 10000))
  if [[ -n ${!wanted:-} ]]; then
    preferred=${!wanted}
    is_running "$process" || ! grep -q "^$name=" "$file" 2>/dev/null || sed -i "/^$name=/d" "$file"
  fi
  port=$(remembered "$file" "$name" next_free_port "$preferred")
  if ! is_running "$process"; then
    if port_is_taken "$port"; then whose="taken by another program"; fi
    if port_is_reserved "$port"; then whose="chosen by another checkout or profile"; fi
  fi
  if [[ -n $whose ]]; then
    sed -i "/^$name=/d" "$file"
    other=$(remembered "$file" "$name" next_free_port "$preferred")
    log "port $port is $whose; $process uses $other"
    port=$other
  elif [[ $port != "$preferred" ]] && ! is_running "$process"; then
    log "$process uses port $port ($preferred was not free)"
  fi
  printf -v "$name" '%s' "$port"
}

# When supervisord was killed, the kernel terminates its processes, which takes a moment.
wait_for_killed_processes() {
  local port deadline=$((SECONDS + 10))
  if [[ ! -e $state/supervisord.pid ]] || supervisor_runs; then return; fi
  log "supervisord was killed; waiting for the ports of its processes"
  while IFS='=' read -r _ port; do
    while port_is_taken "$port" && ((SECONDS < deadline)); do sleep 0.1; done
  done <"$env_dir/ports.env"
  rm -f "$state/supervisord.pid"
}

choose_ports() {
  wait_for_killed_processes
  # Empty if nothing is set up yet.
  running=$'\n'$("$local_dir/ctl" running 2>/dev/null || true)$'\n'
  mkdir -m 0700 "$registry" 2>/dev/null || true
  # Not if another user made it, or if there is no room for it.
  [[ -O $registry && -w $registry ]] || registry=$checkout/.local
  (
    flock 9
    grep -qxF "$checkout" "$registry/checkouts" 2>/dev/null || printf '%s\n' "$checkout" >>"$registry/checkouts"
    for line in "PROXY_PORT 8080 nginx" "MAIN_API_PORT 8081 main-api" "PROPERTY_API_PORT 8082 property-api" \
      "PARCEL_LOOKUP_PORT 8083 parcel-lookup" "POSTGRES_PORT 5432 postgres" "REPLICA_PORT 5433 postgres-replica" "AMQP_PORT 5672 rabbitmq" \
      "RABBITMQ_DIST_PORT 7672 rabbitmq" "RABBITMQ_EPMD_PORT 4369 epmd" \
      "OTLP_PORT 4318 collector"; do
      read -r name preferred process <<<"$line"
      choose_port "$name" "$preferred" "$process"
    done
  ) 9>"$registry/ports.lock"
  # shellcheck source=/dev/null
  source "$env_dir/ports.env"
}
