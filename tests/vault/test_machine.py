"""A vault against a model of one: whatever is done, in whatever order, by whichever of two processes' hands."""

import shutil
import tempfile
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from vademecum.engine.opening import open_vault
from vademecum.model.errors import ConflictError, MissingError, RefusedError
from vademecum.model.memory import Action, Draft, Scope
from vademecum.model.search import Query
from vademecum.model.settings import EmbedderSettings, GateSettings, Settings, SyncSettings

PLAIN = Settings(
    embedder=EmbedderSettings(provider="none"), sync=SyncSettings(cooldown_ms=0), gate=GateSettings(known_values=False)
)
WORDS = ("marmalade", "lighthouse", "zebra", "quartz", "violin")
TITLES = ("Runtime", "Editor")
SCOPES = (Scope(), Scope("app"), Scope("web"))
pick = st.integers(min_value=0, max_value=99)


class VaultMachine(RuleBasedStateMachine):
    """Does what users, agents, editors and clocks do; remembers what has to be believed because of it."""

    @initialize()
    def begin(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="vade-machine-"))
        self.now = datetime(2026, 3, 1, 12, tzinfo=UTC)
        self.believed: dict[str, str] = {}
        self.past: list[tuple[datetime, dict[str, str]]] = []
        self.ids: list[str] = []
        self.erased: set[str] = set()
        self.vaults = [self.opened(), self.opened()]
        self.turn = 0

    def opened(self):
        return open_vault(self.folder / "home", settings=PLAIN, clock=lambda: self.now)

    def teardown(self) -> None:
        if not hasattr(self, "vaults"):
            return
        try:
            self.check_past()
            self.check_index()
        finally:
            for vault in self.vaults:
                vault.close()
            shutil.rmtree(self.folder)

    @property
    def vault(self):
        """Take turns: two open vaults stand for two processes."""
        self.turn = 1 - self.turn
        return self.vaults[self.turn]

    def one(self, number: int) -> str:
        names = sorted(self.believed)
        return names[number % len(names)]

    @rule(word=st.sampled_from(WORDS), title=st.sampled_from(TITLES), scope=st.sampled_from(SCOPES), count=pick)
    def write(self, word: str, title: str, scope: Scope, count: int) -> None:
        body = f"The {word} of case {count % 3}."
        self.take(Draft(title=title, body=body, scope=scope))

    @precondition(lambda self: self.believed)
    @rule(number=pick, word=st.sampled_from(WORDS))
    def overwrite(self, number: int, word: str) -> None:
        name = self.one(number)
        scope = self.vault.get(name).memory.scope
        self.take(Draft(name=name, body=f"The {word} again.", scope=scope))

    def take(self, draft: Draft) -> None:
        try:
            receipt = self.vault.write(draft)
        except RefusedError:
            assert draft.body in self.erased
            return
        if receipt.action is Action.DUPLICATE:
            assert self.believed[receipt.name] == draft.body
            return
        if receipt.action is Action.STORED:
            assert receipt.name not in self.believed
        self.believed[receipt.name] = draft.body
        self.ids.append(receipt.id)

    @precondition(lambda self: self.believed)
    @rule(number=pick)
    def forget(self, number: int) -> None:
        name = self.one(number)
        self.vault.forget(name)
        del self.believed[name]

    @precondition(lambda self: self.ids)
    @rule(number=pick)
    def restore(self, number: int) -> None:
        vault, identity = self.vault, self.ids[number % len(self.ids)]
        try:
            receipt = vault.restore(identity)
        except (ConflictError, MissingError):
            return
        self.believed[receipt.name] = vault.get(receipt.name).memory.body
        assert vault.get(identity).memory.body == self.believed[receipt.name]
        self.ids.append(receipt.id)

    @precondition(lambda self: self.believed)
    @rule(number=pick)
    def promote(self, number: int) -> None:
        vault, name = self.vault, self.one(number)
        try:
            receipt = vault.promote(name)
        except ConflictError:
            return
        assert receipt.name == name
        self.ids.append(receipt.id)

    @precondition(lambda self: self.believed)
    @rule(number=pick, word=st.sampled_from(WORDS), look=st.booleans())
    def edit_by_hand(self, number: int, word: str, *, look: bool) -> None:
        vault, name = self.vault, self.one(number)
        path = self.path(vault, name)
        body = f"By hand a {word}."
        path.write_text(path.read_text(encoding="utf-8").replace(self.believed[name], body), encoding="utf-8")
        self.believed[name] = body
        if look:
            vault.sync()

    @precondition(lambda self: self.believed)
    @rule(number=pick, look=st.booleans())
    def delete_by_hand(self, number: int, *, look: bool) -> None:
        vault, name = self.vault, self.one(number)
        self.path(vault, name).unlink()
        del self.believed[name]
        if look:
            vault.sync()

    @staticmethod
    def path(vault, name: str) -> Path:
        version = vault.get(name)
        scope = version.memory.scope
        folder = "global" if scope.project is None else f"projects/{scope.project}"
        return vault.path / "store" / folder / f"{version.memory.name}.md"

    @precondition(lambda self: self.believed)
    @rule(number=pick)
    def erase(self, number: int) -> None:
        vault, name = self.vault, self.one(number)
        vault.get(name)
        gone = {version.memory.body for version in vault.history(name)}
        identities = {version.id for version in vault.history(name)}
        vault.forget(name, erase=True)
        self.erased |= gone
        del self.believed[name]
        self.ids = [identity for identity in self.ids if identity not in identities]
        self.past.clear()

    @rule(days=st.integers(min_value=-30, max_value=30))
    def pass_time(self, days: int) -> None:
        self.now += timedelta(days=days)

    @rule()
    def reopen(self) -> None:
        self.vaults[0].close()
        self.vaults[0] = self.opened()

    @rule()
    def move_away_and_back(self) -> None:
        self.vault.sync()
        moved = self.vault.move_project("app", "moved")
        assert self.vault.move_project("moved", "app") == moved

    @invariant()
    def holds(self) -> None:
        if not hasattr(self, "vaults"):
            return
        vault = self.vault
        vault.sync()
        assert {version.memory.name: version.memory.body for version in vault.browse()} == self.believed
        assert vault.verify().flaws == ()
        self.check_lineages(vault)
        if self.believed:
            last = vault.status().last_event
            self.past.append((last, dict(self.believed)))

    @staticmethod
    def check_lineages(vault) -> None:
        seen = set()
        for version in vault.browse():
            assert version.lineage not in seen
            seen.add(version.lineage)
            spans = [(one.recorded_at, one.superseded_at) for one in vault.history(version.memory.name)]
            for (_, ended), (began, _) in pairwise(spans):
                assert ended is not None
                assert ended <= began
            path = VaultMachine.path(vault, version.memory.name)
            assert path.read_text(encoding="utf-8") == version.text

    def check_past(self) -> None:
        vault = self.vault
        every = {name for _, believed in self.past for name in believed}
        for instant, believed in self.past:
            for name in every:
                try:
                    found = vault.get(name, as_of=instant).memory.body
                except MissingError:
                    found = None
                assert found == believed.get(name), (instant, name)

    def check_index(self) -> None:
        vault = self.vault
        answers = [self.answers(vault, word) for word in WORDS]
        vault.reindex(full=True)
        assert answers == [self.answers(vault, word) for word in WORDS]
        for word, answer in zip(WORDS, answers, strict=True):
            assert answer == {name for name, body in self.believed.items() if word in body}

    @staticmethod
    def answers(vault, word: str) -> set[str]:
        """Return what the index itself finds: recall would leave out what says nearly the same."""
        vault.sync()
        return {one.passage.name for one in vault._keepers.index.candidates(Query(word, scopes=None), 1000)}


SETTINGS = settings(
    max_examples=6, stateful_step_count=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True
)


def test_a_vault_believes_what_its_model_believes():
    run_state_machine_as_test(VaultMachine, settings=SETTINGS)


@pytest.mark.slow
def test_a_vault_believes_what_its_model_believes_for_long():
    run_state_machine_as_test(
        VaultMachine, settings=settings(SETTINGS, max_examples=60, stateful_step_count=30, derandomize=False)
    )
