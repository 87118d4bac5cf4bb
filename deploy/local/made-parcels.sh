# shellcheck shell=bash
# The million made parcels of the benches. Sourced after product.sh.

# make_parcels: adds them to the running product.
make_parcels() {
  admin_psql sitewright -f "$local_dir/bench-parcels.sql"
  await_facts
}

# await_facts: waits until the product's housekeeping has made what all parcels are searched by, the keys of their owners for one. Of a
# million that takes minutes in which nothing can be measured.
await_facts() {
  # Parcels that nothing has made facts of have version 0.
  local stale="SELECT EXISTS (SELECT FROM parcel.parcels WHERE facts_version < (SELECT greatest(max(facts_version), 1) FROM parcel.parcels))"
  until [[ $(admin_psql sitewright -Atc "$stale") == f ]]; do sleep 5; done
  admin_psql sitewright -c "VACUUM (ANALYZE) parcel.parcels"
}
