import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from vademecum.engine.vault import Vault
from vademecum.history.chain import leaves
from vademecum.history.checkpoints import is_signed
from vademecum.model.errors import InvalidError
from vademecum.model.memory import Draft, Scope
from vademecum.rules import chain, notes


@pytest.fixture
def filled(opened: Callable[..., Vault]) -> Path:
    """Fill a vault with a bit of everything, close it, and return its folder."""
    vault = opened()
    for n in range(12):
        vault.write(Draft(title=f"Fact {n}", body=f"Statement about thing number {n}.", scope=Scope("app")))
    vault.write(Draft(name="fact_3", body="Another statement about it.", scope=Scope("app")))
    vault.forget("fact_5")
    vault.promote("fact_7")
    vault.close()
    return vault.path


def places(vault: Vault) -> str:
    return "\n".join(f"{flaw.place}: {flaw.message}" for flaw in vault.verify().flaws)


def change(folder: Path, statement: str, *values: object) -> None:
    with closing(sqlite3.connect(folder / "history.db")) as db, db:  # noqa: TID251  another program
        db.execute(statement, values)


@pytest.mark.usefixtures("filled")
def test_an_untouched_vault_is_sound(opened):
    verification = opened().verify()
    assert verification.is_sound, verification.flaws
    assert (verification.events, verification.versions, verification.files) == (15, 14, 11)
    assert notes.read(verification.checkpoint).checkpoint.size == 15


@pytest.mark.parametrize(
    ("statement", "named"),
    [
        ("UPDATE version SET text = replace(text, 'thing', 'thang') WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET state = 'live', superseded_at = NULL WHERE name = 'fact_5'", "fact_5"),
        ("UPDATE version SET recorded_at = recorded_at + 1 WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET superseded_at = superseded_at - 1 WHERE name = 'fact_5'", "fact_5"),
        ("UPDATE version SET lineage = 'x' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET origin = 'mcp' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET source = 'mcp' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET digest = 'x' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET title_key = 'x' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET name_key = 'x' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET name = 'fact_two' WHERE name = 'fact_2'", "fact_two"),
        ("UPDATE version SET scope = 'global' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET salt = randomblob(16) WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET content_hash = 'x' WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET body_at = body_at + 1 WHERE name = 'fact_2'", "fact_2"),
        ("UPDATE version SET fields = replace(fields, 'owner', 'agent') WHERE name = 'fact_2'", "fact_2"),
        ("DELETE FROM version WHERE name = 'fact_2'", "seq 3"),
        ("UPDATE event SET at = at - 1 WHERE seq = 6", "seq 6"),
        ("UPDATE event SET event = 'revived' WHERE seq = 6", "seq 6"),
        ("UPDATE event SET id = 'x' WHERE seq = 6", "seq 6"),
        ("UPDATE event SET content_hash = 'x' WHERE seq = 6", "seq 6"),
        ("UPDATE event SET data = replace(data, 'lineage', 'lineagf') WHERE seq = 6", "seq 6"),
        ("UPDATE event SET prev_hash = hash WHERE seq = 6", "seq 6"),
        ("UPDATE event SET hash = prev_hash WHERE seq = 6", "seq 6"),
        ("DELETE FROM event WHERE seq = 6", "seq 6"),
        ("DELETE FROM event WHERE seq > 12", "seq 13"),
        ("DELETE FROM event", "seq 1"),
        ("UPDATE tree SET size = size - 1", "tree"),
        ("UPDATE tree SET frontier = randomblob(32)", "tree"),
        ("UPDATE checkpoint SET note = replace(note, 'vademecum', 'vadamecum')", "checkpoint 15"),
    ],
)
def test_any_change_of_the_database_is_found_and_named(filled: Path, opened, statement: str, named: str):
    change(filled, statement)
    assert named in places(opened())


def test_any_changed_byte_of_a_file_is_found_and_named(filled: Path, opened):
    path = filled / "store/projects/app/fact_2.md"
    data = path.read_bytes()
    vault = opened()
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :])
        assert [flaw.place for flaw in vault.verify().flaws] == ["fact_2"]
    path.write_bytes(data)
    assert vault.verify().is_sound


def test_a_file_that_is_gone_or_new_is_named(filled: Path, opened):
    (filled / "store/projects/app/fact_2.md").rename(filled / "store/projects/app/fact_99.md")
    found = places(opened())
    assert "fact_2: " in found
    assert "fact_99.md: is not adopted" in found


