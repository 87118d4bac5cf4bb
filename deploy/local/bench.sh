#!/usr/bin/env bash
# `make bench`: benchmarks the running product (make up). BENCH_SECONDS and BENCH_CLIENTS set duration and
# concurrency. Lists and letters are those of `make seed-load`. For meaningful figures: PROFILE=release make up.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

[[ -e $env_dir/ports.env ]] || fail "nothing is set up for the profile $profile; start with: make up"
# shellcheck source=/dev/null
source "$env_dir/ports.env"
curl -fsS -o /dev/null "$(public_url)/" || fail "nothing answers at $(public_url); start with: make up"
ensure_toolchain
BASE_URL=$(public_url)
export BASE_URL
node "$local_dir/bench.mjs"
node "$local_dir/bench-lists.mjs"
node "$local_dir/bench-letters.mjs"
ensure_packages "${test_packages[@]}"
install_node_modules e2e
cd "$checkout/e2e"
CHROMIUM=/usr/bin/chromium ARTIFACTS_DIR=$state/artifacts npx playwright test --config bench/playwright.config.ts
