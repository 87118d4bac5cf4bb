#!/usr/bin/env bash
# service.sh SERVICE SUBCOMMAND...: runs a subcommand of a service with the settings of the product of this profile.
#   deploy/local/service.sh parcel-lookup imports list
set -euo pipefail
# shellcheck source=deploy/local/product.sh
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"
(($# > 1)) || fail "usage: service.sh SERVICE SUBCOMMAND..."
[[ -e $env_dir/$1.env ]] || fail "the product of profile $profile has never been started: make up"
service_command "$@"
