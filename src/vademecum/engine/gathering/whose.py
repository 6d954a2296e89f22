"""Whose a session is: the project of the folder that the agent worked in, worked out once a folder."""

from functools import cached_property
from hashlib import sha256
from pathlib import Path

from vademecum.engine.keepers import Keepers
from vademecum.identity import OUTSIDE, project_at, registry
from vademecum.identity.privacy import left_alone_at
from vademecum.identity.remote import normal_folder
from vademecum.model.errors import VademecumError
from vademecum.model.memory import Scope
from vademecum.model.search import Source
from vademecum.rules.naming import project_slug

OUTSIDE_ANY = Scope(OUTSIDE)

FOLDERS = "folders"
"""What a file's state has of the folders that its session worked in."""

_HASH_CHARS = 64


class Owners:
    """Remembers the scopes of folders for one look."""

    def __init__(self, keepers: Keepers) -> None:
        self._keepers = keepers
        self._known: dict[str, Scope | None] = {}

    def scope_of(self, cwd: str, transcript: str) -> Scope | None:
        """Return the scope of what was said in a folder; None when that folder is to be left alone.

        A transcript that names no folder belongs to a project of its own folder's name, so that it is nobody else's.
        """
        key = cwd or f"\0{Path(transcript).parent}"
        if key not in self._known:
            self._known[key] = self._work_out(cwd, transcript)
        return self._known[key]

    def is_left_alone(self, cwd: str) -> bool:
        """Tell whether a rule is against a folder that is named."""
        return bool(left_alone_at(_folder(cwd), self._keepers.settings.privacy))

    def _work_out(self, cwd: str, transcript: str) -> Scope | None:
        cwd = cwd or self._hashed(transcript)
        folder = _folder(cwd)
        if left_alone_at(folder, self._keepers.settings.privacy):
            return None
        home = self._keepers.home
        try:
            if folder is not None:
                return Scope(project_at(folder, home).name or OUTSIDE)
            foreign = cwd or str(_place(transcript))
            name = project_slug(foreign.replace("\\", "/").rstrip("/").rpartition("/")[2])
            return Scope(registry.keep(home, f"folder:{normal_folder(foreign)}", name))
        except (VademecumError, OSError):
            return OUTSIDE_ANY

    def _hashed(self, transcript: str) -> str:
        """Return the known folder whose hash is the name of the one in which an old Gemini chat lies; empty for none.

        Such a chat names its folder nowhere else.
        """
        name = _place(transcript).name
        return self._folders.get(name, "") if len(name) == _HASH_CHARS else ""

    @cached_property
    def _folders(self) -> dict[str, str]:
        """The folders of known projects and sessions, by the hash that Gemini CLI gives them."""
        keys = [key for group in registry.keys_of(self._keepers.home).values() for key in group]
        known = {key.partition(":")[2].removesuffix("/.git") for key in keys if key.startswith(("folder:", "git:"))}
        for file in self._keepers.index.files(Source.SESSION):
            known.update(file.state.get(FOLDERS) or ())
        return {sha256(path.encode("utf-8", "replace")).hexdigest(): path for path in known}


def _place(transcript: str) -> Path:
    """Return the folder that a transcript lies in; with Gemini CLI the one above its chats, which has the name."""
    folder = Path(transcript).parent
    return folder.parent if folder.name == "chats" else folder


def _folder(cwd: str) -> Path | None:
    return Path(cwd) if cwd and "\0" not in cwd and Path(cwd).is_absolute() else None
