"""A document is cut into chunks that can be found, and that say where they stand."""

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.rules.chunking import chunks
from vademecum.rules.frontmatter import unify
from vademecum.rules.opening_block import take_apart
from vademecum.rules.tokens import estimate

WORDS = "The relay opens after the second pulse and closes when the line is quiet again. "


def cut(text, tokens=400, overlap=80):
    return chunks(text, tokens=tokens, overlap=overlap)


def headings(text, **sizes):
    return [chunk.heading for chunk in cut(text, **sizes)]


def long_section(number, sentences=12):
    return (
        f"## Section {number}\n\n"
        + " ".join(f"Sentence {number}.{k} {WORDS.strip()}" for k in range(sentences))
        + "\n\n"
    )


def test_each_chunk_has_the_headings_above_it():
    text = (
        "intro\n# One\na "
        + WORDS * 5
        + "\n## Two\n"
        + WORDS * 5
        + "\n#### Four ##\n"
        + WORDS * 5
        + "\n## Other\n"
        + WORDS * 5
    )

    assert headings(text) == ["", "One", "One > Two", "One > Two > Four", "One > Other"]


def test_a_line_of_dashes_makes_a_heading_of_the_paragraph_above_only():
    text = f"Title\n=====\n{WORDS * 4}\n\nPart\n---\n{WORDS * 4}\n\n---\n\n- item\n---\n{WORDS}"

    assert headings(text) == ["Title", "Title > Part"]


@pytest.mark.parametrize("fence", ["```", "~~~~", "- list\n\n      ```"])
def test_what_stands_in_a_fence_is_no_heading(fence):
    closing = fence.split("\n")[-1]
    text = f"# Real\n\n{fence}\n# comment\n\nName\n====\n{closing}\n\nafter\n# Next\n{WORDS}"

    assert [chunk.heading for chunk in cut(text)] in (["Real", "Next"], [""])
    assert "comment" not in " ".join(headings(text))


def test_code_that_shows_a_fence_does_not_hide_the_headings_below():
    assert headings(f"# A\n\n    ```\n\n{WORDS * 4}\n# B\n{WORDS * 4}") == ["A", "B"]


def test_a_tag_is_no_heading():
    assert headings(f"#tag\n{WORDS}\n####### seven\n{WORDS}") == [""]


@pytest.mark.parametrize(
    "header",
    [
        "---\ntitle: Deploy: the short version\ndescription: How we ship\ntags: [ops, release]\n---\n",
        '+++\ntitle = "Deploy: the short version"\ndescription = "How we ship"\ntags = ["ops", "release"]\n+++\n',
        '{"title": "Deploy: the short version",\n"description": "How we ship",\n"tags": ["ops", "release"]}\n',
    ],
    ids=["yaml", "toml", "json"],
)
def test_what_a_header_says_is_found_and_its_title_is_the_outermost_heading(header):
    text = header + "# First\n" + WORDS * 9 + "\n# Second\n" + WORDS * 9

    first, second = cut(text)

    assert first.text.startswith("Deploy: the short version\nHow we ship\ntags: ops, release\n\n# First\nThe relay")
    assert (first.heading, second.heading) == (
        "Deploy: the short version > First",
        "Deploy: the short version > Second",
    )
    assert (first.first, second.first) == (1, header.count("\n") + 3)


def test_a_title_alone_is_a_heading_and_a_document_of_nothing_else_is_still_found():
    assert [(c.text, c.heading) for c in cut("---\ntitle: Zebra\n---\nbody")] == [("body", "Zebra")]
    assert [(c.text, c.heading) for c in cut("---\ntitle: Zebra\n---\n")] == [("Zebra", "Zebra")]
    assert [(c.text, c.heading) for c in cut("---\ntitle: Zebra\n---\n# zebra\nbody")] == [("# zebra\nbody", "zebra")]


def test_a_long_header_is_chunked_by_itself():
    header = "---\ntitle: T\ndescription: " + WORDS * 30 + "\n---\n"

    made = cut(header + "# A\n" + WORDS)

    assert [chunk.heading for chunk in made] == ["T", "T", "T > A"]
    assert [(chunk.first, chunk.last) for chunk in made] == [(1, 4), (1, 4), (5, 6)]


@pytest.mark.parametrize(
    ("text", "body", "line"),
    [
        ("---\na: &a [x]\n- stray\n---\nmark", "a: &a [x]\n- stray\n---\nmark", 5),
        ("---\ntitle: [a, b\n---\nmark", "mark", 4),
        ("---\ntitle: Never closed\nmark without a fence", "mark without a fence", 3),
        ("+++\nbroken =\n+++\nmark", "+++\nbroken =\n+++\nmark", 4),
        ('{"title": \n\nmark', '{"title": \n\nmark', 3),
        ("---\n\nSome text\n\n---\n\nmark", "---\n\nSome text\n\n---\n\nmark", 7),
        ("---\r\ntitle: x\r\n---\r\nmark", "mark", 4),
        ("---\ntitle: x\n---\n\n---\ntitle: in the body\n---\nmark", "\n---\ntitle: in the body\n---\nmark", 8),
    ],
)
def test_a_header_with_faults_loses_no_text_and_lines_stay_right(text, body, line):
    assert take_apart(text).body == body
    assert cut(text)[-1].last == line
    assert "mark" in cut(text)[-1].text


