"""Which project an event belongs to, and whether the product may look at all there.

Working it out takes longer than a hook has, so the answer is noted in the session's ledger file: the hook at the
session's start notes it, and a prompt from another folder does.
"""

from __future__ import annotations

import os

from vademecum.config import quick
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from vademecum.ledger import Session
    from vademecum.model.settings import Settings


def project_of(folder: str, home: str, session: Session, settings: Settings) -> str | None:
    """Return the project's name, empty where there is none; None where the product is to stay out.

    Raises:
        VademecumError: the project's own file or the home's register is not in order.
    """
    folder = folder or os.getcwd()  # noqa: PTH109  a hook does without pathlib
    stamp = f"{_stamp(home, 'config.toml')} {_stamp(home, 'projects.toml')} {quick.project_override()}"
    noted = session.project_of(folder, stamp)
    if noted is None:
        project = _work_out(folder, home, settings)
        noted = {"project": project}
        # The register may have got a new line just now.
        stamp = f"{_stamp(home, 'config.toml')} {_stamp(home, 'projects.toml')} {quick.project_override()}"
        session.append("session", folder=folder, stamp=stamp, project=project)
    found: str | None = noted["project"]
    return found


def _work_out(folder: str, home: str, settings: Settings) -> str | None:
    from pathlib import Path  # noqa: PLC0415  see the module

    from vademecum.identity import project_of as identify  # noqa: PLC0415
    from vademecum.identity.privacy import left_alone_by  # noqa: PLC0415

    place = Path(folder)
    return None if left_alone_by(place, settings.privacy) else identify(place, Path(home)).name


def _stamp(home: str, name: str) -> int:
    try:
        return os.stat(os.path.join(home, name)).st_mtime_ns  # noqa: PTH116, PTH118
    except OSError:
        return 0
