# shellcheck shell=bash
# Builds the three services and the app, each only when its sources changed. Sourced after paths.sh.

cargo_target=${CARGO_TARGET_DIR:-$checkout/services/target}
# `dev` is faster to build: a cold build takes a third of the time of `release`.
build_profile=${PROFILE:-dev}
case $build_profile in
dev) bin_dir=$cargo_target/debug ;;
release) bin_dir=$cargo_target/release ;;
*) fail "PROFILE must be dev or release, not '$build_profile'" ;;
esac
services=(main-api property-api parcel-lookup)
# A first build without incremental compilation takes a fifth less time for our own crates. Whoever edits them gets it from the first
# `cargo` command of an editor or by hand on: that fills this folder. Elsewhere its files would take as much disk as the build itself.
compgen -G "$bin_dir/incremental/*" >/dev/null || export CARGO_INCREMENTAL=0

# Builds of the dependencies, most of a first build, for all clones of a user with the same compiler, lockfile and profiles.
dependency_key() {
  { rustc -vV && cat "$checkout/services/Cargo.lock" && sed -n '/^\[profile/,$p' "$checkout/services/Cargo.toml"; } | sha256sum | cut -c1-16
}
dependency_builds() { printf '%s/sitewright/target-%s' "${XDG_CACHE_HOME:-$HOME/.cache}" "$(dependency_key)"; }

# Takes the kept builds into a clone that has none. Cargo checks each of them as if it had made it here.
reuse_dependencies() {
  local kept
  kept=$(dependency_builds)
  [[ -e $cargo_target || ! -d $kept ]] && return 0
  log "taking the builds of dependencies from $kept"
  link_or_copy "$kept" "$cargo_target" || rm -rf "$cargo_target"
}

# Keeps what cargo built so far besides our own crates and tests, in place of what was kept before: a clone began with that. Not being
# able to, on a full disk for example, is no fault of the build.
keep_dependencies() {
  local kept fresh part name
  [[ -d $cargo_target/debug/deps ]] || return 0
  kept=$(dependency_builds)
  fresh=$kept.$$
  rm -rf "$fresh"
  mkdir -p "$fresh/debug"
  for part in .fingerprint build deps; do
    [[ -d $cargo_target/debug/$part ]] || continue
    link_or_copy "$cargo_target/debug/$part" "$fresh/debug/$part" || {
      log "the builds of dependencies could not be kept in ${kept%/*}"
      rm -rf "$fresh"
      return 0
    }
  done
  for name in "$checkout"/services/*/Cargo.toml "$checkout"/services/crates/*/Cargo.toml; do
    name=$(basename "$(dirname "$name")")
    rm -rf "$fresh"/debug/{.fingerprint,build}/"$name"-[0-9a-f]* "$fresh"/debug/deps/{,lib}"${name//-/_}"-[0-9a-f]*
  done
  # Programs of tests have the names of their files.
  find "$fresh/debug/deps" -type f \( -perm /111 ! -name '*.so' -o -name '*.dwo' -o -name '*.rcgu.o' \) -delete
  rm -rf "$kept"
  # Another clone may have been faster.
  mv -T "$fresh" "$kept" 2>/dev/null || rm -rf "$fresh"
  find "${kept%/*}" -maxdepth 1 -name 'target-*' -mtime +14 -exec rm -rf {} +
}

# link_or_copy FROM TO: hard links where both are on one file system.
link_or_copy() {
  cp -al "$1" "$2" 2>/dev/null || { rm -rf "$2" && cp -a "$1" "$2"; }
}

# Prints cargo's progress every 15 s, so that a first build does not look stuck.
build_services() {
  local log=$logs/cargo-build.log pid shown=$SECONDS progress
  log "building the services (cargo, profile $build_profile)"
  CARGO_TERM_PROGRESS_WHEN=always CARGO_TERM_PROGRESS_WIDTH=100 cargo build --locked --manifest-path "$checkout/services/Cargo.toml" --workspace --bins --profile "$build_profile" \
    >"$log" 2>&1 </dev/null &
  pid=$!
  while kill -0 "$pid" 2>/dev/null; do
    sleep 0.5
    if ((SECONDS - shown >= 15)); then
      shown=$SECONDS
      progress=$(cargo_progress "$log")
      [[ -z $progress ]] || log "  … built ${progress/\// of }"
    fi
  done
  if ! wait "$pid"; then
    tr '\r' '\n' <"$log" | grep -v '^ *Building \[' | tail -n 60 >&2
    fail "cargo build failed; its whole output is in $log"
  fi
}

# cargo_progress LOG: the last 'built/total' of cargo's progress bar; nothing before it starts.
cargo_progress() {
  tail -c 2000 "$1" | tr '\r' '\n' | sed -nE 's|^ *Building \[.*\] ([0-9]+/[0-9]+).*|\1|p' | tail -n 1
}

# content_hash PATH...: hash of names and contents, without generated and installed files.
content_hash() {
  find "$@" \( -name node_modules -o -name dist -o -name coverage \) -prune -o -type f -print0 |
    sort -z | xargs -0 sha256sum | sha256sum | cut -d' ' -f1
}

# install_node_modules FOLDER: `npm ci`, only when the lockfile or Node changed.
install_node_modules() {
  local folder=$checkout/$1 stamp=$checkout/$1/node_modules/.installed want
  want="$(node --version) $(sha256sum <"$folder/package-lock.json")"
  [[ -e $stamp && $(<"$stamp") == "$want" ]] && return
  log "installing the packages of $1 (npm ci)"
  mkdir -p "$folder/node_modules"
  run_logged "$logs/npm-$1.log" npm --prefix "$folder" ci --no-audit --no-fund
  printf '%s' "$want" >"$stamp"
}

build_frontend() {
  local folder=$checkout/frontend stamp=$checkout/frontend/dist/.built want
  install_node_modules frontend
  want=$(content_hash "$folder")
  [[ -e $stamp && $(<"$stamp") == "$want" ]] && return
  log "building the app (vite)"
  run_logged "$logs/vite.log" npm --prefix "$folder" run build
  printf '%s' "$want" >"$stamp"
}
