"""A process that works on a vault and says what was acknowledged, one JSON line each; made to be killed.

python worker.py HOME VERB [NUMBER]
"""

import json
import os
import random
import sys
from pathlib import Path

from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.model.errors import VademecumError
from vademecum.model.memory import Draft, Receipt, Scope
from vademecum.model.settings import EmbedderSettings, Settings, SyncSettings

SETTINGS = Settings(embedder=EmbedderSettings(provider="none"), sync=SyncSettings(cooldown_ms=0))
APP = Scope("app")


def say(**what: object) -> None:
    os.write(1, (json.dumps(what) + "\n").encode())


def acknowledge(receipt: Receipt, body: str = "") -> None:
    say(action=receipt.action, name=receipt.name, id=receipt.id, body=body)


def first(vault: Vault) -> None:
    acknowledge(vault.write(Draft(title="New fact", body="A new statement.", scope=APP)), "A new statement.")


def supersede(vault: Vault) -> None:
    acknowledge(vault.write(Draft(name="fact_1", body="Another statement.", scope=APP)), "Another statement.")


def forget(vault: Vault) -> None:
    acknowledge(vault.forget("fact_2"))


def restore(vault: Vault) -> None:
    acknowledge(vault.restore("fact_0"))


def promote(vault: Vault) -> None:
    acknowledge(vault.promote("fact_3"))


def erase(vault: Vault) -> None:
    acknowledge(vault.forget("fact_4", erase=True))


def batch(vault: Vault) -> None:
    for result in vault.write_many(Draft(title=f"Bulk {n}", body=f"Bulk statement {n}.", scope=APP) for n in range(6)):
        assert isinstance(result, Receipt)
        acknowledge(result, vault.get(result.name).memory.body)


def edit(vault: Vault) -> None:
    path = vault.path / "store/projects/app/fact_5.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nBy hand.\n", encoding="utf-8")
    report = vault.sync()
    say(action="edited", name=report.adopted[0] if report.adopted else "", id="", body="")


def _hand_edit(vault: Vault, name: str) -> None:
    path = vault.path / f"store/projects/app/{name}.md"
    path.write_text(path.read_text(encoding="utf-8") + "\nBy hand.\n", encoding="utf-8")


def adopt(vault: Vault) -> None:
    _hand_edit(vault, "fact_5")
    acknowledge(vault.adopt("fact_5"))


def revert(vault: Vault) -> None:
    _hand_edit(vault, "fact_5")
    acknowledge(vault.revert("fact_5"))


def reindex(vault: Vault) -> None:
    say(action="reindexed", name="", id="", passages=vault.reindex(full=True).passages)


def move(vault: Vault) -> None:
    say(action="moved", name="", id="", count=vault.move_project("app", "web"))


def ask(vault: Vault) -> None:
    """Say what a vault answers, also when a part of it cannot be read."""
    say(
        hits=len(vault.recall("statement", limit=20).hits),
        body=vault.get("fact_1").memory.body,
        flaws=[flaw.place for flaw in vault.verify().flaws],
        problems=vault.sync().problems,
        live=len(vault.browse()),
    )


def propose(vault: Vault) -> None:
    say(action="proposed", name=vault.propose("fact_3").name, id="")


def close(vault: Vault) -> None:
    first(vault)
    vault.close()


VERBS = ("write", "write", "write", "own", "many", "recall", "forget", "get", "restore", "rare")
RARE = ("reindex", "sync", "verify", "edit", "delete", "rest", "status")


def mixed(vault: Vault, seed: int, count: int) -> None:
    """Do many things to few memories, in an order of its own; errors that another process explains are told."""
    order = random.Random(seed)
    for step in range(count):
        name, body = f"shared_{order.randrange(8)}", f"Statement {step} of writer {seed} about marmalade."
        verb = order.choice(VERBS)
        try:
            _do(vault, verb, name, body, f"Own {seed} {step}")
        except VademecumError as fault:
            say(fault=fault.code, verb=verb, message=fault.message)
    say(done=seed)


def _do(vault: Vault, verb: str, name: str, body: str, title: str) -> None:
    if verb == "write":
        acknowledge(vault.write(Draft(name=name, body=body, scope=APP)), body)
    elif verb == "own":
        acknowledge(vault.write(Draft(title=title, body=body, scope=APP)), body)
    elif verb == "recall":
        vault.recall("marmalade statement")
    elif verb == "forget":
        acknowledge(vault.forget(name))
    elif verb == "restore":
        acknowledge(vault.restore(name))
    elif verb == "many":
        for number, result in enumerate(
            vault.write_many(Draft(title=f"{title} {n}", body=body, scope=APP) for n in "ab")
        ):
            assert isinstance(result, Receipt), number
            acknowledge(result, body)
    elif verb == "rare":
        _rarely(vault, name, title)
    else:
        vault.get(name)


def _rarely(vault: Vault, name: str, title: str) -> None:
    """Do what is done now and then; which one, the title decides."""
    verb, path = RARE[int(title.rsplit(maxsplit=1)[-1]) % len(RARE)], vault.path / f"store/projects/app/{name}.md"
    if verb == "reindex":
        vault.reindex(full=True)
    elif verb == "sync":
        vault.sync()
    elif verb == "verify":
        say(flaws=[f"{flaw.place}: {flaw.message}" for flaw in vault.verify().flaws if not is_by_hand(flaw.message)])
    elif verb == "edit" and path.exists():
        path.write_text(path.read_text(encoding="utf-8") + "\nBy hand.\n", encoding="utf-8")
    elif verb == "delete":
        path.unlink(missing_ok=True)
    elif verb == "rest":
        vault.rest()
    else:
        vault.status()


def is_by_hand(message: str) -> bool:
    """Tell whether a flaw is a hand edit that nobody has looked at yet."""
    return "vade adopt" in message or "not adopted" in message


def endless(vault: Vault, seed: int) -> None:
    """Write until killed."""
    step = 0
    while True:
        body = f"Statement {step} of writer {seed}."
        acknowledge(vault.write(Draft(title=f"Fact {seed} {step}", body=body, scope=APP)), body)
        if step % 5 == 4:
            acknowledge(vault.forget(f"fact_{seed}_{step - 2}"))
        step += 1


def main(home: str, verb: str, *numbers: str) -> None:
    vault = open_vault(Path(home), settings=SETTINGS)
    vault.status()
    say(ready=True)
    globals()[verb](vault, *map(int, numbers))
    os._exit(0)


if __name__ == "__main__":
    main(*sys.argv[1:])
