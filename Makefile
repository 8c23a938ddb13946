# Chrono Wizard 逆时巫师. `make play` is all a newcomer needs; `make help` lists the rest.

PYTHON := .venv/bin/python
GAME := PYTHONPATH=mygame $(PYTHON) -m server.launcher

.DEFAULT_GOAL := help
.PHONY: help play stop reload status logs venv dev test check fmt lock clean

help:  ## show this
	@echo "Chrono Wizard 逆时巫师"
	@echo
	@sed -n 's/^\([a-z]*\):.*##  */  make \1\t/p' Makefile | expand -t 16

play: venv  ## start the game (set everything up first if need be) and say how to connect
	@$(GAME) play

stop: venv  ## stop the game
	@$(GAME) stop

reload: venv  ## load changed code; nobody is disconnected, nothing typed is lost
	@$(GAME) reload

status: venv  ## say what runs, and where
	@$(GAME) status

logs: venv  ## follow the logs (Ctrl-C ends it)
	@$(GAME) logs

venv:
	@python=$$(sh scripts/find_python.sh) && "$$python" scripts/venv.py

dev:  ## install the tools for development, too
	@python=$$(sh scripts/find_python.sh) && "$$python" scripts/venv.py --dev

test: dev  ## run all tests; ARGS="-k names -x" goes to pytest
	@$(PYTHON) -m pytest $(ARGS)

check: dev  ## format, lint, types, migrations: everything but the tests
	@sh scripts/check.sh

fmt: dev  ## format the code and mend what can be mended
	@$(PYTHON) -m ruff format
	@$(PYTHON) -m ruff check --fix

lock:  ## resolve requirements*.in into the lock files (needs uv)
	uv pip compile -q --universal --python-version 3.12 --generate-hashes \
		--custom-compile-command "make lock" requirements.in -o requirements.lock
	uv pip compile -q --universal --python-version 3.12 --generate-hashes \
		--custom-compile-command "make lock" requirements-dev.in -o requirements-dev.lock

clean:  ## remove the venv and all caches; the game's data (var/) stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
