"""The always-on file as a part of connecting Claude Code: made with its settings, and shown before it is made."""

from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from vademecum import config, db
from vademecum.engine.rules_file import RULES, is_ours, render_rules, with_import
from vademecum.history import versions
from vademecum.hosts import files
from vademecum.model.errors import ConflictError, VademecumError
from vademecum.model.wiring import Deed, Wired
from vademecum.store.layout import Layout

CLAUDE = "claude"
INCLUDING = "CLAUDE.md"
"""The user's own file, which Claude Code reads at each start."""

_LINE = f"@{RULES}"


def keep(home: Path, user: str, *, included: bool, rehearsal: bool = False) -> list[Wired]:
    """Write the file with what the user's vault holds for everywhere, and, when wanted, the line that includes it.

    Where Claude Code has no folder, and when the file shows another user's vault, nothing is done. A file of this name
    that is not ours is told and left.

    Raises:
        VademecumError: the vault's history cannot be read.
    """
    folder = config.claude_config_dir()
    if not (rehearsal or folder.is_dir()) or not (included or user == "default"):
        return []
    text = _text(home, user).encode()
    done = [_change(folder / RULES, lambda before: _ours(folder / RULES, before, text), rehearsal=rehearsal)]
    if included:
        host = folder / INCLUDING
        done.append(_change(host, lambda before: with_import(host, before, _LINE.encode()), rehearsal=rehearsal))
    return done


def _text(home: Path, user: str) -> str:
    """Return the file's text; the vault is read only, so that a rehearsal changes nothing."""
    budget, path = config.load(home).rules.token_budget, Layout(home / "vaults" / user).history
    if not db.has_content(path):
        return render_rules((), budget)
    with closing(db.connect(path, durable=False, read_only=True)) as history, db.naming_errors(path):
        return render_rules(versions.select(history, "state = 'live' AND scope = 'global'"), budget)


def _ours(path: Path, before: bytes | None, text: bytes) -> bytes:
    if before is not None and not is_ours(path):
        raise ConflictError(f"{path} is not ours", hint="move it away, or `vade rules` writes over it")
    return text


def _change(path: Path, edit: Callable[[bytes | None], bytes], *, rehearsal: bool) -> Wired:
    try:
        if not rehearsal:
            files.sweep(path)
        before = files.read(path)
        after = edit(before)
        if after != before and not rehearsal:
            files.write(path, before, after)
    except VademecumError as fault:
        return Wired(CLAUDE, str(path), Deed.FAILED, problem=fault.message, hint=fault.hint)
    deed = Deed.KEPT if after == before else Deed.MADE if before is None else Deed.CHANGED
    return Wired(CLAUDE, str(path), deed, files.diff(path, before, after))
