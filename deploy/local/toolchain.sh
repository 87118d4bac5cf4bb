# shellcheck shell=bash
# Rust and Node.js. Debian 12's are too old; where the machine has no newer ones they are fetched from their
# makers into .local/tools, checked, and used by this project only. Sourced after place.sh.

tools=$checkout/.local/tools
rust_version=1.95.0
node_version=20.20.2
rust_download=https://static.rust-lang.org/rustup/dist
node_download=${NODE_DOWNLOAD:-https://nodejs.org/dist}

# at_least HAVE WANT: compares dotted versions.
at_least() { [[ $(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1) == "$2" ]]; }

rust_is_there() {
  local have
  have=$(cargo --version 2>/dev/null | cut -d' ' -f2) || return 1
  at_least "${have:-0}" "${rust_version%.0}"
}

node_is_there() {
  local have
  have=$(node --version 2>/dev/null) || return 1
  command -v npm >/dev/null && at_least "${have#v}" 20.19
}

# What the machine lacks and an earlier run has fetched.
use_own_tools() {
  if [[ -x $HOME/.cargo/bin/cargo ]]; then PATH=$PATH:$HOME/.cargo/bin; fi
  if ! rust_is_there && [[ -x $tools/cargo/bin/cargo ]]; then
    export CARGO_HOME=$tools/cargo RUSTUP_HOME=$tools/rustup PATH=$tools/cargo/bin:$PATH
  fi
  if ! node_is_there && [[ -x $tools/node/bin/node ]]; then export PATH=$tools/node/bin:$PATH; fi
}

# download FOLDER URL
download() {
  curl -fsSL --retry 3 -m 600 -o "$1/$(basename "$2")" "$2" ||
    fail "could not fetch $2. Install Rust ${rust_version%.0} and Node.js 20.19 or newer yourself, then run this again"
}

install_rust() {
  local work machine
  machine=$(uname -m)-unknown-linux-gnu
  say "fetching Rust $rust_version into .local/tools"
  work=$(mktemp -d)
  download "$work" "$rust_download/$machine/rustup-init"
  download "$work" "$rust_download/$machine/rustup-init.sha256"
  printf '%s  %s\n' "$(cut -d' ' -f1 "$work/rustup-init.sha256")" "$work/rustup-init" | sha256sum --check --quiet
  chmod 0755 "$work/rustup-init"
  CARGO_HOME=$tools/cargo RUSTUP_HOME=$tools/rustup run_logged "$logs/rustup.log" "$work/rustup-init" -y --no-modify-path \
    --profile minimal -c rustfmt -c clippy --default-toolchain "$rust_version"
  rm -rf "$work"
}

install_node() {
  local work machine=x64 archive
  if [[ $(uname -m) == aarch64 ]]; then machine=arm64; fi
  archive=node-v$node_version-linux-$machine.tar.gz
  say "fetching Node.js $node_version into .local/tools"
  work=$(mktemp -d)
  download "$work" "$node_download/v$node_version/$archive"
  download "$work" "$node_download/v$node_version/SHASUMS256.txt"
  (cd "$work" && grep " $archive\$" SHASUMS256.txt | sha256sum --check --quiet)
  mkdir -p "$tools/node"
  tar -xzf "$work/$archive" -C "$tools/node" --strip-components=1
  rm -rf "$work"
}

ensure_toolchain() {
  use_own_tools
  mkdir -p "$logs" "$tools"
  rust_is_there || install_rust
  node_is_there || install_node
  use_own_tools
}
