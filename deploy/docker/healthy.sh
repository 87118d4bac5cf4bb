#!/bin/bash
# healthy PORT PATH: health check of a container; true when the response is 200. Prints the response body, which
# `docker inspect` keeps. Uses bash's own TCP support, so that the image needs no HTTP client.
set -euo pipefail
exec 3<>"/dev/tcp/127.0.0.1/$1"
printf 'GET %s HTTP/1.0\r\nHost: localhost\r\n\r\n' "$2" >&3
read -r _ status _ <&3
while read -r line <&3 && [[ $line != $'\r' ]]; do :; done
head -c 2000 <&3
[[ $status == 200 ]]
