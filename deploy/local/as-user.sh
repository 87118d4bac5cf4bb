#!/usr/bin/env bash
# as-user.sh USER COMMAND...: executes COMMAND as USER when started by root, else as the current user. PostgreSQL and
# RabbitMQ refuse root, and nginx should not run as root. Changes the working folder, which USER may not be able to enter.
set -euo pipefail
user=$1
shift
cd /
if [[ $(id -u) -eq 0 ]]; then
  exec setpriv --reuid="$user" --regid="$(id -g "$user")" --init-groups -- "$@"
fi
exec "$@"
