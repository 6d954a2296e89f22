#!/bin/sh
# Show a first write, what the gate does, and a recall: real commands in a home that is thrown away.
set -eu

VADEMECUM_HOME=$(mktemp -d)
export VADEMECUM_HOME
chmod 700 "$VADEMECUM_HOME"
trap 'rm -rf "$VADEMECUM_HOME"' EXIT
cd "$VADEMECUM_HOME"

show() {
    printf '\n$ vade'
    for word in "$@"; do
        case $word in *[!A-Za-z0-9_:./=-]*) printf ' "%s"' "$word" ;; *) printf ' %s' "$word" ;; esac
    done
    printf '\n'
    vade "$@"
}

show write --scope project:shop --title "Staging database" \
    --body "The staging database listens on port 6543, not on the default."
show search --scope project:shop "which port does the staging database use"
