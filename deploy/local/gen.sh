#!/usr/bin/env bash
# Regenerates the generated files: the OpenAPI document of each service from its code, and the TypeScript
# types of the app from those.
#   gen.sh            writes them into the tree
#   gen.sh --check    writes them to a temporary folder and lists differences (exit 1 if any)
set -euo pipefail
here=$(dirname "${BASH_SOURCE[0]}")
for part in paths packages toolchain build; do
  # shellcheck source=/dev/null
  source "$here/$part.sh"
done

# generate FOLDER: uses the checkout's layout.
generate() {
  local service openapi=$1/contracts/openapi types=$1/frontend/src/api/generated
  mkdir -p "$openapi" "$types"
  for service in "${services[@]}"; do
    "$bin_dir/$service" openapi >"$openapi/$service.json"
    run_logged "$logs/gen-$service.log" "$checkout/frontend/node_modules/.bin/openapi-typescript" \
      "$openapi/$service.json" --output "$types/$service.ts"
  done
}

generated_files() {
  local service
  for service in "${services[@]}"; do
    printf '%s\n' "contracts/openapi/$service.json" "frontend/src/api/generated/$service.ts"
  done
}

ensure_toolchain
prepare_folders
build_services
install_node_modules frontend
if [[ ${1:-} != --check ]]; then
  generate "$checkout"
  log "written: contracts/openapi and frontend/src/api/generated"
  exit 0
fi

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
generate "$fresh"
passed=0 failed=0
while read -r file; do
  if diff -u "$checkout/$file" "$fresh/$file" >"$fresh/diff" 2>&1; then
    passed=$((passed + 1))
  else
    failed=$((failed + 1))
    log "$file is not what the code says; run: make gen"
    head -n 30 "$fresh/diff" >&2
  fi
done < <(generated_files)
printf '%s passed, %s failed\n' "$passed" "$failed"
((failed == 0))
