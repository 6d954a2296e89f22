"""Our entries in a JSON settings file: hooks in lists by event, an MCP server in an object by name."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from vademecum.hosts import json_edit
from vademecum.hosts.json_edit import Item, Sheet
from vademecum.hosts.ours import NAME, is_current, is_our_hook, is_our_server, needs_command_only, words_of
from vademecum.hosts.ports import Keys, Merged
from vademecum.model.errors import ConflictError

HOOKS = "hooks"


@dataclass(frozen=True, slots=True)
class JsonFile:
    """What belongs into one file.

    `hooks` has, by the host's name of an event, what is added to that event's list. `servers` is the object that MCP
    servers stand in, `server` our entry there. `basis` are settings that the root must have, such as a version.
    `comments` tells that the host reads comments in this file.
    """

    hooks: Mapping[str, object] = field(default_factory=dict)
    servers: str = ""
    server: Mapping[str, object] = field(default_factory=dict)
    basis: Mapping[str, object] = field(default_factory=dict)
    comments: bool = False

    def merge(self, data: bytes) -> Merged:
        sheet, made = json_edit.read(data, comments=self.comments), list[Keys]()
        if self.hooks:
            sheet = _without_hooks(sheet, self._commands(), lambda keys: keys[-1] not in {HOOKS, *self.hooks})
        for name, new in self.basis.items():
            if json_edit.find(sheet, (name,)) is None:
                sheet = json_edit.insert(sheet, json_edit.root(sheet), new, name)
        for event, entry in self.hooks.items():
            sheet, boxes = json_edit.ensure(sheet, (HOOKS, event), [])
            made += boxes
            if not any(command == _command_of(entry) for command in _ours(sheet, (HOOKS, event))):
                sheet = json_edit.insert(sheet, _place(sheet, (HOOKS, event)), entry)
        if self.server:
            sheet, boxes = self._with_server(sheet)
            made += boxes
        return Merged(_written(data, sheet), tuple(made))

    def strip(self, data: bytes, made: tuple[Keys, ...] | None) -> bytes:
        sheet = json_edit.read(data, comments=self.comments)

        def may_go(keys: Keys) -> bool:
            return made is None or keys in made

        if self.hooks:
            sheet = _without_hooks(sheet, {}, may_go)
        for entry in self._servers(sheet) if self.server else ():
            if not is_our_server(json_edit.value(sheet, entry)):
                continue
            box = next(one for one in json_edit.under(sheet, (self.servers,)) if one.start < entry.head < one.end)
            sheet = json_edit.remove(sheet, box, entry)
            sheet = _drop_empty(sheet, (self.servers,), may_go)
            break
        return _written(data, sheet)

    def is_blank(self, data: bytes) -> bool:
        sheet = json_edit.read(data, comments=self.comments)
        said = json_edit.value(sheet, json_edit.root(sheet))
        return said == {} or said == dict(self.basis)

    def missing(self, data: bytes) -> list[str]:
        sheet = json_edit.read(data, comments=self.comments)
        wrong: list[str] = []
        for event, entry in self.hooks.items():
            found = list(_ours(sheet, (HOOKS, event)))
            if not found:
                wrong.append(f"the {event} hook is missing")
            elif _command_of(entry) not in found:
                wrong.append(f"the {event} hook belongs to another installation")
        if self.server:
            servers = self._servers(sheet)
            entry = json_edit.value(sheet, servers[-1]) if servers else None
            if not is_our_server(entry):
                wrong.append("the MCP server is missing" if entry is None else f"another MCP server is called {NAME}")
            elif not is_current(entry, self.server):
                wrong.append("the MCP server belongs to another installation")
        return wrong

    def snippet(self) -> str:
        said: dict[str, object] = dict(self.basis)
        if self.hooks:
            said[HOOKS] = {event: [entry] for event, entry in self.hooks.items()}
        if self.server:
            said[self.servers] = {NAME: self.server}
        return json.dumps(said, indent=2, ensure_ascii=False)

    def _commands(self) -> dict[str, str]:
        return {event: _command_of(entry) for event, entry in self.hooks.items()}

    def _servers(self, sheet: Sheet) -> list[Item]:
        return json_edit.under(sheet, (self.servers, NAME))

    def _with_server(self, sheet: Sheet) -> tuple[Sheet, list[Keys]]:
        """Add our MCP server; one of another installation gets this one's program, and keeps its other settings."""
        sheet, made = json_edit.ensure(sheet, (self.servers,), {})
        item = json_edit.find(sheet, (self.servers, NAME))
        if item is None:
            return json_edit.insert(sheet, _place(sheet, (self.servers,)), self.server, NAME), made
        entry = json_edit.value(sheet, item)
        if not is_our_server(entry):
            raise ConflictError(
                f"another MCP server is called {NAME}", hint="give it another name, or put ours in its place by hand"
            )
        if is_current(entry, self.server):
            return sheet, made
        if needs_command_only(entry, self.server):
            command = _place(sheet, (self.servers, NAME, "command"))
            if sheet.bare[command.start] == "[":
                command = json_edit.items(sheet, command)[0]
            return json_edit.change(sheet, command, words_of(self.server)[0]), made
        return json_edit.change(sheet, item, self.server), made


