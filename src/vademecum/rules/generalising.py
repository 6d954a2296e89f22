"""Making a project's text fit for everywhere: paths of one machine become paths of any."""

import re

_HOME = re.compile(
    r"(?:file://)?"
    r"(?:/home/|/Users/|/mnt/[a-z]/Users/|[A-Za-z]:[\\/]Users[\\/]|\\\\wsl[$.][^\\\s]*\\[^\\\s]+\\home\\)"
    r"[^\s/\\\"'`<>|:;,()\[\]{}]+"
    r"(?=[/\\])"
)
_ROOT = re.compile(r"(?<![\w/.-])/root(?=/|\b)")


def generalise(text: str) -> str:
    """Return a text whose machine-local home folders are written `~`; everything else stays as it is.

    Only a folder with something below it counts: `/home/settings` may as well be a web page.
    """
    return _ROOT.sub("~", _HOME.sub("~", text))
