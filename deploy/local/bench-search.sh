#!/usr/bin/env bash
# `make bench-search`: seconds of search runs, selections, counts of filters, owner groups and assemblages of the running product (make up),
# at the 100,000 parcels of a made county and the million of all ten, which it adds first (10 minutes), as an owner of 10,000 of them. Fails
# above the limits. For meaningful figures: PROFILE=release make up.
set -euo pipefail
for part in product made-parcels; do
  # shellcheck source=/dev/null
  source "$(dirname "${BASH_SOURCE[0]}")/$part.sh"
done

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
curl -fsS -o /dev/null "$(public_url)/" || fail "nothing answers at $(public_url); start with: make up"
ensure_toolchain

make_parcels
admin_psql sitewright -f "$local_dir/bench-search.sql"
await_facts
BASE_URL=$(public_url)
LAYERS_DIR=$growth_layers
export BASE_URL LAYERS_DIR
not_reached=0
node "$local_dir/bench-search.mjs" || not_reached=1
node "$local_dir/bench-selections.mjs" || not_reached=1
[[ $not_reached == 0 ]]
