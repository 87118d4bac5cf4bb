# shellcheck shell=bash
# The whole product of a profile: everything from a clean clone to an address that answers.
# Sourced by run.sh, test.sh and ctl.

for part in paths process ports packages toolchain build postgres rabbitmq nginx environment database services; do
  # shellcheck source=/dev/null
  source "$(dirname "${BASH_SOURCE[0]}")/$part.sh"
done

# The app builds beside cargo: its packages come over the network while cargo has the processors.
build_product() {
  local frontend
  build_frontend &
  frontend=$!
  build_services
  wait "$frontend" || fail "the app could not be built"
}

start_servers() {
  log "starting PostgreSQL (port $POSTGRES_PORT) and RabbitMQ (port $AMQP_PORT)"
  local broker
  start_rabbitmq &
  broker=$!
  start_postgres
  wait "$broker" || fail "RabbitMQ did not start"
}

# Services that run already are started anew: their program or settings may be others now.
start_product() {
  stop_services
  start_servers
  write_environment
  log "database: roles, schemas, migrations"
  bootstrap_database
  migrate_database
  seed_database
  log "starting the services and the proxy"
  start_services
  publish_app
  configure_nginx
  stop_processes nginx
  start_nginx
}

stop_product() {
  stop_processes nginx
  stop_services
  stop_processes postgres &
  stop_rabbitmq
  wait
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
