"""Passages as rows of `index.db`: storing, loading, and which of them a query may see."""

from __future__ import annotations

from vademecum.index.sqlite.schema import PART_BITS
from vademecum.model import light_json
from vademecum.model.frozen import TYPE_CHECKING, dataclass
from vademecum.model.memory import Scope, Sensitivity, Trust
from vademecum.model.search import Passage, Query, Source, SourceFile
from vademecum.rules.instants import UTC, datetime, micros, moment
from vademecum.rules.memo import remember

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Any

    from vademecum.index.ports import Identity

_TRUSTS = (Trust.UNTRUSTED, Trust.AGENT, Trust.OWNER)
_SENSITIVITIES = tuple(Sensitivity)
_LINE_END = "\n"

_NAME_HERE = "\1"
_HASH_BYTES = 6
_AT_ONCE = 500
_FILLED_TO = 32

_COLUMNS = (
    "key, version, text, title, name, tags, type, domain, sensitivity, trust, grp, place, speaker, at, valid_from, "
    "path, start, occasions"
)
_INSERT = f"INSERT INTO passages (id, {_COLUMNS}, hash) VALUES ({', '.join('?' * 20)})"  # noqa: S608  constants only
_SELECT = f"""
SELECT p.id, {", ".join("p." + column for column in _COLUMNS.split(", "))}, coalesce(g.name, ''), coalesce(h.name, '')
  FROM passages p LEFT JOIN groups g ON g.id = p.grp LEFT JOIN groups h ON h.id = p.path
"""  # noqa: S608  constants only

_BY_KEY = """
 WHERE p.id IN (SELECT id FROM marks WHERE grp = (SELECT id FROM groups WHERE name = ?) AND grp <> 0 AND place = ?
                UNION ALL SELECT id FROM passages WHERE hash = ?)
"""
_DIGITS_MOST = 18
"""Of a place: more do not fit an integer of SQLite."""

_SPEAKERS = ("", "user", "assistant")
"""Those who say nearly everything are stored as numbers."""

Part = tuple[Source, Scope]
"""Passages of one source and one scope lie in one range of ids."""


@dataclass(frozen=True, slots=True)
class Filter:
    """What a query may see: parts, and conditions on the columns of `passages p`, with their parameters."""

    parts: tuple[int, ...]
    every_part: bool
    conditions: tuple[str, ...] = ()
    parameters: tuple[object, ...] = ()

    @property
    def is_plain(self) -> bool:
        """Tell whether the parts alone decide."""
        return not self.conditions


def filter_of(query: Query, parts: dict[int, Part], *, elsewhere: bool) -> Filter:
    """Return what a query may see; `elsewhere` turns to the scopes that it did not ask."""
    allowed = tuple(
        number
        for number, (source, scope) in parts.items()
        if source in query.sources and _is_asked(scope, query.scopes) is not elsewhere
    )
    wanted: list[tuple[str, object]] = []
    if query.domain is not None:
        wanted.append(("p.domain = ?", query.domain))
    if query.type is not None:
        wanted.append(("p.type = ?", str(query.type)))
    if query.max_sensitivity is not Sensitivity.SECRET:
        wanted.append(("p.sensitivity <= ?", query.max_sensitivity.rank))
    if query.min_trust is not Trust.UNTRUSTED:
        wanted.append(("p.trust >= ?", _TRUSTS.index(query.min_trust)))
    return Filter(
        allowed, len(allowed) == len(parts), tuple(sql for sql, _ in wanted), tuple(value for _, value in wanted)
    )


def _is_asked(scope: Scope, scopes: tuple[Scope, ...] | None) -> bool:
    return scopes is None or scope in scopes


def permitted(db: sqlite3.Connection, ids: Sequence[int], seen: Filter) -> set[int]:
    """Return those of the ids that lie in the filter's parts and whose columns fulfil its conditions."""
    if not seen.every_part:
        ids = [number for number in ids if number >> PART_BITS in seen.parts]
    if seen.is_plain:
        return set(ids)
    conditions = " AND ".join(seen.conditions)
    filled = fill(ids)
    sql = f"SELECT p.id FROM passages p WHERE p.id IN ({_marks(filled)}) AND {conditions}"  # noqa: S608
    return {row[0] for row in db.execute(sql, (*filled, *seen.parameters))}


