#!/usr/bin/env bash
# with-env.sh FILE COMMAND...: executes COMMAND with the NAME=value lines of FILE in its
# environment. Keeps passwords off the command line, which every user of the machine can read.
set -euo pipefail
file=$1
shift
while IFS= read -r line; do
  [[ -z $line || $line == \#* ]] || export "${line?}"
done <"$file"
exec "$@"
