"""Settings files on the disk: read, backed up, replaced in one step, put back; links are followed, modes kept."""

import difflib
import os
from collections.abc import Collection
from pathlib import Path

from vademecum import disk
from vademecum.model.errors import UnavailableError

BACKUP = ".vademecum.bak"


def read(path: Path) -> bytes | None:
    """Return a file's bytes, None when there is none.

    Raises:
        UnavailableError: it cannot be read.
    """
    try:
        return path.read_bytes()
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as fault:
        raise UnavailableError(f"{path} cannot be read ({fault.strerror})") from fault


def write(path: Path, before: bytes | None, after: bytes | None) -> None:
    """Replace a file by other bytes, or remove it, if it still is what it was when it was read.

    Raises:
        UnavailableError: it cannot be written, or somebody else has changed it meanwhile.
    """
    if read(path) != before:
        raise UnavailableError(f"{path} is being changed by another program", hint="try again")
    try:
        if after is None:
            path.resolve().unlink()  # a link stays, as it was before there was a file behind it
        else:
            disk.replace(path, after, _mode(path))
    except OSError as fault:
        raise UnavailableError(f"{path} cannot be written ({fault.strerror})") from fault


def backup_for(path: Path, data: bytes) -> str:
    """Return where a file's bytes can be kept beside it: where no other backup is, or one that holds the same.

    Raises:
        UnavailableError: a backup that is there cannot be read.
    """
    number = 0
    while True:
        backup = path.with_name(path.name + BACKUP + (str(number) if number else ""))
        if read(backup) in {None, data}:
            return str(backup)
        number += 1


def back_up(path: Path, data: bytes, backup: str) -> None:
    """Keep a file's bytes beside it, with its mode, unless they are there already.

    Raises:
        UnavailableError: they cannot be written.
    """
    try:
        if not os.path.lexists(backup):
            disk.replace(Path(backup), data, _mode(path))
    except OSError as fault:
        raise UnavailableError(f"{backup} cannot be written ({fault.strerror})") from fault


def sweep(path: Path) -> None:
    """Remove what a killed run left half written beside a file, or beside the one that a link leads to."""
    for place in {path, Path(os.path.realpath(path))}:
        disk.sweep(place.parent, f"{place.name}.")


def folders_for(path: Path, ours: Collection[str]) -> tuple[str, ...]:
    """Return the folders above a file that are ours or are not there, outermost first."""
    return tuple(str(folder) for folder in reversed(path.parents) if str(folder) in ours or not folder.exists())


def make_folder(path: Path) -> None:
    """Make the folder of a file, and those above it.

    Raises:
        UnavailableError: one cannot be made.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise UnavailableError(f"{path.parent} cannot be made ({fault.strerror})") from fault


def remove_folders(folders: tuple[str, ...]) -> None:
    """Remove folders that hold nothing, innermost first."""
    for folder in reversed(folders):
        try:
            Path(folder).rmdir()
        except OSError:
            return


def drop_backup(backup: str, now: bytes | None) -> str:
    """Remove a backup when it holds what the file says anyway; return where it is when it stays."""
    if not backup or read(Path(backup)) is None:
        return ""
    if read(Path(backup)) != now:
        return backup
    Path(backup).unlink()
    return ""


def diff(path: Path, before: bytes | None, after: bytes | None) -> str:
    """Return a change as a unified diff; empty when there is none."""
    old, new = (os.fsdecode(data).split("\n") if data else [] for data in (before, after))
    label = str(path)
    lines = difflib.unified_diff(
        _lines(old),
        _lines(new),
        label if before is not None else os.devnull,
        label if after is not None else os.devnull,
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)


def _lines(parts: list[str]) -> list[str]:
    whole = [f"{part}\n" for part in parts[:-1]]
    return whole + parts[-1:] if parts and parts[-1] else whole


def _mode(path: Path) -> int:
    """Return the mode that a file has; for a new one, what only its owner can read."""
    return path.stat().st_mode & 0o7777 if path.exists() else disk.PRIVATE_FILE
