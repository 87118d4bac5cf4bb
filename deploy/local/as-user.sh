#!/usr/bin/env bash
# as-user.sh USER COMMAND...: becomes COMMAND as USER when started by root, else as ourselves.
# PostgreSQL and RabbitMQ refuse root, and nginx should not be root. Leaves the folder, which USER may not be able to enter.
set -euo pipefail
user=$1
shift
cd /
if [[ $(id -u) -eq 0 ]]; then
  exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
fi
exec "$@"
