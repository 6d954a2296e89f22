"""Working memory: one JSON document of a vault, that several agents change without losing each other's changes."""

import json
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from vademecum import disk
from vademecum.db import naming_errors
from vademecum.engine.keepers import Keepers
from vademecum.model.errors import ConflictError, DamagedError, InvalidError, RefusedError
from vademecum.model.memory import FindingKind
from vademecum.model.report import WorkingMemory
from vademecum.rules import gate, merging
from vademecum.rules.gate import Policy

MOST = 65_536
"""UTF-8 bytes of the data, at most, as compact JSON."""

READ_MOST = 16 * MOST
"""Bytes of a file that is read at all: with indentation and escapes of its own, it is longer than its data."""

ACTIONS = ("get", "set", "patch")

Data = Mapping[str, Any]


def context(keepers: Keepers, action: str, data: Data | None, version: int | None) -> WorkingMemory:
    """Read or change the working memory; see `Vault.context`."""
    with naming_errors(keepers.layout.context):
        if action == "get":
            return _read(keepers)
        if action not in ACTIONS:
            raise InvalidError("action", f"{action!r} is not accepted", hint="use one of " + ", ".join(ACTIONS))
        if data is None:
            raise InvalidError("data", "is missing", hint=f"{action} needs it")
        merging.check(data, "data")
        _check_size(data)  # before the gate, which looks at every text
        safe, redactions = _without_secrets(data, keepers.policy)
        with keepers.history.noting():
            return _change(keepers, action, safe, version, redactions)


def _change(keepers: Keepers, action: str, data: Data, version: int | None, redactions: int) -> WorkingMemory:
    """Make the change, under the vault's write lock."""
    before = _read(keepers)
    after = merging.merged(before.data, data) if action == "patch" else dict(data)
    if version is None:
        _refuse_to_overwrite(before, action, data)
    elif version != before.version:
        raise _outdated(f"the working memory is at version {before.version}, not {version}")
    if after == before.data:
        return WorkingMemory(before.version, before.data, before.changed_at, redactions)
    _check_size(after)
    done = WorkingMemory(before.version + 1, after, keepers.clock(), redactions)
    disk.replace(keepers.layout.context, _rendered(done))
    return done


def _refuse_to_overwrite(before: WorkingMemory, action: str, data: Data) -> None:
    """Refuse a change that would lose what somebody else may have written since: it must name what it has seen."""
    lost = merging.overwrites(before.data, data) if action == "patch" else before.data and data != before.data
    if lost:
        raise _outdated(f"this would overwrite what is there, at version {before.version}")


def _outdated(message: str) -> ConflictError:
    return ConflictError(message, hint="`get` it, and give the version that you saw", code="conflict.version")


def _read(keepers: Keepers) -> WorkingMemory:
    path = keepers.layout.context
    if path.is_symlink():
        raise RefusedError(f"{path} is a symbolic link", hint="put the file itself there", code="refused.link")
    try:
        with path.open("rb") as file:
            raw = file.read(READ_MOST + 1)
    except FileNotFoundError:
        return WorkingMemory()
    try:
        return _parsed(raw)
    except (ValueError, TypeError, KeyError, RecursionError, InvalidError) as fault:
        raise DamagedError(
            f"{path} is no working memory ({fault})", hint="mend it, or move it away", code="damaged.context"
        ) from fault


def _parsed(raw: bytes) -> WorkingMemory:
    if len(raw) > READ_MOST:
        raise ValueError("it is too long")
    found = json.loads(raw.decode("utf-8-sig"), parse_constant=float)
    version, data, at = found["version"], found["data"], datetime.fromisoformat(found["changed_at"])
    merging.check(data, "data")
    if not isinstance(version, int) or version < 1 or at.tzinfo is None:
        raise ValueError("its version or date is none")
    return WorkingMemory(version, data, at)


def _rendered(state: WorkingMemory) -> bytes:
    at = state.changed_at.isoformat() if state.changed_at else ""
    whole = {"version": state.version, "changed_at": at, "data": state.data}
    return (json.dumps(whole, ensure_ascii=False, allow_nan=False, indent=2) + "\n").encode()


def _check_size(data: Data) -> None:
    size = len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode())
    if size > MOST:
        raise InvalidError("data", f"would have {size} bytes", hint=f"keep at most {MOST}: take out what is done")


def _without_secrets(data: Data, policy: Policy) -> tuple[Data, int]:
    """Return the data with secrets redacted, and how many there were.

    Each text is looked at alone and beside its key; then all of it once more, for what only the whole shows.

    Raises:
        RefusedError: there is a secret that no single text holds.
    """
    cleaner = _Cleaner(policy)
    safe: Data = cleaner.value(data, "")
    left = gate.scan(json.dumps(safe, ensure_ascii=False, indent=1), policy)
    if any(found.kind is FindingKind.SECRET for found in left):
        raise RefusedError(
            "there is a secret in it that cannot be redacted by itself", hint="leave it out", code="refused.secret"
        )
    return safe, cleaner.redactions


class _Cleaner:
    """Takes secrets out of every text of a JSON value, keys too, and counts them."""

    def __init__(self, policy: Policy) -> None:
        self._policy = policy
        self.redactions = 0

    def value(self, value: object, key: str) -> Any:  # noqa: ANN401  any JSON value
        if isinstance(value, str):
            return self._text(value, key)
        if isinstance(value, Mapping):
            keys = {name: self._text(name, "") for name in value}
            return {keys[name]: self.value(inner, keys[name]) for name, inner in value.items()}
        if isinstance(value, (list, tuple)):
            return [self.value(inner, key) for inner in value]
        return value

    def _text(self, text: str, key: str) -> str:
        kept, secrets = self._clean(text)
        if key and not secrets:
            label = f"{key}: "
            named, secrets = self._clean(label + kept)
            kept = named.removeprefix(label) if secrets else kept
        self.redactions += secrets
        return kept

    def _clean(self, text: str) -> tuple[str, int]:
        kept, found = gate.clean(text, self._policy, "data")
        return kept, sum(one.kind is FindingKind.SECRET for one in found)
