#!/usr/bin/env bash
# `make replica`: makes a streaming replica of the running product's database, from which parcel-lookup and
# main-api read. It is started with the product from then on; `make reset` deletes it too.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
prepare_folders
choose_ports
for part in postgres main-api parcel-lookup; do
  is_running "$part" || fail "the product does not run; start it with: make up"
done
if is_running postgres-replica; then "$local_dir/ctl" stop postgres-replica; fi
log "copying the database"
make_replica
run_supervisor
log "starting the replica (port $REPLICA_PORT)"
"$local_dir/ctl" start postgres-replica
write_environment
"$local_dir/ctl" stop main-api parcel-lookup
"$local_dir/ctl" start main-api parcel-lookup
log "parcel-lookup and main-api read from the replica; see $(public_url) and: $local_dir/ctl status"
