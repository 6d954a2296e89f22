#!/bin/sh
# Fetch the agent client that the end-to-end tests drive into DIR (proprietary, so never part of this
# repository), and print the directory to put on the PATH. Usage: tests/e2e/install_client.sh DIR
set -eu
dir=${1:?usage: install_client.sh DIR}
version=${CLAUDE_CLIENT_VERSION:-2.1.332}
bin=$dir/node_modules/.bin
if [ ! -x "$bin/claude" ]; then
    command -v npm >/dev/null || { echo "install_client.sh: npm is needed" >&2; exit 1; }
    npm install --prefer-offline --loglevel=error --no-fund --no-audit --prefix "$dir" "@anthropic-ai/claude-code@$version" >&2
fi
printf '%s\n' "$bin"
