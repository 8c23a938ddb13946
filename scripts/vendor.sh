#!/bin/sh
# Fetch anew what the browser's pages take from others: lit-html, of the version that stands in VERSION beside it.
# To take a newer one, write its version there first. Needs npm.
set -eu
cd "$(dirname "$0")/../mygame/web/static/vendor/lit-html"
version=$(cat VERSION)
fetched=$(mktemp -d)
trap 'rm -rf "$fetched"' EXIT
npm pack --silent --pack-destination "$fetched" "lit-html@$version" >/dev/null
tar -xzf "$fetched/lit-html-$version.tgz" -C "$fetched"
mkdir -p directives
for file in LICENSE lit-html.js directive.js directive-helpers.js async-directive.js \
    directives/class-map.js directives/guard.js directives/if-defined.js directives/keyed.js directives/live.js \
    directives/ref.js directives/repeat.js; do
    # Without the reference to a source map that is not here.
    sed '/^\/\/# sourceMappingURL=/d' "$fetched/package/$file" >"$file"
done
