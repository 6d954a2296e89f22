"""Records into turns, and turns into parts of a passage's size, the same whatever steps a transcript is read in.

A prompt is a turn. All that is answered up to the next prompt is one turn, however many records tell it; it is put
together up to a passage's size. A step that ends in the middle of such a part gives it back: the next step begins at
the line where it began. At the end of the file it is told all the same, and what comes later is a further part.
"""

from dataclasses import dataclass, field
from datetime import datetime
from hashlib import blake2b
from zlib import crc32

from vademecum.rules.pieces import pieces
from vademecum.rules.turns import is_our_question
from vademecum.sources.ports import Said
from vademecum.sources.sessions.parsing import ASSISTANT, Heard
from vademecum.sources.sessions.progress import PROMPTS_MOST, SEEN_MOST, Progress

REACH = 1024 * 1024
"""Bytes of a transcript over which one part may be put together."""

_TITLE_MOST = 120
_OUR_FOLDER = "vade-quiet-"


@dataclass(slots=True)
class _Part:
    """A part of an answer that may still grow; `before`, `told`, `left` are what was there when its line began."""

    turn: int
    key: int
    start: int
    at: datetime | None
    cwd: str
    before: Progress
    told: int
    left: int
    texts: list[str] = field(default_factory=list)
    tools: list[str] = field(default_factory=list)
    size: int = 0


def key_of(*parts: str) -> int:
    """Return 64 bits, signed, that stand for these texts."""
    digest = blake2b("\0".join(parts).encode("utf-8", "replace"), digest_size=8).digest()
    return int.from_bytes(digest, "big", signed=True)


