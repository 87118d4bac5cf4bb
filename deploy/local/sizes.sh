#!/usr/bin/env bash
# Size limits: no source file over 400 lines (Rust: without its tests at the end), no component of the app
# over 200, no script here over 300. Generated files are excluded.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# One process for all: there are thousands of files. Counts up to the unit tests at the end of a Rust module.
find services frontend/src e2e deploy proxy .ci \
  \( -name node_modules -o -name target -o -name dist -o -name test-results \) -prune -o \
  -type f \( -name '*.rs' -o -name '*.ts' -o -name '*.tsx' -o -name '*.css' -o -name '*.sh' -o -name ctl -o -path .ci/run \) -print0 |
  sort -z | xargs -0 awk '
    function limit(file) {
      if (file ~ /\/generated\/|\/schema\.rs$|\/tests\/|\.test\.tsx?$|\.spec\.ts$/) return 0
      if (file ~ /\.tsx$/) return 200
      if (file ~ /\.sh$/ || file == "deploy/local/ctl" || file == ".ci/run") return 300
      return 400
    }
    function tell() {
      if (most > 0 && lines > most) {
        printf "%s: %d lines, the limit is %d\n", name, lines, most
        failed = 1
      }
    }
    FNR == 1 { tell(); name = FILENAME; most = limit(name); lines = 0; counting = 1 }
    /^#\[cfg\(test\)\]/ { counting = 0 }
    counting { lines++ }
    END { tell(); exit failed }
  '
