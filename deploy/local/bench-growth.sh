#!/usr/bin/env bash
# `make bench`, first part: benchmarks the growth model. SLEUTH_ORIGINAL=/path/to/grow compares with the original
# program, SLEUTH_LAYERS=/path/to/folder uses other layers than the generated city.
set -euo pipefail
source "$(dirname "${BASH_SOURCE[0]}")/product.sh"

ensure_toolchain
printf 'the growth model, on %s cores\n' "$(nproc)"
cd "$local_dir/../../services"
cargo bench -p sleuth --bench growth
