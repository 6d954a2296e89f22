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
show search --scope project:shop "colour of the moon"

# A password that is none, put together here: no file of this project holds it.
printf 'Log in with postgresql://app:%s%s@db.internal/shop\n' kr4b9 Qx71z > login.txt
show write --scope project:shop --title "Staging login" --file login.txt
show search --scope project:shop -k 1 "how to log in to staging"
