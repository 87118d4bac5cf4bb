# shellcheck shell=bash
# Paths of a profile, and the users that run its servers. Sourced by every other script.
#
# A profile is one complete set of private servers: `run` for `make run`, `test` for `make test`, so
# that both can run at once. Everything is under .local/<profile>/, ignored by git:
#   env/      ports, passwords, keys and the environment of every service (mode 0700)
#   logs/     output of every process; supervisord.conf is in the parent folder
#   storage/  attachments, site images     mail/   messages when no SMTP server is configured
#   growth-layers/  an operator's layers of land cover for growth runs; none at first
#   servers/  data of PostgreSQL, RabbitMQ and nginx; see choose_server_folder

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
local_dir=$checkout/deploy/local
export SITEWRIGHT_PROFILE=${SITEWRIGHT_PROFILE:-run}
profile=$SITEWRIGHT_PROFILE
state=$checkout/.local/$profile
env_dir=$state/env
logs=$state/logs
# Layers of land cover of one's own, a folder for each area.
growth_layers=$state/growth-layers
# Resolved, because the servers' users may not be able to follow the link.
servers=$(realpath -m "$state/servers")

# shellcheck source=deploy/local/log.sh
source "$local_dir/log.sh"

[[ $profile =~ ^[a-z][a-z0-9-]{0,20}$ ]] || fail "SITEWRIGHT_PROFILE must be a short lower-case name, not '$profile'"

is_root() { [[ $(id -u) -eq 0 ]]; }

# give_to_user USER PATH...: changes the owner of a folder to the user of its server.
give_to_user() {
  local user=$1
  shift
  if is_root; then chown -R "$user:$(id -gn "$user")" -- "$@"; fi
}

prepare_folders() {
  mkdir -p "$state" "$env_dir" "$logs" "$state/storage" "$state/mail"
  chmod 0700 "$env_dir"
  lock_profile
  choose_server_folder
}

lock_profile() {
  # Only one command at a time sets up a profile.
  exec 8>"$state/lock"
  flock -n 8 && return
  log "waiting for another command that sets the profile $profile up"
  flock -w 600 8 || fail "it still does after ten minutes"
}

# Two reasons to keep server data outside the checkout, with `servers` as a link to it:
# - Tests make and drop some 1,500 databases of 400 files each, more than a third of their time on a disk file system.
#   The data of the profile test goes to shared memory where there is room.
# - When started by root, the servers run as separate users, which cannot enter a checkout under a closed folder such
#   as /root or a mktemp folder.
choose_server_folder() {
  [[ -d $servers ]] && return
  if [[ -L $state/servers ]]; then
    log "the server data in $servers is gone; starting with empty servers"
    rm -f "$state/servers" "$env_dir/seeded"
  fi
  if [[ $profile == test ]] && has_room_in_memory; then
    remove_orphans /dev/shm
    place_servers_in /dev/shm
    log "server data of the tests goes to memory: $servers"
    return
  fi
  mkdir -p "$state/servers.try"
  chmod 0755 "$state/servers.try"
  if is_root && ! "$local_dir/as-user.sh" nobody test -x "$state/servers.try" 2>/dev/null; then
    rmdir "$state/servers.try"
    place_servers_in /var/tmp
    log "other users cannot enter $checkout: server data goes to $servers"
  else
    mv "$state/servers.try" "$state/servers"
    servers=$state/servers
  fi
}

# place_servers_in PARENT: a new folder there, of which `servers` is a link. The folder names its link, so that
# remove_orphans knows it when the checkout is gone.
place_servers_in() {
  servers=$(mktemp -d "$1/sitewright.XXXXXXXX")
  chmod 0711 "$servers"
  printf '%s\n' "$state/servers" >"$servers/linked-from"
  ln -s "$servers" "$state/servers"
}

# Test runs use up to 3 GB; what they leave free is for compilers and browsers.
has_room_in_memory() {
  local gigabyte=$((1024 * 1024)) free available
  free=$(df --output=avail /dev/shm 2>/dev/null | tail -n 1) || return 1
  available=$(sed -nE 's/^MemAvailable: +([0-9]+) kB/\1/p' /proc/meminfo)
  ((free >= 4 * gigabyte && available >= 10 * gigabyte))
}

# remove_orphans PARENT: folders of checkouts that no longer link to them.
remove_orphans() {
  local folder link
  for folder in "$1"/sitewright.????????; do
    link=$(cat "$folder/linked-from" 2>/dev/null) || continue
    if [[ $(readlink "$link" 2>/dev/null) != "$folder" ]]; then rm -rf "$folder"; fi
  done
}

# remembered FILE NAME MAKER...: the value of NAME in an env file, created once and then kept.
remembered() {
  local file=$1 name=$2 value=
  shift 2
  [[ -e $file ]] && value=$(sed -n "s/^$name=//p" "$file" | head -n 1)
  if [[ -z $value ]]; then
    value=$("$@")
    (umask 077 && printf '%s=%s\n' "$name" "$value" >>"$file")
  fi
  printf '%s\n' "$value"
}

random_password() { openssl rand -hex 24; }
secret() { remembered "$env_dir/secrets.env" "$1" random_password; }
