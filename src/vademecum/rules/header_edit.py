"""Change some values of a frontmatter header, and nothing else in it.

Unknown keys, the order of keys, comments and blank lines are the user's: they stay byte for byte. A changed list that
was written over several lines becomes one line.
"""

from collections.abc import Mapping, Sequence

from vademecum.rules.plain_yaml import write_plain, write_value
from vademecum.rules.yaml_tree import HeaderError, Node, Pair, read_tree

TOP = ("name", "description")
"""Keys that a header gets at its top level; every other one goes under `metadata`."""

Fields = Mapping[str, str | Sequence[str]]
Edit = tuple[int, int, str]


def edit(header: str, changes: Fields) -> str:
    """Return the header with each key of `changes` set; an empty value clears a key.

    A key is changed where it stands, under `metadata` or at the top level, and added where it belongs.

    Raises:
        HeaderError: the header cannot be read, or is written in braces on the top level.
    """
    root = read_tree(header)
    if not isinstance(root.held, dict) or (root.flow and root.held):
        raise HeaderError(1, "frontmatter in braces cannot be changed in place")
    pairs = root.held
    under = _children(pairs.get("metadata"))
    edits: list[Edit] = []
    fresh: dict[str, str | Sequence[str]] = {}
    for key, value in changes.items():
        pair = under.get(key) or pairs.get(key)
        if pair:
            edits.append(_change(header, pair, value))
        else:
            fresh[key] = value
    top = {key: value for key, value in fresh.items() if key in TOP}
    deep = {key: value for key, value in fresh.items() if key not in TOP}
    if top:
        edits.append(_add_top(header, pairs, top))
    if deep:
        edits.append(_add_deep(header, pairs, deep))
    return _apply(header, edits)


def _children(pair: Pair | None) -> dict[str, Pair]:
    return pair.node.held if pair and isinstance(pair.node.held, dict) else {}


def _change(header: str, pair: Pair, value: str | Sequence[str]) -> Edit:
    written = write_value(value) if value or not isinstance(value, str) else ""
    node = pair.node
    gap = header[pair.colon : max(pair.colon, node.start)]
    if "#" in gap:  # a comment between the key and a list under it
        written = f"{written} {gap.strip()}" if written else gap.strip()
    return pair.colon, max(pair.colon, node.end), f" {written}" if written else ""


def _add_top(header: str, pairs: Mapping[str, Pair], fields: Fields) -> Edit:
    """Put `name` and `description` first; where one of them stands already, after it."""
    if "name" in pairs:
        at = _line_end(header, pairs["name"].node)
    else:
        at = min((pair.start for pair in pairs.values()), default=len(header))
        at = header.rfind("\n", 0, at) + 1
    text = _indented(write_plain(fields), _indent(header, pairs))
    return at, at, _joined(header, at, text)


def _add_deep(header: str, pairs: Mapping[str, Pair], fields: Fields) -> Edit:
    indent = _indent(header, pairs)
    pair = pairs.get("metadata")
    if pair is None:
        at = len(header)
        return at, at, _joined(header, at, _indented(write_plain({"metadata": fields}), indent))
    node = pair.node
    if node.flow and isinstance(node.held, dict):
        text = ", ".join(
            f"{key}: {write_value([value])[1:-1] if isinstance(value, str) else write_value(value)}"
            for key, value in fields.items()
        )
        return node.end - 1, node.end - 1, f", {text}" if node.held else text
    if node.held and not isinstance(node.held, dict):
        raise HeaderError(header.count("\n", 0, pair.start) + 1, "metadata is not a list of keys and values")
    at = _line_end(header, node)
    return at, at, _joined(header, at, _indented(write_plain(fields), _child_indent(header, pair, indent)))


def _child_indent(header: str, pair: Pair, indent: str) -> str:
    children = _children(pair)
    return _indent(header, children) if children else indent + "  "


def _indent(header: str, pairs: Mapping[str, Pair]) -> str:
    """Return the white space before the first of these keys."""
    start = min((pair.start for pair in pairs.values()), default=0)
    return header[header.rfind("\n", 0, start) + 1 : start]


def _indented(text: str, indent: str) -> str:
    return "".join(indent + line for line in text.splitlines(keepends=True))


def _line_end(header: str, node: Node) -> int:
    """Return the offset after the line on which a node ends."""
    found = header.find("\n", node.end)
    return len(header) if found < 0 else found + 1


def _joined(header: str, at: int, text: str) -> str:
    """Text to insert at the start of a line, also where the header's last line has no end."""
    return text if at == 0 or header[at - 1] == "\n" else "\n" + text


def _apply(header: str, edits: Sequence[Edit]) -> str:
    for start, end, text in sorted(edits, key=lambda change: change[:2], reverse=True):
        header = header[:start] + text + header[end:]
    return header
