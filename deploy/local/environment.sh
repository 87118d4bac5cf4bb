# shellcheck shell=bash
# Writes env/<service>.env: the settings of each service for this profile, documented in
# deploy/env/<service>.env.example. Sourced after paths.sh, ports.sh and nginx.sh.

# The names of deploy/postgres/bootstrap.sql: one password per role.
database_password() { secret "DATABASE_PASSWORD_$(tr 'a-z-' 'A-Z_' <<<"$1")"; }

# Created once: replacing it signs out all users (deploy/README.md, key rotation).
signing_key() {
  local file=$env_dir/jwt-ed25519.pem
  [[ -e $file ]] || openssl genpkey -algorithm ed25519 -out "$file"
  printf '%s\n' "$file"
}

# Seals signed letters: the names of the key and of its certificate, created once.
seal_settings() {
  local key=$env_dir/letter-seal-key.pem certificate=$env_dir/letter-seal-certificate.pem
  if [[ ! -e $key || ! -e $certificate ]]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout "$key.new" -out "$certificate" -days 3650 \
      -subj "/CN=Sitewright ($profile)" -addext keyUsage=critical,digitalSignature,nonRepudiation 2>/dev/null
    mv "$key.new" "$key"
  fi
  printf 'SIGNING_KEY_FILE=%s\nSIGNING_CERTIFICATE_FILE=%s\n' "$key" "$certificate"
}

shared_settings() {
  local schema=$1 port=$2 service=$3
  cat <<ENV
BIND_ADDRESS=127.0.0.1:$port
DATABASE_URL=postgres://sitewright_$schema:$(database_password "$schema")@127.0.0.1:$POSTGRES_PORT/sitewright
MIGRATION_DATABASE_URL=postgres://sitewright_${schema}_owner:$(database_password "${schema}_owner")@127.0.0.1:$POSTGRES_PORT/sitewright
DATABASE_POOL_SIZE=10
AMQP_URL=amqp://sitewright:$(secret RABBITMQ_PASSWORD)@127.0.0.1:$AMQP_PORT/%2f
AMQP_NAMESPACE=sitewright
JWKS_URL=http://127.0.0.1:$MAIN_API_PORT/api/.well-known/jwks.json
JWT_ISSUER=sitewright
PUBLIC_URL=$(public_url)
CORS_ALLOWED_ORIGINS=http://localhost:$PROXY_PORT
LOG_FORMAT=json
RUST_LOG=${RUST_LOG:-info,lapin=error}
MIMALLOC_PURGE_DELAY=0
OTEL_EXPORTER_OTLP_ENDPOINT=${OTEL_EXPORTER_OTLP_ENDPOINT:-}
STORAGE_DIR=$state/storage/$service
ENV
  # The tests that kill processes wait three times as long.
  if [[ $profile != run ]]; then printf 'AMQP_TIMEOUT_SECONDS=5\n'; fi
}

# replica_settings SCHEMA: of a service that reads from replicas.
replica_settings() {
  if replica_exists; then
    printf 'DATABASE_READ_URLS=postgres://sitewright_%s:%s@127.0.0.1:%s/sitewright\n' "$1" "$(database_password "$1")" "$REPLICA_PORT"
  fi
}

write_environment() (
  umask 077
  {
    shared_settings main "$MAIN_API_PORT" main-api
    printf 'MAIL_DIR=%s\nMAIL_FROM=Sitewright <no-reply@sitewright.example>\n' "$state/mail"
    printf 'JWT_PRIVATE_KEY_FILE=%s\n' "$(signing_key)"
    printf 'PARCEL_LOOKUP_URL=http://127.0.0.1:%s\n' "$PARCEL_LOOKUP_PORT"
    replica_settings main
    # Tests must not depend on external servers.
    if [[ $profile != run ]]; then printf 'SITE_IMAGE_AERIAL_URL=none\n'; fi
  } >"$env_dir/main-api.env"
  {
    shared_settings property "$PROPERTY_API_PORT" property-api
    printf 'MAIN_API_URL=http://127.0.0.1:%s\n' "$MAIN_API_PORT"
    printf 'MAIL_DIR=%s\nMAIL_FROM=Sitewright <no-reply@sitewright.example>\n' "$state/mail"
    printf 'UNSUBSCRIBE_KEY=%s\n' "$(secret UNSUBSCRIBE_KEY)"
    seal_settings
    # The tests that kill processes wait for it.
    if [[ $profile != run ]]; then printf 'JOB_LEASE_SECONDS=12\n'; fi
  } >"$env_dir/property-api.env"
  {
    shared_settings parcel "$PARCEL_LOOKUP_PORT" parcel-lookup
    printf 'PROPERTY_API_URL=http://127.0.0.1:%s\n' "$PROPERTY_API_PORT"
    replica_settings parcel
    printf 'GROWTH_LAYERS_DIR=%s\n' "$growth_layers"
    # Tests must not depend on external servers.
    if [[ $profile != run ]]; then printf 'GROWTH_SERVICES=false\nSITE_LAYER_SERVICES=false\nGEOCODER_URL=none\n'; fi
  } >"$env_dir/parcel-lookup.env"
  own_settings
  mkdir -p "$state"/storage/{main-api,property-api,parcel-lookup} "$growth_layers"
)

# For Rust tests: a superuser of the private server, because every test creates its own database.
write_test_environment() (
  umask 077
  cat >"$env_dir/test.env" <<ENV
TEST_DATABASE_URL=postgres://postgres:$(secret POSTGRES_PASSWORD)@127.0.0.1:$POSTGRES_PORT/postgres
TEST_AMQP_URL=amqp://sitewright:$(secret RABBITMQ_PASSWORD)@127.0.0.1:$AMQP_PORT/%2f
PDF_READERS_PYTHON=$pdf_readers/bin/python
ENV
)

# File of the only certificate authority that Rust tests know. Each HTTP client of a service reads those of the system, more than a hundred
# and each twice: a tenth of an API test. No test needs one: a server of a test brings its own.
test_authority() {
  local file=$env_dir/test-authority.pem
  if [[ ! -e $file ]]; then
    openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -keyout /dev/null -out "$file.new" -days 3650 \
      -subj "/CN=Sitewright tests" 2>/dev/null
    mv "$file.new" "$file"
  fi
  printf '%s\n' "$file"
}

# The developer's own settings: lines in env/own.<service>.env override the others and are kept.
own_settings() {
  local service own
  for service in main-api property-api parcel-lookup; do
    own=$env_dir/own.$service.env
    if [[ -e $own ]]; then cat "$own" >>"$env_dir/$service.env"; fi
  done
}