def test_a_long_section_is_cut_at_sentences_and_repeats_a_little_of_the_chunk_before():
    made = cut("# T\n\n" + " ".join(f"Number {k}: {WORDS.strip()}" for k in range(60)))

    assert len(made) > 3
    for one, other in pairwise(made):
        assert one.text.endswith("again.")
        assert other.text.startswith("Number ")
        repeated = other.text[: other.text.index("again.") + 6]
        assert one.text.endswith(repeated) or repeated in one.text[-400:]
    assert all(estimate(chunk.text) <= 480 for chunk in made)


def test_nothing_is_repeated_across_headings_nor_when_nothing_is_asked_for():
    text = "".join(long_section(number, 30) for number in range(3))
    bounds = [chunk for chunk in cut(text) if chunk.text.startswith("## ")]
    plain = cut(text, overlap=0)

    assert [chunk.text.split("\n")[0] for chunk in bounds] == ["## Section 0", "## Section 1", "## Section 2"]
    assert sum(chunk.text.count("Sentence") for chunk in plain) == 90
    assert sum(chunk.text.count("Sentence") for chunk in cut(text)) > 90


def test_a_cut_prefers_blank_lines_to_items_and_items_to_sentences():
    paragraphs = "\n\n".join([WORDS * 9] * 5)
    items = "\n".join(f"- {WORDS * 3}" for _ in range(20))

    for text, begin in ((paragraphs, "The relay"), (items, "- The relay")):
        made = cut(text, overlap=0)
        assert len(made) > 1
        assert all(chunk.text.startswith(begin) for chunk in made)


def test_a_fence_and_a_table_stay_whole_when_they_fit_and_are_cut_at_lines_when_not():
    code = "```python\n" + "value = compute(1, 2, 3)\n\n" * 30 + "```"
    table = "a | b\n--|--\n" + "one cell | another cell of the row\n" * 25
    text = f"# A\n\n{WORDS * 12}\n\n{code}\n\n{WORDS * 12}\n\n{table}"

    made = cut(text, overlap=0)

    assert any(code in chunk.text for chunk in made)
    assert any(table.strip() in chunk.text for chunk in made)
    for chunk in cut("```\n" + "value = compute(1, 2, 3)\n" * 200 + "```"):
        assert set(chunk.text.split("\n")) <= {"```", "value = compute(1, 2, 3)"}


def test_text_without_spaces_is_cut_after_its_full_stops_or_between_characters():
    sentences = cut("我们每天早上九点开会讨论项目进度。" * 100, tokens=100, overlap=20)

    unbroken = cut("我" * 2_000, tokens=100, overlap=20)

    assert min(len(sentences), len(unbroken)) > 1
    assert all(chunk.text.endswith("。") for chunk in sentences)
    assert all(estimate(chunk.text) <= 120 for chunk in [*sentences, *unbroken])


def test_tiny_neighbours_of_one_parent_share_a_chunk_and_others_do_not():
    tiny = "".join(f"## Q{number}\nShort answer {number}.\n" for number in range(4))
    large = f"## Long\n{WORDS * 5}\n"

    made = cut(f"# FAQ\n{tiny}{large}# Other\nshort\n")

    assert [(chunk.heading, chunk.text.count("## ")) for chunk in made] == [
        ("FAQ", 4),
        ("FAQ > Long", 1),
        ("Other", 0),
    ]


def test_a_heading_without_text_goes_with_the_first_section_below_it():
    (only,) = cut("# Top\n\n## Middle\n\n### Leaf\ntext\n")

    assert (only.heading, only.first, only.last) == ("Top > Middle > Leaf", 1, 6)
    assert only.text == "# Top\n\n## Middle\n\n### Leaf\ntext"


@pytest.mark.parametrize("sentences", [1, 12, 40], ids=["tiny", "middling", "long"])
def test_a_line_put_in_at_the_top_moves_the_lines_of_the_other_sections_and_nothing_else(sentences):
    sections = "".join(long_section(number, sentences) for number in range(100))
    before = cut("# Book\n\nIntroduction.\n\n" + sections)
    after = cut("# Book\n\nIntroduction.\nOne line more.\n\n" + sections)

    changed = [pair for pair in zip(before, after, strict=True) if pair[0].text != pair[1].text]
    assert len(changed) == 1
    assert [chunk.first + 1 for chunk in before[1:]] == [chunk.first for chunk in after[1:]]
    assert [chunk.heading for chunk in before] == [chunk.heading for chunk in after]


def test_a_picture_in_the_text_is_left_out():
    (chunk,) = cut(f"before ![x](data:image/png;base64,{'iVBOR' * 500}) after")

    assert chunk.text == "before ![x](data:image/png;base64,…) after"


