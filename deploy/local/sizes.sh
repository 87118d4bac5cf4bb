#!/usr/bin/env bash
# Size limits: no source file over 400 lines (Rust: without its tests at the end), no component of the app
# over 200, no script here over 300. Generated files are excluded.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

failed=0
# limit MAXIMUM FILE: counts up to the unit tests at the end of a Rust module.
limit() {
  local lines
  lines=$(awk '/^#\[cfg\(test\)\]/ { exit } { n++ } END { print n + 0 }' "$2")
  if ((lines > $1)); then
    printf '%s: %s lines, the limit is %s\n' "$2" "$lines" "$1"
    failed=1
  fi
}

while IFS= read -r file; do
  case $file in
  */generated/* | */schema.rs | */tests/* | *.test.ts | *.test.tsx | *.spec.ts) ;;
  *.tsx) limit 200 "$file" ;;
  *.sh | deploy/local/ctl | .ci/run) limit 300 "$file" ;;
  *) limit 400 "$file" ;;
  esac
done < <(find services frontend/src e2e deploy proxy .ci \
  \( -name node_modules -o -name target -o -name dist -o -name test-results \) -prune -o \
  -type f \( -name '*.rs' -o -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.sh' -o -name ctl -o -path .ci/run \) -print | sort)
exit "$failed"
