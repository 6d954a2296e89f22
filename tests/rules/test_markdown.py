"""A memory's file is read whatever an editor did to it, and written so that every reader agrees."""

import string
from dataclasses import replace
from pathlib import Path

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.errors import DamagedError, InvalidError
from vademecum.model.memory import GLOBAL, Cite, Memory, MemoryType, Scope, Sensitivity, Trust
from vademecum.rules import markdown

DATA = Path(__file__).parents[1] / "data" / "markdown"
FILES = sorted(path.relative_to(DATA).as_posix() for path in DATA.rglob("*.md"))
UNSOUND = {
    "bad_yaml_anchor_bomb.md": 2,
    "bad_yaml_colon.md": 2,
    "bad_yaml_curly.md": 2,
    "bad_yaml_dupkey.md": 3,
    "bad_yaml_python_tag.md": 2,
    "bad_yaml_quotes.md": 3,
    "bad_yaml_seq.md": 3,
    "bad_yaml_tab.md": 4,
    "bad_yaml_unclosed.md": 1,
    "conflict_markers.md": 5,
    "double_frontmatter.md": 5,
    "star_title.md": 2,
    "wikilink_in_list.md": 4,
    "windows_path_value.md": 3,
}
SENTINEL = "sentinel"


def load(name: str) -> str:
    return markdown.decode((DATA / name).read_bytes())[0]


def read(text: str, name: str = "a_note") -> Memory:
    return markdown.read(text, name=name, scope=GLOBAL)[0]


@pytest.mark.parametrize("name", FILES)
def test_every_hostile_file_is_read_without_an_exception_and_keeps_its_words(name):
    text = load(name)
    memory = read(text)
    for word in text.split():
        if SENTINEL in word:
            assert word in f"{memory.description} {memory.body}"


@pytest.mark.parametrize(("name", "line"), UNSOUND.items())
def test_an_unsound_file_is_reported_with_its_line_and_never_rewritten(name, line):
    text = load(name)
    problem = markdown.parse(text).problem
    assert problem is not None
    assert problem.line == line
    with pytest.raises(DamagedError, match=f"line {line}"):
        markdown.render(replace(read(text), domain="db"), text)


@pytest.mark.parametrize("name", sorted(set(FILES) - set(UNSOUND)))
def test_a_sound_file_that_says_the_same_is_rewritten_to_the_same_bytes(name):
    text = load(name)
    parsed = markdown.parse(text)
    if parsed.header is not None and "null_type" not in name:
        memory = read(text, str(parsed.fields.get("name", "a_note")))
        assert markdown.render(memory, text) == text.replace("\r\n", "\n").replace("\r", "\n")


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("bad_yaml_colon.md", "Deploy: the short version"),
        ("bad_yaml_curly.md", "{{ template }}"),
        ("bad_yaml_quotes.md", 'abc "def" ghi'),
        ("star_title.md", "*Italic* idea"),
        ("windows_path_value.md", "Agent path"),
        ("wikilink_in_list.md", "Links"),
        ("double_frontmatter.md", "the second block is the real one"),
        ("yaml_types.md", "on"),
        ("hr_first_line.md", "Some text between two rules."),
        ("ok_plain.md", "Plain note"),
    ],
)
def test_the_title_is_found_even_where_yaml_is_not(name, title):
    assert read(load(name)).description == title


@pytest.mark.parametrize(
    "name", ["crlf.md", "cr_only.md", "utf8_bom.md", "utf16le_bom.md", "utf16be_bom.md", "latin1.md"]
)
def test_the_same_note_is_read_from_every_encoding(name):
    memory = read(load(f"encodings/{name}"))
    assert (memory.description, memory.tags) == ("Größe", ("naïve",))
    assert memory.body == "# Überschrift\nText mit Umlaut: äöü. enc-sentinel"


@pytest.mark.parametrize(
    ("name", "line", "fatal"),
    [("latin1.md", 2, False), ("nul_bytes.md", 2, False), ("binary.md", 0, True), ("invalid_sequence.md", 2, False)],
)
def test_an_odd_encoding_is_a_problem_with_its_line(name, line, fatal):
    _, problem = markdown.decode((DATA / "encodings" / name).read_bytes())
    assert problem is not None
    assert (problem.line, problem.fatal) == (line, fatal)


def test_a_few_lost_bytes_do_not_spoil_the_rest_of_a_utf8_file():
    text, problem = markdown.decode("äöü äöü".encode() + b"\xc3")
    assert text == "äöü äöü\ufffd"
    assert "UTF-8" in str(problem)


