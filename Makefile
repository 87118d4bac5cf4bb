# The only entry point: developers and CI call these targets. The work is in deploy/local.
#   PROFILE=release make run        optimised services (a long first build)
#   SITEWRIGHT_PROXY_PORT=9000 make run
.DEFAULT_GOAL := help
.PHONY: help run up down logs status test check gen bench bench-parcels bench-search seed-load replica servers reset
SHELL := /bin/bash
local := deploy/local

help: ## This list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: ## Set up what is missing, start the product, print its address; Ctrl-C ends it
	@$(local)/run.sh

up: ## The same in the background
	@$(local)/run.sh --background

down: ## Stop what `make up` (or `make run`) started
	@$(local)/ctl down

logs: ## Follow the logs (PART=main-api for one)
	@$(local)/ctl logs $(PART)

status: ## What runs, and whether it is ready
	@$(local)/ctl status

test: ## Prove everything: Rust, app, contracts, and the whole product in a real browser
	@$(local)/test.sh

check: ## Formatters and linters
	@$(local)/check.sh

gen: ## Make contracts/openapi and the app's types again from the code
	@$(local)/gen.sh

bench: ## Measure the growth model, then the running product (make up first)
	@$(local)/bench-growth.sh
	@$(local)/bench.sh

bench-parcels: ## Measure lookups, tiles and imports (make up first; BENCH_SEED=1 adds a million made parcels)
	@$(local)/bench-parcels.sh

bench-search: ## Measure search runs, selections and owner groups at 100,000 and a million made parcels (make up first)
	@$(local)/bench-search.sh

seed-load: ## Add a firm with long lists to the running product, for bench (make up first)
	@$(local)/seed-load.sh

replica: ## Add a streaming replica of the database, from which parcels are read (make up first)
	@$(local)/replica.sh

servers: ## PostgreSQL and RabbitMQ for tests; their addresses go to .local/test/env/test.env
	@SITEWRIGHT_PROFILE=$${SITEWRIGHT_PROFILE:-test} $(local)/servers.sh

reset: ## Stop, and forget every byte of data of the local product
	@$(local)/ctl reset
