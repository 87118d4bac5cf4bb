# shellcheck shell=bash
# The three services and the workers beside them. Sourced after process.sh, build.sh, environment.sh.

# NAME, the service whose program and settings it uses, its subcommand. A worker answers health and metrics at
# most, on a port of the system's choosing, and runs where its service has that subcommand.
running_parts() {
  printf '%s\n' "main-api main-api serve" "property-api property-api serve" "parcel-lookup parcel-lookup serve"
  if has_command parcel-lookup worker; then printf '%s\n' "worker parcel-lookup worker" "worker-2 parcel-lookup worker"; fi
  if has_command property-api mail-worker; then printf '%s\n' "mail-worker property-api mail-worker"; fi
}

has_command() { grep -qE "^ +$2( |\$)" <<<"$("$bin_dir/$1" --help 2>/dev/null)"; }

service_port() {
  case $1 in
  main-api) printf '%s' "$MAIN_API_PORT" ;;
  property-api) printf '%s' "$PROPERTY_API_PORT" ;;
  parcel-lookup) printf '%s' "$PARCEL_LOOKUP_PORT" ;;
  esac
}

service_is_ready() { curl -fsS -m 3 -o /dev/null "http://127.0.0.1:$(service_port "$1")/readyz" 2>/dev/null; }

start_services() {
  local name service subcommand
  while read -r name service subcommand; do
    start_process "$name" TERM "$local_dir/with-env.sh" "$env_dir/$service.env" "$bin_dir/$service" "$subcommand"
  done < <(running_parts)
  for service in "${services[@]}"; do
    must_become_ready "$service" 90 service_is_ready "$service"
  done
}

stop_services() {
  local names
  mapfile -t names < <(running_parts | cut -d' ' -f1)
  stop_processes "${names[@]}"
}
