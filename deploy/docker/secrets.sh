#!/usr/bin/env bash
# Makes what compose.yaml needs and nobody should choose by hand: .local/compose/.env with a password for each
# role, and the signing key. What exists already is kept.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=.local/compose
(umask 077 && mkdir -p "$folder")
if [[ ! -e $folder/.env ]]; then
  (
    umask 077
    for name in POSTGRES RABBITMQ MAIN MAIN_OWNER PROPERTY PROPERTY_OWNER PARCEL PARCEL_OWNER; do
      printf '%s_PASSWORD=%s\n' "$name" "$(openssl rand -hex 24)"
    done >"$folder/.env"
  )
fi
# Added later: an .env of before gets it too.
grep -q '^UNSUBSCRIBE_KEY=' "$folder/.env" || printf 'UNSUBSCRIBE_KEY=%s\n' "$(openssl rand -hex 24)" >>"$folder/.env"
if [[ ! -e $folder/jwt-ed25519.pem ]]; then
  (umask 077 && openssl genpkey -algorithm ed25519 -out "$folder/jwt-ed25519.pem")
  # The container's user has another number than ours; the folder around it stays closed.
  chmod 0644 "$folder/jwt-ed25519.pem"
fi
printf 'Settings: %s/.env. Next: docker compose --env-file %s/.env up --build --detach\n' "$folder" "$folder"
