#!/bin/sh
# Install Vademecum from this checkout for the current user, and show that it works.
#
#   ./install.sh              environment in ~/.local/share/vademecum, command `vade` in ~/.local/bin
#   PREFIX=/opt/me ./install.sh          ... in /opt/me/share/vademecum and /opt/me/bin
#   PYTHON=python3.12 ./install.sh       ... with that Python
#   NO_IMPORT=1 ./install.sh             ... without copying what Claude Code remembers already
#
# Run it again to update. It needs the network only for packages that are not there: an unchanged second run
# needs none, and PIP_FIND_LINKS=/folder/with/wheels is enough for a first one (hatchling among them).
# It connects the agents that it finds (`vade init --dry-run` shows the change first).
# To remove it: `vade uninstall`, then delete the two places above. Your memories stay in ~/.vademecum.
set -eu

here=$(CDPATH='' cd -- "$(dirname -- "$0")" && pwd -P)
[ -n "${HOME:-}" ] || { echo "install.sh: HOME is not set" >&2; exit 1; }
prefix=${PREFIX:-$HOME/.local}
case $prefix in /*) ;; *) prefix=$PWD/$prefix ;; esac
place=$prefix/share/vademecum
venv=$place/venv
link=$prefix/bin/vade
unset PYTHONPATH PYTHONHOME PIP_USER PIP_TARGET PIP_PREFIX || true

say() { printf '%s\n' "$*"; }
fail() { printf 'install.sh: %s\n' "$*" >&2; exit 1; }

# Refuse a place that a program's first line and agents' command lines cannot name, or the lines that this prints.
check_place() {
    case $place in *["\"\$\`\\%!
"]*) fail "$place cannot be named in a command line: it has one of \" \$ \` \\ % ! or a line break.
  Another place: PREFIX=/path/without/them \"$0\"" ;; esac
}

# Print the first Python that is new enough and can make an environment.
find_python() {
    without_venv=
    set -- python3 python3.13 python3.12 python3.11 python
    [ -z "${PYTHON:-}" ] || set -- "$PYTHON"
    for name in "$@"; do
        command -v "$name" >/dev/null 2>&1 || continue
        "$name" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || continue
        if "$name" -c 'import venv, ensurepip' 2>/dev/null; then
            command -v "$name"
            return
        fi
        without_venv=$name
    done
    [ -z "$without_venv" ] || fail "$without_venv cannot make environments: its venv module is missing or broken.
  Debian, Ubuntu: sudo apt install python3-venv    (then run this again)"
    fail "needs Python 3.11 or newer${PYTHON:+ (PYTHON=$PYTHON is not)}, and found none.
  Debian, Ubuntu: sudo apt install python3 python3-venv     Fedora: sudo dnf install python3
  macOS: brew install python@3.13                           or: https://www.python.org/downloads/
  An interpreter that is not on PATH: PYTHON=/path/to/python3 \"$0\""
}

# Print a digest of what would be installed: the sources, and the interpreter.
digest() {
    { "$1" -c 'import sys; print(sys.version)'
      cd "$here" && find pyproject.toml README.md src -type f ! -name '*.pyc' | LC_ALL=C sort | xargs cksum; } | cksum
}

pip_install() { "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --upgrade "$@"; }

install_package() {
    "$venv/bin/python" -c 'import pip' 2>/dev/null || {
        say "Making an environment in $place"
        mkdir -p "$place"
        "$python" -m venv --clear "$venv" || fail "$python could not make an environment (its message is above)"
    }
    say "Installing"
    rm -f "$place/installed"
    { [ -n "${PIP_FIND_LINKS:-}" ] && pip_install --no-index "$here" 2>/dev/null; } || pip_install "$here" ||
        fail "pip could not install the packages (its message is above).
  Without a network, put their wheels (and hatchling's) into a folder and set PIP_FIND_LINKS=/that/folder"
    "$venv/bin/vade" --version >/dev/null || fail "the installed command does not start (its message is above)"
    printf '%s\n' "$wanted" > "$place/installed"
}

link_command() {
    mkdir -p "$prefix/bin"
    if [ -e "$link" ] || [ -L "$link" ]; then
        [ "$(readlink "$link" 2>/dev/null)" = "$venv/bin/vade" ] || fail "$link is there and is not ours.
  Move it away and run this again, or use another PREFIX"
    else
        ln -s "$venv/bin/vade" "$link"
    fi
}

check_place
python=$(find_python)
wanted=$(digest "$python")
if [ "$(cat "$place/installed" 2>/dev/null)" = "$wanted" ] && "$venv/bin/vade" --version >/dev/null 2>&1; then
    say "Already installed, and unchanged: $("$venv/bin/vade" --version)"
else
    install_package
fi
link_command
# 1 says that an agent's settings could not be changed, and how to do it by hand: no reason to stop here.
"$venv/bin/vade" init --yes ${NO_IMPORT:+--no-import} </dev/null || [ $? -eq 1 ]

say ""
say "A first memory, in a home that is thrown away:"
PATH="$venv/bin:$PATH" sh "$here/tools/demo.sh"

say ""
case ":$PATH:" in
    *":$prefix/bin:"*) say "Installed. \`vade --help\` is the way on." ;;
    *) say "Installed, but $prefix/bin is not on your PATH. Add this line to ~/.profile and open a new shell:"
       say "  export PATH=\"$prefix/bin:\$PATH\"" ;;
esac
say "To remove it: \"$link\" uninstall && rm -r \"$place\" \"$link\"   (your memories stay in ${VADEMECUM_HOME:-~/.vademecum})"
