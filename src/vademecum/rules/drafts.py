"""Whether a draft can be accepted at all: types, lengths, known values."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from vademecum.model.errors import InvalidError
from vademecum.model.memory import TYPE_ALIASES, Draft, MemoryType, Sensitivity
from vademecum.model.settings import MemorySettings

_WORDS_MAX = 32
_WORD_MAX = 200


def check(draft: Draft, settings: MemorySettings) -> Draft:
    """Return the draft with aliases resolved and edges trimmed.

    Raises:
        InvalidError: a field can never be accepted as given; the error names it and what is accepted.
    """
    for field in ("title", "body", "source"):
        _check_text(field, getattr(draft, field))
    for field, words in (("tags", draft.tags), ("when", draft.when or ()), ("links", draft.links)):
        _check_words(field, words)
    title, body = draft.title.strip(), draft.body.strip("\n").rstrip()
    if not title and not body.strip():
        raise InvalidError("body", "there is nothing to remember", hint="give a text or a title")
    if len(title) > settings.description_max:
        raise InvalidError("title", f"has {len(title)} characters", hint=f"use at most {settings.description_max}")
    size = len(body.encode())
    if size > settings.body_max_bytes:
        raise InvalidError("body", f"has {size} bytes", hint=f"use at most {settings.body_max_bytes}")
    return replace(
        draft,
        title=title,
        body=body,
        type=memory_type(draft.type),
        sensitivity=_sensitivity(draft.sensitivity),
        domain=_domain(draft.domain, settings),
        tags=_once(draft.tags),
        when=draft.when if draft.when is None else tuple(dict.fromkeys(map(_line, draft.when))),
        created=_date("created", draft.created),
        valid_from=_date("valid_from", draft.valid_from),
    )


def usable(phrases: Sequence[str]) -> tuple[str, ...]:
    """Return those of some phrases that a draft may have, for what does not hang on them: they only help to find it."""
    lines = map(_line, phrases)
    return tuple([line for line in lines if 0 < len(line) <= _WORD_MAX and not _amiss(line)][:_WORDS_MAX])


def _line(phrase: str) -> str:
    return " ".join(phrase.split())


def _once(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word.strip() for word in words))


def memory_type(value: str) -> MemoryType:
    """Return the type that a word means, aliases included.

    Raises:
        InvalidError: the word is neither a type nor an alias.
    """
    word = str(value).strip().lower()
    if word in TYPE_ALIASES:
        return TYPE_ALIASES[word]
    try:
        return MemoryType(word)
    except ValueError:
        raise InvalidError("type", f"{value!r} is not accepted", hint="use one of " + ", ".join(MemoryType)) from None


def _sensitivity(value: str) -> Sensitivity:
    try:
        return Sensitivity(str(value).strip().lower())
    except ValueError:
        raise InvalidError(
            "sensitivity", f"{value!r} is not accepted", hint="use one of " + ", ".join(Sensitivity)
        ) from None


def _domain(value: str, settings: MemorySettings) -> str:
    word = value.strip().lower()
    if word not in settings.domains:
        raise InvalidError("domain", f"{value!r} is not accepted", hint="use one of " + ", ".join(settings.domains))
    return word


def _date(field: str, value: str | None) -> str | None:
    """Return the calendar day of an ISO date, or of an ISO instant."""
    if value is None:
        return None
    try:
        return datetime.fromisoformat(value.strip()).date().isoformat()
    except ValueError:
        raise InvalidError(field, f"{value!r} is not a date", hint="use YYYY-MM-DD") from None


def _check_text(field: str, text: object) -> None:
    if not isinstance(text, str):
        raise InvalidError(field, f"is a {type(text).__name__}, not a text")
    if found := _amiss(text):
        raise InvalidError(field, found, hint="send valid Unicode")


def _amiss(text: str) -> str:
    if "\x00" in text:
        return "holds a NUL character"
    is_half = not text.isascii() and any("\ud800" <= character <= "\udfff" for character in text)
    return "holds half of a surrogate pair" if is_half else ""


def _check_words(field: str, words: tuple[str, ...]) -> None:
    if len(words) > _WORDS_MAX:
        raise InvalidError(field, f"has {len(words)} entries", hint=f"use at most {_WORDS_MAX}")
    for word in words:
        _check_text(field, word)
        if not word.strip() or len(word) > _WORD_MAX or "\n" in word:
            raise InvalidError(
                field, f"{word[:40]!r} is not accepted", hint=f"use 1 to {_WORD_MAX} characters, one line"
            )
