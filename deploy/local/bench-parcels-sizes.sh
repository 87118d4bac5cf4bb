# shellcheck shell=bash
# The same reads at a million and at 10 million parcels. Sourced by bench-parcels.sh.

# The country has about 155 million parcels.
bench_sizes() {
  local count name free urls=() points=() began seconds bytes
  free=$(df --output=avail -B1 "$servers" | tail -n 1)
  ((free > sizes[1] * 1500)) || fail "$((sizes[1] * 1500 / 1000000000)) GB must be free; BENCH_COUNTS='1000000 3000000' needs less"
  run_logged "$logs/bench-build.log" cargo build --release --locked --manifest-path "$checkout/services/Cargo.toml" -p parcel-lookup --example parcel_reads
  for count in "${sizes[@]}"; do
    name=sitewright_bench_$count
    make_database "$name"
    began=$(date +%s.%N)
    "$local_dir/with-env.sh" "$work/$name.env" "$bin_dir/parcel-lookup" generate-parcels --count "$count" >"$work/generate.log" 2>&1 ||
      fail "the parcels were not generated: $(tail -n 3 "$work/generate.log")"
    seconds=$(awk -v began="$began" -v ended="$(date +%s.%N)" 'BEGIN { print ended - began }')
    bytes=$(admin_psql "$name" -Atc "SELECT sum(pg_total_relation_size(inhrelid))::bigint FROM pg_inherits WHERE inhparent = 'parcel.parcels'::regclass")
    points+=("$count $seconds $bytes")
    # As autovacuum does.
    admin_psql "$name" -c 'VACUUM (ANALYZE)' -c CHECKPOINT
    urls+=("$(database_url parcel "$name")")
  done
  printf 'reads one at a time, on %s cores\n' "$(nproc)"
  printf '| | %s: p50 / p99 | times | %s: p50 / p99 | times |\n|---|---|---|---|---|\n' "${sizes[@]}"
  DATABASE_URLS=${urls[*]} "$cargo_target/release/examples/parcel_reads" | tee "$work/reads"
  judged judge_sizes
  # The counties take the same time in both, so the difference is that of the parcels.
  printf '%s\n' "${points[@]}" | awk '
    { printf "%d parcels: %.0f s, %.0f bytes per parcel\n", $1, $2, $3 / $1; size = $3 / $1 }
    NR == 1 { count = $1; first = $2 }
    END {
      each = ($2 - first) / ($1 - count)
      all = first + each * (155e6 - count)
      printf "155 million in partitions of groups, by both lines: %.1f hours, %.0f GB\n", all / 3600, size * 155e6 / 1e9
    }'
}

# judge_sizes: p99 of lookups and p50 of tiles and searches in the last database, as multiples of those in the first.
judge_sizes() {
  # shellcheck disable=SC2016 # the program of awk
  awk -F '|' '
    # A cell is "p50 / p99 ms".
    function time(cell, nth,   times) { split(cell, times, "/"); return times[nth] + 0 }
    {
      name = $2
      gsub(/^ +| +$/, "", name)
      nth = name ~ /^(tile|search)/ ? 1 : 2
      least = time($3, nth)
      times = time($(NF - 2), nth) / (least > 0 ? least : 0.01)
      reached = times <= 1.5
      printf "%s: %s %.1f times\n    limit: at most 1.5 times: %s\n", name, nth == 1 ? "p50" : "p99", times, reached ? "reached" : "NOT reached"
      if (!reached) above = 1
    }
    END { exit above ? 3 : 0 }' "$work/reads"
}
