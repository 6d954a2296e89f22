"""Recall of what was believed at an instant, and what every answer says of itself."""

from datetime import timedelta

from vademecum.engine.vault import Vault
from vademecum.index.sqlite.index import SqliteIndex
from vademecum.model.memory import Draft, Scope
from vademecum.model.search import Passage, Source
from vademecum.model.settings import Settings

HAY = 260


def test_the_past_is_ranked_by_words_and_meaning(opened, clock):
    vault = opened(Settings())
    vault.write(Draft(title="Deploys", body="Deploys run every night from the build server."))
    then = clock.now
    clock.pass_(days=1)
    vault.write(Draft(name="deploys", body="Deploys happen by hand on Mondays."))
    answer = vault.recall("when do deploys run", as_of=then)
    assert answer.mode == "hybrid"
    assert [hit.passage.text for hit in answer.hits] == ["Deploys run every night from the build server."]


def test_a_rare_word_is_found_among_many_versions_that_share_a_common_one(vault: Vault, clock):
    drafts = [
        Draft(title=f"Server {number}", body=f"The server in rack number{number} was serviced.")
        for number in range(HAY)
    ]
    assert len(list(vault.write_many([Draft(title="Zeppelin", body="The zeppelin server hums."), *drafts]))) == HAY + 1
    found = vault.recall("zeppelin server serviced", as_of=clock.now + timedelta(days=1))
    assert found.hits[0].passage.text == "The zeppelin server hums."


def test_filters_hold_in_the_past_too(vault: Vault, clock):
    for scope in (Scope("shop"), Scope("blog"), Scope()):
        vault.write(Draft(title=f"Ports of {scope}", body=f"The ports of {scope} are closed.", scope=scope))
    asked = vault.recall("ports closed", as_of=clock.now, scopes=(Scope("shop"),))
    assert {hit.passage.scope for hit in asked.hits} == {Scope("shop")}
    assert vault.recall("ports closed", as_of=clock.now, type="feedback").hits == ()


def test_an_answer_says_how_long_it_took_and_how_fresh_it_is(opened, clock):
    vault = opened(Settings())
    vault.write(Draft(title="Deploys", body="Deploys run every night."))
    vault.sync()
    looked = clock.now
    clock.pass_(seconds=1)
    answer = vault.recall("deploys")
    assert 0 < answer.took_ms < 10_000
    assert answer.fresh_as_of == looked
    assert vault.recall("deploys", as_of=looked).fresh_as_of == looked


def test_an_index_that_is_ahead_of_its_history_is_filled_anew(opened, home):
    vault = opened()
    vault.write(Draft(title="Deploys", body="Deploys run every night."))
    vault.close()
    stray = Passage("memory:stray", Source.MEMORY, "Deploys of a vault that is no more.", name="stray")
    index = SqliteIndex(home / "vaults" / "default" / "index.db", None)
    index.apply([stray], [], 99)
    index.close()
    assert [hit.passage.name for hit in opened().recall("deploys").hits] == ["deploys"]
