#!/usr/bin/env bash
# with-env.sh FILE COMMAND...: becomes COMMAND with the NAME=value lines of FILE in its environment.
# Keeps passwords off the command line, where every user of the machine could read them.
set -euo pipefail
file=$1
shift
while IFS= read -r line; do
  [[ -z $line || $line == \#* ]] || export "${line?}"
done <"$file"
exec "$@"