@given(st.binary(max_size=200))
def test_decoding_never_raises_and_leaves_no_nul(data):
    assert "\0" not in markdown.decode(data)[0]


@given(st.text(max_size=300))
def test_any_text_after_a_fence_is_read_without_an_exception(text):
    markdown.read(f"---\n{text}\n---\n{text}", name="x", scope=GLOBAL)


def test_types_stay_strings():
    fields = markdown.parse(load("yaml_types.md")).fields
    assert fields["title"] == "0123"
    assert fields["version"] == "1.10"
    assert fields["tags"] == ("no", "1.0", "2026-01-01", "null", "0x1F", "1e3", "yes")


def test_wrong_values_fall_back_to_defaults_with_a_problem_each():
    memory, problems = markdown.read(load("null_type.md"), name="null_type", scope=GLOBAL)
    assert (memory.type, memory.created, memory.tags) == (MemoryType.REFERENCE, "", ("one", "two"))
    assert {problem.line for problem in problems} == {3, 4, 5}


def test_flat_keys_and_keys_under_metadata_mean_the_same():
    flat = read("---\ntitle: T\ntype: preference\nsensitivity: Internal\ntrust: agent\ncreated: 2026-05-04\n---\nb")
    deep = read(
        "---\ntitle: T\nmetadata: {type: feedback, sensitivity: internal, trust: agent, created: 2026-05-04}\n---\nb"
    )
    assert flat == deep


def test_the_place_of_a_file_wins_over_its_header():
    text = "---\nname: other\ndescription: d\nmetadata:\n  scope: global\n---\nb"
    memory, problems = markdown.read(text, name="mine", scope=Scope("shop"))
    assert (memory.name, memory.scope) == ("mine", Scope("shop"))
    assert [problem.line for problem in problems] == [2, 5]


def test_a_memory_file_of_the_host_is_read():
    text = "---\nname: use-pnpm\ndescription: This repo uses pnpm\nmetadata:\n  type: feedback\n---\n\nRun pnpm.\n"
    memory, problems = markdown.read(text, name="use_pnpm", scope=Scope("shop"))
    assert (memory.description, memory.type, memory.body) == ("This repo uses pnpm", MemoryType.FEEDBACK, "Run pnpm.")
    assert problems == ()


@pytest.mark.parametrize(
    "header",
    [
        "[" * 20_000,
        "a: " * 6_000,
        "a:\n" + "".join(f"{' ' * n}a:\n" for n in range(1, 120)),
        "k: v\n" * 4_000,
        "&a " * 5000,
    ],
)
def test_a_bomb_is_refused_quickly(header):
    parsed = markdown.parse(f"---\nname: x\n{header}\n---\nbody")
    assert parsed.lenient
    assert "body" in parsed.body


# Writing


SIMPLE = Memory("a_note", "A note", "Body.", created="2026-05-04")
HOSTILE = [
    "Tyres (cold): front 36 psi # note",
    'say "hi": yes',
    *("---", "- x", "[y]", "null", "2026-01-01", "0123", "on", "~", "{a: b}", "&a", "*a", "!x", "%", "@a", "`a`", "a:"),
    *("1e3", "0x1F", ".inf", "=", "<<", "🚀 go", "two\nlines", "tab\there", "x\u2028y", "C:\\new", "it's", "#x", "y"),
]


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_string_comes_back_the_same_from_our_reader_and_from_yaml(text):
    memory = replace(SIMPLE, description=text, tags=(text, "plain"), body=f"---\n{text}\n---\nbody".strip())
    written = markdown.render(memory)
    assert read(written) == memory
    header = yaml.safe_load(written.split("\n---\n")[0])
    assert header["description"] == text
    assert header["metadata"]["tags"] == [text, "plain"]


def words(alphabet: str = string.ascii_lowercase) -> st.SearchStrategy[str]:
    return st.text(alphabet, min_size=1, max_size=10)


texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\0"), max_size=60)
cites = st.builds(
    Cite,
    st.one_of(words("ab/#L1-@"), texts.filter(lambda text: text.strip() == text and text)),
    st.integers(0, 999),
    st.integers(0, 999),
    st.one_of(st.just(""), st.text("0123456789abcdef", min_size=64, max_size=64)),
)
dates = st.dates().map(lambda day: day.isoformat())
memories = st.builds(
    Memory,
    name=words(),
    description=texts.map(str.strip).filter(bool),
    body=texts.map(markdown.clean_body),
    type=st.sampled_from(list(MemoryType)),
    scope=st.one_of(st.just(GLOBAL), st.builds(Scope, words())),
    domain=words(),
    sensitivity=st.sampled_from(list(Sensitivity)),
    source_project=st.one_of(st.none(), words()),
    origin_session=words(),
    trust=st.sampled_from(list(Trust)),
    tags=st.lists(texts, max_size=3).map(tuple),
    created=st.one_of(st.just(""), dates),
    valid_from=st.one_of(st.none(), dates),
    cites=st.lists(cites, max_size=2).map(tuple),
)


@given(memories)
def test_what_is_written_is_read_back(memory):
    written = markdown.render(memory)
    assert markdown.read(written, name=memory.name, scope=memory.scope)[0] == memory
    assert markdown.render(memory) == written
    assert "\r" not in written


@given(memories)
def test_what_is_written_means_the_same_to_any_yaml_reader(memory):
    header = markdown.parse(markdown.render(memory)).header
    assert yaml.load(header, Loader=yaml.BaseLoader) == yaml.safe_load(header)
    assert yaml.safe_load(header)["description"] == memory.description


@given(memories, memories)
def test_a_change_through_an_earlier_text_reads_as_the_new_memory(old, new):
    new = replace(new, name=old.name, scope=old.scope)
    earlier = markdown.render(old)
    written = markdown.render(new, earlier)
    assert markdown.read(written, name=new.name, scope=new.scope)[0] == new


EDITED = """---
# my own order
title: Retry policy   # the short name
custom_key: keep me
nested:
    deep: [1, 2]
tags:   # by topic
  - queue
  - retry
# between
metadata:
    type: reference  # not sure
created: "2026-05-04"
---
Body.
"""


def test_only_the_changed_values_of_a_hand_written_header_change():
    memory = replace(
        read(EDITED), description="Retry: three times", tags=("queue",), type=MemoryType.FEEDBACK, domain="db"
    )
    assert markdown.render(memory, EDITED) == EDITED.replace("Retry policy", '"Retry: three times"').replace(
        "tags:   # by topic\n  - queue\n  - retry\n", "tags: [queue] # by topic\n"
    ).replace("    type: reference  # not sure\n", "    type: feedback  # not sure\n    domain: db\n")


def test_a_header_in_braces_under_metadata_is_extended_in_its_braces():
    text = "---\ndescription: d\nmetadata: {type: user}\nother: 1\n---\nb\n"
    memory = replace(read(text), tags=("a b",), valid_from="2026-01-01")
    written = markdown.render(memory, text)
    assert 'metadata: {type: user, tags: [a b], valid_from: "2026-01-01"}\nother: 1\n' in written


def test_a_cleared_value_stays_as_an_empty_key():
    text = "---\ndescription: d\nvalid_from: 2026-01-01 # since\ntags:\n- a\n---\nb\n"
    written = markdown.render(replace(read(text), valid_from=None, tags=()), text)
    assert written == "---\ndescription: d\nvalid_from: # since\ntags: []\n---\nb\n"
    assert read(written) == replace(read(text), valid_from=None, tags=())


def test_a_file_without_frontmatter_gets_one_above_its_text():
    text = load("ok_plain.md")
    written = markdown.render(read(text), text)
    assert written.endswith(f"---\n{text}")
    assert read(written) == read(text)


def test_a_header_in_braces_on_the_top_level_is_left_to_its_author():
    text = "---\n{description: d, x: 1}\n---\nb\n"
    assert read(text).description == "d"
    with pytest.raises(DamagedError, match="braces"):
        markdown.render(replace(read(text), domain="db"), text)


def test_a_header_that_would_be_too_long_to_read_back_is_not_written():
    with pytest.raises(InvalidError, match="16384"):
        markdown.render(replace(SIMPLE, tags=tuple(f"tag number {n}" for n in range(2_000))))


def test_an_underline_of_equal_signs_is_no_merge_conflict():
    assert markdown.parse("# A\n\nTitle\n=======\n>>>>>>> quoted\n").problem is None


@pytest.mark.parametrize(
    "cite", [Cite("a\nb", 0, 1), Cite("x#L3"), Cite("x@beefbeef"), Cite("node/@types", 3, 4, "ab" * 32)]
)
def test_a_cite_whose_path_looks_like_lines_or_a_digest_comes_back(cite):
    memory = replace(SIMPLE, cites=(cite,))
    assert read(markdown.render(memory)) == memory
