"""The versions table: rows in and out, and the questions that a write asks."""

import json
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass, fields
from datetime import datetime
from typing import Any

from vademecum.model.memory import Cite, Memory, MemoryType, Scope, Sensitivity, State, Trust, Version
from vademecum.rules.asof import micros, moment
from vademecum.rules.chain import content_hash
from vademecum.rules.succession import digest, name_key, title_key

_SHORT = [field.name for field in fields(Memory) if field.name not in {"name", "scope", "body"}]

_COLUMNS = (
    "id, lineage, name, scope, state, recorded_at, superseded_at, origin, content_hash, fields, body, body_at,"
    " body_length, text"
)


@dataclass(frozen=True, slots=True)
class Row:
    """A version with what only the database needs beside it. `salt` is 16 bytes."""

    version: Version
    place: str
    salt: bytes


def insert(db: sqlite3.Connection, row: Row, seq: int) -> None:
    """Add a version that event `seq` begins."""
    db.execute(
        "INSERT INTO version VALUES (:seq, :id, :lineage, :name, :name_key, :scope, :place, :state, :recorded_at,"
        " :superseded_at, :origin, :source, :digest, :title_key, :salt, :content_hash, :fields, :body, :body_at,"
        " :body_length, :text)",
        columns_of(row) | {"seq": seq},
    )


def columns_of(row: Row) -> dict[str, Any]:
    """Return what the columns of a version's row hold."""
    version, memory = row.version, row.version.memory
    at = version.text.rfind(memory.body) if memory.body else len(version.text)
    return {
        "id": version.id,
        "lineage": version.lineage,
        "name": memory.name,
        "name_key": name_key(memory.name),
        "scope": str(memory.scope),
        "place": row.place,
        "state": str(version.state),
        "recorded_at": micros(version.recorded_at),
        "superseded_at": None if version.superseded_at is None else micros(version.superseded_at),
        "origin": version.origin,
        "source": memory.origin_session,
        "digest": digest(memory),
        "title_key": title_key(memory.description),
        "salt": row.salt,
        "content_hash": version.content_hash,
        "fields": _pack(memory),
        "body": None if at >= 0 else memory.body,
        "body_at": max(at, 0),
        "body_length": len(memory.body) if at >= 0 else 0,
        "text": version.text,
    }


def commitment(row: Row) -> str:
    """Return the salted hash (hex) of everything about a version that its text does not fix: an event states it."""
    version, memory = row.version, row.version.memory
    stated = [_pack(memory), memory.name, str(memory.scope), memory.body, version.origin, row.place]
    return content_hash(row.salt, json.dumps(stated, ensure_ascii=False))


def _pack(memory: Memory) -> str:
    short = {name: getattr(memory, name) for name in _SHORT}
    if not memory.when:
        del short["when"]  # as events stated it before there were such phrases
    short["cites"] = [[cite.path, cite.start, cite.end, cite.digest] for cite in memory.cites]
    return json.dumps(short, ensure_ascii=False, separators=(",", ":"))


def _unpack(name: str, scope: str, packed: str, body: str) -> Memory:
    short = json.loads(packed)
    short["type"] = MemoryType(short["type"])
    short["sensitivity"] = Sensitivity(short["sensitivity"])
    short["trust"] = Trust(short["trust"])
    short["tags"] = tuple(short["tags"])
    short["when"] = tuple(short.get("when", ()))
    short["cites"] = tuple(Cite(*cite) for cite in short["cites"])
    return Memory(name=name, scope=Scope.parse(scope), body=body, **short)


def _version(row: tuple[Any, ...]) -> Version:
    identity, lineage, name, scope, state, recorded, ended, origin, content, packed, body, at, length, text = row
    if body is None:
        body = text[at : at + length]
    return Version(
        memory=_unpack(name, scope, packed, body),
        id=identity,
        lineage=lineage,
        recorded_at=moment(recorded),
        superseded_at=None if ended is None else moment(ended),
        state=State(state),
        content_hash=content,
        origin=origin,
        text=text,
    )


def rows(db: sqlite3.Connection) -> Iterator[tuple[Row, dict[str, Any]]]:
    """Yield every version with its place and salt, beside the raw columns that the row really holds."""
    cursor = db.execute("SELECT * FROM version ORDER BY seq")
    names = [column[0] for column in cursor.description]
    wanted = [name.strip() for name in _COLUMNS.split(",")]
    for values in cursor:
        raw = dict(zip(names, values, strict=True))
        yield Row(_version(tuple(raw[name] for name in wanted)), raw["place"], raw["salt"]), raw


def salt_of(db: sqlite3.Connection, identity: str) -> bytes:
    """Return the salt of a version."""
    return bytes(db.execute("SELECT salt FROM version WHERE id = ?", (identity,)).fetchone()[0])


def drop(db: sqlite3.Connection, identity: str) -> None:
    """Remove a version's row: only for erasing."""
    db.execute("DELETE FROM version WHERE id = ?", (identity,))


def find(db: sqlite3.Connection, where: str, *values: object) -> Version | None:
    """Return the newest version for which the condition holds (SQL over this table, bound values)."""
    row = db.execute(
        f"SELECT {_COLUMNS} FROM version WHERE {where} ORDER BY seq DESC LIMIT 1",  # noqa: S608  conditions are ours
        values,
    ).fetchone()
    return None if row is None else _version(row)


def select(db: sqlite3.Connection, where: str, *values: object, order: str = "seq") -> Iterator[Version]:
    """Yield the versions for which the condition holds (SQL over this table, bound values)."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM version WHERE {where} ORDER BY {order}", values)  # noqa: S608  as above
    return map(_version, rows)


def outlines(db: sqlite3.Connection, scopes: list[str]) -> Iterator[tuple[str, str, int, dict[str, Any]]]:
    """Yield of each live memory in these scopes its name, scope, instant in microseconds, and header; not its text."""
    marks = ", ".join("?" * len(scopes))
    where = f"state = 'live' AND scope IN ({marks})"
    rows = db.execute(f"SELECT name, scope, recorded_at, fields FROM version WHERE {where}", scopes)  # noqa: S608
    for name, scope, at, packed in rows:
        yield name, scope, at, json.loads(packed)


def live(db: sqlite3.Connection, name: str) -> Version | None:
    """Return what is believed now under a name."""
    return find(db, "state = 'live' AND name_key = ?", name_key(name))


def at_place(db: sqlite3.Connection, place: str) -> Version | None:
    """Return the live version whose file lies at `place`."""
    return find(db, "state = 'live' AND place = ?", place)


def by_id(db: sqlite3.Connection, identity: str) -> Version | None:
    """Return the version with this id, whatever its state."""
    return find(db, "id = ?", identity)


def end(db: sqlite3.Connection, identity: str, state: State, at: datetime) -> None:
    """Fill in the end of a live version."""
    db.execute("UPDATE version SET state = ?, superseded_at = ? WHERE id = ?", (str(state), micros(at), identity))


def near_names(db: sqlite3.Connection, limit: int = 20_000) -> list[str]:
    """Return the names of live memories, newest first, for suggestions."""
    rows = db.execute("SELECT name FROM version WHERE state = 'live' ORDER BY seq DESC LIMIT ?", (limit,))
    return [name for (name,) in rows]
