#!/bin/sh
# Fetch one of the clients that the end-to-end tests drive into DIR (proprietary or large, so never part of this
# repository), and print the directory to put on the PATH.
# Usage: tests/e2e/install_client.sh DIR [claude|codex|gemini|opencode|cline|mcp-inspector]
set -eu
dir=${1:?usage: install_client.sh DIR [NAME]}
name=${2:-claude}
case $name in
    claude) package=@anthropic-ai/claude-code@${CLAUDE_CLIENT_VERSION:-2.1.332} ;;
    codex) package=@openai/codex@${CODEX_CLIENT_VERSION:-0.171.0} ;;
    gemini) package=@google/gemini-cli@${GEMINI_CLIENT_VERSION:-0.61.0} ;;
    opencode) package=opencode-ai@${OPENCODE_CLIENT_VERSION:-1.18.33} ;;
    cline) package=cline@${CLINE_CLIENT_VERSION:-3.0.65} ;;
    mcp-inspector) package=@modelcontextprotocol/inspector@${INSPECTOR_VERSION:-2.12.0} ;; # a third opinion on the server
    *) echo "install_client.sh: no client is called $name" >&2; exit 2 ;;
esac
bin=$dir/node_modules/.bin
if [ ! -x "$bin/$name" ]; then
    command -v npm >/dev/null || { echo "install_client.sh: npm is needed" >&2; exit 1; }
    npm install --prefer-offline --loglevel=error --no-fund --no-audit --prefix "$dir" "$package" >&2
fi
printf '%s\n' "$bin"
