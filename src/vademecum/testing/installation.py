"""An installation as `install.sh` makes one, of links to the code that runs now: no download, a moment's work."""

import venv
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

import vademecum

_START = "import sys\nfrom vademecum.faces.entry import main\nsys.exit(main())\n"


@dataclass(frozen=True, slots=True)
class Installation:
    """Where the interpreter is, the folder that holds the package, and the command."""

    python: Path
    packages: Path
    vade: Path


def install(place: Path) -> Installation:
    """Make an environment in a folder that is not there yet; POSIX systems only."""
    venv.create(place, symlinks=True)
    packages = next((place / "lib").glob("python3*")) / "site-packages"
    (packages / "vademecum").symlink_to(Path(vademecum.__file__).parent)
    found = find_spec("click")
    assert found is not None  # noqa: S101  the command line could not run without it
    assert found.origin is not None  # noqa: S101
    (packages / "others.pth").write_text(str(Path(found.origin).parents[1]), encoding="utf-8")
    python, vade = place / "bin" / "python", place / "bin" / "vade"
    vade.write_text(f"{_first_line(python)}\n{_START}", encoding="utf-8")
    vade.chmod(0o755)
    return Installation(python, packages, vade)


def _first_line(python: Path) -> str:
    """Return what installers write above a command: where a path has a space, sh has to find the interpreter."""
    return f"#!/bin/sh\n'''exec' \"{python}\" \"$0\" \"$@\"\n' '''" if " " in str(python) else f"#!{python}"
