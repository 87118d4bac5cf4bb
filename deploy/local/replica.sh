#!/usr/bin/env bash
# `make replica`: makes a streaming replica of the running product's database, from which parcel-lookup reads. It is
# started with the product from then on; `make reset` deletes it too.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
prepare_folders
choose_ports
if ! is_running postgres || ! is_running parcel-lookup; then fail "the product does not run; start it with: make up"; fi
if is_running postgres-replica; then "$local_dir/ctl" stop postgres-replica; fi
log "copying the database"
make_replica
run_supervisor
log "starting the replica (port $REPLICA_PORT)"
"$local_dir/ctl" start postgres-replica
write_environment
"$local_dir/ctl" stop parcel-lookup
"$local_dir/ctl" start parcel-lookup
log "parcel-lookup reads from the replica; see $(public_url) and: $local_dir/ctl status"
