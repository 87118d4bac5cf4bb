#!/usr/bin/env bash
# Formatters and linters, the fast ones first. All run even if one fails.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

failed=()
# check NAME COMMAND...
check() {
  local name=$1 log=$logs/check-$BASHPID.log
  shift
  log "check: $name"
  "$@" >"$log" 2>&1 </dev/null && return
  cat "$log" >&2
  failed+=("$name")
}

stop_if_failed() {
  ((${#failed[@]} == 0)) || fail "found fault: ${failed[*]}"
}

shell_scripts() { find "$checkout/deploy" "$checkout/proxy" "$checkout/.ci" -type f \( -name '*.sh' -o -path '*/.ci/run' \) -print0; }
lint_scripts() { shell_scripts | xargs -0 shellcheck -x; }
cargo_here() { (cd "$checkout/services" && cargo "$@"); }

# Warnings are no errors to the compiler, or `make test` would not run a half-finished change. Cargo repeats those of what is built already.
lint_rust() {
  local log=$logs/check-clippy.log
  if [[ -z ${RUSTC_WORKSPACE_WRAPPER:-} ]]; then
    log "clippy of the compiler's own version is needed: rustup component add clippy"
    return 1
  fi
  # As `make test` builds them, which leaves out the benches.
  cargo_here test --no-run --workspace --locked 2>&1 | tee "$log" || return 1
  cargo_here test --no-run --workspace --locked --benches 2>&1 | tee -a "$log" || return 1
  # Other warnings are cargo's own, of the network for example.
  ! grep -qE '^warning: .* generated [0-9]+ warnings?' "$log"
}

npm_run() { npm --prefix "$checkout/$1" run --silent "$2"; }

check_app() {
  install_node_modules frontend
  install_node_modules e2e
  check "prettier, app" npm_run frontend format:check
  check "prettier, e2e" npm_run e2e format:check
  check "tsc, app" npm_run frontend typecheck
  check "tsc, e2e" npm_run e2e typecheck
  check "eslint" npm_run frontend lint
  check "knip" npm_run frontend knip
  build_frontend
  check "weight of the pages" npm_run frontend weigh
  stop_if_failed
}

ensure_packages "${test_packages[@]}"
ensure_toolchain
prepare_folders
rm -f "$logs"/check-*.log
check "file sizes" "$local_dir/sizes.sh"
check "structure" "$local_dir/structure-check.py"
check "containers" "$local_dir/compose-check.py"
check "the proxy follows the services' addresses" "$local_dir/proxy-check.sh"
check shellcheck lint_scripts
check rustfmt cargo_here fmt --all --check
stop_if_failed
# Most of what the app's checks do keeps one core busy, so they run beside clippy.
(check_app) &
app_job=$!
trap 'kill_tree "$app_job"' EXIT
ensure_cargo_tools
check "unused dependencies" cargo_here machete
check "licences and sources of dependencies" cargo_here deny --locked check --hide-inclusion-graph bans licenses sources
reuse_dependencies
check "clippy, while all programs and tests are built" lint_rust
keep_dependencies
wait "$app_job" || failed+=("the app, see above")
trap - EXIT
stop_if_failed
log "no fault found"