def fill(ids: Sequence[int]) -> Sequence[int]:
    """Return ids with some behind them that no passage has: so few statements serve all lengths, each prepared once."""
    return (*ids, *[-1] * (-len(ids) % _FILLED_TO))


def read_parts(db: sqlite3.Connection) -> dict[int, Part]:
    """Return every part by its number."""
    rows = db.execute("SELECT id, source, project FROM parts")
    return {number: (Source(source), Scope(project or None)) for number, source, project in rows}


def part_number(db: sqlite3.Connection, part: Part) -> int:
    """Return the number of a part, giving it one if it is new."""
    key = (part[0].value, part[1].project or "")
    db.execute("INSERT OR IGNORE INTO parts (source, project) VALUES (?, ?)", key)
    number: int = db.execute("SELECT id FROM parts WHERE source = ? AND project = ?", key).fetchone()[0]
    return number


def next_id(db: sqlite3.Connection, part: int) -> int:
    """Return the first free id of a part."""
    first = part << PART_BITS
    last = db.execute("SELECT max(id) FROM passages WHERE id BETWEEN ? AND ?", (first, first + (1 << PART_BITS) - 1))
    found = last.fetchone()[0]
    return first if found is None else found + 1


def span_of(db: sqlite3.Connection, parts: Iterable[int]) -> int:
    """Return how many ids some parts take: no fewer than they have passages."""
    return sum(next_id(db, part) - (part << PART_BITS) for part in parts)


def group_number(db: sqlite3.Connection, name: str) -> int:
    """Return the number of a group, giving it one if it is new; 0 for no group."""
    if not name:
        return 0
    db.execute("INSERT OR IGNORE INTO groups (name) VALUES (?)", (name,))
    number: int = db.execute("SELECT id FROM groups WHERE name = ?", (name,)).fetchone()[0]
    return number


def insert(db: sqlite3.Connection, placed: Iterable[tuple[int, int, Passage]]) -> None:
    """Store passages; each comes with its id and its group's number."""
    from vademecum.index.sqlite.packing import pack  # noqa: PLC0415  a hook stores nothing

    paths: dict[str, int] = {}
    stored = []
    for number, group, passage in placed:
        path = _path_to_store(passage)
        if path not in paths:
            paths[path] = group_number(db, path)
        stored.append(_row(number, group, paths[path], passage, pack))
    db.executemany(_INSERT, stored)


def find(db: sqlite3.Connection, key: str, parts: dict[int, Part]) -> tuple[int, Passage] | None:
    """Return a passage and its id, or None."""
    group, _, place = key.rpartition("#")
    number = int(place) if group and place.isdecimal() and len(place) <= _DIGITS_MOST else -1
    rows = db.execute(_SELECT + _BY_KEY, (storable(group), number, _hash(key)))
    for row in rows:
        passage = _passage(row, parts[row[0] >> PART_BITS])
        if passage.key == key:
            return row[0], passage
    return None


def find_id(db: sqlite3.Connection, key: str, parts: dict[int, Part]) -> int | None:
    """Return the id of a passage, or None."""
    found = find(db, key, parts)
    return None if found is None else found[0]


def load(db: sqlite3.Connection, ids: Sequence[int], parts: dict[int, Part]) -> dict[int, Passage]:
    """Return passages by their ids."""
    if not ids:
        return {}
    filled = fill(ids)
    rows = db.execute(f"{_SELECT} WHERE p.id IN ({_marks(filled)})", filled)
    return {row[0]: _passage(row, parts[row[0] >> PART_BITS]) for row in rows}


