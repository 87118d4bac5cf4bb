#!/usr/bin/env bash
# `make seed-load`: adds a firm with 50,000 contacts, 2,000 companies (or LOAD_COMPANIES), 500 projects (or LOAD_PROJECTS), 5,000 properties
# of one of these (or LOAD_PROPERTIES, at least 5,000), and 50,000 each of letters, notes, rows of files and sent messages to the database of
# `make up`, for benchmarks. No other target runs it. A firm that is there stays as it is: `make reset` first for other sizes.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
admin_psql sitewright -v properties="${LOAD_PROPERTIES:-5000}" -v companies="${LOAD_COMPANIES:-2000}" -v projects="${LOAD_PROJECTS:-500}" \
  -f "$local_dir/seed-load.sql"
