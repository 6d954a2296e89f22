"""Transcripts into the index: what is new in each, redacted, in the scope of the project that it was said in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from vademecum import config
from vademecum.engine.gathering import forgetting, heeding, keeping, moving
from vademecum.engine.gathering.forgetting import FORGOTTEN
from vademecum.engine.gathering.keeping import KEPT
from vademecum.engine.gathering.whose import FOLDERS, OUTSIDE_ANY, Owners
from vademecum.engine.gathering.work import UNFINISHED, Work
from vademecum.engine.keepers import Keepers
from vademecum.index.ports import Mark, Seen
from vademecum.model.errors import UnavailableError
from vademecum.model.memory import GLOBAL, Scope, Trust
from vademecum.model.search import ABANDONED, Passage, Source, SourceFile
from vademecum.rules import gate
from vademecum.rules.keys import SESSION
from vademecum.sources import sessions as reader
from vademecum.sources.ports import Found, Said, SessionRead, Skipped

HISTORY = "claude-history"
"""The host's name for Claude Code's file of prompts, which has many sessions in it."""

PROMPTS = "/prompts"
"""What the name of a group ends with that has only prompts of the history."""

_OWN = "own"


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
    passed_over: list[Skipped] = []
    found = list(reader.transcripts(hosts, passed_over))
    for left_out in passed_over:
        work.omit(left_out.place, left_out.reason)
    there = {one.place for _, one in found}
    taking = _Taking(work)
    if not work.hurried:
        heeding.heed(work, taking.owners, there)
    known = index.marks(Source.SESSION)
    changed = [(host, one) for host, one in found if _is_new(one, known.get(one.place))]
    changed.sort(key=lambda pair: pair[0] == HISTORY)  # only what no transcript has is taken from it
    work.total += sum(one.size for _, one in changed)
    away = {Path(place).name: place for place in known if place not in there}
    for number, (host, one) in enumerate(changed):
        if work.is_over():
            work.counts["left"] += len(changed) - number
            return
        if one.place not in known:
            moving.follow(work.keepers, host, one, away.get(Path(one.place).name))
        taking.take(host, one)
    _mark_gone(work, index.marks(Source.SESSION), there, hosts)
    keeping.take_back(work, taking.take)


def _is_new(found: Found, mark: Mark | None) -> bool:
    return mark is None or mark.gone or mark[:3] != (found.size, found.mtime, found.ctime)


def _mark_gone(work: Work, known: Mapping[str, Mark], there: set[str], hosts: reader.Hosts) -> None:
    """Note which transcripts their hosts have deleted: what was said stays.

    Those are not meant whose whole host's folder is away, nor those in a folder that cannot be looked into now.
    """
    roots = [root for root in (hosts.claude, hosts.codex, hosts.gemini) if root is not None and root.is_dir()]
    for place, mark in known.items():
        if mark.gone or place in there or not any(Path(place).is_relative_to(root) for root in roots):
            continue
        if not _is_deleted(place):
            continue
        file = work.keepers.index.file(place)
        if file is not None:
            work.keepers.index.gather([], [], Seen([replace(file, gone=True)]))
            work.counts["gone"] += 1


def _is_deleted(place: str) -> bool:
    try:
        Path(place).lstat()
    except (FileNotFoundError, NotADirectoryError):
        return True
    except OSError:
        return False
    return False


class _Change(NamedTuple):
    """What a step makes of a session in the index."""

    fresh: list[Passage]
    changed: list[Passage]
    deletes: list[str]
    turns: dict[int, tuple[str, int]]


class _Taking:
    """Takes in one transcript after another."""

    def __init__(self, work: Work) -> None:
        self._work = work
        self.owners = Owners(work.keepers)
        self._unwanted = forgetting.forgotten_turns(work.keepers)

    def take(self, host: str, found: Found) -> None:
        """Take in what is new in one file, step by step; each step is whole by itself."""
        known = self._work.keepers.index.file(found.place)
        state: Mapping[str, Any] = known.state if known is not None else {}
        noted = {name: state.get(name) for name in (KEPT, FOLDERS)}
        before, read = self._work.counts.copy(), int(state.get("offset", 0))
        while True:
            try:
                steps, state, done = self._read(host, found, state)
            except UnavailableError as fault:
                self._work.omit(found.place, fault.message)
                return
            reached = int(state.get("offset", found.size))
            is_whole = done or self._work.is_over()
            if steps[-1].again:
                noted = {}
            noted[FOLDERS] = heeding.folders_of(steps, noted.get(FOLDERS) or ())
            self._store(host, found, steps, noted | {"host": host, "size": found.size if done else UNFINISHED})
            self._work.read(max(reached - read, 0))
            read = reached
            if is_whole:
                self._work.counts["left"] += not done
                break
        self._work.counts["sessions"] += self._work.counts["passages"] > before["passages"]
        if lost := self._work.counts["lines_skipped"] - before["lines_skipped"]:
            self._work.omit(found.place, f"{lost} of its lines, not understood")

    def _read(
        self, host: str, found: Found, state: Mapping[str, Any]
    ) -> tuple[list[SessionRead], Mapping[str, Any], bool]:
        """Return what the next step has of each session in the file, the state after it, and whether that was all."""
        size = self._work.step_bytes
        chars = self._work.keepers.settings.sessions.passage_chars
        if host == HISTORY:
            steps, after, done = reader.read_history(found, state, most_bytes=size, passage_chars=chars)
            again = bool(state) and not reader.goes_on(found, state)
            return [*steps, SessionRead("", state=after, again=again, done=done)], after, done
        step = reader.read(host, found, state, most_bytes=size, passage_chars=chars)
        return [step], step.state, step.done

    def _store(self, host: str, found: Found, steps: Sequence[SessionRead], note: Mapping[str, Any]) -> None:
        """Put what a step brought of each session into the index, with what is noted of the file, in one transaction.

        The last of `steps` tells of the file.
        """
        index, work = self._work.keepers.index, self._work
        parts = [self._change(host, found, step) for step in steps]
        deletes = [key for part in parts for key in part.deletes]
        if host == HISTORY and steps[-1].again:
            deletes += (one.key for name in index.groups(SESSION, PROMPTS) for one in index.group(name))
        upserts = [one for part in parts for one in (*part.changed, *part.fresh)]
        turns = {key: place for part in reversed(parts) for key, place in part.turns.items()}
        file = self._file(host, found, steps[-1], _group_of(host, steps[-1]), note)
        index.gather(upserts, deletes, Seen([file], turns=turns))
        work.counts["passages"] += sum(len(part.fresh) for part in parts)
        work.counts["lines_skipped"] += sum(step.skipped for step in steps)

    def _change(self, host: str, found: Found, step: SessionRead) -> _Change:
        index, work = self._work.keepers.index, self._work
        group = _group_of(host, step)
        held = [one for one in index.group(group) if one.path == found.place] if step.again or step.left else []
        deletes = [one.key for one in held] if step.again else []
        if host != HISTORY and step.said:
            deletes += [one.key for one in index.group(f"{group}{PROMPTS}")]  # now they are told whole
        changed = [] if step.again else [replace(one, type=ABANDONED) for one in held if one.start in set(step.left)]
        if not step.said or self._is_told_elsewhere(host, step):
            return _Change([], changed, deletes, {})
        turns = {one.key: (group, 0) for one in step.said}
        if forgetting.is_forgotten(work.keepers, group):
            return _Change([], changed, deletes, turns)
        heard = index.heard(turns, group, found.place) | self._unwanted
        said = [one for one in step.said if one.key not in heard]
        fresh = list(self._passages(host, found, step, group, said))
        turns |= {key: (group, passage.place) for key, passage in fresh}
        return _Change([passage for _, passage in fresh], changed, deletes, turns)

    def _is_told_elsewhere(self, host: str, step: SessionRead) -> bool:
        """Tell whether the prompts of a history stand in a transcript."""
        return host == HISTORY and self._work.keepers.index.last_place(f"{SESSION}{step.session}") > 0

    def _file(self, host: str, found: Found, step: SessionRead, group: str, note: Mapping[str, Any]) -> SourceFile:
        scope = self._scope(host, str(step.state.get("cwd", "")), step.state, found)
        is_unwanted = forgetting.is_forgotten(self._work.keepers, group)
        alone = heeding.alone_of(self.owners, host, note[FOLDERS], found.place)
        is_hidden = is_unwanted or scope is None or alone[:1] == list(note[FOLDERS][:1]) != []
        title = "" if is_hidden else self._work.keepers.clean(str(step.state.get("title", "")))
        state = {**step.state, "title": title, FORGOTTEN: is_unwanted, "host": note["host"]}
        state |= {KEPT: note.get(KEPT) or 0, FOLDERS: note[FOLDERS], heeding.ALONE: alone}
        scope = scope or OUTSIDE_ANY
        return SourceFile(
            found.place, Source.SESSION, group, scope, note["size"], found.mtime, state, ctime=found.ctime
        )

    def _scope(self, host: str, cwd: str, state: Mapping[str, Any], found: Found) -> Scope | None:
        """Return whose this is, None for nobody's; a session of our own names its project, or holds for its vault."""
        if host == _OWN and not (cwd and self.owners.is_left_alone(cwd)):
            if state.get("project"):
                return Scope(str(state["project"]))
            if not cwd:
                return GLOBAL
        return self.owners.scope_of(cwd, found.place)

    def _passages(
        self, host: str, found: Found, step: SessionRead, group: str, said: Sequence[Said]
    ) -> Iterator[tuple[int, Passage]]:
        """Yield what is to be found of these turns, each with its hash: redacted, in its project, none of a folder left
        alone.
        """
        policy = self._work.keepers.policy
        place = self._work.keepers.index.last_place(group) + 1 if said else 0
        for one in said:
            scope = self._scope(host, one.cwd or str(step.state.get("cwd", "")), step.state, found)
            if scope is None:
                continue
            text, sensitivity = gate.judged(one.text + (f"\n\n{one.tools}" if one.tools else ""), policy)
            if not text.strip():
                continue
            passage = Passage(
                key=f"{group}#{place}",
                source=Source.SESSION,
                text=text,
                scope=scope,
                type=ABANDONED if one.turn in step.left else "",
                sensitivity=sensitivity,
                trust=Trust.OWNER if one.speaker == "user" else Trust.AGENT,
                group=group,
                place=place,
                speaker=self._named(one.speaker),
                at=one.at,
                path=found.place,
                start=one.turn,
            )
            yield one.key, passage
            place += 1

    def _named(self, speaker: str) -> str:
        return speaker if speaker in {"user", "assistant"} else self._work.keepers.clean(speaker)


def _group_of(host: str, step: SessionRead) -> str:
    """Return the name of a session's group; prompts that only the host's history has are a group of their own."""
    name = f"{SESSION}{step.session}"
    if host == HISTORY:
        return f"{name}{PROMPTS}" if step.session else HISTORY
    return f"{name}/{step.agent}" if step.agent else name
