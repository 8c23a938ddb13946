# Chrono Wizard 逆时巫师. `make play` is all a newcomer needs; `make help` lists the rest.

#| Several copies run on one machine if each has ports and a data directory of its own:
#|   CHRONO_TELNET_PORT=4000  CHRONO_WEB_PORT=4001  CHRONO_WEBSOCKET_PORT=4002
#|   CHRONO_AMP_PORT=4006  CHRONO_WEB_INTERNAL_PORT=4005    (never open to others)
#|   CHRONO_DATA_DIR=var           database, logs, secrets, the admin's password
#| To let others in:
#|   CHRONO_INTERFACE=127.0.0.1    address to listen on; 0.0.0.0 for all
#|   CHRONO_HOSTNAME=localhost     how players reach this machine
#|   CHRONO_ALLOWED_HOSTS=...      names of the web site, with commas between
#|   CHRONO_TLS=0                  1 if a proxy with TLS stands before the web site
#|   CHRONO_TLS_CERT=              fullchain.pem: TLS of the game itself, for web pages, websocket and telnet
#|   CHRONO_TLS_KEY=               its key; privkey.pem beside it if not set
#|   CHRONO_TELNETS_PORT=4443      telnet by TLS, with a certificate
#|   CHRONO_TRUSTED_PROXIES=...    whose word on addresses counts; with TLS: 127.0.0.1,::1
#|   CHRONO_WEBSOCKET_URL=...      if a proxy stands before it: wss://example.org/ws
#|   CHRONO_SITE=...               where the web pages are for everybody: https://example.org
#|   CHRONO_ACCOUNTS_PER_HOUR=20   new accounts from one address; 500 for a school's first day
#|   CHRONO_CONNECTIONS_PER_ADDRESS=300   at the same time; a school or a proxy shares one
#| For the first start:
#|   CHRONO_ADMIN_NAME=admin  CHRONO_ADMIN_PASSWORD=(random)  CHRONO_ADMIN_EMAIL=
#| Others:
#|   CHRONO_FORESEEING_WORKERS=1   processes that find out what options would do; 0: the server itself
#|   CHRONO_MODEL_ADDRESS=        a chat endpoint (CHRONO_MODEL_NAME, CHRONO_MODEL_KEY) that may propose sentences for cards; empty: none
#|   CHRONO_DATABASE_URL=          postgres://user:password@host/name instead of SQLite
#|   CHRONO_SQLITE_SYNCHRONOUS=NORMAL   FULL keeps every commit even if the power fails
#|   CHRONO_PYTHON=                the Python to make .venv with
#|   CHRONO_DEBUG=0                1 shows Django's debug pages
#|   CHRONO_SETTINGS=server.conf.settings

PYTHON := .venv/bin/python
GAME := PYTHONPATH=mygame $(PYTHON) -m server.launcher

.DEFAULT_GOAL := help
.PHONY: help play stop reload status logs backup restore venv dev test bench load siege clicks fuzzlua exam balance programs sheets outside stage peers check fmt lock words kernel vendor mudlet clean

help:  ## show this
	@echo "Chrono Wizard 逆时巫师"
	@echo
	@sed -n 's/^\([a-z]*\):.*##  */  make \1\t/p' Makefile | expand -t 16
	@echo
	@sed -n 's/^#| \?//p' Makefile

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

backup: venv  ## copy the whole game into var/backups while it runs; KEEP=14 copies stay, TO=folder for elsewhere
	@PYTHONPATH=mygame $(PYTHON) -m server.backup make --keep $(or $(KEEP),14) $(if $(TO),--to "$(TO)")

restore: venv  ## put a copy back: make restore FILE=var/backups/chrono-....tar.gz (the game must be stopped)
	@$(if $(FILE),,echo "Say which copy: make restore FILE=var/backups/chrono-....tar.gz"; exit 2)
	@PYTHONPATH=mygame $(PYTHON) -m server.backup restore "$(FILE)"

venv:
	@python=$$(sh scripts/find_python.sh) && "$$python" scripts/venv.py

dev:  ## install the tools for development, too
	@python=$$(sh scripts/find_python.sh) && "$$python" scripts/venv.py --dev

test: dev  ## run all tests in four processes, which wait a lot; ARGS="-n 0 -x -k names" goes to pytest
	@$(PYTHON) -m pytest -n 4 --dist loadfile --no-loadscope-reorder $(ARGS)

bench: venv  ## measure the engine, and its peers if installed; ARGS="--quick --json FILE" goes to it
	@$(PYTHON) benchmarks/engine.py $(ARGS)