def _written(data: bytes, sheet: Sheet) -> bytes:
    """Return the text as bytes; a file that was empty stays empty when nothing came into it."""
    unchanged = json_edit.read(data, comments=sheet.comments).raw == sheet.raw
    return data if unchanged else sheet.raw.encode()


def _place(sheet: Sheet, keys: Keys) -> Item:
    found = json_edit.find(sheet, keys)
    assert found is not None  # noqa: S101  made or looked up just before
    return found


def _command_of(entry: object) -> str:
    """Return the command of what we add to an event's list: a handler, or a group of one handler."""
    if not isinstance(entry, Mapping):
        return ""
    handler = entry[HOOKS][0] if HOOKS in entry else entry
    return str(handler["command"])


def _ours(sheet: Sheet, keys: Keys) -> Iterator[str]:
    """Yield the commands of our handlers in the list that counts for an event."""
    event = json_edit.find(sheet, keys)
    if event is not None:
        yield from (command for _, _, command in _handlers(sheet, event))


def _handlers(sheet: Sheet, event: Item) -> Iterator[tuple[Item, Item, str]]:
    """Yield our handlers in an event's list: what to take out of which box to be rid of each, and its command."""
    if sheet.bare[event.start] != "[":
        return
    for entry in json_edit.items(sheet, event):
        if sheet.bare[entry.start] != "{":
            continue
        if (command := _our_command(sheet, entry)) is not None:
            yield event, entry, command
        for box in json_edit.under(sheet, (HOOKS,), entry):
            yield from _grouped(sheet, event, entry, box)


def _grouped(sheet: Sheet, event: Item, entry: Item, box: Item) -> Iterator[tuple[Item, Item, str]]:
    """Yield our handlers in a group; the group goes with its only handler."""
    inside = json_edit.items(sheet, box) if sheet.bare[box.start] == "[" else []
    for handler in inside:
        command = _our_command(sheet, handler) if sheet.bare[handler.start] == "{" else None
        if command is not None:
            yield (event, entry, command) if len(inside) == 1 else (box, handler, command)


def _our_command(sheet: Sheet, handler: Item) -> str | None:
    found = json_edit.under(sheet, ("command",), handler)
    command = json_edit.value(sheet, found[-1]) if found else None
    return command if isinstance(command, str) and is_our_hook(command) else None


def _without_hooks(sheet: Sheet, wanted: Mapping[str, str], may_go: Callable[[Keys], bool]) -> Sheet:
    """Take our hooks out, but one with the wanted command in each event; then the boxes that are empty by that."""
    emptied: set[str] = set()
    while stale := _stale(sheet, wanted):
        event, box, item = stale
        sheet = json_edit.remove(sheet, box, item)
        emptied.add(event)
    for event in sorted(emptied):
        sheet = _drop_empty(sheet, (HOOKS, event), may_go)
    return _drop_empty(sheet, (HOOKS,), may_go) if emptied else sheet


def _stale(sheet: Sheet, wanted: Mapping[str, str]) -> tuple[str, Item, Item] | None:
    """Return the first of our hooks that does not belong where it is."""
    kept: set[str] = set()
    objects = (hooks for hooks in json_edit.under(sheet, (HOOKS,)) if sheet.bare[hooks.start] == "{")
    for event in chain.from_iterable(json_edit.items(sheet, hooks) for hooks in objects):
        name = event.key or ""
        counts = event == json_edit.find(sheet, (HOOKS, name))
        for box, item, command in _handlers(sheet, event):
            if counts and command == wanted.get(name) and name not in kept:
                kept.add(name)
            else:
                return name, box, item
    return None


def _drop_empty(sheet: Sheet, keys: Keys, may_go: Callable[[Keys], bool]) -> Sheet:
    """Take a list or object out of its box when it is empty and may go."""
    item, box = json_edit.find(sheet, keys), json_edit.find(sheet, keys[:-1])
    if item is None or box is None or not may_go(keys) or json_edit.value(sheet, item) not in ({}, []):
        return sheet
    return json_edit.remove(sheet, box, item)
