"""Transcripts into the index: what is new in each, redacted, in the scope of the project that it was said in."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from vademecum import config
from vademecum.engine.gathering import keeping
from vademecum.engine.gathering.whose import Owners
from vademecum.engine.gathering.work import Work
from vademecum.engine.keepers import Keepers
from vademecum.index.ports import Seen
from vademecum.model.errors import UnavailableError
from vademecum.model.memory import GLOBAL, Scope, Trust
from vademecum.model.search import Passage, Source, SourceFile
from vademecum.rules import gate
from vademecum.sources import sessions as reader
from vademecum.sources.ports import Found, Said, SessionRead

ABANDONED = "abandoned"
"""The type of passages whose branch of the conversation was left: a prompt that was edited, an answer tried again."""

UNFINISHED = -1
"""The size that is noted for a file of which more is to be read."""

HISTORY = "claude-history"
"""The host's name for Claude Code's file of prompts, which has many sessions in it."""

_OWN = "own"
FORGOTTEN = "forgotten"
"""What a file's state says of a session that somebody wanted forgotten."""

_FORGOTTEN_FACT = "forgotten session "


def forgotten(keepers: Keepers, group: str) -> bool:
    """Tell whether somebody wanted a session forgotten: it is then never read again."""
    return keepers.history.fact(_FORGOTTEN_FACT + group.partition("/")[0]) is not None


def forget_mark(keepers: Keepers, group: str) -> None:
    """Note that a session, with its sub-agents, is never to be read again."""
    with keepers.history.writing(keepers.key):
        keepers.history.state(_FORGOTTEN_FACT + group.partition("/")[0], "1")


def hosts_of(keepers: Keepers) -> reader.Hosts:
    """Return where transcripts lie; those of hosts are the machine owner's, so only the default user has them."""
    wanted = keepers.settings.sessions
    ours = keepers.layout.root / "sessions"
    if keepers.user != "default" or not wanted.enabled:
        return reader.Hosts(None, None, None, None, ours, subagents=True)

    def of(host: str, given: str, usual: Path) -> Path | None:
        return (Path(given).expanduser() if given else usual) if host in wanted.hosts else None

    claude = config.claude_config_dir()
    return reader.Hosts(
        claude=of("claude", wanted.claude_path, claude / "projects"),
        claude_history=of("claude", wanted.claude_history, claude / "history.jsonl"),
        codex=of("codex", "", config.codex_home() / "sessions"),
        gemini=of("gemini", "", config.gemini_dir() / "tmp"),
        own=ours,
        subagents=wanted.subagents,
    )


def gather(work: Work) -> None:
    """Take in what is new in every transcript, the oldest change first, as long as there is time."""
    index, hosts = work.keepers.index, hosts_of(work.keepers)
    known = index.marks(Source.SESSION)
    found = list(reader.transcripts(hosts))
    changed = [(host, one) for host, one in found if known.get(one.place) != (one.size, one.mtime, False)]
    changed.sort(key=lambda pair: pair[0] == HISTORY)  # only what no transcript has is taken from it
    work.total += sum(one.size for _, one in changed)
    taking = _Taking(work)
    for number, (host, one) in enumerate(changed):
        if work.is_over():
            work.counts["left"] += len(changed) - number
            return
        taking.take(host, one)
    _mark_gone(work, known, {one.place for _, one in found}, hosts)
    keeping.take_back(work, taking.take)


def _mark_gone(work: Work, known: Mapping[str, tuple[int, int, bool]], there: set[str], hosts: reader.Hosts) -> None:
    """Note which transcripts their hosts have deleted, unless the whole folder is away: what was said stays."""
    roots = [root for root in (hosts.claude, hosts.codex, hosts.gemini) if root is not None and root.is_dir()]
    for place, (_, _, gone) in known.items():
        if gone or place in there or not any(Path(place).is_relative_to(root) for root in roots):
            continue
        file = work.keepers.index.file(place)
        if file is not None:
            work.keepers.index.gather([], [], Seen([replace(file, gone=True)]))
            work.counts["gone"] += 1


