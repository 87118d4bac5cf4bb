# shellcheck shell=bash
# The three services and their workers. Sourced after paths.sh and build.sh.

# NAME, the service whose program and settings it uses, its subcommand. A worker serves health and metrics at
# most, on a port chosen by the system, and runs only if its service has that subcommand.
service_processes() {
  printf '%s\n' "main-api main-api serve" "property-api property-api serve" "parcel-lookup parcel-lookup serve"
  if has_command parcel-lookup worker; then printf '%s\n' "worker parcel-lookup worker" "worker-2 parcel-lookup worker"; fi
  if has_command property-api mail-worker; then printf '%s\n' "mail-worker property-api mail-worker"; fi
}

has_command() { grep -qE "^ +$2( |\$)" <<<"$("$bin_dir/$1" --help 2>/dev/null)"; }

# service_programs PRIORITY: one program per process, in a group that starts and stops together.
service_programs() {
  local name service subcommand names=
  while read -r name service subcommand; do
    names+=,$name
    program "$name" "$1" "" TERM KILL "$local_dir/with-env.sh" "$env_dir/$service.env" "$bin_dir/$service" "$subcommand"
  done < <(service_processes)
  printf '\n[group:services]\nprograms=%s\npriority=%s\n' "${names#,}" "$1"
}
