"""Settings: where they come from, what is refused, and how one is changed."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from vademecum import config
from vademecum.config.writing import add_to_knob, document, set_knob
from vademecum.model.errors import InvalidError
from vademecum.model.settings import Settings


def write_config(home: Path, text: str) -> Path:
    home.mkdir(exist_ok=True)
    (home / "config.toml").write_text(text, encoding="utf-8")
    return home


def test_without_a_file_every_setting_has_its_default(home):
    assert config.load(home) == Settings()


def test_the_file_that_init_writes_names_every_setting_and_changes_none(home):
    write_config(home, document())

    assert config.load(home) == Settings()
    for key, spec in config.knobs():
        assert f"# {key.split('.')[1]} = " in document()
        assert spec.metadata["about"] in document()


def test_every_shown_default_is_accepted_when_its_hash_is_removed(home):
    lines = [
        line.removeprefix("# ") if line.startswith("# ") and " = " in line and line.split()[1].isidentifier() else line
        for line in document().splitlines()
    ]
    write_config(home, "\n".join(lines))

    assert config.load(home) == Settings()
    assert {row.origin for row in config.explain(home)} != {"default"}


def test_the_environment_wins_over_the_file_and_both_are_explained(home, monkeypatch):
    write_config(home, "[recall]\nk = 7\nthreshold = 0.2\n")
    monkeypatch.setenv("VADEMECUM_RECALL_K", "9")

    settings = config.load(home)
    origins = {row.key: row.origin for row in config.explain(home)}

    assert settings.recall.k == 9
    assert settings.recall.threshold == pytest.approx(0.2)
    assert origins["recall.k"] == "VADEMECUM_RECALL_K"
    assert origins["recall.threshold"] == "config.toml:3"
    assert origins["sync.cooldown_ms"] == "default"


@pytest.mark.parametrize(
    ("name", "text", "read"),
    [
        ("VADEMECUM_SYNC_COOLDOWN_MS", "0", lambda s: s.sync.cooldown_ms == 0),
        ("VADEMECUM_GATE_SECOND_OPINION", "no", lambda s: s.gate.second_opinion is False),
        ("VADEMECUM_GATE_ALLOW", "aa, bb,", lambda s: s.gate.allow == ("aa", "bb")),
        ("VADEMECUM_STORE_GIT", "off", lambda s: s.store.git == "off"),
        ("VADEMECUM_MEMORY_SIMILAR_AT", "1", lambda s: s.memory.similar_at == 1.0),
    ],
)
def test_a_variable_is_read_as_its_setting_wants_it(home, monkeypatch, name, text, read):
    monkeypatch.setenv(name, text)

    assert read(config.load(home))


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("[recall]\n\nkk = 7\n", 3, "did you mean recall.k?"),
        ("[recal]\nk = 7\n", 2, "did you mean recall.k?"),
        ("[recall]\nk = 99\n", 2, "use 1 to 20"),
        ("[recall]\nk = true\n", 2, "not of type int"),
        ("[store]\ngit = 'always'\n", 2, "auto, off"),
        ("[gate]\nallow = [1]\n", 2, "list of strings"),
        ("k = 7\n", 1, "not a setting"),
        ("[recall\nk = 7\n", 1, "line 1"),
        ("[recall]\nk = 7\n[recall]\n", 3, "line 3"),
    ],
)
def test_a_mistake_in_the_file_is_refused_with_its_line_and_the_way_out(home, text, line, says):
    write_config(home, text)

    with pytest.raises(InvalidError) as caught:
        config.load(home)

    told = f"{caught.value} {caught.value.hint}"
    assert says in told
    assert f":{line}" in told or f"line {line}" in told
    assert caught.value.code == "invalid.setting"


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("VADEMECUM_RECAL_K", "7", "VADEMECUM_RECALL_K"),
        ("VADEMECUM_RECALL_K", "many", "whole number"),
        ("VADEMECUM_RECALL_K", "0", "use 1 to 20"),
        ("VADEMECUM_GATE_SECOND_OPINION", "maybe", "true or false"),
    ],
)
def test_a_mistake_in_the_environment_is_refused_by_the_name_of_the_variable(home, monkeypatch, name, text, says):
    monkeypatch.setenv(name, text)

    with pytest.raises(InvalidError) as caught:
        config.load(home)

    assert caught.value.field == name
    assert says in f"{caught.value} {caught.value.hint}"


def test_a_file_with_windows_line_ends_and_a_byte_order_mark_is_read(home):
    home.mkdir()
    (home / "config.toml").write_bytes("\ufeff[recall]\r\nk = 7\r\n".encode())

    assert config.load(home).recall.k == 7


def test_a_file_that_is_not_utf8_is_refused_by_name(home):
    home.mkdir()
    (home / "config.toml").write_bytes(b"[recall]\nk = 7 # caf\xe9\n")

    with pytest.raises(InvalidError, match=r"config\.toml"):
        config.load(home)


def test_setting_a_value_keeps_every_comment_and_takes_the_place_of_the_default(home):
    write_config(home, document())

    set_knob(home, "recall.k", "7")
    text = (home / "config.toml").read_text(encoding="utf-8")

    assert config.load(home).recall.k == 7
    assert text == document().replace("# k = 5\n", "k = 7\n")


def test_setting_a_value_twice_changes_one_line(home):
    write_config(home, "# mine\n[recall] # about recall\n  k = 3 # few\n\n[gate]\nallow = [\n  'a',  # one\n]\n")

    set_knob(home, "recall.k", "7")
    set_knob(home, "gate.allow", ("b", "c"))

    assert (home / "config.toml").read_text(encoding="utf-8") == (
        '# mine\n[recall] # about recall\nk = 7\n\n[gate]\nallow = ["b", "c"]\n'
    )


def test_setting_a_value_in_a_section_that_is_not_there_appends_it(home):
    write_config(home, "[gate]\n")

    set_knob(home, "recall.k", "7")
    set_knob(home, "gate.global_paths", "block")

    settings = config.load(home)
    assert (settings.recall.k, settings.gate.global_paths) == (7, "block")


def test_a_bad_value_leaves_the_file_as_it_was(home):
    write_config(home, document())

    for key, value in [("recall.k", "99"), ("recall.kk", "1"), ("nothing", "1")]:
        with pytest.raises(InvalidError):
            set_knob(home, key, value)

    assert (home / "config.toml").read_text(encoding="utf-8") == document()


def test_fingerprints_added_at_the_same_time_are_all_kept(home):
    write_config(home, document())
    wanted = [f"f{n:02d}" for n in range(12)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda item: add_to_knob(home, "gate.allow", item), wanted))

    assert sorted(config.load(home).gate.allow) == wanted
    assert add_to_knob(home, "gate.allow", "f00") == config.load(home).gate.allow