def after(db: sqlite3.Connection, last: int, limit: int, parts: dict[int, Part]) -> list[tuple[int, Passage]]:
    """Return the next passages in the order of their ids."""
    rows = db.execute(f"{_SELECT} WHERE p.id > ? ORDER BY p.id LIMIT ?", (last, limit))
    return [(row[0], _passage(row, parts[row[0] >> PART_BITS])) for row in rows]


def of_group(db: sqlite3.Connection, name: str, parts: dict[int, Part]) -> list[Passage]:
    """Return the passages of a group, in order."""
    found = db.execute("SELECT id FROM groups WHERE name = ?", (name,)).fetchone()
    if found is None:
        return []
    ids = db.execute("SELECT id FROM marks WHERE grp = ? AND grp <> 0 ORDER BY place, id", found).fetchall()
    passages: list[Passage] = []
    for first in range(0, len(ids), _AT_ONCE):
        some = [row[0] for row in ids[first : first + _AT_ONCE]]
        loaded = load(db, some, parts)
        passages += [loaded[number] for number in some]
    return passages


def files(db: sqlite3.Connection, *, source: Source | None = None, place: str | None = None) -> list[SourceFile]:
    """Return the files that were read: of a source, at a place, or all."""
    sql = "SELECT place, source, grp, project, size, mtime, state, gone, ctime FROM files WHERE source = ? OR ? IS NULL"
    wanted: tuple[str | None, ...] = (source and source.value, source and source.value)
    if place is not None:
        sql, wanted = sql.replace("source = ? OR ? IS NULL", "place = ?"), (storable(place),)
    return [
        SourceFile(
            place,
            Source(kind),
            group,
            Scope(project or None),
            size,
            mtime,
            light_json.loads(state),
            gone=bool(gone),
            ctime=ctime,
        )
        for place, kind, group, project, size, mtime, state, gone, ctime in db.execute(sql + " ORDER BY place", wanted)
    ]


def note_files(db: sqlite3.Connection, seen: Iterable[SourceFile]) -> None:
    """Note files as they are now, in the place of what was known of them."""
    db.executemany(
        "INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        [
            (
                storable(one.place),
                one.source.value,
                one.group,
                one.scope.project or "",
                one.size,
                one.mtime,
                light_json.dumps(one.state),
                int(one.gone),
                one.ctime,
            )
            for one in seen
        ],
    )


def heard_elsewhere(db: sqlite3.Connection, turns: Iterable[int], group: str, path: str) -> set[int]:
    """Return those of the turns' hashes that are indexed in another group, or in this one from another file."""
    found = db.execute("SELECT id FROM groups WHERE name = ?", (group,)).fetchone()
    ours = found[0] if found else 0
    return {turn for turn in turns if _is_elsewhere(db, turn, ours, storable(path))}


def _is_elsewhere(db: sqlite3.Connection, turn: int, ours: int, path: str) -> bool:
    found = db.execute("SELECT grp, place FROM heard WHERE hash = ?", (turn,)).fetchone()
    if found is None or found[0] != ours:
        return found is not None
    sql = (
        "SELECT 1 FROM marks m JOIN passages p ON p.id = m.id JOIN groups g ON g.id = p.path "
        "WHERE m.grp = ? AND m.grp <> 0 AND m.place = ? AND g.name <> ?"
    )
    return db.execute(sql, (*found, path)).fetchone() is not None


def note_turns(db: sqlite3.Connection, turns: Mapping[int, tuple[str, int]]) -> None:
    """Note turns as indexed in their groups; the first group that has one keeps it."""
    numbers = {name: group_number(db, name) for name in {name for name, _ in turns.values()}}
    sql = (
        "INSERT INTO heard VALUES (?, ?, ?) ON CONFLICT (hash) DO UPDATE SET place = excluded.place "
        "WHERE grp = excluded.grp AND excluded.place > 0"
    )
    db.executemany(sql, [(turn, numbers[name], place) for turn, (name, place) in turns.items()])


def turns_of(db: sqlite3.Connection, group: str) -> list[tuple[int, int]]:
    """Return the hashes of a group's turns, each with its passage's place."""
    sql = "SELECT hash, place FROM heard WHERE grp = (SELECT id FROM groups WHERE name = ?)"
    return db.execute(sql, (group,)).fetchall()


