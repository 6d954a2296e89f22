"""Private keys in armour, whole or cut, and `<private>` spans: one forward sweep each."""

import re
from bisect import bisect_right
from collections.abc import Iterator

from vademecum.rules.gate.views import View, folded

_ARMOUR = re.compile(
    r"-{4,5} ?(BEGIN|END) (?:[A-Z0-9]+ ){0,4}(?:PRIVATE KEY(?: BLOCK)?|OpenVPN Static key V1)(?: BLOCK)? ?-{4,5}"
    r"|(Private-Lines): \d{1,4}"
)
_EDGE = r"[ \t>+|#*:.\-]{0,16}(?:\d{1,5}[ \t:.|]{1,4})?[ \t>+|\"']{0,8}"
_LINE = re.compile(rf"{_EDGE}([A-Za-z0-9+/=_]{{4,}})[ \t\\\"',;+]{{0,6}}$")
_FULL_LINE = re.compile(rf"{_EDGE}([A-Za-z0-9+/=_]{{16,}})[ \t\\\"',;+]{{0,6}}$")
_HEADER = re.compile(
    rf"{_EDGE}(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|MessageID|Private-MAC|Subject|x-)[\w-]*:.*$|{_EDGE}$"
)
_BREAK = re.compile(r"\r?\n|(?:\\r)?\\n")
_PAYLOAD = re.compile(r"[A-Za-z0-9+/=]{20,}")
_PRIVATE = re.compile(r"<[ \t]{0,4}(/?)[ \t]{0,4}private(?:\s[^<>]{0,200})?>", re.IGNORECASE)

Span = tuple[int, int]

PRIVATE_ROUNDS = 4  # looks for tags; one is enough for text that nobody built to be hard
REACH = 32 * 1024  # characters between BEGIN and END; a 16384-bit RSA key takes 13 KB


def key_bodies(text: str) -> Iterator[tuple[int, int]]:
    """Yield the spans of private-key bodies, without their BEGIN and END lines."""
    done, opened = 0, -1
    for match in _ARMOUR.finditer(text):
        if match[1] == "END":
            start = opened if opened >= 0 and match.start() - opened <= REACH else _walk_back(text, done, match.start())
            yield from _trimmed(text, start, match.start())
            done, opened = match.end(), -1
            continue
        if opened >= 0:
            yield from _trimmed(text, opened, _walk_on(text, opened, match.start()))
        opened = match.end()
        if match[2]:
            yield from _trimmed(text, opened, _walk_on(text, opened, len(text)))
            opened = -1
    if opened >= 0:
        yield from _trimmed(text, opened, _walk_on(text, opened, len(text)))


def _trimmed(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the span without surrounding blanks, if there is any key in it."""
    body = text[start:end]
    if not any(len(set(run)) > 7 for run in _PAYLOAD.findall(body)):  # noqa: PLR2004  `xxxx`, `====`
        return
    lead = len(body) - len(re.sub(r"^(?:\s|\\[nr])+", "", body))
    tail = len(body) - len(re.sub(r"(?:\s|\\[nr]|[ \t>+|#*\-])+$", "", body))
    yield start + lead, end - tail


def _walk_on(text: str, at: int, limit: int) -> int:
    """Return where the lines after a BEGIN stop looking like a key."""
    limit = min(limit, at + REACH)
    end = at
    breaks = [match.span() for match in _BREAK.finditer(text, at, limit)] + [(limit, limit)]
    start = at
    for stop, following in breaks:
        line = text[start:stop]
        if not (_LINE.match(line) or _HEADER.match(line)):
            break
        end = stop
        start = following
    return end


def _walk_back(text: str, floor: int, at: int) -> int:
    """Return where the lines before an END begin to look like a key."""
    floor = max(floor, at - REACH)
    breaks = [match.span() for match in _BREAK.finditer(text, floor, at)]
    start, stop = at, at
    for before, after in reversed([(floor, floor), *breaks]):
        line = text[after:stop]
        if line.strip() and not _FULL_LINE.match(line):
            break
        start, stop = after, before
    return start


def without_private(text: str) -> tuple[str, tuple[Span, ...]]:
    """Return the text without `<private>...</private>`, and the spans that were cut; unclosed reaches to the end.

    Taking a span out can bring the halves of another tag together, so the rest is looked at again; a text that is
    built to go on like that loses everything after its first tag.
    """
    cuts: tuple[Span, ...] = ()
    kept = text
    for turn in range(PRIVATE_ROUNDS):
        more = _private_spans(kept)
        if not more:
            break
        if turn == PRIVATE_ROUNDS - 1:
            more = [(more[0][0], len(kept))]
        cuts = _composed(cuts, more)
        kept = _without(text, cuts)
    return kept, cuts


def _private_spans(text: str) -> list[Span]:
    """Return the spans of one look: from the outermost opening tag to its closing one."""
    if "<" not in text and text.isascii():
        return []
    view = folded(View(text)) or View(text)
    cuts: list[Span] = []
    depth, opened = 0, 0
    for match in _PRIVATE.finditer(view.text):
        start, end = view.span(*match.span())
        if not match[1]:
            opened = opened if depth else start
            depth += 1
        elif depth:
            depth -= 1
            if not depth:
                cuts.append((opened, end))
    return [*cuts, (opened, len(text))] if depth else cuts


def _composed(cuts: tuple[Span, ...], more: list[Span]) -> tuple[Span, ...]:
    """Return the cuts of a text, given those already made and those made in what was left; none overlap."""
    begins, removed = [], [0]
    for start, end in cuts:
        begins.append(start - removed[-1])
        removed.append(removed[-1] + end - start)

    def before(place: int) -> int:
        return place + removed[bisect_right(begins, place)]

    found = [*cuts, *((before(start), before(end - 1) + 1) for start, end in more)]
    joined: list[Span] = []
    for start, end in sorted(found):
        if joined and start <= joined[-1][1]:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return tuple(joined)


def _without(text: str, cuts: tuple[Span, ...]) -> str:
    kept, at = [], 0
    for start, end in cuts:
        kept.append(text[at:start])
        at = end
    return "".join([*kept, text[at:]])
