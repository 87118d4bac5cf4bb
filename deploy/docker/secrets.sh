#!/usr/bin/env bash
# Creates the secrets that compose.yaml needs: .local/compose/.env with a password for each role, the signing
# key, and the key that seals signed letters with its certificate. Existing ones are kept.
#   secrets.sh              all of them, and the link .env, which `docker compose` reads
#   secrets.sh --new-key    replaces the signing key; then: docker compose restart main-api
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=.local/compose
key=$folder/jwt-ed25519.pem
seal=$folder/letter-seal
case ${1:-} in
'' | --new-key) ;;
*) printf 'secrets.sh: unknown option %s\n' "$1" >&2 && exit 2 ;;
esac

make_key() {
  (umask 077 && openssl genpkey -algorithm ed25519 -out "$key.new")
  # The container's user has another uid; the enclosing folder stays closed.
  chmod 0644 "$key.new"
  mv "$key.new" "$key"
}

# Seals signed letters. Never replaced here: the fingerprint of its certificate is in every sealed letter.
make_seal() {
  (umask 077 && openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$seal-key.new" -out "$seal-certificate.pem" \
    -days 3650 -subj '/CN=Sitewright' -addext keyUsage=critical,digitalSignature,nonRepudiation 2>/dev/null)
  chmod 0644 "$seal-key.new" "$seal-certificate.pem"
  mv "$seal-key.new" "$seal-key.pem"
}

(umask 077 && mkdir -p "$folder")
if [[ ! -e $folder/.env ]]; then
  (
    umask 077
    for name in POSTGRES RABBITMQ MAIN MAIN_OWNER PROPERTY PROPERTY_OWNER PARCEL PARCEL_OWNER; do
      printf '%s_PASSWORD=%s\n' "$name" "$(openssl rand -hex 24)"
    done >"$folder/.env"
  )
fi
# Added in a later version, for existing .env files.
grep -q '^UNSUBSCRIBE_KEY=' "$folder/.env" || printf 'UNSUBSCRIBE_KEY=%s\n' "$(openssl rand -hex 24)" >>"$folder/.env"
if [[ ${1:-} == --new-key ]]; then
  make_key
  printf 'A new signing key. Next: docker compose restart main-api\n'
  exit
fi
[[ -e $key ]] || make_key
[[ -e $seal-key.pem ]] || make_seal
# `docker compose` looks for its settings here; an existing file is not replaced.
[[ -e .env ]] || ln -sfn "$folder/.env" .env
# Compose silently ignores unknown names.
while IFS= read -r name; do
  printf '%s/.env: compose.yaml has no %s. Settings of a service belong in %s/own.<service>.env.\n' "$folder" "$name" "$folder" >&2
done < <(sed -n 's/^\([A-Z][A-Z0-9_]*\)=.*/\1/p' "$folder/.env" | grep -vxE 'COMPOSE_[A-Z_]+' | while IFS= read -r name; do
  grep -q "[$]{${name}[:}]" compose.yaml compose.replicas.yaml || printf '%s\n' "$name"
done)
printf 'Settings: %s/.env. Next: docker compose up --build --detach\n' "$folder"
