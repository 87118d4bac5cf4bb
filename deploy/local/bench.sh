#!/usr/bin/env bash
# `make bench`: benchmarks the running product (make up). BENCH_SECONDS and BENCH_CLIENTS set duration and
# concurrency. Lists, letters and changes are those of `make seed-load`; LOAD_PROPERTIES=50000 LOAD_COMPANIES=50000 LOAD_PROJECTS=50000 makes
# all lists as long as that of contacts. For meaningful figures: PROFILE=release make up.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
curl -fsS -o /dev/null "$(public_url)/" || fail "nothing answers at $(public_url); start with: make up"
ensure_toolchain
BASE_URL=$(public_url)
export BASE_URL
not_reached=0
printf 'the running product, on %s cores\n' "$(nproc)"
# The services and workers at rest, so before the first request; a product that was used has more.
"$local_dir/ctl" status | awk -v services=" $(service_processes | cut -d ' ' -f 1 | tr '\n' ' ')" '
  index(services, " " $1 " ") && $3 + 0 > 0 {
    printf "%-34s %7d MB (limit 40)\n", $1 ", resident memory", $3
    if ($3 > 40) above = 1
  }
  END { if (above) print "    limits: NOT reached"; exit above }' || not_reached=1
node "$local_dir/bench.mjs" || not_reached=1
node "$local_dir/bench-lists.mjs" || not_reached=1
node "$local_dir/bench-letters.mjs" || not_reached=1
ensure_packages "${test_packages[@]}"
install_node_modules e2e
(cd "$checkout/e2e" && ARTIFACTS_DIR=$state/artifacts npx playwright test --config bench/playwright.config.ts) || not_reached=1
# Last: what these changes announce keeps the services busy for a while.
node "$local_dir/bench-changes.mjs" || not_reached=1
[[ $not_reached == 0 ]]
