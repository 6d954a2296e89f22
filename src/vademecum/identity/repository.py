"""Which repository a folder belongs to, read from git's own files: no process is started."""

import re
from dataclasses import dataclass
from pathlib import Path

_LARGEST = 1_048_576
"""Most bytes read of a git file; a larger one is no git file."""

_SECTION = re.compile(r'\s*\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]\s*(.*)', re.DOTALL)
_URL = re.compile(r"url\s*=\s*(.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Repository:
    """A repository on disk: the top folder of this worktree, and what all its worktrees share."""

    top: Path
    common: Path

    def remote(self) -> str:
        """Return the URL of `origin`, else of the first remote; empty when there is none."""
        urls = _remotes(_read(self.common / "config"))
        return urls.get("origin") or next(iter(urls.values()), "")


def find_repository(folder: Path) -> Repository | None:
    """Return the repository that holds `folder` (resolved); None outside of one."""
    for place in (folder, *folder.parents):
        found = open_repository(place)
        if found is not None:
            return found
    return None


def open_repository(top: Path) -> Repository | None:
    """Return the repository whose top folder, or bare directory, is `top`."""
    if (top / ".git").exists():
        directory = _git_dir(top / ".git")
    elif top.name.endswith(".git") and (top / "objects").is_dir():
        directory = top
    else:
        return None
    if not (directory / "HEAD").is_file():
        return None
    shared = _read(directory / "commondir").strip()
    return Repository(top, (directory / shared).resolve() if shared else directory.resolve())


def _git_dir(entry: Path) -> Path:
    """Follow `.git`: a directory, or a file `gitdir: PATH` in a worktree or submodule."""
    if entry.is_dir():
        return entry
    _, _, target = _read(entry).partition("gitdir:")
    return entry.parent / target.strip()


def _remotes(config: str) -> dict[str, str]:
    """Return name -> first URL of each remote of a git config file."""
    found: dict[str, str] = {}
    remote = None
    for line in config.splitlines():
        rest = line
        heading = _SECTION.fullmatch(line)
        if heading:
            name = heading.group(2)
            remote = name if heading.group(1).lower() == "remote" else None
            rest = heading.group(3)
        url = _URL.fullmatch(rest.strip())
        if url and remote is not None:
            found.setdefault(remote, _value(url.group(1)))
    return {name: url for name, url in found.items() if url}


def _value(text: str) -> str:
    """Read a git config value: without comment, quotes and surrounding blanks."""
    quoted = re.match(r'"((?:[^"\\]|\\.)*)"', text)
    if quoted:
        return re.sub(r"\\(.)", r"\1", quoted.group(1))
    return re.sub(r"\\(.)", r"\1", re.split(r"\s[#;]", text, maxsplit=1)[0].strip())


def _read(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError:
        return ""
    return "" if len(data) > _LARGEST else data.decode("utf-8", "replace")
