"""Taking over foreign memories: gated, repeatable, accounted for."""

import random
import string
from pathlib import Path

import pytest

from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.importers.claude_memory import project_slug
from vademecum.model.errors import MissingError
from vademecum.model.memory import GLOBAL, Scope
from vademecum.model.report import ImportCounts

DATA = Path(__file__).parents[1] / "data" / "markdown"
TOKEN = "ghp_" + "".join(random.Random(7).choices(string.ascii_letters + string.digits, k=36))


@pytest.fixture
def vault(home: Path):
    with open_vault(home) as opened:
        yield opened


def write(root: Path, files: dict[str, str]) -> Path:
    for place, text in files.items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def notes(root: Path) -> Path:
    return write(root, {"retry.md": "# Retry\n\nThree times, then stop.", "queue.md": "# Queue\n\nIt is billing.fifo."})


def told(vault: Vault) -> set[tuple[str, str]]:
    return {(str(version.memory.scope), version.memory.description) for version in vault.browse()}


def test_a_folder_is_taken_over_and_a_second_run_writes_nothing(vault, tmp_path):
    root = notes(tmp_path / "notes")
    first = vault.import_markdown(root)
    assert first.counts == ImportCounts(candidates=2, stored=2)
    assert first.unclean == ()
    assert len(first.ids) == 2
    again = vault.import_markdown(root)
    assert again.counts == ImportCounts(candidates=2, duplicates=2)
    assert again.ids == ()
    assert told(vault) == {("global", "Retry"), ("global", "Queue")}


def test_a_changed_note_supersedes_its_memory(vault, tmp_path):
    root = notes(tmp_path / "notes")
    vault.import_markdown(root)
    write(root, {"queue.md": "# The queue\n\nNow invoices.fifo."})
    report = vault.import_markdown(root)
    assert (report.counts.superseded, report.counts.duplicates) == (1, 1)
    assert told(vault) == {("global", "Retry"), ("global", "The queue")}


def test_a_dry_run_reports_the_same_and_writes_nothing(vault, tmp_path):
    root = notes(tmp_path / "notes")
    write(root, {"copy.md": "# Retry\n\nThree times, then stop.", "token.md": f"# Deploy\n\nUse {TOKEN} for it."})
    dry = vault.import_markdown(root, dry_run=True)
    assert vault.browse() == []
    real = vault.import_markdown(root)
    assert (dry.counts, dry.scopes) == (real.counts, real.scopes)
    assert [trouble.path for trouble in dry.troubles] == [trouble.path for trouble in real.troubles]
    assert (dry.dry_run, dry.unclean, dry.ids) == (True, None, ())
    write(root, {"queue.md": "# The queue\n\nNow invoices.fifo."})
    assert vault.import_markdown(root, dry_run=True).counts == vault.import_markdown(root).counts


def test_a_secret_is_blocked_in_the_global_scope_and_redacted_in_a_project(vault, tmp_path):
    root = write(tmp_path / "notes", {"token.md": f"# Deploy\n\nUse {TOKEN} for it."})
    blocked = vault.import_markdown(root)
    assert (blocked.counts.blocked, blocked.counts.stored) == (1, 0)
    assert TOKEN not in str(blocked)
    redacted = vault.import_markdown(root, scope=Scope("shop"))
    assert (redacted.counts.stored, redacted.counts.redacted) == (1, 1)
    assert all(TOKEN.encode() not in path.read_bytes() for path in vault.path.rglob("*") if path.is_file())


def test_every_hostile_file_is_stored_or_reported_and_its_folder_is_untouched(vault):
    before = {path: path.read_bytes() for path in DATA.rglob("*") if path.is_file()}
    report = vault.import_markdown(DATA, scope=Scope("shop"))
    assert report.counts.refused == 0
    assert report.counts.stored + report.counts.duplicates == report.counts.candidates > 40
    assert vault.import_markdown(DATA, scope=Scope("shop")).counts.duplicates == report.counts.candidates
    assert {Path(trouble.path).name for trouble in report.troubles} >= {"conflict_markers.md", "bad_yaml_seq.md"}
    assert {path: path.read_bytes() for path in DATA.rglob("*") if path.is_file()} == before


def test_two_projects_with_one_name_stay_two(vault, tmp_path):
    claude = tmp_path / "claude"
    for parent in ("one", "two"):
        folder = tmp_path / parent / "shop"
        folder.mkdir(parents=True)
        place = f"projects/{project_slug(str(folder))}/memory/rule.md"
        write(claude, {place: f"---\nname: rule\ndescription: The rule of {parent}\n---\nBody of {parent}."})
    report = vault.import_claude_memory(claude)
    assert report.counts == ImportCounts(candidates=2, stored=2)
    assert set(report.scopes) == {"project:shop", "project:shop_2"}
    assert vault.import_claude_memory(claude).counts == ImportCounts(candidates=2, duplicates=2)
    assert len(vault.browse()) == 2
    assert vault.browse(GLOBAL) == []


def test_a_native_memory_keeps_its_name_so_that_links_to_it_hold(vault, tmp_path):
    folder = tmp_path / "shop"
    folder.mkdir()
    write(
        tmp_path / "claude" / "projects" / project_slug(str(folder)) / "memory",
        {
            "use-pnpm.md": "---\nname: use-pnpm\ndescription: This repo uses pnpm, never npm\n---\nSee [[ci-job]].",
            "ci-job.md": "---\nname: ci-job\ndescription: What CI runs\n---\nIt runs the tests.",
        },
    )
    vault.import_claude_memory(tmp_path / "claude")
    assert [link.name for link in vault.links("use_pnpm").out] == ["ci_job"]


def test_a_folder_that_is_not_there_is_named(vault, tmp_path):
    with pytest.raises(MissingError, match="nowhere"):
        vault.import_markdown(tmp_path / "nowhere")
