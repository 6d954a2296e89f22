"""Reading the value after a key: quotes, escapes, and where an unquoted value ends."""

# ruff: noqa: E501, RUF001  patterns are one line, and quotation marks are their subject

import re

LONGEST = 4096  # characters of a value; longer ones are blocks, which have rules of their own

_OPENER = re.compile(r"(?:[rbfuRBFU@]{1,2}(?=[\"'])|\(\s?|SecretStr\(|\*\*)?(\\{0,3}(?:\"\"\"|'''|[\"'`“‘«]))?")
_CLOSERS = {"“": "”", "‘": "’", "«": "»"}
_ANNOTATION = re.compile(
    r"(?:str|string|bytes|SecretStr|String|\w+\[[\w ,|]*\])(?:[ ]?\|[ ]?None|\?)?[ \t]{0,3}=[ \t]{0,3}(?==?[\"'`rbfuS])"
    r"|(?:str|string|bytes|String)(?:[ ]?\|[ ]?None|\?)?[ \t]{0,3}=[ \t]{0,3}"
)
_TOKEN_WITH_MARK = re.compile(r"[A-Za-z0-9_\-]{20,}[!?]{1,3}")
_FOREIGN = re.compile(r"[\u3000-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Chinese, Japanese and Korean go on without a blank after a value."""
_UNQUOTED = re.compile(r"[^\s]{1,600}")
_END = re.compile(
    r"""(?=["'`\\;,<&*|»—…])(?:["'`](?=$|[\s,;:.)\]}>|&])  |  \\[nrt"'\\]  |  \\$  |  ;(?=$|\s|[A-Za-z][\w .\-]*=)  |  ,(?=$|\s|["'}\]]|[A-Za-z_][\w.\-]*[=:])
    |  </?[a-z/!]  |  &(?:amp;)?(?=[A-Za-z_][\w.\-]*=)  |  \*\*(?=$|\s)  |  \|(?=$|\s)  |  »  |  —  |  …$)""",
    re.VERBOSE,
)


def read_value(text: str, at: int) -> tuple[int, int, bool]:
    """Return (start, end, quoted) of the value that begins at `at`; start == end when there is none.

    A quoted value ends at its closing quote on the same line, or at the line's end where the quote is missing.
    """
    annotation = _ANNOTATION.match(text, at)
    at = annotation.end() if annotation else at
    at += 6 if text.startswith("!!str ", at) else 0
    opener = _OPENER.match(text, at)
    if opener and opener[1]:
        return _read_quoted(text, opener.end(), opener[1])
    if opener and opener[0] == "**":
        at = opener.end()
    run = _UNQUOTED.match(text, at)
    if run is None:
        return at, at, False
    return at, _trim(text, at, run.end()), False


def _read_quoted(text: str, start: int, quote: str) -> tuple[int, int, bool]:
    closer = _CLOSERS.get(quote, quote)
    line = text.find("\n", start, start + LONGEST)
    limit = line if line >= 0 and len(quote) < 3 else min(len(text), start + LONGEST)  # noqa: PLR2004  triple quotes
    end = text.find(closer, start, limit)
    while quote in {'"', "'"} and end > start and text[end - 1] == "\\" and text[end - 2] != "\\":
        end = text.find(closer, end + 1, limit)
    if end < 0:
        return start, _trim(text, start, limit), False
    if quote == "«":
        inner = text[start:end].strip(" \xa0\u202f")
        start = text.index(inner, start) if inner else start
        end = start + len(inner)
    return start, end, True


def _trim(text: str, start: int, end: int) -> int:
    """Cut what belongs to the sentence or the format, not to the value."""
    run = text[start:end]
    foreign = None if run.isascii() or not run[:1].isascii() else _FOREIGN.search(run, 1)
    if foreign:
        run = run[: foreign.start()]
    cut = _END.search(run, 1)
    if cut:
        run = run[: cut.start()]
    run = run.rstrip(".,;:…")
    if _TOKEN_WITH_MARK.fullmatch(run):
        run = run.rstrip("!?")
    for opening, closing in ("()", "[]", "{}", "<>"):
        while run.endswith(closing) and run.count(closing) > run.count(opening):
            run = run[:-1].rstrip(".,;:")
    return start + len(run)
