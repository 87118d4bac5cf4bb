#!/usr/bin/env bash
# Starts PostgreSQL and RabbitMQ of a profile and writes env/test.env for tests that need real servers.
#   servers.sh          start (what is running already stays)
#   servers.sh stop     stop
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
for part in paths process ports packages postgres rabbitmq nginx environment; do
  # shellcheck source=/dev/null
  source "$here/$part.sh"
done

if [[ ${1:-start} == stop ]]; then
  [[ -d $state ]] || exit 0
  choose_ports
  stop_processes postgres
  stop_rabbitmq
  exit 0
fi
ensure_packages
prepare_folders
choose_ports
log "starting PostgreSQL on 127.0.0.1:$POSTGRES_PORT and RabbitMQ on 127.0.0.1:$AMQP_PORT"
start_postgres
start_rabbitmq
write_test_environment
log "ready; the addresses are in ${env_dir#"$checkout/"}/test.env"
