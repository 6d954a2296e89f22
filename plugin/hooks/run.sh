# Answer the event $2 of the agent $1 by the Vademecum that is installed here; where none is, say nothing.
# The agent's shell reads this in place, so it has to be sh, bash and zsh alike, and starts nothing before the
# interpreter. ../README.md says why it is what it is.

vade_python() {
    python=${HOME-}/.local/share/vademecum/venv/bin/python
    [ -x "$python" ] && return
    vade=$(command -v vade) && [ -f "$vade" ] || return
    case $vade in
        *.exe) python=${vade%vade.exe}python.exe; [ -x "$python" ]; return ;;
    esac
    # The first line of an installed command names its interpreter; where that has a space or is long, the second.
    { IFS= read -r first && IFS= read -r second; } 2>/dev/null < "$vade"
    python=${first#??}
    case $python in
        /bin/sh)
            python=${second#"'''exec' "}
            python=${python%' "$0" "$@"'}
            python=${python#'"'}
            python=${python%'"'} ;;
    esac
    # Anything else is another's command, and would be started with options that it does not know.
    case ${python##*/} in
        python*|pypy*) [ -x "$python" ] ;;
        *) return 1 ;;
    esac
}

vade_python && exec "$python" -I -S -c '
import sys
from os.path import dirname
bin = dirname(sys.executable)
version = "python%d.%d" % sys.version_info[:2]
lib = "/Lib" if sys.platform == "win32" else "/lib/" + version
sys.path[:0] = [dirname(bin) + lib + "/site-packages"]
try:
    try:
        from vademecum.faces.hooks.entry import main
    except ImportError:  # installed in another way: let the interpreter look
        import site
        site.main()
        from vademecum.faces.hooks.entry import main
except Exception:
    sys.exit()
main()
' "$1" "$2" plugin
