"""What writing would do, without writing: the same checks, the same gate, the same succession."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace

from vademecum.engine.keepers import Keepers
from vademecum.engine.tombstones import is_erased
from vademecum.engine.write import Written, decide, look_up, memory_of, prepare, receipt_of
from vademecum.model.errors import ConflictError, RefusedError, VademecumError
from vademecum.model.memory import Action, Draft, Memory, Receipt, State, Version
from vademecum.rules.gate import Decision
from vademecum.rules.succession import Known, Step, digest, is_specific, says_anew, title_key

_ACTIONS = {
    Step.FIRST: Action.STORED,
    Step.DUPLICATE: Action.DUPLICATE,
    Step.SUPERSEDE: Action.SUPERSEDED,
    Step.REVIVE: Action.REVIVED,
}


@dataclass(slots=True)
class Rehearsal:
    """One dry run. It remembers what it was told, so that a draft meets those before it, as in a real run."""

    keepers: Keepers
    _digests: dict[str, Version] = field(default_factory=dict)
    _sources: dict[tuple[str, str], Version] = field(default_factory=dict)
    _titles: dict[tuple[str, str], list[Version]] = field(default_factory=dict)

    def write_many(self, drafts: Iterable[Draft]) -> Iterator[Receipt | VademecumError]:
        """Yield, for each draft in order, the receipt or error that a write would give; names are not decided."""
        for draft in drafts:
            prepared = prepare(self.keepers, draft)
            if isinstance(prepared, VademecumError):
                yield prepared
            elif isinstance(prepared, Written):
                yield receipt_of(self.keepers, prepared)
            else:
                yield self._decided(prepared)

    def _decided(self, decision: Decision) -> Receipt | VademecumError:
        if decision.blocked:
            blocked = receipt_of(self.keepers, Written(Action.BLOCKED, decision))
            return replace(blocked, notes=(decision.reason,))
        now = self.keepers.clock()
        memory = memory_of(decision.draft, now, self.keepers.settings.memory.description_max)
        try:
            known = self._known(memory, look_up(self.keepers, memory, decision.draft), decision.draft)
        except ConflictError as fault:
            return fault
        step = decide(self.keepers, memory, known).step
        if step is not Step.DUPLICATE and is_erased(self.keepers, memory):
            return RefusedError("this was erased on purpose", code="refused.erased")
        self._remember(Version(memory, "", "", now, None, State.LIVE, "", memory.origin_session, ""))
        return receipt_of(self.keepers, Written(_ACTIONS[step], decision))

    def _known(self, memory: Memory, stored: Known, draft: Draft) -> Known:
        scope = str(memory.scope)
        twin = self._digests.get(digest(memory), stored.twin)
        return replace(
            stored,
            twin=twin,
            anew=twin is not None and says_anew(draft, twin),
            sourced=self._sources.get((memory.origin_session, scope), stored.sourced),
            titled=(*stored.titled, *self._titles.get((title_key(memory.description), scope), ())),
        )

    def _remember(self, version: Version) -> None:
        memory = version.memory
        scope = str(memory.scope)
        self._digests[digest(memory)] = version
        self._titles.setdefault((title_key(memory.description), scope), []).append(version)
        if is_specific(memory.origin_session):
            self._sources[memory.origin_session, scope] = version
