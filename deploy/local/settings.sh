#!/usr/bin/env bash
# Checks that every setting read by a service is in deploy/env/<service>.env.example, and nothing else.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."

# names_read FOLDER...: the NAME of each required("NAME"), optional, secret, parsed, list outside tests, and the three
# files of each TlsFiles::from_env("PREFIX").
names_read() {
  find "$@" -name '*.rs' -print0 | sort -z | while IFS= read -r -d '' file; do
    awk '/^#\[cfg\(test\)\]/ { exit } { printf "%s ", $0 }' "$file"
  done | awk '{
    rest = $0
    while (match(rest, /((required|optional|secret|optional_secret|parsed|optional_parsed|list)(::<[A-Za-z0-9_]+>)?\( *|env, *)"[A-Z][A-Z0-9_]+"/)) {
      call = substr(rest, RSTART, RLENGTH)
      rest = substr(rest, RSTART + RLENGTH)
      split(call, part, "\"")
      print part[2]
    }
    rest = $0
    while (match(rest, /TlsFiles::from_env\( *"[A-Z]+"/)) {
      split(substr(rest, RSTART, RLENGTH), part, "\"")
      rest = substr(rest, RSTART + RLENGTH)
      print part[2] "_CA_FILE\n" part[2] "_CLIENT_CERT_FILE\n" part[2] "_CLIENT_KEY_FILE"
    }
  }' | sort -u
}

failed=0
for service in main-api property-api parcel-lookup; do
  example=deploy/env/$service.env.example
  shared=(services/crates/{http-kit,db,messaging,auth}/src)
  if [[ $service == parcel-lookup ]]; then shared+=(services/crates/growth-layers/src); fi
  documented=$(grep -oE '^#?[A-Z][A-Z0-9_]+=' "$example" | tr -d '#=' | sort -u)
  # Logging reads its settings before anything else, without Env.
  read_by_it=$( (names_read "services/$service/src" "${shared[@]}" && printf 'LOG_FORMAT\nRUST_LOG\n') | sort -u)
  undocumented=$(comm -13 <(printf '%s\n' "$documented") <(printf '%s\n' "$read_by_it"))
  unread=$(comm -23 <(printf '%s\n' "$documented") <(printf '%s\n' "$read_by_it"))
  [[ -z $undocumented ]] || { printf '%s lacks: %s\n' "$example" "${undocumented//$'\n'/ }" && failed=1; }
  [[ -z $unread ]] || { printf '%s tells of settings that nobody reads: %s\n' "$example" "${unread//$'\n'/ }" && failed=1; }
done
exit "$failed"
