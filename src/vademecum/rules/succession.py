"""What a new text is to what the vault already holds: a first, a duplicate, a successor or a return."""

import hashlib
import re
import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from vademecum.model.frozen import StrEnum
from vademecum.model.memory import Draft, Memory, Trust, Version

_NATIVE = "native:"
EDIT = "edit"
"""The origin of what a person changed in an editor."""

_EDITED = ("domain", "sensitivity", "tags", "when", "cites", "valid_from")
_SPACE = re.compile(r"\s+")
_RANK = {Trust.UNTRUSTED: 0, Trust.AGENT: 1, Trust.OWNER: 2}


class Step(StrEnum):
    """How a draft goes on from what is there."""

    FIRST = "first"
    DUPLICATE = "duplicate"
    SUPERSEDE = "supersede"
    REVIVE = "revive"


@dataclass(frozen=True, slots=True)
class Known:
    """What the vault holds that a draft may have to do with; all live but `former`.

    `twin` says the same, and `anew` tells that the draft changes something else of it; `former` said it once; `named`
    has the name that the caller gave; `titled` have the same title in the same scope; `sourced` came from the same
    specific place.
    """

    twin: Version | None = None
    former: Version | None = None
    named: Version | None = None
    titled: Sequence[Version] = ()
    sourced: Version | None = None
    anew: bool = False


@dataclass(frozen=True, slots=True)
class Succession:
    """The step to take, and the version that it goes on from."""

    step: Step
    of: Version | None = None


def succeed(memory: Memory, known: Known, *, related_at: float, similarity: Callable[[str, str], float]) -> Succession:
    """Decide what `memory` is to the vault.

    Nothing is ever overruled by text of lower trust: an untrusted text under a trusted title is another fact.
    """
    if known.twin is not None:
        return Succession(Step.SUPERSEDE if known.anew else Step.DUPLICATE, known.twin)
    if known.former is not None and _returns(memory, known, known.former):
        return Succession(Step.REVIVE, known.former)
    earlier = _earlier(memory, known, related_at, similarity)
    return Succession(Step.FIRST) if earlier is None else Succession(Step.SUPERSEDE, earlier)


def _returns(memory: Memory, known: Known, former: Version) -> bool:
    """Tell whether `former` comes back; not when the caller or the place means another memory."""
    meant = known.named or known.sourced
    return may_follow(memory, former) and (meant is None or meant.lineage == former.lineage)


def says_anew(draft: Draft, twin: Version) -> bool:
    """Tell whether a text that is known word for word comes with something new, by somebody trusted as much.

    Everybody may say when it is wanted, or that there are no such phrases; who edits it changes all that stands in it.
    """
    if _RANK[draft.trust] < _RANK[twin.memory.trust]:
        return False
    if is_edit(draft, twin.memory):
        return any(getattr(draft, field) != getattr(twin.memory, field) for field in _EDITED)
    return draft.when is not None and draft.when != twin.memory.when


def is_edit(draft: Draft, memory: Memory) -> bool:
    """Tell whether a draft is a memory's own text, changed in an editor: then all its fields are meant."""
    return draft.source == EDIT and draft.name is not None and name_key(draft.name) == name_key(memory.name)


def with_phrases(memory: Memory, twin: Memory) -> Memory:
    """Return the twin with the phrases of a memory that says the same; nothing else of it changes."""
    sensitivity = max(memory.sensitivity, twin.sensitivity, key=lambda level: level.rank)
    return replace(twin, when=memory.when, sensitivity=sensitivity)


def may_follow(memory: Memory, earlier: Version) -> bool:
    """Tell whether a text of this trust may take the place of `earlier`."""
    lowest = _RANK[Trust.UNTRUSTED]
    return _RANK[memory.trust] > lowest or _RANK[earlier.memory.trust] == lowest


def lowest(*trusts: Trust) -> Trust:
    """Return the lowest trust: what is derived is never trusted more than what it comes from."""
    return min(trusts, key=lambda trust: _RANK[trust])


def _earlier(
    memory: Memory, known: Known, related_at: float, similarity: Callable[[str, str], float]
) -> Version | None:
    for version in (known.named, known.sourced):
        if version is not None and may_follow(memory, version):
            return version
    text = statement(memory)
    related = [
        (likeness, version)
        for version in known.titled
        if may_follow(memory, version)
        and not _are_two_files(memory, version.memory)
        and (likeness := similarity(text, statement(version.memory))) >= related_at
    ]
    return max(related, key=lambda pair: pair[0])[1] if related else None


def _are_two_files(one: Memory, other: Memory) -> bool:
    """Two files of a foreign store are two facts, also under one title: else each import would swap them."""
    return (
        one.origin_session != other.origin_session
        and one.origin_session.startswith(_NATIVE)
        and other.origin_session.startswith(_NATIVE)
    )


def stem_of(source: str) -> str:
    """Return what a file of a foreign store (`native:<project>/<file>`) is called, empty for other origins.

    Its neighbours link to it by this name.
    """
    if not source.startswith(_NATIVE):
        return ""
    file, _, part = source.rpartition("/")[2].partition("#")
    stem = file.rpartition(".")[0] or file
    return f"{stem} {part}" if part else stem


def statement(memory: Memory) -> str:
    """Return what a memory says beyond its title; the title itself when it says no more."""
    return memory.body or memory.description


def digest(memory: Memory) -> str:
    """Return the hash (hex) by which two memories say the same, whoever wrote them and however it is spaced."""
    said = "\n".join((normal(memory.description), normal(memory.body), str(memory.scope), str(memory.type)))
    return hashlib.sha256(said.encode()).hexdigest()


def normal(text: str) -> str:
    """Return a text without the differences that carry no meaning: Unicode form and white space."""
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()


def title_key(description: str) -> str:
    """Return what two titles have in common when they are the same to a reader: words, not case or dots."""
    return normal(description).casefold().rstrip(" .!")


def name_key(name: str) -> str:
    """Return what two names have in common when a case-insensitive file system takes them for one."""
    return unicodedata.normalize("NFC", name).casefold()


def is_specific(source: str) -> bool:
    """Tell whether an origin names one place, so that what comes from it again replaces what came before.

    A channel (`cli`) or a whole session (`session:<id>`) says many things; a native file or a topic says one.
    """
    kind, _, rest = source.partition(":")
    return bool(rest) and (kind != "session" or ":" in rest)


def plain_hash(text: str) -> str:
    """Return the sha256 (hex) of a text; lone surrogates stand for bytes that are no UTF-8."""
    return hashlib.sha256(text.encode("utf-8", "surrogateescape")).hexdigest()
