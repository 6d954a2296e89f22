"""The shapes of prefixed credentials: a small language, and the patterns made from it."""

import re
from dataclasses import dataclass
from functools import cached_property

CLASSES = {
    "w": "A-Za-z0-9",
    "W": "A-Za-z0-9_\\-",
    "h": "0-9a-fA-F",
    "U": "A-Z0-9",
    "l": "a-z0-9",
    "d": "0-9",
    "b": "A-Za-z0-9+/=",
    "x": "A-Za-z0-9_.~+/=\\-",
}
"""What a field's class letter stands for, as the inside of a bracket expression."""

FIELD = re.compile(r"\{([wWhUldbx])(\d+)(\+?)\}")


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a shape: its class, its published length, and whether it may be longer."""

    cls: str
    length: int
    open: bool

    def strict(self) -> str:
        """Return the pattern of the published length, a tenth less, or more where the shape says so."""
        least = self.length - self.length // 10
        return f"[{CLASSES[self.cls]}]{{{least},{'' if self.open else self.length}}}"

    def tolerant(self, *, last: bool) -> str:
        """Return a pattern that also takes a cut or longer value: 60 % of the length is enough."""
        least = max(1, self.length * 3 // 5) if self.length > 2 else self.length  # noqa: PLR2004  ids stay exact
        most = "" if last or self.open else self.length + 8
        return f"[{CLASSES[self.cls]}]{{{least},{most}}}"


@dataclass(frozen=True)
class Shape:
    """A credential's form, such as `ghp_{w36}`."""

    text: str

    @property
    def bounded(self) -> bool:
        """Tell whether the prefix needs a word boundary before it."""
        return self.text.startswith("^")

    @cached_property
    def parts(self) -> tuple[str | Field, ...]:
        """Return literals and fields in order."""
        text = self.text.removeprefix("^")
        parts: list[str | Field] = []
        at = 0
        for match in FIELD.finditer(text):
            parts += [text[at : match.start()]] if match.start() > at else []
            parts.append(Field(match[1], int(match[2]), open=match[3] == "+"))
            at = match.end()
        return (*parts, text[at:]) if at < len(text) else tuple(parts)

    @property
    def keyword(self) -> str:
        """Return the longest literal, which has to occur in a text for the shape to occur."""
        return max((part for part in self.parts if isinstance(part, str)), key=len, default="").lower()

    @property
    def tolerant(self) -> str:
        """Return the pattern for running text; group 1 is the credential."""
        last = self.parts[-1]
        body = "".join(
            re.escape(part) if isinstance(part, str) else part.tolerant(last=part is last) for part in self.parts
        )
        return f"{'(?:^|[^A-Za-z0-9_])' if self.bounded else ''}({body})"

    @property
    def strict(self) -> str:
        """Return the pattern for text that was glued together, where only the published length says where to stop."""
        body = "".join(re.escape(part) if isinstance(part, str) else part.strict() for part in self.parts)
        return f"{'(?:^|[^A-Za-z0-9_])' if self.bounded else ''}({body})"
