"""Writing from the command line: one, many, from everywhere a text comes from."""

import json

import pytest

from faces.terminal import remember, vade

KEYS = {"action", "name", "id", "scope", "sensitivity", "findings", "redactions", "similar", "indexed", "path"}

pytestmark = pytest.mark.usefixtures("home")


def fake_token() -> str:
    return "gh" + "p_" + "".join(chr(ord("A") + (n * 7) % 26) for n in range(36))


def test_a_write_says_what_it_did_and_where():
    done = remember("The kettle is blue", "Bought in May.")
    assert set(done) >= KEYS
    assert (done["action"], done["name"], done["scope"]) == ("stored", "the_kettle_is_blue", "global")
    assert done["path"].endswith("store/global/the_kettle_is_blue.md")


def test_the_same_again_is_a_duplicate():
    first, second = (remember("The kettle is blue", "Bought in May.") for _ in range(2))
    assert second["action"] == "duplicate"
    assert second["id"] == first["id"]


def test_for_people_it_is_one_sentence():
    said = vade("write", "--title", "The kettle is blue", "--body", "Bought in May.")
    assert said.out == "Stored the_kettle_is_blue in global.\n"
    assert said.err == ""


def test_the_text_comes_from_a_file_or_from_standard_input(tmp_path):
    note = tmp_path / "note.md"
    note.write_bytes(b"\xef\xbb\xbfFrom a file.\r\n")
    assert vade("write", "--title", "One", "--file", str(note)).code == 0
    assert vade("write", "--title", "Two", "-", given="From a pipe.\n").code == 0
    assert "From a file." in vade("show", "one").out
    assert "From a pipe." in vade("show", "two").out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "body: is missing"),
        (("--body", "x", "-"), "body: is given more than once"),
        (("text",), "body: 'text' is no option"),
        (("--body", "x", "--scope", "universe"), "scope: 'universe' is not a scope"),
        (("--body", "x", "--scope", "global", "--project", "shop"), "project: 'shop' and scope 'global' disagree"),
        (("--body", "x", "--domain", "cooking"), "domain: 'cooking' is not accepted"),
        (("--body", "   "), "body: there is nothing to remember"),
        (("--body", "x", "--valid-from", "soon"), "valid_from: 'soon' is not a date"),
        (("--body", "x" * 70_000), "body: has 70000 bytes"),
    ],
)
def test_what_cannot_be_accepted_is_named_with_what_can(arguments, message):
    said = vade("write", *arguments)
    assert said.code == 2
    assert said.out == ""
    assert said.err.startswith(f"vade: {message}")
    assert said.err.count("\n") == 1
    assert said.err.rstrip().endswith(")")


def test_a_bad_choice_is_a_usage_error_that_lists_the_choices():
    said = vade("write", "--body", "x", "--type", "rumour", "--json")
    assert said.code == 2
    assert said.error["code"] == "usage"
    assert "procedural" in said.error["message"]


def test_a_text_that_is_not_utf8_is_refused(tmp_path):
    note = tmp_path / "note.md"
    note.write_bytes(b"caf\xe9")
    said = vade("write", "--file", str(note))
    assert said.code == 2
    assert "is not UTF-8 text" in said.err


def test_a_secret_in_global_is_blocked_and_never_shown():
    token = fake_token()
    said = vade("write", "--title", "Deploy", "--body", f"The token is {token}", "--json")
    assert said.code == 3
    assert said.json["action"] == "blocked"
    assert said.json["findings"][0]["kind"] == "secret"
    assert token not in said.out + said.err


def test_a_secret_in_a_project_is_redacted():
    done = remember("Deploy", f"The token is {fake_token()}", "--project", "shop")
    assert (done["action"], done["sensitivity"]) == ("stored", "secret")
    assert done["redactions"] == 1
    assert "REDACTED" in vade("show", done["name"]).out


