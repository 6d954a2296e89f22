#!/bin/sh
# Fetch MCP Inspector, whose command line is a third opinion on the server, into DIR, and print the directory to
# put on the PATH. Usage: tests/e2e/install_inspector.sh DIR
set -eu
dir=${1:?usage: install_inspector.sh DIR}
version=${INSPECTOR_VERSION:-2.12.0}
bin=$dir/node_modules/.bin
if [ ! -x "$bin/mcp-inspector" ]; then
    command -v npm >/dev/null || { echo "install_inspector.sh: npm is needed" >&2; exit 1; }
    npm install --prefer-offline --loglevel=error --no-fund --no-audit --prefix "$dir" "@modelcontextprotocol/inspector@$version" >&2
fi
printf '%s\n' "$bin"