class _Taking:
    """Takes in one transcript after another."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self._owners = Owners(work.keepers)

    def take(self, host: str, found: Found) -> None:
        """Take in what is new in one file, step by step; each step is whole by itself."""
        known = self._work.keepers.index.file(found.place)
        state: Mapping[str, Any] = known.state if known is not None else {}
        kept = int(state.get("kept", 0))
        before, read = self._work.counts["passages"], int(state.get("offset", 0))
        while True:
            try:
                steps, state, done = self._read(host, found, state)
            except UnavailableError as fault:
                self._work.omit(found.place, fault.message)
                return
            reached = int(state.get("offset", found.size))
            is_whole = done or self._work.is_over()
            for step in steps[:-1]:
                self._store(host, found, step, None)
            kept = 0 if steps[-1].again else kept
            self._store(
                host, found, steps[-1], {"host": host, "kept": kept, "size": found.size if done else UNFINISHED}
            )
            self._work.read(max(reached - read, 0))
            read = reached
            if is_whole:
                self._work.counts["left"] += not done
                break
        self._work.counts["sessions"] += self._work.counts["passages"] > before

    def _read(
        self, host: str, found: Found, state: Mapping[str, Any]
    ) -> tuple[list[SessionRead], Mapping[str, Any], bool]:
        """Return what the next step has of each session in the file, the state after it, and whether that was all."""
        size = self._work.step_bytes
        chars = self._work.keepers.settings.sessions.passage_chars
        if host == HISTORY:
            steps, after, done = reader.read_history(found, state, most_bytes=size, passage_chars=chars)
            return [*steps, SessionRead("", state=after, done=done)], after, done
        step = reader.read(host, found, state, most_bytes=size, passage_chars=chars)
        return [step], step.state, step.done

    def _store(self, host: str, found: Found, step: SessionRead, note: Mapping[str, Any] | None) -> None:
        """Put what one step brought into the index, and what is noted of the file after it, in one transaction."""
        index, work = self._work.keepers.index, self._work
        group = _group_of(host, step)
        held = [one for one in index.group(group) if _is_of(one, found.place)] if step.again or step.left else []
        deletes = [one.key for one in held] if step.again else []
        upserts = [] if step.again else [replace(one, type=ABANDONED) for one in held if one.start in set(step.left)]
        fresh: list[Passage] = []
        turns: dict[int, str] = {}
        if step.said and not forgotten(work.keepers, group) and not self._is_told_elsewhere(host, step):
            heard = index.heard([one.key for one in step.said], group)
            fresh = list(self._passages(host, found, step, group, [one for one in step.said if one.key not in heard]))
            turns = {one.key: group for one in step.said}
        files = [self._file(host, found, step, group, note)] if note else []
        index.gather([*upserts, *fresh], deletes, Seen(files, turns=turns))
        work.counts["passages"] += len(fresh)
        work.counts["lines_skipped"] += step.skipped

    def _is_told_elsewhere(self, host: str, step: SessionRead) -> bool:
        """Tell whether the prompts of a history stand in a transcript."""
        return host == HISTORY and self._work.keepers.index.last_place(f"session:{step.session}") > 0

    def _file(self, host: str, found: Found, step: SessionRead, group: str, note: Mapping[str, Any]) -> SourceFile:
        scope = self._scope(host, str(step.state.get("cwd", "")), step.state, found) or GLOBAL
        is_unwanted = forgotten(self._work.keepers, group)
        title = "" if is_unwanted else self._work.keepers.clean(str(step.state.get("title", "")))
        state = {**step.state, "title": title, "host": note["host"], "kept": note["kept"], FORGOTTEN: is_unwanted}
        return SourceFile(found.place, Source.SESSION, group, scope, note["size"], found.mtime, state)

    def _scope(self, host: str, cwd: str, state: Mapping[str, Any], found: Found) -> Scope | None:
        """Return whose this is; a session of our own names its project, or holds for its whole vault."""
        if host == _OWN and state.get("project"):
            return Scope(str(state["project"]))
        if host == _OWN and not cwd:
            return GLOBAL
        return self._owners.scope_of(cwd, found.place)

    def _passages(self, host: str, found: Found, step: SessionRead, group: str, said: list[Said]) -> Iterator[Passage]:
        """Yield what is to be found of these turns: redacted, each in its project, none of a folder left alone."""
        policy = self._work.keepers.policy
        place = self._next_place(group) if said else 0
        for one in said:
            scope = self._scope(host, one.cwd or str(step.state.get("cwd", "")), step.state, found)
            if scope is None:
                continue
            text, sensitivity = gate.judged(one.text + (f"\n\n{one.tools}" if one.tools else ""), policy)
            if not text.strip():
                continue
            yield Passage(
                key=f"{group}#{place}",
                source=Source.SESSION,
                text=text,
                scope=scope,
                type=ABANDONED if one.turn in step.left else "",
                sensitivity=sensitivity,
                trust=Trust.OWNER if one.speaker == "user" else Trust.AGENT,
                group=group,
                place=place,
                speaker=one.speaker,
                at=one.at,
                path=found.place,
                start=one.turn,
            )
            place += 1

    def _next_place(self, group: str) -> int:
        return self._work.keepers.index.last_place(group) + 1


def _is_of(passage: Passage, place: str) -> bool:
    return passage.path == place


def _group_of(host: str, step: SessionRead) -> str:
    """Return the name of a session's group; prompts that only the host's history has are a group of their own."""
    name = f"session:{step.session}"
    if host == HISTORY:
        return f"{name}/prompts" if step.session else HISTORY
    return f"{name}/{step.agent}" if step.agent else name
