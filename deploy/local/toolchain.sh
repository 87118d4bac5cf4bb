# shellcheck shell=bash
# Rust and Node.js, which must be installed: Debian 12's versions are too old, and the choice of a source is
# the owner's. Sourced after paths.sh.

oldest_rust=1.95
oldest_node=20.19

# at_least HAVE WANT: compares dotted versions.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

rust_is_there() {
  local have
  have=$(cargo --version 2>/dev/null | cut -d' ' -f2) || return 1
  at_least "${have:-0}" "$oldest_rust"
}

node_is_there() {
  local have
  have=$(node --version 2>/dev/null) || return 1
  command -v npm >/dev/null && at_least "${have#v}" "$oldest_node"
}

# A non-login shell may not have rustup's cargo in its PATH.
ensure_toolchain() {
  mkdir -p "$logs"
  if [[ -x $HOME/.cargo/bin/cargo ]]; then PATH=$PATH:$HOME/.cargo/bin; fi
  rust_is_there || fail "Rust $oldest_rust or newer is needed (cargo on the PATH); install it with rustup, then run this again"
  node_is_there || fail "Node.js $oldest_node or newer with npm is needed; install it, then run this again"
  lint_while_building
}

# clippy-driver compiles as rustc does and lints on the way: `make check` and `make test` then compile our own crates once, not once to
# lint and once to build. All commands of a clone use it, because cargo keeps what each compiler made apart.
lint_while_building() {
  [[ ${PROFILE:-dev} == dev && $(clippy-driver --rustc --version 2>/dev/null) == "$(rustc --version)" ]] || return 0
  export RUSTC_WORKSPACE_WRAPPER=clippy-driver
}

# Tools of `make check`, built once under .local/tools where they are not installed.
cargo_tools=(cargo-machete@0.9.2 cargo-deny@0.20.2)

# Shared by all clones of a user, because building them takes minutes; a folder for each version. Unoptimized and without debug
# information: to build takes longer than to run.
ensure_cargo_tools() {
  local each folder
  for each in "${cargo_tools[@]}"; do
    folder=${XDG_CACHE_HOME:-$HOME/.cache}/sitewright/$each
    PATH=$folder/bin:$PATH
    [[ -x $folder/bin/${each%@*} ]] && continue
    log "building ${each%@*}"
    CARGO_PROFILE_DEV_DEBUG=false run_logged "$logs/${each%@*}.log" cargo install --locked --debug --root "$folder" "$each"
  done
}

# Python packages that read PDF files in the tests.
pdf_readers=$checkout/.local/tools/pdf-readers

# ensure_pdf_readers: fails if they cannot be installed, for example without a network.
ensure_pdf_readers() {
  local list=$local_dir/pdf-readers.txt
  if cmp -s "$list" "$pdf_readers/installed.txt"; then return; fi
  log "installing the PDF readers of the tests"
  rm -rf "$pdf_readers"
  run_logged "$logs/pdf-readers.log" /usr/bin/python3 -m venv "$pdf_readers"
  run_logged "$logs/pdf-readers.log" "$pdf_readers/bin/pip" install --quiet --only-binary :all: --require-hashes -r "$list"
  cp "$list" "$pdf_readers/installed.txt"
}
