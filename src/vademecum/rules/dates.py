"""When a question is about: from its words and the present instant to a span of time.

Only what names a time fires: `last week`, `vor zwei Wochen`, `in March`, `2026-03-04`. `may` and `march` are also
verbs, a `week` is also a topic and `v2026.1` is a version. Read in English, German, French, Spanish, Portuguese,
Italian, Japanese and Chinese. A prompt hook does without this module: it costs milliseconds.
"""

from __future__ import annotations

import unicodedata
from datetime import timedelta
from typing import TYPE_CHECKING

from vademecum.model.frozen import replace
from vademecum.rules import timewords as words

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.rules.span import When

QUESTION_MAX = 500
"""Characters up to which a text is a question: a pasted log is full of dates that nobody asks about."""

LATELY, MOMENT = timedelta(days=60), timedelta(minutes=1)
"""How far back `where did we leave off` looks; what was said this minute counts."""


def when(question: str, now: datetime) -> When | None:
    """Return the span of time that a question names, None when it names none; `now` is aware."""
    if not 0 < len(question) <= QUESTION_MAX:
        return None
    text = _plain(question)
    if words.LEFT_OFF.search(text):
        from vademecum.rules.span import When  # noqa: PLC0415  as below

        return When(now - LATELY, now + MOMENT, only=True)
    kinds = words.kinds(text)
    if not kinds:
        return None
    from vademecum.rules import datereading  # noqa: PLC0415  its patterns take 20 ms to compile, for few questions

    found = datereading.found(text, question, now, kinds)
    if not found:
        return None
    rest = text
    for one in reversed(found):
        rest = f"{rest[: one.start]} {rest[one.end :]}"
    meant = datereading.joined(text[: found[0].name], found[0].when, [one.when for one in found[1:]], now)
    return replace(meant, only=words.asks_nothing_else(rest))


def _plain(question: str) -> str:
    """Return the question folded, without accents on Latin letters."""
    folded = unicodedata.normalize("NFKC", question).casefold().replace("\u2019", "'")
    if folded.isascii():
        return folded
    bare = "".join(letter for letter in unicodedata.normalize("NFD", folded) if not "\u0300" <= letter <= "\u036f")
    return unicodedata.normalize("NFC", bare)
