"""Looking through a text: every view, every rule that it needs, in windows."""

# ruff: noqa: E501  the pattern of linking words is one line

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from vademecum.model.memory import FindingKind
from vademecum.rules.gate import blobs, blocks, harmless, heredocs, known, names, second, tables, views
from vademecum.rules.gate.catalogue import labels, ranks
from vademecum.rules.gate.hit import Hit, merged
from vademecum.rules.gate.judges import JUDGES
from vademecum.rules.gate.looks import MARKER, is_worded
from vademecum.rules.gate.matching import compiled, distinctive, encode, needed, needed_glued
from vademecum.rules.gate.policy import Policy
from vademecum.rules.gate.rule import Candidate, Rule
from vademecum.rules.gate.values import read_value
from vademecum.rules.gate.views import View

WINDOW = 64 * 1024  # characters that rules see at once
OVERLAP = 8 * 1024  # characters that two windows share, more than any value has
DEPTH = 3  # layers of encoding that are undone

_LINKS = re.compile(
    r"(?i)(?<=\s)(?:"
    r"passou a ser|pas[\xf3a]o? a ser|(?:est|a) devenu[e]?|devient|a devenit|(?:\xe8 )?diventat[ao]|diventa|hei\xdft|hedder|heter|heet|"
    r"wurde|wird|werd|wordt|sera|sar\xe0|ser\xe1|ser\xeda|seria|serait|blev|ble|blir|bliver|nyt|till|til|naar|na|muotoon|mostant\xf3l|"
    r"(?:seit|depuis|since|vanaf|sedan|siden|desde|dal) [^\s.,;:]{2,16}|"
    r"is|was|are|be|to|as|with|value|=|ist|war|sind|lautet|heißt|bleibt|auf|es|est|é|è|era|foi|fue|este|er|l\xe0|hei\xdft|sont|était|são|son|sera|är|er|jest|je|on|adalah|remains|"
    r"stays|now|still|reads|says|siendo|reste|noch|ainda|sigue|para|a|jetzt|maintenant|ahora|agora|adesso|nu|nun|--?|—|→|->)(?:[ \t]*:)?[ \t]{1,4}\n?[ \t]{0,4}|:[ \t]{1,4}\n?[ \t]{0,4}|:\n[ \t]{0,4}|[ \t]=[ \t]?"
)
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)|\n\s*\n|\n\s*[-*#>\"'{}]|[{}]|[\"'],|[\"']\s?:")
_SPOKEN_REACH = 160  # characters after a name in which its value is looked for


def find(text: str, policy: Policy) -> list[Hit]:
    """Return what is in `text`, merged and in order, offsets in code points."""
    hits = list(_find(View(text), policy, DEPTH))
    if policy.second_opinion:
        hits += second.opinions(text)
    return merged(
        [hit for hit in hits if not (_is_marked(text, hit) or harmless.is_published(text[hit.start : hit.end]))]
    )


def _is_marked(text: str, hit: Hit) -> bool:
    """Tell whether a hit is only a marker that an earlier redaction left."""
    around = text[max(0, hit.start - 60) : hit.end + 60]
    if "«" not in around:
        return False
    offset = max(0, hit.start - 60)
    return any(
        match[1] in labels() and match.start() + offset < hit.end and match.end() + offset > hit.start
        for match in MARKER.finditer(around)
    )


def _find(source: View, policy: Policy, depth: int) -> Iterator[Hit]:
    """Yield the hits of a text and of what is hidden in it."""
    plain = views.folded(source)
    readings = [source] if plain is None else [source, plain]
    clear = readings[-1]
    inner = clear
    for _ in range(depth):
        undone = views.unescaped(inner)
        if undone is None:
            break
        readings.append(undone)
        inner = undone
    for view in readings:
        yield from _in_view(view, policy)
        yield from _in_blobs(view, policy, depth)
    for view in (clear,) if inner is clear else (clear, inner):
        yield from _in_joined(view, policy, depth)
    yield from _in_reverse(clear)


def _in_view(view: View, policy: Policy) -> Iterator[Hit]:
    """Yield the hits of all rules, of the key blocks and of the known values in one view."""
    for start, end in blocks.key_bodies(view.text) if "-" in view.text else ():
        yield Hit(*view.span(start, end), "private-key", "private-key", FindingKind.SECRET, 1)
    for start, end in known.places(view.text, policy.known):
        yield Hit(*view.span(start, end), "known-value", "known-value", FindingKind.SECRET, 1)
    for cell in tables.cells(view.text):
        if JUDGES["assigned"](cell):
            yield Hit(*view.span(cell.start, cell.end), "table-column", "secret", FindingKind.SECRET, 2)
    for line in heredocs.lines(view.text):
        if heredocs.judge(line):
            yield Hit(*view.span(line.start, line.end), "here-document", "password", FindingKind.SECRET, 2)
    for base in range(0, max(1, len(view.text) - OVERLAP), WINDOW - OVERLAP):
        data = encode(view.text[base : base + WINDOW])
        for rule in needed(data):
            yield from _matches(rule, rule.pattern, view, data, base)


def _matches(rule: Rule, pattern: str, view: View, data: bytes, base: int) -> Iterator[Hit]:
    """Yield the hits of one rule in one window."""
    judge, search, at = JUDGES[rule.check], compiled(pattern).search, 0
    while match := search(data, at):
        first, last = match.span(1)
        end = match.span()[1]
        at = last if rule.reads else first if first > match.span()[0] else max(end, at + 1)
        for candidate in _candidates(rule, view.text, base + first, base + last, base + end):
            if candidate.end > candidate.start and judge(candidate):
                yield Hit(*view.span(candidate.start, candidate.end), rule.id, rule.label, rule.kind, ranks()[rule.id])
                at = max(at, end, candidate.end - base)
                break


def _candidates(rule: Rule, text: str, start: int, end: int, after: int) -> Iterator[Candidate]:
    """Yield what a match may mean: its own group, the value after it, or the values a sentence links to it."""
    if not rule.reads:
        yield Candidate(text, start, end)
        return
    name = text[start:end]
    lead = text[max(0, start - 40) : start]
    if not names.judge(name, lead):  # every judge of a value beside a name asks this; here it saves reading the value
        return
    for place in (after,) if rule.check != "spoken" else _linked(text, end):
        first, last, quoted = read_value(text, place)
        yield Candidate(text, first, last, name, quoted, lead)


def _linked(text: str, at: int) -> Iterator[int]:
    """Yield where values may begin that a sentence links to a name ending at `at`."""
    reach = text[at : at + _SPOKEN_REACH]
    stop = _SENTENCE_END.search(reach)
    for match in islice(_LINKS.finditer(reach, 0, stop.start() if stop else len(reach)), 4):
        yield at + match.end()


def _in_blobs(view: View, policy: Policy, depth: int) -> Iterator[Hit]:
    """Yield a hit for each encoded run that hides a secret: the whole run goes."""
    if depth < 1:
        return
    for start, end, plain in blobs.hidden(view.text):
        inside = [hit for hit in _find(View(plain), policy, depth - 1) if hit.kind is FindingKind.SECRET]
        if inside:
            best = min(inside, key=lambda hit: hit.rank)
            yield Hit(*view.span(start, end), best.rule, best.label, best.kind, best.rank)


def _in_joined(view: View, policy: Policy, depth: int) -> Iterator[Hit]:
    """Yield the hits of distinctive prefixes in text whose breaks were taken out."""
    glued = views.joined(view, spaces=bool(distinctive(encode(view.text))))
    if glued is None:
        return
    for base in range(0, max(1, len(glued.text) - OVERLAP), WINDOW - OVERLAP):
        data = encode(glued.text[base : base + WINDOW])
        for rule in needed_glued(data):
            yield from _matches(rule, rule.glued, glued, data, base)
    yield from _in_blobs(glued, policy, min(depth, 1))


def _in_reverse(view: View) -> Iterator[Hit]:
    """Yield the hits of distinctive prefixes in text that was written backwards."""
    text = view.text[:WINDOW][::-1]
    data = encode(text)
    for rule in distinctive(data):
        for hit in _matches(rule, rule.glued, View(text), data, 0):
            start, end = len(text) - hit.end, len(text) - hit.start
            if not is_worded(view.text[start:end]):
                first, last = view.span(start, end)
                yield replace(hit, start=first, end=last)