def test_many_are_answered_a_line_each_in_order(tmp_path):
    drafts = [{"title": f"Fact {n}", "body": f"Body {n}.", "tags": ["bulk"]} for n in range(600)]
    lines = tmp_path / "drafts.jsonl"
    lines.write_text("\n".join(map(json.dumps, drafts)), encoding="utf-8")
    said = vade("write", "--jsonl", str(lines), "--json")
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 0
    assert [answer["line"] for answer in answers] == list(range(1, 601))
    assert {answer["action"] for answer in answers} == {"stored"}


def test_a_line_that_is_no_draft_does_not_hold_up_the_others():
    lines = [
        '{"title": "One", "body": "1"}',
        "not json",
        "",
        '{"title": "Two", "body": "2", "colour": "blue"}',
        '{"title": 3, "body": "3"}',
        '{"title": "Three", "body": "3", "tags": "x"}',
        '{"title": "Four", "body": "4", "domain": "nowhere"}',
        '{"title": "Five", "body": "5", "scope": "project:shop", "cites": ["a.py", {"path": "b.py", "start": 1}]}',
    ]
    said = vade("write", "--jsonl", "-", "--json", given="\n".join(lines))
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert said.code == 1
    assert [answer["line"] for answer in answers] == [1, 2, 4, 5, 6, 7, 8]
    assert [answer.get("action") for answer in answers] == ["stored", *[None] * 5, "stored"]
    assert [answer["error"]["field"] for answer in answers[1:6]] == ["line", "colour", "title", "tags", "domain"]


@pytest.mark.parametrize(
    ("given", "hint"),
    [('{"title": "One", "when": "two"}', 'write "when": ["...", "..."]'), ('{"title": 3}', 'put it between " and "')],
)
def test_a_line_with_another_shape_is_told_the_right_one(given, hint):
    assert f"({hint})" in vade("write", "--jsonl", "-", given=given).err


def test_many_are_counted_for_people():
    said = vade("write", "--jsonl", "-", given='{"body": "One."}\n{"body": "One."}\nnope\n')
    assert said.out == "1 duplicate, 1 refused, 1 stored\n"
    assert said.err.startswith("vade: line 3: is not JSON")


def test_forgetting_and_restoring():
    remember("The kettle is blue", "Bought in May.")
    assert vade("forget", "the_kettle_is_blue", "--json").json["action"] == "forgotten"
    assert vade("list", "--json").json == {"memories": []}
    restored = vade("restore", "the_kettle_is_blue", "--json").json["restored"]
    assert [one["action"] for one in restored] == ["restored"]
    assert vade("show", "the_kettle_is_blue").code == 0


def test_what_is_not_there_is_exit_4_with_what_is_near():
    remember("The kettle is blue", "Bought in May.")
    said = vade("forget", "the_kettle_is_blu", "--json")
    assert (said.code, said.out) == (4, "")
    assert said.error["code"].startswith("missing")
    assert "the_kettle_is_blue" in said.error["hint"]


def test_an_edit_in_the_editor_becomes_a_new_version(monkeypatch, tmp_path):
    remember("The kettle is blue", "Bought in May.", "--tag", "kitchen")
    script = tmp_path / "editor.sh"
    script.write_text('#!/bin/sh\nsed -i.bak s/May/June/ "$1"\n', encoding="utf-8")
    script.chmod(0o755)
    monkeypatch.setenv("EDITOR", str(script))
    assert vade("edit", "the_kettle_is_blue", "--json").json["action"] == "superseded"
    shown = vade("show", "the_kettle_is_blue", "--json").json
    assert "Bought in June." in shown["body"]
    assert shown["tags"] == ["kitchen"]


def test_an_edit_that_changes_nothing_writes_nothing(monkeypatch):
    remember("The kettle is blue", "Bought in May.")
    monkeypatch.setenv("EDITOR", "true")
    assert vade("edit", "the_kettle_is_blue", "--json").json == {"action": "unchanged", "name": "the_kettle_is_blue"}
