# shellcheck shell=bash
# The three services and their workers. Sourced after paths.sh and build.sh.

# Local processes: NAME, the service whose program and settings it uses, its subcommand. Each program names the
# subcommands that run until they are stopped. A worker serves health and metrics at most, on a port chosen by the
# system; growth has two, so that two batches are computed at once.
service_processes() {
  local service subcommand
  for service in "${services[@]}"; do
    while read -r subcommand; do
      case $subcommand in
        serve) printf '%s\n' "$service $service serve" ;;
        worker) printf '%s\n' "worker $service worker" "worker-2 $service worker" ;;
        *) printf '%s\n' "$subcommand $service $subcommand" ;;
      esac
    done < <("$bin_dir/$service" processes)
  done
}

# service_programs PRIORITY: one program per process, in a group that starts and stops together; none before the
# services are built, when only the servers can run.
service_programs() {
  local name service subcommand names=
  for service in "${services[@]}"; do
    if [[ ! -x $bin_dir/$service ]]; then return; fi
  done
  while read -r name service subcommand; do
    names+=,$name
    program "$name" "$1" "" TERM KILL "$local_dir/with-env.sh" "$env_dir/$service.env" "$bin_dir/$service" "$subcommand"
  done < <(service_processes)
  printf '\n[group:services]\nprograms=%s\npriority=%s\n' "${names#,}" "$1"
}
