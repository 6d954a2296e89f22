"""Which project an event belongs to, and whether the product may look at all there.

Working it out takes longer than a hook has. So the answer is noted in the session's ledger file and in that of all
places, with everything it hangs on; a session's start works it out anew.
"""

from __future__ import annotations

import os
from zlib import crc32

from vademecum.config import quick
from vademecum.ledger import Places
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.settings import OFF_FILE

if TYPE_CHECKING:
    from vademecum.ledger import Session
    from vademecum.model.settings import Settings


_KIND, _DIRECTORY = 0o170000, 0o040000  # of a file's mode; the module `stat` has them, too


def project_of(folder: str, home: str, session: Session, settings: Settings, *, anew: bool = False) -> str | None:
    """Return the project's name, empty where there is none; None where the product is to stay out.

    Raises:
        VademecumError: the project's own file or the home's register is not in order.
    """
    folder = folder or os.getcwd()  # noqa: PTH109  a hook does without pathlib
    stamp = _stamps(home, folder)
    places = Places(os.path.dirname(os.path.dirname(session.path)))  # noqa: PTH120
    noted = None if anew else session.project_of(folder, stamp) or places.project_of(folder, stamp)
    if noted is None:
        project = _work_out(folder, home, settings)
        noted = {"project": project}
        stamp = _stamps(home, folder)  # the register may have got a new line just now
        session.append("session", folder=folder, stamp=stamp, project=project)
        known = places.project_of(folder, stamp)
        if known is None or known["project"] != project:
            places.note(folder, stamp, project)
    found: str | None = noted["project"]
    return found


def _work_out(folder: str, home: str, settings: Settings) -> str | None:
    from pathlib import Path  # noqa: PLC0415  see the module

    from vademecum.identity import project_of as identify  # noqa: PLC0415
    from vademecum.identity.privacy import left_alone_by  # noqa: PLC0415

    place = Path(folder)
    return None if left_alone_by(place, settings.privacy) else identify(place, Path(home)).name


def _stamps(home: str, folder: str) -> str:
    """Return what the answer hangs on: settings, register, environment, and what a folder and those above it hold."""
    files = f"{_stamp(home, 'config.toml')} {_stamp(home, 'projects.toml')}"
    return f"{files} {_marks(os.path.realpath(folder))} {quick.project_override()}"


def _marks(folder: str) -> str:
    """Return a checksum of the files that name a project or turn the product off, from a folder up."""
    seen, above = 0, ""
    while folder != above:
        for name in (OFF_FILE, ".vademecum.toml", ".git", ".git/config"):
            seen = crc32(f"{_stamp(folder, name)} ".encode(), seen)
        folder, above = os.path.dirname(folder), folder  # noqa: PTH120
    return f"{seen:08x}"


def _stamp(folder: str, name: str) -> int:
    """Return when a file changed, 1 for a directory (git's own changes with each commit), 0 where there is nothing."""
    try:
        found = os.lstat(os.path.join(folder, name))  # noqa: PTH118
    except OSError:
        return 0
    return 1 if found.st_mode & _KIND == _DIRECTORY else found.st_mtime_ns
