"""One rule of the catalogue, and what a match of it looks like to a check."""

from dataclasses import dataclass

from vademecum.model.memory import FindingKind


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding, as data.

    `pattern` is RE2 syntax over Latin-1 bytes; group 1 is the value or, with `reads`, the name before a value that is
    read after the match. A rule runs only where one of `keywords` (lower case) occurs, or without keywords always, and
    only on text with at least `figures` digits. `check` names the judge of a candidate. `glued` is the pattern for text
    whose breaks were taken out. `yes` and `no` are examples in the language of `shapes`, so that no scanner takes them
    for real.
    """

    id: str
    label: str
    pattern: str
    keywords: tuple[str, ...]
    check: str = "plausible"
    kind: FindingKind = FindingKind.SECRET
    reads: bool = False
    glued: str = ""
    figures: int = 0
    yes: tuple[str, ...] = ()
    no: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that a pattern found, with what a judge needs to know about its place.

    `text` is the whole view; `start` and `end` are the value's offsets in it; `name` is the key it is assigned to,
    `lead` the text before that name.
    """

    text: str
    start: int
    end: int
    name: str = ""
    quoted: bool = False
    lead: str = ""

    @property
    def value(self) -> str:
        """Return the value itself."""
        return self.text[self.start : self.end]

    def before(self, length: int) -> str:
        """Return at most `length` characters before the value."""
        return self.text[max(0, self.start - length) : self.start]

    def after(self, length: int) -> str:
        """Return at most `length` characters after the value."""
        return self.text[self.end : self.end + length]
