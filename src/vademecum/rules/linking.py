"""`[[links]]` between memories and notes: which ones a text holds, and what they point at."""

import bisect
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from vademecum.rules import naming

_LINK = re.compile(r"(\\*)!?\[\[([^\[\]\n]+)\]\]")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})", re.MULTILINE)
_TICKS = re.compile(r"`+")
_SPACES = re.compile(r"[\s_-]+")
_MARKDOWN = (".md", ".markdown")


def links(body: str) -> tuple[str, ...]:
    r"""Return the targets of a text's links, each once, in order.

    A target keeps its `#heading` (see `resolve`) and loses its `|shown text`. Links in fenced or inline code, in
    HTML comments, and escaped ones (`\[[`) are none. Takes linear time.
    """
    if "[[" not in body:
        return ()
    found = (_target(link) for link in _LINK.finditer(_prose(body)))
    return tuple(dict.fromkeys(filter(None, found)))


def _target(link: re.Match[str]) -> str:
    escaped = len(link[1]) % 2 == 1
    return "" if escaped else link[2].partition("|")[0].rstrip("\\").strip()  # \| is a bar inside a table


def _prose(body: str) -> str:
    """Return the text without code and comments."""
    outside = "\n".join(_outside_fences(body))
    return "".join(_outside(outside))


def _outside_fences(body: str) -> Iterator[str]:
    fence = ""
    for line in body.split("\n"):
        mark = _FENCE.match(line)
        if not fence:
            fence = mark[1] if mark else ""
            yield "" if mark else line
        elif mark and mark[1].startswith(fence) and not line.strip().strip(fence[0]):
            fence = ""


def _outside(text: str) -> Iterator[str]:
    """Yield what is neither inline code nor a comment. A run of backticks is closed by the next one as long."""
    runs: defaultdict[int, list[int]] = defaultdict(list)
    for run in _TICKS.finditer(text):
        runs[len(run[0])].append(run.start())
    at = 0
    for found in re.finditer(r"`+|<!--", text):
        if found.start() < at:
            continue
        end = _end_of_comment(text, found.end()) if found[0] == "<!--" else _end_of_code(runs[len(found[0])], found)
        if end:
            yield text[at : found.start()]
            at = end
    yield text[at:]


def _end_of_comment(text: str, start: int) -> int:
    end = text.find("-->", start)
    return len(text) if end < 0 else end + 3


def _end_of_code(same: list[int], found: re.Match[str]) -> int:
    """Return where the code span ends; 0 when its backticks are never closed."""
    place = bisect.bisect_right(same, found.start())
    return same[place] + len(found[0]) if place < len(same) else 0


@dataclass(frozen=True, slots=True)
class Targets:
    """What links can point at, arranged for look-up. Made by `targets`."""

    exact: Mapping[str, tuple[str, ...]]
    folded: Mapping[str, tuple[str, ...]]


def targets(names: Iterable[str], aliases: Mapping[str, str | Collection[str]] | None = None) -> Targets:
    """Arrange names (or paths with `/`, with or without `.md`) and their other names, titles -> name or names."""
    exact: defaultdict[str, dict[str, None]] = defaultdict(dict)
    folded: defaultdict[str, dict[str, None]] = defaultdict(dict)
    for name in names:
        exact[_bare(name)][name] = None
        for tail in _tails(_bare(name)):
            folded[_fold(tail)][name] = None
    for alias, meant in (aliases or {}).items():
        for name in (meant,) if isinstance(meant, str) else meant:
            exact[alias][name] = None
            folded[_fold(alias)][name] = None
    return Targets(_frozen(exact), _frozen(folded))


def _frozen(found: Mapping[str, Mapping[str, None]]) -> dict[str, tuple[str, ...]]:
    return {key: tuple(names) for key, names in found.items()}


def candidates(target: str, among: Targets, near: str = "") -> tuple[str, ...]:
    """Return every name that a link's target may mean; more than one is an ambiguous link.

    In order of preference: the exact name or title; the same without case and with `_`, `-` and space alike, also
    by the last parts of a path; the name that such a title gets; the part before `#`. `near` is the name or path of
    the linking text: names in its folder win over others.
    """
    for whole in dict.fromkeys((target, target.partition("#")[0])):
        bare = _bare(whole.strip())
        if not bare or ".." in bare.split("/"):
            continue
        if alike := among.folded.get(_fold(bare)) or among.folded.get(naming.slug(bare)):
            return _beside(alike, near) or among.exact.get(bare) or alike
    return ()


def resolve(
    target: str,
    names: Targets | Collection[str],
    aliases: Mapping[str, str | Collection[str]] | None = None,
    near: str = "",
) -> str | None:
    """Return the one name that a link's target means; None when there is none, or no telling which.

    For many links, make `targets` once and give it as `names`.
    """
    among = names if isinstance(names, Targets) else targets(names, aliases)
    found = candidates(target, among, near)
    return found[0] if len(found) == 1 else None


def _beside(found: tuple[str, ...], near: str) -> tuple[str, ...]:
    """Return the one name in the folder of `near`, else nothing."""
    folder = near.rpartition("/")[0]
    beside = tuple(name for name in found if name.rpartition("/")[0] == folder)
    return beside if near and len(beside) == 1 else ()


def _bare(name: str) -> str:
    name = name.replace("\\", "/").removeprefix("./")
    for ending in _MARKDOWN:
        if name.lower().endswith(ending) and len(name) > len(ending):
            return name[: -len(ending)]
    return name


def _tails(path: str) -> Iterator[str]:
    """Yield a path and its last parts: a/b/c, b/c, c."""
    yield path
    while "/" in path:
        path = path.partition("/")[2]
        yield path


def _fold(name: str) -> str:
    return "/".join(_SPACES.sub("_", part.strip()).casefold() for part in name.split("/"))
