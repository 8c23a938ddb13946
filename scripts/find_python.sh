#!/bin/sh
# Print the path of a Python >= 3.12, or say what to install.
#
# Every candidate is run, not just looked at: a pyenv shim for a version which is not
# selected is on PATH, is executable, and fails.

works() {
    "$1" -c 'import sys, venv, ensurepip, sqlite3, ssl; sys.exit(sys.version_info < (3, 12))' \
        >/dev/null 2>&1 </dev/null
}

try() {
    for candidate in "$@"; do
        path=$(command -v "$candidate" 2>/dev/null) || continue
        if works "$path"; then
            # The real interpreter rather than a shim, which may mean another one tomorrow.
            "$path" -c 'import sys; print(sys.executable)'
            exit 0
        fi
    done
}

# CHRONO_PYTHON overrides everything.
if [ -n "${CHRONO_PYTHON:-}" ]; then
    try "$CHRONO_PYTHON"
    echo "CHRONO_PYTHON=$CHRONO_PYTHON is not a usable Python 3.12 or later." >&2
    exit 1
fi

# 3.13 first: the version everything is tested most on.
try python3.13 python3.14 python3.12 python3

for version in 3.13 3.14 3.12; do
    for root in "${PYENV_ROOT:-}" "${HOME:-}/.pyenv"; do
        [ -d "$root/versions" ] || continue
        for bin in "$root/versions/$version"*/bin/python3; do
            [ -x "$bin" ] && try "$bin"
        done
    done
done

if command -v uv >/dev/null 2>&1; then
    path=$(uv python find --no-project '>=3.12' 2>/dev/null </dev/null) && try "$path"
fi
try /opt/homebrew/bin/python3 /usr/local/bin/python3

cat >&2 <<'MESSAGE'
No Python 3.12 or later was found (looked on PATH, in pyenv, in uv). Install one, for example:

    Debian, Ubuntu   sudo apt install python3 python3-venv     (Debian 13, Ubuntu 24.04 or later)
    Fedora           sudo dnf install python3.13
    macOS            brew install python@3.13
    anywhere         uv python install 3.13        https://docs.astral.sh/uv/
                     pyenv install 3.13            https://github.com/pyenv/pyenv

then run the same command again. CHRONO_PYTHON=/path/to/python names one directly.
MESSAGE
exit 1
