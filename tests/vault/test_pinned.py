"""The facts that are always shown."""

from vademecum.engine import pinned
from vademecum.rules.tokens import estimate
from vademecum.testing.specimens import Specimens


def pin(vault, text):
    path = vault.path / "store" / "pinned.md"
    path.parent.mkdir(exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_lines_are_shown_but_not_headings_and_blank_ones(vault):
    pin(vault, "# Pinned\n\n- Never push to main.\nTabs, not spaces.\n   \n#note\n")

    assert vault.pinned() == ("Never push to main.", "Tabs, not spaces.")


def test_without_the_file_there_is_nothing(vault):
    assert vault.pinned() == ()


def test_a_secret_in_it_is_redacted_also_in_what_is_kept(vault):
    token = Specimens(7).fill("ghp_{w36}")
    pin(vault, f"The deploy token is {token}\n<private>my own</private>Deploys on Tuesdays\n")

    lines = vault.pinned()

    assert lines == ("The deploy token is «REDACTED:github-pat»", "Deploys on Tuesdays")
    assert token not in (vault.path / "pinned.json").read_text(encoding="utf-8")


def test_an_unchanged_file_needs_no_gate_and_a_changed_one_does(vault):
    path = pin(vault, "One.\n")

    assert pinned.pinned(vault.path, None) is None
    assert vault.pinned() == ("One.",)
    assert pinned.pinned(vault.path, None) == ("One.",)

    path.write_text("Two, and more.\n", encoding="utf-8")

    assert pinned.pinned(vault.path, None) is None
    assert vault.pinned() == ("Two, and more.",)


def test_a_long_file_is_read_and_shown_within_bounds(vault):
    pin(vault, "".join(f"{n} {'word ' * 400}\n" for n in range(1_000)))

    lines = vault.pinned()
    text = pinned.shown(lines, 300)

    assert len(lines) <= 200
    assert all(len(line) <= 600 for line in lines)
    assert estimate(text) <= 300
    assert text.splitlines()[-1] == f"- (pinned.md has {len(lines) - 1} more lines than fit here)"


def test_bytes_that_are_no_text_and_a_folder_in_its_place_do_no_harm(vault):
    path = pin(vault, "")
    path.write_bytes(b"\xef\xbb\xbfOne \xff\n\0Two\n")

    assert vault.pinned() == ("One \ufffd", "Two")

    path.unlink()
    path.mkdir()

    assert vault.pinned() == ()
