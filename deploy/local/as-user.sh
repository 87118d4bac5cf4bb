#!/usr/bin/env bash
# as-user.sh USER COMMAND...: becomes COMMAND as USER when started by root, else as ourselves.
# A program of its own because supervise.sh needs the process number of COMMAND, not of a shell.
set -euo pipefail
user=$1
shift
cd /
if [[ $(id -u) -eq 0 ]]; then
  exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
fi
exec "$@"