load: venv  ## let many people play on a real server; ARGS="--tables 50 --json FILE" goes to it
	@$(PYTHON) benchmarks/load.py $(ARGS)

siege: venv  ## measure what people notice of junk and of a crowd that logs in; ARGS go to it
	@$(PYTHON) benchmarks/siege.py $(ARGS)

clicks: dev  ## measure how quick the table in the browser is; ARGS="--answers 200 --json FILE" goes to it
	@$(PYTHON) benchmarks/clicks.py $(ARGS)

fuzz: venv  ## mutate the cards of all packs, check and play them; goes on where it stopped; ARGS="--minutes 60" goes to it; --failing: parts of them fail
	@$(if $(WAYS),$(PYTHON) -m pytest -q -n 0 --show-capture=no -W ignore tests/commands/hostile/test_ways.py \
		-k random --ways-minutes $(WAYS),PYTHONPATH=mygame $(PYTHON) -m rules.fuzz $(ARGS))

fuzzlua: venv  ## mutate functions in Lua, check and play them; goes on where it stopped; ARGS as for fuzz
	@PYTHONPATH=mygame $(PYTHON) -m rules.fuzz --scripts --lua tests/packages/listings $(ARGS)

exam: venv  ## play random matches on both machines and compare them before every decision; goes on where it stopped; ARGS="mygame/world/packs/duel --decisions 1000000"
	@PYTHONPATH=mygame $(PYTHON) -m rules.backends.wasm.exam $(ARGS)

balance: venv  ## play decks by lot against each other and say what is too strong; goes on where it stopped; PACK=race ARGS="--by element --sample 500"
	@PYTHONPATH=mygame $(PYTHON) -m rules.weighing.balance $(or $(PACK),duel) --out var/balance/$(or $(PACK),duel) \
		$(or $(ARGS),--by class --sample 500)

programs: dev  ## play programs made at random compiled and by the reference interpreter; N=2000 of them; what differs is made small
	@PROGRAMS=$(or $(N),2000) $(PYTHON) -m pytest -q -n 0 -p no:cacheprovider tests/rules/test_interpreter.py

sheets: dev  ## let sixty people own things at random, and kill the server meanwhile; STEPS=10000 of them, KILLS=200
	@STEPS=$(or $(STEPS),10000) KILLS=$(or $(KILLS),200) $(PYTHON) -m pytest -q -n 0 -s -p no:cacheprovider tests/world/sheets/test_random.py

outside: dev  ## let people outside do everything at random, while days pass and servers die; STEPS=20000 of them, PEOPLE=36
	@STEPS=$(or $(STEPS),20000) PEOPLE=$(or $(PEOPLE),36) $(PYTHON) -m pytest -q -n 0 -s -p no:cacheprovider \
		tests/commands/hostile/test_outside.py

stage: dev  ## play whole matches of all games in Chromium by clicks, keys and touch, and keep pictures (var/stage/index.html); goes on where it stopped; ARGS="--minutes 120 --only duel" goes to it
	@PYTHONPATH=mygame:tests DJANGO_SETTINGS_MODULE=server.conf.test_settings $(PYTHON) -m browser.whole $(ARGS)

peers:  ## install other engines (var/peers), for make bench to measure beside ours
	@sh benchmarks/peers/install.sh

check: dev  ## format, lint, types, migrations: everything but the tests
	@sh scripts/check.sh

fmt: dev  ## format the code and mend what can be mended
	@$(PYTHON) -m ruff format
	@$(PYTHON) -m ruff check --fix

lock:  ## resolve requirements*.in into the lock files (needs uv)
	for name in requirements requirements-native requirements-sim requirements-dev benchmarks/peers/requirements; do \
		uv pip compile -q --universal --python-version 3.12 --generate-hashes \
			--custom-compile-command "make lock" $$name.in -o $$name.lock || exit; \
	done

words:  ## write the reference of the engine's words anew (docs/words.md)
	PYTHONPATH=mygame .venv/bin/python scripts/words.py

kernel: dev  ## build the kernel of the native machine anew from its source
	@PYTHONPATH=mygame $(PYTHON) -m rules.backends.wasm.building

vendor:  ## fetch lit-html anew, of the version in mygame/web/static/vendor/lit-html/VERSION (needs npm)
	@sh scripts/vendor.sh

mudlet:  ## pack the Mudlet package into clients/mudlet/
	@python3 scripts/mudlet.py

clean:  ## remove the venv and all caches; the game's data (var/) stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
