"""Agents in and out: connect those on this machine to the memory, look after them, and leave no trace.

What is removed is what was added; the memories stay unless they are asked to go.
"""

import os
import shutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from vademecum import config, disk
from vademecum.engine import always_on, hook_trial, rules_file, scan
from vademecum.engine.always_on import CLAUDE
from vademecum.engine.hook_trial import Trial
from vademecum.hosts import book as books
from vademecum.hosts import looking, ports, wiring
from vademecum.hosts.ours import SECONDS
from vademecum.hosts.registry import NAMES
from vademecum.model.errors import RefusedError, UnavailableError, VademecumError
from vademecum.model.health import Check, Level
from vademecum.model.settings import Settings
from vademecum.model.wiring import Agent, Deed, Wired

MOMENTS = tuple(SECONDS)
"""Our names of the moments in a session at which an agent can ask."""

__all__ = [
    "CLAUDE",
    "MOMENTS",
    "NAMES",
    "Gone",
    "agents",
    "connect",
    "installed_git_hook",
    "is_included",
    "look",
    "purge",
    "try_hooks",
    "uninstall",
]

_PARTS = ("config.toml", "key", "signing.key", "signing.pub", "projects.toml", "heads", "vaults", "log", books.FILE)
_LOCKS = (".config.lock", ".projects.lock", books.LOCK)


@dataclass(frozen=True, slots=True)
class Gone:
    """What an uninstallation took away, or would: agents' files, other files of ours, and what it could not."""

    agents: tuple[Wired, ...]
    files: tuple[str, ...] = ()
    problems: tuple[str, ...] = ()


def agents() -> list[Agent]:
    """Return every agent that can be connected, and whether it is on this machine."""
    return wiring.agents(ports.here(at_action=False))


def connect(
    home: Path, names: Iterable[str], *, user: str = "default", included: bool = False, dry_run: bool = False
) -> list[Wired]:
    """Put hooks and the MCP server into the settings of these agents; twice is once.

    Claude Code gets the always-on file of the user's vault too, unless its plugin connects it; with `included`, its
    `CLAUDE.md` includes that file.

    Raises:
        RefusedError: this installation's path cannot be written into a command line.
        DamagedError, UnavailableError: the record of what was done cannot be kept, or the vault cannot be read.
    """
    done = wiring.connect(home, _place(home), names, rehearsal=dry_run)
    claude = [one for one in done if one.host == CLAUDE]
    if claude and (included or any(one.deed is not Deed.LEFT for one in claude)):
        done += always_on.keep(home, user, included=included, rehearsal=dry_run)
    return done


def is_included() -> bool:
    """Tell whether Claude Code's own file includes the always-on file.

    Raises:
        UnavailableError: it cannot be read.
    """
    return rules_file.has_import(config.claude_config_dir() / always_on.INCLUDING)


def look(home: Path) -> Iterator[Check]:
    """Yield a line for each agent that is connected or could be, with the command that mends what is missing."""
    return looking.look(home, _place(home))


def try_hooks(home: Path, clock: Callable[[], datetime]) -> Iterator[Check]:
    """Yield a line for each connected agent that runs hooks: does a memory reach a prompt, by its own command?

    Hooks of our plugin are tried as those in the settings are.
    """
    place, trials = _place(home), list[Trial]()
    try:
        trials += [Trial(host.name, f"{host.title} hook", line) for host, line in looking.prompt_commands(home, place)]
    except VademecumError:
        return  # `look` names it
    for host, found in looking.plugin_commands(place):
        title = f"{host.title} plugin hook"
        if found is None:
            yield Check(title, "not tried: the plugin is on, and was not found where the agent keeps it", Level.NOTE)
        else:
            trials.append(Trial(host.name, title, *found))
    yield from hook_trial.try_hooks(trials, clock)


