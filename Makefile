# Polystore: everything that one does with the repository. `make` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory

# The demo is built for debugging, like the tests, because its answers do not depend on it and the build takes a third of
# the time. `make demo DEMO_CONFIGURATION=release` builds it as users would.
DEMO_CONFIGURATION ?= debug

# Further arguments of `swift test`, such as TEST_ARGUMENTS='--filter Decimal'.
TEST_ARGUMENTS ?=

# What `make torture` tries, how often (until control-C without), from which seed on (where the last run ended without),
# and further arguments, such as TORTURE_ARGUMENTS='--configuration recovery --workers 1'.
EXPERIMENT ?= programs
TRIALS ?=
SEED ?=
TORTURE_ARGUMENTS ?=
TORTURE_CONFIGURATION ?= release

# How long `make soak` runs. It takes SEED=… as well, and SOAK_CONFIGURATION=debug.
SECONDS_OF_SOAK := $(if $(filter command environment%,$(origin SECONDS)),$(SECONDS),3600)
SOAK_CONFIGURATION ?= release
# With one arena what is resident is what is in use; with one for each thread it grows for as long as pieces of memory
# find their way into all of them.
ONE_ARENA := MALLOC_ARENA_MAX=1

# The plugins of the package are built where they are used; see Package.swift.
export POLYSTORE_WITHOUT_PLUGINS := 1

.PHONY: help build demo test backends generated library weigh conformance torture torture-slice torture-report soak soak-slice mutants measure live-results type-check measure-memory queries bench bench-table docs snippets lint format tables deps thread-sanitizer address-sanitizer fuzz clean

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-17s %s\n", $$1, $$2 }' Makefile

build: deps ## Build all modules, programs and tests for debugging
	@swift build --build-tests

demo: deps ## Run the sample on real data under three store files and compare the answers
	@swift run -c $(DEMO_CONFIGURATION) PackageAtlas --demo

test: deps ## Build and run all tests, and say how long it took
	@SECONDS=0; swift build --build-tests; built=$$SECONDS; status=0; folder=$$(mktemp -d); \
	CONFORMANCE_TABLES="$(CURDIR)/.build/conformance" TMPDIR="$$folder" \
	swift test --skip-build --disable-xctest $(TEST_ARGUMENTS) || status=$$?; \
	.ci/left-behind "$$folder" || status=1; \
	printf 'test: build %d s, tests %d s\n' "$$built" "$$((SECONDS - built))"; exit $$status

backends: deps ## Build the toy backend and the backend template as packages of their own, and run the kit on them
	@.ci/backends

generated: ## Generate the classes of every model that POLYSTORE_CORPUS holds, and check their types
	@swift build --product polystore-generate
	@swift build --target Polystore
	@.ci/generated

library: deps ## Build the sample whose classes its build generates, as a package of its own, and run it
	@.ci/library

weigh: deps ## Print what each product costs a program: seconds of a release build and bytes of code
	@.ci/weigh

conformance: ## Write the tables of the last `make test` and `make backends` into the page and the README
	@.ci/conformance-tables

torture: deps ## Try EXPERIMENT=crash-points (programs, questions, …) TRIALS=N times from SEED=S on, or where it ended
	@TORTURE_REVISION=$$(git rev-parse --short HEAD) swift run -c $(TORTURE_CONFIGURATION) Torture $(EXPERIMENT) \
	$(if $(TRIALS),--count $(TRIALS)) $(if $(SEED),--seed $(SEED)) $(TORTURE_ARGUMENTS)

torture-slice: deps ## Try a little of each experiment that crashes, fails and damages, as continuous integration does
	@TORTURE_REVISION=$$(git rev-parse --short HEAD) swift run Torture slice --results .build/torture $(TORTURE_ARGUMENTS)

torture-report: ## Print what all experiments came to; fails if a promise was violated or a control found too little
	@swift run Torture report

soak: deps ## Run a mixed load over three stores for SECONDS=3600 from SEED=…, and judge what grew
	@$(ONE_ARENA) swift run -c $(SOAK_CONFIGURATION) Soak --seconds $(SECONDS_OF_SOAK) $(if $(SEED),--seed $(SEED))

soak-slice: deps ## Run the mixed load for two minutes, as continuous integration does
	@$(ONE_ARENA) swift run Soak --seconds 120 $(if $(SEED),--seed $(SEED))

mutants: deps ## Break the commit path on purpose, and tell what finds it; ONLY="12 log-header", ARGUMENTS=--skip-build
	@Tests/Torture/Mutants/run $(ARGUMENTS) $(ONLY)

measure: deps ## Print what accessors, fetches, registration and pruning cost on this machine; WHAT=parser
	@swift run -c release Measurements $(WHAT)

live-results: deps ## Change random graphs under live lists, and compare each list with a fetch; STEPS=200000, SEED=…
	@POLYSTORE_LIVE_STEPS=$(or $(STEPS),200000) $(if $(SEED),POLYSTORE_SEED=$(SEED)) \
	swift test --disable-xctest --filter 'PolystoreConformanceTests.LiveResultTests'

type-check: ## Check that predicates of ten terms type-check within 100 ms
	@.ci/type-check

measure-memory: deps ## Hold what fetches and batches of a million rows take of memory to 64 MiB
	@swift run -c release Measurements 1000000 memory

queries: deps ## Ask the forty named queries of 100,000 rows and hold each to the rows that it may look at
	@POLYSTORE_QUERY_ROWS=100000 swift test --filter NamedQueryTests

bench: deps ## Compare with raw engines and peers; FAST=1, SMOKE=1, SCALE=1, COUNT=W1,W4
	@ONLY=$(or $(ONLY),$(filter-out 1,$(COUNT))) Tests/Benchmarks/run \
	$(if $(SMOKE),smoke,$(if $(FAST),fast,$(if $(SCALE),scale,$(if $(COUNT),count,full))))

bench-table: ## Write the targets of the last whole `make bench` into the README
	@.ci/benchmark-table

docs: deps ## Build the pages and the reference as a DocC site in .build/docs, without a warning
	@swift build --target Polystore
	@.ci/docs

snippets: ## Type-check the Swift code that the pages show
	@.ci/snippets

lint: ## Check the format and the house rules, and the checks themselves
	@.ci/lint-selftest
	@.ci/lint
	@.ci/lines --check
	@.ci/readme --texts
	@.ci/benchmark-table --check
	@Tests/Torture/Mutants/run --check

format: ## Rewrite all Swift files in the format that lint wants
	@git ls-files -z --cached --others --exclude-standard -- '*.swift' | \
	while IFS= read -r -d '' file; do if [[ -e $$file ]]; then printf '%s\0' "$$file"; fi; done | \
	xargs -0 swift format format --in-place --parallel --

tables: ## Write the text folding tables anew from Python's Unicode data
	@.ci/generate-folding-tables

deps: ## Check for development packages that are needed, and install them if allowed
	@.ci/dependencies

thread-sanitizer: deps ## Run the suites about concurrency under the thread sanitizer
	@.ci/thread-sanitizer

address-sanitizer: deps ## Run all tests under the address and leak sanitizers; FILTER=…
	@FILTER='$(FILTER)' .ci/address-sanitizer

fuzz: ## Give random input to the readers of text and bytes; TARGET=PredicateFormat EXECUTIONS=1000000
	@TARGET=$(TARGET) EXECUTIONS=$(EXECUTIONS) SECONDS_EACH=$(SECONDS_EACH) MERGE=$(MERGE) .ci/fuzz

clean: ## Remove everything that was built
	@rm -rf .build .build-*
