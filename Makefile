# On a machine with Python 3.11, venv and make, `make play` and `make test` do everything by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP_INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check
# How the tests are spread over the cores; `make test PYTEST_ARGS=-x` runs them one after the other.
PYTEST_ARGS ?= -n auto --dist worksteal
# The lowest pip that reads the lock files: the one that Python 3.11 brings along.
LOWEST_PIP := 22.3
# What renews the locks is locked itself, and has an environment of its own.
LOCK_VENV := .venv-lock
# The lock files name no index and no host, only versions and hashes.
PIP_COMPILE := $(LOCK_VENV)/bin/python -m piptools compile --quiet --generate-hashes --allow-unsafe --strip-extras \
	--no-header --no-emit-index-url --no-emit-trusted-host --no-emit-find-links

CLIENT := src/defilade/server/static/.source
CLIENT_SOURCES := $(shell find web/src web/public -type f) $(addprefix web/,index.html package.json package-lock.json \
	tsconfig.json vite.config.ts)

.PHONY: help setup extras play test check unit web web-check browser bench soak wheel lock clean
.DEFAULT_GOAL := help

help:
	@echo "make play    set up and play"
	@echo "make test    set up, check and test (what CI runs)"
	@echo "make check   ruff, mypy --strict, import-linter"
	@echo "make unit    the tests alone"
	@echo "make web     build the browser client; make web-check: its types, style and unit tests"
	@echo "make soak    the long tests and fuzzing"
	@echo "make extras  Ray, scikit-learn and PettingZoo into the environment, for what needs them"
	@echo "make bench   the speed budgets"
	@echo "make wheel   build the wheel into dist/"
	@echo "make lock    refresh the locked dependencies"

# A stamp a set of packages: the second `make` finds nothing to do.
$(VENV)/.created:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "defilade needs Python 3.11 or newer")'
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@$(BIN)/python -c 'import pip, sys; \
		parts = lambda text: [int(one) for one in text.split(".")[:2]]; \
		sys.exit(parts(pip.__version__) < parts("$(LOWEST_PIP)") \
			and f"pip $(LOWEST_PIP) or newer reads the lock, this is {pip.__version__}: $(BIN)/python -m pip install --upgrade pip")'
	touch $@

$(VENV)/.dev: $(VENV)/.created requirements/runtime.txt requirements/dev.txt
	$(PIP_INSTALL) --require-hashes -r requirements/runtime.txt -r requirements/dev.txt
	touch $@

$(VENV)/.installed: $(VENV)/.dev pyproject.toml
	$(PIP_INSTALL) --no-deps --no-build-isolation --editable .
	touch $@

# The browser client, built with the Node.js of the dev requirements, again only when web/ has changed.
web/node_modules/.installed: web/package.json web/package-lock.json $(VENV)/.dev
	$(BIN)/python hatch_build.py install
	touch $@

$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.installed
	$(BIN)/python hatch_build.py build

setup: $(VENV)/.installed $(CLIENT)

web: $(CLIENT)

# The client's types are those of the server's messages.
web-check: setup
	$(BIN)/python -m defilade.server.schema | cmp - web/src/generated/protocol.ts
	$(BIN)/python hatch_build.py check

# The tests drive Debian's Chromium.
browser:
	@command -v chromium > /dev/null || { \
		asroot=$$([ "$$(id -u)" = 0 ] || echo sudo); \
		$$asroot apt-get update -qq && $$asroot apt-get install -y -qq --no-install-recommends chromium; }

extras: setup requirements/extras.txt
	$(PIP_INSTALL) --require-hashes -r requirements/extras.txt

play: setup
	$(BIN)/defilade

test: check web-check unit

check: setup
	$(BIN)/ruff check src tests examples
	$(BIN)/mypy
	$(BIN)/lint-imports

unit: setup browser
	$(BIN)/python -m pytest $(PYTEST_ARGS)

soak: setup
	$(BIN)/python -m pytest -m soak --timeout 0 $(PYTEST_ARGS)

bench: setup
	$(BIN)/defilade bench

wheel: setup
	$(BIN)/python -m build --no-isolation --wheel

$(LOCK_VENV)/.installed: requirements/lock.txt
	test -x $(LOCK_VENV)/bin/python || $(PYTHON) -m venv $(LOCK_VENV)
	$(LOCK_VENV)/bin/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/lock.txt
	touch $@

lock: $(LOCK_VENV)/.installed
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements/lock.txt requirements/lock.in
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements/runtime.txt requirements/runtime.in
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements/dev.txt requirements/dev.in
	$(PIP_COMPILE) $(LOCK_ARGS) --output-file requirements/extras.txt requirements/extras.in

clean:
	rm -rf $(VENV) $(LOCK_VENV) dist build web/node_modules src/defilade/server/static .mypy_cache .ruff_cache .pytest_cache .import_linter_cache
