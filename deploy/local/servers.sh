#!/usr/bin/env bash
# Starts PostgreSQL and RabbitMQ of a profile (unless running) and writes env/test.env for tests that need real
# servers. `ctl down` stops them.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

ensure_packages
prepare_folders
choose_ports
start_servers
write_test_environment
log "ready; the addresses are in ${env_dir#"$checkout/"}/test.env"
