# shellcheck shell=bash
# Debian packages, installed only if missing and without starting their system services. Sourced
# after paths.sh.

server_packages=(postgresql-15 postgresql-15-postgis-3 rabbitmq-server nginx-light libnginx-mod-http-brotli-static supervisor procps gcc libc6-dev openssl curl ca-certificates)
test_packages=(chromium-headless-shell gdal-bin poppler-utils fonts-liberation fonts-dejavu-core shellcheck python3-owslib python3-venv python3-yaml)

is_installed() { [[ $(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

missing_packages() {
  local name
  for name in "$@"; do
    # Any build of nginx 1.22 or newer works.
    if [[ $name == nginx-light ]] && { is_installed nginx || is_installed nginx-full; } && [[ -x /usr/sbin/nginx ]]; then continue; fi
    is_installed "$name" || printf '%s\n' "$name"
  done
}

# ensure_packages [EXTRA...]
ensure_packages() {
  local missing sudo=()
  mapfile -t missing < <(missing_packages "${server_packages[@]}" "$@")
  ((${#missing[@]})) || return 0
  command -v apt-get >/dev/null || fail "these Debian packages are needed and apt-get is not here: ${missing[*]}"
  if ! is_root; then
    sudo=(sudo -n)
    if ! sudo -n true 2>/dev/null; then
      fail "these packages are missing and neither root nor sudo without a password is available. Install them with: sudo apt-get install --no-install-recommends ${missing[*]}"
    fi
  fi
  log "installing Debian packages: ${missing[*]}"
  mkdir -p "$logs"
  install_without_services "${missing[@]}"
}

# policy-rc.d with status 101 prevents Debian packages from starting services on installation.
install_without_services() {
  local policy=/usr/sbin/policy-rc.d ours=
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' | "${sudo[@]}" tee "$policy" >/dev/null
    "${sudo[@]}" chmod 0755 "$policy"
    ours=1
  fi
  # Always removed: left behind, it would prevent later packages from starting their services.
  # shellcheck disable=SC2064
  [[ -z $ours ]] || trap "$(printf '%q ' "${sudo[@]}" rm -f "$policy")" EXIT
  run_logged "$logs/apt-update.log" "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q update
  run_logged "$logs/apt-install.log" "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive \
    apt-get -qy install --no-install-recommends -o Dpkg::Options::=--force-confold -o DPkg::Lock::Timeout=120 "$@"
  if [[ -n $ours ]]; then
    "${sudo[@]}" rm -f "$policy"
    trap - EXIT
  fi
}
