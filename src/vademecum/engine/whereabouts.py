"""Which project an event belongs to, and whether the product may look at all there.

Working it out takes longer than a hook has, so the answer is noted in the session's ledger file: the hook at the
session's start notes it, and a prompt from another folder does.
"""

from __future__ import annotations

import os

from vademecum.config import quick
from vademecum.model.frozen import TYPE_CHECKING
from vademecum.model.settings import OFF_FILE

if TYPE_CHECKING:
    from vademecum.ledger import Session
    from vademecum.model.settings import Settings


def project_of(folder: str, home: str, session: Session, settings: Settings) -> str | None:
    """Return the project's name, empty where there is none; None where the product is to stay out.

    Raises:
        VademecumError: the project's own file or the home's register is not in order.
    """
    folder = folder or os.getcwd()  # noqa: PTH109  a hook does without pathlib
    stamp = _stamps(home, folder)
    noted = session.project_of(folder, stamp)
    if noted is None:
        project = _work_out(folder, home, settings)
        noted = {"project": project}
        # The register may have got a new line just now.
        session.append("session", folder=folder, stamp=_stamps(home, folder), project=project)
    found: str | None = noted["project"]
    return found


def _work_out(folder: str, home: str, settings: Settings) -> str | None:
    from pathlib import Path  # noqa: PLC0415  see the module

    from vademecum.identity import project_of as identify  # noqa: PLC0415
    from vademecum.identity.privacy import left_alone_by  # noqa: PLC0415

    place = Path(folder)
    return None if left_alone_by(place, settings.privacy) else identify(place, Path(home)).name


def _stamps(home: str, folder: str) -> str:
    """Return what the answer hangs on: the settings, the register, the environment, and files that turn us off."""
    files = f"{_stamp(home, 'config.toml')} {_stamp(home, 'projects.toml')}"
    return f"{files} {_marks(os.path.realpath(folder))} {quick.project_override()}"


def _marks(folder: str) -> int:
    """Count the files that turn the product off, from a folder up; whether one counts is for others to say."""
    count, above = 0, ""
    while folder != above:
        count += os.path.lexists(os.path.join(folder, OFF_FILE))  # noqa: PTH118
        folder, above = os.path.dirname(folder), folder  # noqa: PTH120
    return count


def _stamp(home: str, name: str) -> int:
    try:
        return os.stat(os.path.join(home, name)).st_mtime_ns  # noqa: PTH116, PTH118
    except OSError:
        return 0
