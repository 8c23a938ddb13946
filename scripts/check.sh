#!/bin/sh
# Everything but the tests: format, lint, imports, types, migrations. Stops at nothing, fails at the end.
failed=0
run() {
    printf '== %s\n' "$1"
    shift
    "$@" || failed=1
}
python=.venv/bin/python
run format $python -m ruff format --check
run lint $python -m ruff check
run imports env PYTHONPATH=mygame:scripts .venv/bin/lint-imports
run types $python -m mypy
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT
# Named, because without a name Django would look at Evennia's own models, too.
run migrations env PYTHONPATH=mygame DJANGO_SETTINGS_MODULE=server.conf.settings \
    CHRONO_DATA_DIR="$data" $python -W ignore::RuntimeWarning -m django \
    makemigrations --check --dry-run world
exit $failed