def test_a_giant_heading_does_not_make_every_chunk_giant():
    made = cut("# " + "h" * 100_000 + "\n" + WORDS * 300)

    assert max(len(chunk.heading) for chunk in made) <= 100


def test_the_same_text_is_cut_the_same_way_and_an_empty_one_into_nothing():
    text = long_section(1, 50)

    assert cut(text) == cut(text)
    assert cut("") == cut("\n \n\t\n") == []


ODD = ["", "", "# A", "## B", "```", "~~~", "    ```", "| a | b |", "a|b", "-|-", "---", "===", "- item", "> quote"]
ODD += ["+++", "{", "title: x", "...", "word " * 200, "。" * 300, "x" * 3_000, "<<<<<<< a", "=======", "\t", "1. one"]
LINES = st.one_of(
    st.text(st.characters(exclude_characters="\n\r"), max_size=80),
    st.sampled_from(ODD),
)
TEXTS = st.lists(LINES, max_size=60).map("\n".join)


@given(TEXTS, st.sampled_from([50, 73, 400]), st.sampled_from([0, 10, 80, 1_000]))
def test_every_line_is_in_a_chunk_that_names_it_and_no_chunk_is_too_large(text, tokens, overlap):
    opening = take_apart(text)
    lines = opening.body.split("\n")
    made = cut(text, tokens=tokens, overlap=overlap)

    assert all(chunk.text.strip() and estimate(chunk.text) <= tokens * 1.3 for chunk in made)
    for number, line in enumerate(lines, opening.start):
        parts = "".join(bare(chunk.text) for chunk in made if chunk.first <= number <= chunk.last)
        assert all(word in parts for word in pieces_of(line))


@given(TEXTS)
def test_lines_are_those_that_the_text_is_from(text):
    opening = take_apart(text)
    lines = opening.body.split("\n")
    for chunk in cut(text, tokens=50, overlap=10):
        if chunk.first >= opening.start:
            said = bare("".join(lines[chunk.first - opening.start : chunk.last - opening.start + 1]))
            assert bare(chunk.text) in said
            assert bare(chunk.text)[:1] in bare(lines[chunk.first - opening.start])
            assert bare(chunk.text)[-1:] in bare(lines[chunk.last - opening.start])


@given(st.text(), st.integers(50, 500), st.integers(0, 600))
def test_no_text_is_an_error(text, tokens, overlap):
    cut(text, tokens=tokens, overlap=overlap)
    assert unify(text).endswith(take_apart(text).body)


def bare(text):
    """Return a text without white space: cutting loses none of the rest."""
    return re.sub(r"\s", "", text)


def pieces_of(line):
    """Return ten characters here and there of a line: a chunk may end in the middle of a long one."""
    squeezed = bare(line)
    return [squeezed] if len(squeezed) <= 10 else [squeezed[:5], squeezed[-5:]]


HOSTILE = {
    "one line of words": lambda n: "word " * (n // 5),
    "one line of dots": lambda n: "." * n,
    "one line of letters": lambda n: "x" * n,
    "one line of spaces": lambda n: " " * n,
    "a line without spaces of another script": lambda n: "我" * n,
    "headings": lambda n: "# h\n" * (n // 4),
    "nested headings": lambda n: "# a\n## b\n### c\n#### d\n##### e\n###### f\n" * (n // 40),
    "giant headings": lambda n: ("# " + "h" * 1_000 + "\nx\n") * (n // 1_000),
    "fences": lambda n: "```\nx\n```\n" * (n // 10),
    "a fence that never closes": lambda n: "```\n" + "x\n" * (n // 2),
    "blank lines": lambda n: "a" + "\n" * n + "b",
    "tables": lambda n: "a|b\n-|-\n" * (n // 8),
    "a header that never closes": lambda n: "---\ntitle:\n" + "- a\n" * (n // 4),
    "braces": lambda n: "{" * n,
    "a table of tables": lambda n: "+++\na=" + "[" * n + "\n+++",
}


@contextmanager
def counted() -> Iterator[list[int]]:
    """Count the lines of Python that are run: what takes more than linear time in C would show in the fast tests."""
    count = [0]

    def trace(frame, event, arg):
        count[0] += 1
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        yield count
    finally:
        sys.settrace(before)


@pytest.mark.parametrize("kind", HOSTILE)
def test_steps_grow_no_faster_than_the_text(kind):
    steps = []
    for size in (34_000, 68_000, 102_000):
        text = HOSTILE[kind](size)
        with counted() as count:
            cut(text)
        steps.append(count[0])

    assert steps[2] - steps[1] <= 1.3 * (steps[1] - steps[0]) + 2_000


@pytest.mark.parametrize("kind", ["one line of dots", "headings", "fences", "a header that never closes"])
def test_a_large_text_of_anything_is_cut_into_chunks_within_the_bound(kind):
    made = cut(HOSTILE[kind](300_000))

    assert made
    assert all(estimate(chunk.text) <= 480 for chunk in made)
