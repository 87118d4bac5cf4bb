# shellcheck shell=bash
# The million made parcels of the benches. Sourced after product.sh.

# make_parcels: adds them to the running product, and waits until its housekeeping has made what they are searched by, which takes minutes
# in which nothing can be measured.
make_parcels() {
  local stale="SELECT EXISTS (SELECT FROM parcel.parcels WHERE facts_version < (SELECT max(facts_version) FROM parcel.parcels))"
  admin_psql sitewright -f "$local_dir/bench-parcels.sql"
  until [[ $(admin_psql sitewright -Atc "$stale") == f ]]; do sleep 5; done
  admin_psql sitewright -c "VACUUM (ANALYZE) parcel.parcels"
}
