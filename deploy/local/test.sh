#!/usr/bin/env bash
# `make test`: all tests of the product, on separate servers (profile test). All steps run even if an
# earlier one fails; the last line counts them, and the exit status is 0 only without a failure.
set -euo pipefail
export SITEWRIGHT_PROFILE=${SITEWRIGHT_PROFILE:-test}
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"
artifacts=$state/artifacts
nextest_report=$checkout/services/target/nextest/ci/junit.xml
real_parcels=${REAL_PARCELS_DIR:-$(realpath -m "$checkout/../shared/data/parcels")}
sleuth_reference=${SLEUTH_REFERENCE_DIR:-$(realpath -m "$checkout/../shared/sleuth")}

passed=0
failed=0
left_out=()
# count NAME "N passed, N failed" STATUS: a step that failed before counting is one failure.
count() {
  local name=$1 ok bad
  read -r ok bad <<<"$(sed -nE 's/.*\b([0-9]+) passed, ([0-9]+) failed.*/\1 \2/p' <<<"$2" | tail -n 1)" || true
  ok=${ok:-0} bad=${bad:-0}
  if (($3 != 0 && bad == 0)); then bad=1; fi
  if (($3 == 0 && ok == 0)); then
    log "$name: ended well but ran nothing; that is a failure"
    bad=1
  fi
  passed=$((passed + ok)) failed=$((failed + bad))
  log "$name: $ok passed, $bad failed"
}

# run_shown LOG COMMAND...: output to log and terminal; returns the status of the command.
run_shown() {
  local log=$1
  shift
  "$@" </dev/null 2>&1 | tee "$log"
}

# Tests on files that we cannot redistribute, or that a machine without a network has not, are left out where the files are missing, and
# never count as passed. The log and the end of the run say so.
leave_out() {
  log "left out: $1"
  left_out+=("$1")
}

# exclude_without PATH WHAT BINARY-FILTER: excludes them if the path does not exist.
exclude_without() {
  if [[ -e $1 ]]; then return; fi
  leave_out "the tests on $2: no $1"
  rust_filter+=" - $3"
}

rust_tests() {
  local status=0 line rust_filter="all()" authority
  log "Rust tests"
  set -a
  # shellcheck source=/dev/null
  source "$env_dir/test.env"
  REAL_PARCELS_DIR=$real_parcels SLEUTH_REFERENCE_DIR=$sleuth_reference
  # The same commit has the same result; other seeds, and more cases (PROPTEST_CASES), are tried by hand.
  PROPTEST_RNG_SEED=${PROPTEST_RNG_SEED:-1}
  set +a
  exclude_without "$sleuth_reference/reference" "what the original model printed" "(binary(reference) | binary(calibration_demo_city))"
  exclude_without "$real_parcels" "real county files" "test(/^real_files::/)"
  exclude_without "$pdf_readers/installed.txt" "PDF readers of others" "test(/^pdf_readers::/)"
  if cargo nextest --version >/dev/null 2>&1; then
    authority=$(test_authority)
    # Built first: cargo needs the system's certificate authorities for packages that are not here yet.
    (cd "$checkout/services" && run_shown "$logs/nextest-build.log" cargo nextest run --no-run --workspace --locked &&
      run_shown "$logs/nextest.log" env -u SSL_CERT_DIR "SSL_CERT_FILE=$authority" cargo nextest run --profile ci --workspace --locked \
        --run-ignored all --filterset "$rust_filter") || status=$?
    line=$(nextest_counts "$nextest_report")
  else
    log "cargo-nextest is not here; running the same tests with cargo test, which takes longer"
    leave_out "the tests on files that are not ours: cargo-nextest is not here"
    (cd "$checkout/services" && run_shown "$logs/nextest.log" cargo test --workspace --locked --all-targets --no-fail-fast) || status=$?
    line=$(sed -nE 's/^test result: .* ([0-9]+) passed; ([0-9]+) failed.*/\1 \2/p' "$logs/nextest.log" |
      awk '{ ok += $1; bad += $2 } END { print ok + 0 " passed, " bad + 0 " failed" }')
  fi
  unset TEST_DATABASE_URL TEST_AMQP_URL PDF_READERS_PYTHON
  count "Rust" "$line" "$status"
}

# nextest_counts REPORT: counts of its JUnit report, in the first line with numbers.
nextest_counts() {
  [[ -e $1 ]] || return 0
  sed -nE 's/^<testsuites .*\btests="([0-9]+)" .*\bfailures="([0-9]+)" .*\berrors="([0-9]+)".*/\1 \2 \3/p' "$1" |
    while read -r all wrong broken; do printf '%s passed, %s failed\n' "$((all - wrong - broken))" "$((wrong + broken))"; done
}