class Folding:
    """Takes what records say, line by line, and puts it together; `at` is what is known by now."""

    def __init__(self, progress: Progress, passage_chars: int) -> None:
        self.at = progress
        self.said: list[Said] = []
        self.left: list[int] = []
        self._most = passage_chars
        self._open: _Part | None = None
        self._start = 0
        self._before = progress
        self._marks = (0, 0)

    @property
    def is_ours(self) -> bool:
        """Whether this is a session in which this product asked a model."""
        return self.at.ours

    def begin_line(self, start: int) -> None:
        """Begin with the line at a place of the file."""
        self._start = start
        self._before = self.at.copy()
        self._marks = (len(self.said), len(self.left))
        self.end_before(start)

    def end_before(self, place: int) -> None:
        """End the open part if it began too far before a place of the file."""
        if self._open is not None and place - self._open.start > REACH:
            self.end_part()

    def hear(self, heard: list[Heard], *, alone: bool = False) -> None:
        """Take what the records on a line say; several, or with `alone`, are put together with no other line."""
        alone = alone or len(heard) > 1
        if alone:
            self.end_part()
        for one in heard:
            if not self.at.ours and not self._is_repeated(one):
                self._take(one)
        if alone:
            self.end_part()

    def safe_place(self, place: int) -> int:
        """Return from where a next step could go on, when everything up to `place` was taken."""
        return place if self._open is None else self._open.start

    def rewind(self) -> None:
        """Give back the open part, and everything that came since its line began."""
        part, self._open = self._open, None
        if part is not None:
            self.at = part.before
            del self.said[part.told :]
            del self.left[part.left :]

    def leave(self, first: int) -> None:
        """Note that the turns from `first` on belong to a branch that was left."""
        self.end_part()
        if first > 0:
            self.left += range(first, self.at.turns + 1)

    def leave_prompts(self, count: int) -> None:
        """Note that the last prompts were taken back, with all that followed."""
        prompts = self.at.prompts
        if count > 0 and prompts:
            cut = max(0, len(prompts) - count)
            self.leave(prompts[cut][1])
            self.at.prompts = prompts[:cut]

    def leave_from(self, identity: str) -> None:
        """Note that the session goes on from before the prompt with this id."""
        turn = next((turn for known, turn in self.at.prompts if known == _short(identity)), 0)
        self.leave(turn)
        self.at.prompts = tuple(prompt for prompt in self.at.prompts if not 0 < turn <= prompt[1])

    def end_part(self) -> None:
        """Tell the open part."""
        part, self._open = self._open, None
        if part is None:
            return
        self.said.append(Said(part.turn, ASSISTANT, "\n".join(part.texts), part.key, part.at, part.cwd, _lines(part)))
        if part.start < self._start:
            self._marks = (len(self.said), self._marks[1])

    def _is_repeated(self, heard: Heard) -> bool:
        if not heard.id:
            return False
        short = _short(heard.id)
        if short in self.at.seen:
            return True
        self.at.seen = (*self.at.seen[-SEEN_MOST + 1 :], short)
        return False

    def _take(self, heard: Heard) -> None:
        at = self.at
        if heard.at is not None:
            at.last = heard.at.isoformat()
            at.first = at.first or at.last
        at.cwd = at.cwd or heard.cwd
        if heard.turn:
            self._told(heard)
        elif heard.speaker == ASSISTANT:
            self._answer(heard)
        else:
            self._prompt(heard)

    def _told(self, heard: Heard) -> None:
        """Take a turn that says itself which it is."""
        self.at.title = self.at.title or _title(heard)
        self._tell(heard, heard.turn)
        self.at.turns = max(self.at.turns, heard.turn)

    def _prompt(self, heard: Heard) -> None:
        self.end_part()
        at = self.at
        if not at.title and (is_our_question(heard.text) or _OUR_FOLDER in (heard.cwd or at.cwd)):
            at.ours = True
            return
        parent = _short(heard.parent) if heard.parent else 0
        twin = next((turn for known, turn in at.prompts if known == parent), 0) if parent else 0
        self.leave(twin)
        at.turns += 1
        at.prompts = (*at.prompts[-PROMPTS_MOST + 1 :], (parent, at.turns))
        at.speaker = heard.speaker
        at.root = (0, 0)
        at.title = at.title or _title(heard)
        self._tell(heard, at.turns)

    def _tell(self, heard: Heard, turn: int) -> None:
        self.end_part()
        identity = heard.id or _identity(heard)
        parts = pieces(heard.text, self._most) or [""]
        cwd, tools = heard.cwd or self.at.cwd, "\n".join(heard.tools)
        for number, text in enumerate(parts):
            key = heard.key if heard.key is not None and not number else key_of(identity, str(number))
            last = number == len(parts) - 1
            self.said.append(Said(turn, heard.speaker, text, key, heard.at, cwd, tools if last else ""))

    def _answer(self, heard: Heard) -> None:
        at = self.at
        root = (_short(heard.parent) if heard.parent else 0, _short(heard.reply) if heard.reply else 0)
        is_retry = at.speaker == ASSISTANT and all(root) and root[0] == at.root[0] and 0 != at.root[1] != root[1]
        if is_retry:
            self.leave(at.turns)
        if is_retry or at.speaker != ASSISTANT:
            self.end_part()
            at.turns += 1
            at.speaker, at.root = ASSISTANT, root
        identity = heard.id or _identity(heard)
        parts = pieces(heard.text, self._most)
        for number, text in enumerate(parts):
            part = self._part(heard, len(text), key_of(identity, str(number)))
            part.texts.append(text)
        for number, tool in enumerate(heard.tools):
            part = self._part(heard, len(tool), key_of(identity, "tool", str(number)))
            if tool not in part.tools:
                part.tools.append(tool)

    def _part(self, heard: Heard, size: int, key: int) -> _Part:
        """Return the part that takes so many more characters: the open one, or a new one."""
        part = self._open
        if part is not None and part.size + size > self._most:
            self.end_part()
            part = None
        if part is None:
            cwd = heard.cwd or self.at.cwd
            part = _Part(self.at.turns, key, self._start, heard.at, cwd, self._before, *self._marks)
            self._open = part
        part.size += size + 1
        return part


def _lines(part: _Part) -> str:
    return "\n".join(part.tools)


def _short(identity: str) -> int:
    return crc32(identity.encode("utf-8", "replace"))


def _identity(heard: Heard) -> str:
    return f"{heard.at}\0{heard.speaker}\0{heard.text}\0{heard.tools}"


def _title(heard: Heard) -> str:
    line = " ".join(heard.text[: _TITLE_MOST * 4].split())
    return line if len(line) <= _TITLE_MOST else f"{line[: _TITLE_MOST - 1].rstrip()}…"