def uninstall(home: Path, names: Iterable[str] | None = None, *, dry_run: bool = False) -> Gone:
    """Take out of these agents' settings, or of all, what was put there; with all, also git hooks that we installed.

    The always-on file and its line in `CLAUDE.md` go with Claude Code. The home stays.

    Raises:
        DamagedError, UnavailableError: the record of what was done cannot be read or kept.
    """
    wanted = None if names is None else tuple(names)
    away: list[str] = []
    problems: list[str] = []
    if wanted is None or CLAUDE in wanted:
        for folder in _claude_folders(home):
            _rules(folder, away, problems, dry_run=dry_run)  # first: a folder that we made goes with its last file
    gone = wiring.disconnect(home, _place(home), wanted, rehearsal=dry_run)
    if wanted is None:
        _git_hooks(home, away, problems, dry_run=dry_run)
    return Gone(tuple(gone), tuple(away), tuple(problems))


def purge(home: Path) -> tuple[str, ...]:
    """Delete the home with all memories; return what else lay in it, which stays.

    Raises:
        RefusedError: the folder does not look like a home of ours.
        UnavailableError: something cannot be deleted.
    """
    if not os.path.lexists(home):
        return ()
    if not (home / "config.toml").is_file() or not ((home / "key").is_file() or (home / "vaults").is_dir()):
        raise RefusedError(f"{home} does not look like a home of Vademecum", hint="delete it by hand if it is one")
    try:
        for part in (home / name for name in (*_PARTS, *_LOCKS)):
            if part.is_dir() and not part.is_symlink():
                shutil.rmtree(part)
            else:
                part.unlink(missing_ok=True)
        left = tuple(sorted(path.name for path in home.iterdir()))
        if not left:
            home.rmdir() if not home.is_symlink() else home.unlink()
    except OSError as fault:
        raise UnavailableError(f"{home} cannot be deleted ({fault.strerror})", hint="check its owner") from fault
    return left


def installed_git_hook(home: Path, repository: Path) -> Path:
    """Install the gate as a repository's pre-commit hook, and remember it for the day when it is to go.

    Raises:
        UnavailableError, InvalidError: as for `scan.install_hook`.
    """
    hook = scan.install_hook(repository)
    if home.is_dir():
        with disk.locked(home / books.LOCK):
            book = books.read(home)
            if str(repository.resolve()) not in book.repositories:
                book.repositories.append(str(repository.resolve()))
                book.save()
    return hook


def _place(home: Path) -> ports.Place:
    try:
        settings = config.load(home)
    except VademecumError:
        settings = Settings()  # broken settings are told elsewhere, and must not keep us from going
    return ports.here(at_action=settings.inject.at_action)


def _claude_folders(home: Path) -> list[Path]:
    """Return Claude Code's folder, and those of other places that it was connected in."""
    pages = books.read(home).pages.values()
    known = [Path(page.path).parent for page in pages if (page.host, page.role) == (CLAUDE, "hooks")]
    return list(dict.fromkeys((config.claude_config_dir(), *known)))


def _rules(folder: Path, away: list[str], problems: list[str], *, dry_run: bool) -> None:
    """Take the always-on file out of a folder of Claude Code's, and the line that includes it."""
    path, host = folder / rules_file.RULES, folder / always_on.INCLUDING
    try:
        if rules_file.is_ours(path):
            away.append(str(path))
            if not dry_run:
                path.unlink()
        if rules_file.has_import(host):
            away.append(f"{host} (its lines for {path.name})")
            if not dry_run:
                rules_file.remove_import(host)
    except VademecumError as fault:
        problems.append(f"{fault.message} ({fault.hint})" if fault.hint else fault.message)
    except OSError as fault:
        problems.append(f"{path} cannot be removed ({fault.strerror})")


def _git_hooks(home: Path, away: list[str], problems: list[str], *, dry_run: bool) -> None:
    """Take our pre-commit hooks out of the repositories that are known to have one."""
    book = books.read(home)
    kept: list[str] = []
    for name in book.repositories:
        if not Path(name).is_dir():
            continue
        try:
            if scan.is_hooked(Path(name)) if dry_run else scan.uninstall_hook(Path(name)):
                away.append(f"{name} (its pre-commit hook)")
        except VademecumError as fault:
            problems.append(f"{name}: {fault.message}")
            kept.append(name)
    if book.repositories != kept and not dry_run:
        book.repositories = kept
        book.save()
