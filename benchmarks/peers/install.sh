#!/bin/sh
# Install the peers of `make bench` into var/peers: a venv (with a Node of its own), and node_modules.
# What does not install is left out of the benchmarks; they say so.
cd "$(dirname "$0")" || exit 1
here=$(pwd)
home=../../var/peers
mkdir -p "$home/node" && cd "$home" || exit 1

[ -x venv/bin/python ] || "$(sh "$here/../../scripts/find_python.sh")" -m venv venv
venv/bin/python -m pip install --disable-pip-version-check --no-input -q --require-hashes \
    -r "$here/requirements.lock" || echo "Not all peers in Python could be installed, see above." >&2

cp "$here/package.json" "$here/package-lock.json" node
PATH="$(pwd)/venv/bin:$PATH"
# Nothing here needs what packages compile or download when they are installed.
cd node && npm ci --silent --ignore-scripts --omit=optional --omit=peer ||
    echo "The peers in JavaScript could not be installed, see above." >&2
