"""What a quiet moment and the end of a session leave: the always-on file, a signature, a commit."""

from pathlib import Path

import pytest

from vademecum.engine.rules_file import RULES
from vademecum.engine.vault import Vault
from vademecum.model.memory import Draft, Scope

APP = Scope("app")


@pytest.fixture
def rules(user_dir: Path) -> Path:
    """Return the always-on file, as `vade rules` once made it."""
    path = user_dir / ".claude" / RULES
    path.parent.mkdir()
    path.write_text("old\n", encoding="utf-8")
    return path


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def test_the_always_on_file_follows_what_holds_everywhere(rules: Path, vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    assert text(rules) == "old\n"
    vault.rest()
    assert "- runtime [general] - Runtime" in text(rules)
    vault.write(Draft(title="Editor", body="We use vim.", scope=APP))
    vault.promote("editor")
    vault.rest()
    assert "- editor" in text(rules)
    vault.forget("editor")
    vault.rest()
    assert "- editor" not in text(rules)
    vault.forget("runtime", erase=True)
    vault.close()
    assert "- runtime" not in text(rules)


def test_what_changes_in_a_project_leaves_the_always_on_file_alone(rules: Path, vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node.", scope=APP))
    vault.rest()
    assert text(rules) == "old\n"


def test_the_same_facts_leave_its_bytes_and_its_time_alone(rules: Path, vault: Vault):
    draft = Draft(title="Runtime", body="Runs on node.")
    vault.write(draft)
    vault.rest()
    before = rules.stat()
    vault.forget("runtime")
    vault.restore("runtime")
    vault.rest()
    assert (rules.stat().st_mtime_ns, rules.stat().st_ino) == (before.st_mtime_ns, before.st_ino)


def test_nothing_is_made_where_there_was_no_always_on_file(user_dir: Path, vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert not (user_dir / ".claude").exists()


def test_another_users_vault_leaves_it_alone(rules: Path, opened):
    vault = opened(user="bob")
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.close()
    assert text(rules) == "old\n"


def test_an_always_on_file_that_cannot_be_written_keeps_nobody_from_writing(rules: Path, vault: Vault):
    rules.unlink()
    rules.symlink_to(rules.parent / "loop")
    (rules.parent / "loop").symlink_to(rules)
    vault.write(Draft(title="Runtime", body="Runs on node."))
    vault.rest()
    status = vault.status()
    assert status.signed == status.committed == status.events == 1


def test_a_quiet_moment_signs_and_commits_and_a_second_one_does_nothing(vault: Vault):
    vault.write(Draft(title="Runtime", body="Runs on node."))
    assert (vault.status().signed, vault.status().committed) == (0, 0)
    vault.rest()
    status = vault.status()
    assert status.signed == status.committed == status.events
    before = {path: path.stat().st_mtime_ns for path in (vault.path / "store/.git").rglob("*")}
    vault.rest()
    assert before == {path: path.stat().st_mtime_ns for path in (vault.path / "store/.git").rglob("*")}
