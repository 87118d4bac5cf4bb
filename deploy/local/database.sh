# shellcheck shell=bash
# Roles, schemas, migrations and sample data. Sourced after postgres.sh, build.sh and environment.sh.

# The passwords are passed in a private file, because every user can read command lines.
bootstrap_database() {
  local role script=$env_dir/bootstrap.psql
  (
    umask 077
    for role in main main_owner property property_owner parcel parcel_owner; do
      printf "\\\\set %s_password '%s'\n" "$role" "$(database_password "$role")"
    done >"$script"
  )
  printf "\\\\i '%s'\n" "$checkout/deploy/postgres/bootstrap.sql" >>"$script"
  run_logged "$logs/bootstrap.log" admin_psql postgres -f "$script"
}

# service_command SERVICE SUBCOMMAND...: runs a one-shot subcommand in the service's environment.
service_command() {
  local service=$1
  shift
  "$local_dir/with-env.sh" "$env_dir/$service.env" "$bin_dir/$service" "$@"
}

migrate_database() {
  local service
  for service in "${services[@]}"; do
    run_logged "$logs/migrate-$service.log" service_command "$service" migrate
  done
}

# The seed commands are idempotent but take seconds: run again only when the program that generates the
# data has changed.
seed_database() {
  local stamp=$env_dir/seeded want
  want=$(stat -c '%n %s %Y' "$bin_dir/main-api" "$bin_dir/parcel-lookup-seed")
  [[ -e $stamp && $(<"$stamp") == "$want" ]] && return
  log "making the sample data"
  local parcels
  run_logged "$logs/seed-parcel-lookup.log" service_command parcel-lookup seed &
  parcels=$!
  run_logged "$logs/geography.log" service_command main-api geography
  run_logged "$logs/seed-main-api.log" service_command main-api seed
  wait "$parcels" || fail "the sample parcels could not be made"
  printf '%s' "$want" >"$stamp"
}
