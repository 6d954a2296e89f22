"""A YAML header as a small tree of strings that knows where each of them stands in the text.

YAML can do far more than a memory needs, and some of it is dangerous: tags make objects, aliases make bombs,
deep nesting exhausts the reader. Here the library is only asked for its events; those it takes are bounded.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from vademecum.rules.plain_yaml import Value

MAX_DEPTH = 4


class HeaderError(ValueError):
    """The header is not YAML, or more of it than is accepted. `line` is 1-based in the header."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


@dataclass(frozen=True, slots=True)
class Node:
    """A scalar, list or mapping; `start` and `end` are code-point offsets into the header."""

    held: "str | tuple[Node, ...] | dict[str, Pair]"
    start: int
    end: int
    flow: bool = False

    def value(self) -> Value:
        """Return the node as plain strings, tuples and dictionaries."""
        if isinstance(self.held, str):
            return self.held
        if isinstance(self.held, tuple):
            return tuple(item.value() for item in self.held)
        return {key: pair.node.value() for key, pair in self.held.items()}


@dataclass(frozen=True, slots=True)
class Pair:
    """One key of a mapping: where the key starts, where its colon ends, and what it holds."""

    start: int
    colon: int
    node: Node


def read_tree(header: str) -> Node:
    """Read a header into a tree whose root is a mapping.

    Raises:
        HeaderError: it is no YAML, no mapping, or uses tags, anchors, aliases, a key twice or too many levels.
    """
    import yaml  # noqa: PLC0415  13 ms that starting a hook or a server must not pay

    loader: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return _Builder(header, yaml.parse(header, Loader=loader)).root()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise HeaderError(mark.line + 1 if mark else 1, f"not valid YAML: {error.problem}") from None
    except yaml.YAMLError as error:
        line = header.count("\n", 0, getattr(error, "position", 0)) + 1
        raise HeaderError(line, "not valid YAML: it holds a character that YAML forbids") from None


class _Builder:
    """Turns the library's events into a tree."""

    def __init__(self, header: str, events: Iterator[Any]) -> None:
        self._header = header
        self._events = events
        self._starts = [0, *(at + 1 for at, char in enumerate(header) if char in "\n\x85\u2028\u2029")]

    def root(self) -> Node:
        """Read the one document of the header."""
        event = self._next("StreamStart")
        event = self._next()
        if _kind(event) == "StreamEnd":
            return Node({}, 0, 0)
        event = self._next()
        node = self._node(event, 1)
        if node.held == "":
            node = Node({}, node.start, node.end)
        if not isinstance(node.held, dict):
            raise _error(event, "the frontmatter is not a list of keys and values")
        self._next("DocumentEnd")
        self._next("StreamEnd")
        return node

    def _next(self, wanted: str = "") -> Any:  # noqa: ANN401  the library is untyped
        event = next(self._events)
        if wanted and _kind(event) != wanted:
            raise _error(event, "the frontmatter holds more than one YAML document")
        return event

    def _node(self, event: Any, depth: int) -> Node:  # noqa: ANN401
        if _kind(event) == "Alias" or event.anchor is not None:
            raise _error(event, "YAML anchors and aliases (& and *) are not accepted; quote the value")
        if event.tag is not None:
            raise _error(event, "YAML tags (!) are not accepted; quote the value")
        if _kind(event) == "Scalar":
            return self._scalar(event)
        if depth > MAX_DEPTH:
            raise _error(event, f"nested deeper than {MAX_DEPTH} levels")
        return self._list(event, depth) if _kind(event) == "SequenceStart" else self._mapping(event, depth)

    def _scalar(self, event: Any) -> Node:  # noqa: ANN401
        start, end = self._at(event.start_mark), self._at(event.end_mark)
        end = max(start, len(self._header[:end].rstrip("\n")))  # a block scalar's mark is after its last line
        return Node(event.value, start, end)

    def _list(self, begin: Any, depth: int) -> Node:  # noqa: ANN401
        items: list[Node] = []
        while _kind(event := self._next()) != "SequenceEnd":
            items.append(self._node(event, depth + 1))
        return Node(tuple(items), *self._span(begin, event, items[-1:]), flow=bool(begin.flow_style))

    def _mapping(self, begin: Any, depth: int) -> Node:  # noqa: ANN401
        pairs: dict[str, Pair] = {}
        last: list[Node] = []
        while _kind(event := self._next()) != "MappingEnd":
            key = self._node(event, depth + 1)
            if not isinstance(key.held, str):
                raise _error(event, "a key that is itself a list or mapping is not accepted; quote it")
            if key.held in pairs:
                raise _error(event, f"the key {key.held!r} stands here a second time")
            last = [self._node(self._next(), depth + 1)]
            colon = self._header.find(":", key.end) + 1
            pairs[key.held] = Pair(key.start, colon, last[0])
        return Node(pairs, *self._span(begin, event, last), flow=bool(begin.flow_style))

    def _span(self, begin: Any, end: Any, last: list[Node]) -> tuple[int, int]:  # noqa: ANN401
        """A block collection ends with its last item; the library's mark is where the next thing starts."""
        start = self._at(begin.start_mark)
        if begin.flow_style:
            return start, self._at(end.end_mark)
        return start, last[0].end if last else start

    def _at(self, mark: Any) -> int:  # noqa: ANN401
        return min(len(self._header), self._starts[int(mark.line)] + int(mark.column))


def _kind(event: Any) -> str:  # noqa: ANN401
    return type(event).__name__.removesuffix("Event")


def _error(event: Any, message: str) -> HeaderError:  # noqa: ANN401
    return HeaderError(event.start_mark.line + 1, message)
