# shellcheck shell=bash
# The whole product of a profile: everything from a clean clone to a running product. Sourced by
# run.sh, servers.sh, test.sh and the benches.

for part in paths ports packages toolchain build postgres rabbitmq nginx environment database services supervisor; do
  # shellcheck source=/dev/null
  source "$(dirname "${BASH_SOURCE[0]}")/$part.sh"
done

# The servers are started and the app is built in parallel with cargo. The app at low priority: it takes what cargo leaves, which
# is much while the last large crates compile on one core.
build_product() {
  local frontend_job servers_job
  reuse_dependencies
  (renice -n 10 -p "$BASHPID" >/dev/null && build_frontend) &
  frontend_job=$!
  start_servers &
  servers_job=$!
  build_services
  keep_dependencies
  wait "$frontend_job" || fail "the app could not be built"
  wait "$servers_job" || fail "PostgreSQL or RabbitMQ could not be started"
}

start_servers() {
  log "starting PostgreSQL (port $POSTGRES_PORT) and RabbitMQ (port $AMQP_PORT)"
  init_postgres
  configure_rabbitmq
  run_supervisor
  "$local_dir/ctl" start postgres epmd
  if replica_exists; then "$local_dir/ctl" start postgres-replica; fi
  "$local_dir/ctl" start rabbitmq
}

# Running services are restarted, because their program or settings may have changed.
start_product() {
  # The binaries, which say what runs, may be newer than the servers.
  run_supervisor
  "$local_dir/ctl" stop services
  write_environment
  log "database: roles, schemas, migrations"
  bootstrap_database
  migrate_database
  seed_database
  log "starting the services and the proxy"
  "$local_dir/ctl" start services
  publish_app
  publish_base_map
  configure_nginx
  "$local_dir/ctl" stop nginx
  "$local_dir/ctl" start nginx
}

# kill_tree PID: kills a process and its descendants, youngest first.
kill_tree() {
  local child children=
  read -r children 2>/dev/null <"/proc/$1/task/$1/children" || true
  for child in $children; do kill_tree "$child"; done
  kill -TERM "$1" 2>/dev/null || true
}

show_address() {
  cat <<TEXT

  Sitewright is ready:  $(public_url)

  Firm                      Sign in as                       Password
  Meridian Land Partners    admin@meridian.example           sitewright-sample
                            analyst@meridian.example         sitewright-sample
  Harbor Point Capital      admin@harborpoint.example        sitewright-sample
                            analyst@harborpoint.example      sitewright-sample

  The parcels, firms and people are sample data. Mail goes to ${state#"$checkout/"}/mail, logs to ${logs#"$checkout/"}.
TEXT
}