app_tests() {
  local status=0 report=$artifacts/vitest.json
  log "tests of the app (vitest)"
  run_shown "$logs/vitest.log" npm --prefix "$checkout/frontend" run --silent test -- \
    --reporter=default --reporter=json --outputFile="$report" || status=$?
  count "app" "$(json_counts "$report" 'r => [r.numPassedTests, r.numFailedTests]')" "$status"
}

contract_drift() {
  local status=0
  log "drift between the code and the contracts"
  run_shown "$logs/drift.log" "$local_dir/gen.sh" --check || status=$?
  count "contracts" "$(<"$logs/drift.log")" "$status"
}

# Real county files cannot be redistributed: journeys on them run only if the files are present.
import_real_parcels() {
  import_parcels sf_parcels.fgb 06075 "DataSF"
  import_parcels forestcity_nc_parcels.geojson 37161 "Town of Forest City"
}

# import_parcels FILE COUNTY_FIPS SOURCE
import_parcels() {
  if [[ -e $real_parcels/$1 ]]; then
    log "importing the real parcels of $1"
    run_logged "$logs/import-$1.log" service_command parcel-lookup import --county-fips "$2" --source "$3" \
      --rejects "$logs/import-$1.rejects.csv" "$real_parcels/$1"
  else
    leave_out "the journeys on $1: it is not in $real_parcels (REAL_PARCELS_DIR)"
  fi
}

# browser_tests PROJECT: journeys or faults. A test that passes only on retry is a failure, and so is one that did not run.
browser_tests() {
  local status=0 project=$1 report=$artifacts/$1.json
  log "$project in the browser, against $(public_url)"
  (cd "$checkout/e2e" && BASE_URL=$(public_url) ARTIFACTS_DIR=$artifacts MAIL_DIR=$state/mail CONTROL=$local_dir/ctl \
    SERVICE_COMMAND=$local_dir/service.sh REAL_PARCELS_DIR=$real_parcels PLAYWRIGHT_JSON_OUTPUT_FILE=$report \
    run_shown "$logs/$project.log" npx playwright test --project="$project" --no-deps --output="$artifacts/$project") || status=$?
  count "$project" "$(json_counts "$report" 'r => [r.stats.expected, r.stats.unexpected + r.stats.flaky + r.stats.skipped]')" "$status"
}

json_counts() {
  [[ -e $1 ]] || return 0
  node -e "const r = JSON.parse(require('fs').readFileSync(process.argv[1])); const [a, b] = ($2)(r); console.log(a + ' passed, ' + b + ' failed')" "$1"
}

# The product starts with only its sample data.
delete_product_data() {
  rm -rf "$state/storage" "$state/mail" "$env_dir/seeded"
  mkdir -p "$state/storage" "$state/mail"
  run_logged "$logs/drop.log" admin_psql postgres -c 'DROP DATABASE IF EXISTS sitewright WITH (FORCE)'
  delete_queues sitewright
}

# Servers started before (make servers) keep running.
cleanup() {
  local status=$1
  trap '' INT TERM HUP
  trap - EXIT
  # Everything is stopped even if the terminal is closed and output fails.
  set +e
  for job in $(jobs -p); do kill_tree "$job"; done
  log "stopping"
  if [[ -n $servers_ran_before ]]; then "$local_dir/ctl" stop nginx services; else "$local_dir/ctl" down; fi
  # A failure outside a counted step.
  if ((status != 0 && failed == 0)); then failed=1; fi
  node "$local_dir/failed-tests.mjs" "$nextest_report" "$artifacts/vitest.json" "$artifacts/journeys.json" "$artifacts/faults.json"
  printf '\nScreenshots and reports: %s\n' "$artifacts"
  if ((${#left_out[@]} > 0)); then printf 'Left out: %s\n' "${left_out[@]}"; fi
  printf '%s passed, %s failed\n' "$passed" "$failed"
  exit "$status"
}

ensure_packages "${test_packages[@]}"
ensure_toolchain
prepare_folders
(ensure_pdf_readers) || log "the PDF readers could not be installed"
rm -rf "$artifacts" "$nextest_report"
mkdir -p "$artifacts"
choose_ports
export OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:$OTLP_PORT
servers_ran_before=
if is_running postgres && is_running rabbitmq; then servers_ran_before=1; fi
trap 'cleanup 130' INT
trap 'cleanup 143' TERM HUP
trap 'cleanup $?' EXIT
start_servers
"$local_dir/ctl" stop nginx services
write_test_environment
reuse_dependencies
install_node_modules e2e &
packages_job=$!
build_frontend &
frontend_job=$!
rust_tests
wait "$packages_job" || fail "the packages of e2e could not be installed"
wait "$frontend_job" || fail "the app could not be built"
app_tests
build_services
keep_dependencies
flock -u 8
contract_drift
delete_product_data
start_product
import_real_parcels
browser_tests journeys
browser_tests faults
((failed == 0)) || exit 1