def test_a_tail_cut_by_somebody_who_mends_the_rest_is_found(filled: Path, opened):
    change(filled, "DELETE FROM version WHERE seq > 12")
    change(filled, "DELETE FROM event WHERE seq > 12")
    change(filled, "DELETE FROM checkpoint")
    vault = opened()
    with closing(sqlite3.connect(filled / "history.db")) as db, db:  # noqa: TID251  another program
        frontier: list[bytes] = []
        for size, leaf in enumerate(leaves(db)):
            chain.grow(frontier, size, leaf)
        db.execute("UPDATE tree SET size = 12, frontier = ?", (b"".join(frontier),))
    assert "seq 13: the chain is truncated: 15 events were recorded, 12 are here" in places(vault)


def test_an_older_copy_of_everything_is_found_by_the_head_or_by_an_anchored_checkpoint(
    filled: Path, opened, home: Path, tmp_path: Path
):
    older, older_heads = tmp_path / "older", tmp_path / "heads"
    shutil.copytree(filled, older)
    shutil.copytree(home / "heads", older_heads)
    vault = opened()
    vault.write(Draft(body="One more thing."))
    vault.close()
    anchor = tmp_path / "anchor"
    anchor.write_text(opened().verify().checkpoint, encoding="utf-8")
    opened().close()

    shutil.rmtree(filled)
    shutil.copytree(older, filled)
    assert "the chain is truncated" in places(opened())

    shutil.rmtree(home / "heads")
    shutil.copytree(older_heads, home / "heads")
    rolled_back = opened()
    assert rolled_back.verify().is_sound
    assert "the log is truncated" in rolled_back.verify(anchor).flaws[0].message


def test_an_anchored_checkpoint_convicts_a_holder_of_the_key(filled: Path, opened, home: Path, tmp_path: Path):
    anchor = tmp_path / "anchor"
    anchor.write_text(opened().verify().checkpoint, encoding="utf-8")
    opened().close()
    shutil.rmtree(filled)
    shutil.rmtree(home / "heads")
    forged = opened()
    for n in range(16):
        forged.write(Draft(title=f"Fact {n}", body=f"Forged statement {n}."))
    assert forged.verify().is_sound
    assert any("anchored" in flaw.place for flaw in forged.verify(anchor).flaws)


@pytest.mark.usefixtures("filled")
def test_a_changed_or_missing_head_is_named(opened, home: Path):
    path = home / "heads/default"
    data = path.read_bytes()
    path.write_bytes(data[:20] + b"0" + data[21:] if data[20:21] != b"0" else data[:20] + b"1" + data[21:])
    assert "head" in places(opened())
    path.unlink()
    assert "head: the head beside the key is gone" in places(opened())


@pytest.mark.usefixtures("filled")
@pytest.mark.parametrize("content", [None, b"\xff\xfe\x00binary", b"something else\n"])
def test_a_file_that_holds_no_checkpoint_is_refused_with_the_way_to_get_one(opened, tmp_path: Path, content):
    path = tmp_path / "anchor"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(InvalidError) as refusal:
        opened().verify(path)
    assert "--keep" in refusal.value.hint


@pytest.mark.usefixtures("filled")
def test_a_proof_is_checked_with_the_public_key_alone(opened, home: Path):
    proof = opened().prove("fact_7")
    note = notes.read(proof.checkpoint)
    assert is_signed(note, proof.public_key)
    leaf = chain.leaf_hash(proof.leaf.encode())
    path = [bytes.fromhex(node) for node in proof.path]
    assert chain.is_included(leaf, proof.index, proof.size, path, note.checkpoint.root)
    stated = json.loads(proof.leaf)
    assert stated["content_hash"] == chain.content_hash(bytes.fromhex(proof.salt), proof.text)
    _, public = notes.read_verifier_key(proof.public_key)
    assert public == notes.read_verifier_key((home / "signing.pub").read_text(encoding="utf-8"))[1]


def test_status_tells_counts_and_what_wants_attention(filled: Path, opened):
    vault = opened()
    (filled / "store/global/odd.md").write_bytes(b"\xff")
    vault.sync()
    status = vault.status()
    assert (status.live, status.versions, status.events, status.globals) == (11, 14, 15, 1)
    assert status.projects == {"app": 10}
    assert [one.name for one in status.unadopted] == ["odd"]
    assert status.history_bytes > 0
    assert status.position == 15


def test_a_batch_is_signed_at_once_and_a_session_when_asked(vault: Vault):
    list(vault.write_many(Draft(title=f"Fact {n}", body=f"Statement {n}.") for n in range(3)))
    assert notes.read(vault.verify().checkpoint).checkpoint.size == 3
    vault.write(Draft(body="One more."))
    assert notes.read(vault.checkpoint()).checkpoint.size == 4
    assert (vault.path / "store/.git").exists()


def test_a_new_vault_has_no_checkpoint(vault: Vault):
    assert vault.checkpoint() == ""
    assert vault.verify().is_sound