def group_names(db: sqlite3.Connection, begin: str, end: str) -> list[str]:
    """Return the names of the groups that begin and end so, and have passages."""
    sql = (
        "SELECT name FROM groups g WHERE substr(name, 1, ?) = ? AND substr(name, length(name) + 1 - ?) = ? "
        "AND EXISTS (SELECT 1 FROM marks WHERE grp = g.id AND grp <> 0) ORDER BY name"
    )
    return [row[0] for row in db.execute(sql, (len(begin), begin, len(end), end))]


def identity_text(identity: Identity) -> str:
    """Return an embedder's identity as it is stored."""
    return light_json.dumps([identity.provider, identity.model, identity.dimension]).replace('",', '", ')


def storable(text: str) -> str:
    """Return the text without what UTF-8 cannot hold: lone surrogates become question marks."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _marks(ids: Sequence[int]) -> str:
    return ", ".join("?" * len(ids))


def _path_to_store(passage: Passage) -> str:
    name = storable(passage.name)
    return passage.path.replace(name, _NAME_HERE) if name and passage.source is Source.MEMORY else passage.path


def _row(
    number: int, group: int, path: int, passage: Passage, pack: Callable[[str], str | bytes]
) -> tuple[object, ...]:
    name, text = storable(passage.name), storable(passage.text)
    is_grouped = passage.key == f"{passage.group}#{passage.place}" if passage.group else False
    return (
        number,
        "" if is_grouped or (not group and passage.key == f"{passage.source.value}:{name}") else passage.key,
        passage.id,
        pack(text) if group else text,
        storable(passage.title),
        name,
        storable(_LINE_END.join(passage.tags)),
        str(passage.type),
        passage.domain,
        passage.sensitivity.rank,
        _TRUSTS.index(passage.trust),
        group,
        passage.place,
        _SPEAKERS.index(passage.speaker) if passage.speaker in _SPEAKERS else storable(passage.speaker),
        _stored(passage.at),
        passage.valid_from or "",
        path,
        passage.start,
        storable(_LINE_END.join(passage.when)),
        None if is_grouped else _hash(passage.key),
    )


def _passage(row: Sequence[Any], part: Part) -> Passage:
    return Passage(
        key=row[1] or (f"{row[19]}#{row[12]}" if row[19] else f"{part[0].value}:{row[5]}"),
        source=part[0],
        text=row[3] if isinstance(row[3], str) else _unpacked(row[3]),
        title=row[4],
        name=row[5],
        tags=tuple(row[6].split(_LINE_END)) if row[6] else (),
        when=tuple(row[18].split(_LINE_END)) if row[18] else (),
        id=row[2],
        scope=part[1],
        type=row[7],
        domain=row[8],
        sensitivity=_SENSITIVITIES[row[9]],
        trust=_TRUSTS[row[10]],
        group=row[19],
        place=row[12],
        speaker=row[13] if isinstance(row[13], str) else _SPEAKERS[row[13]],
        at=_instant(row[14]),
        valid_from=row[15] or None,
        path=row[20].replace(_NAME_HERE, row[5]) if part[0] is Source.MEMORY else row[20],
        start=row[17],
    )


def _unpacked(text: bytes) -> str:
    from vademecum.index.sqlite.packing import unpack  # noqa: PLC0415  memories, for a hook, are not packed

    return unpack(text)


def _hash(key: str) -> int:
    from hashlib import blake2b  # noqa: PLC0415  loads OpenSSL, and a hook looks up no key

    return int.from_bytes(blake2b(key.encode(), digest_size=_HASH_BYTES).digest(), "little")


def _stored(at: datetime | None) -> int | str:
    if at is None:
        return ""
    return micros(at) if at.tzinfo is UTC else at.isoformat()


@remember(4096)
def _instant(stored: int | str) -> datetime | None:
    if isinstance(stored, int):
        return moment(stored)
    return datetime.fromisoformat(stored) if stored else None
