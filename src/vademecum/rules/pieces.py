"""A long text cut into pieces where it pauses, always in the same way."""

_FENCE = "```"
_SENTENCES = (". ", "! ", "? ", ".\n", "。", "\uff01", "\uff1f", "; ")
_SLACK = 1.25
_ZERO_WIDTH = 0x200D


def pieces(text: str, most: int) -> list[str]:
    """Return the text in pieces of about `most` characters; a rest of up to a quarter stays with the last.

    A piece ends after a paragraph, else a line, else a sentence, else a word. A block of code is cut only when it is
    too long for a piece of its own.
    """
    found: list[str] = []
    start, size = 0, len(text)
    while size - start > most * _SLACK:
        end = start + _cut(text[start : start + most], text[start + most])
        if piece := text[start:end].strip():
            found.append(piece)
        start = end
    if piece := text[start:].strip():
        found.append(piece)
    return found


def _cut(window: str, after: str) -> int:
    """Return where to cut within a window; `after` is the character that follows it."""
    least = len(window) // 2
    opened = _open_fence(window)
    if opened >= len(window) // 4:
        return opened
    if (place := window.rfind("\n\n")) >= least and opened < 0:
        return place + 2
    if (place := window.rfind("\n")) >= least:
        return place + 1
    ends = [place + len(mark) for mark in _SENTENCES if (place := window.rfind(mark)) >= least]
    if ends:
        return max(ends)
    if (place := window.rfind(" ")) >= least:
        return place + 1
    return _whole(window, after)


def _open_fence(window: str) -> int:
    """Return where the fence begins that is not closed within a window; -1 when there is none."""
    places = []
    place = window.find(_FENCE)
    while place >= 0:
        if place == 0 or window[place - 1] == "\n":
            places.append(place)
        place = window.find(_FENCE, place + len(_FENCE))
    return places[-1] if len(places) % 2 else -1


def _whole(window: str, after: str) -> int:
    """Return the window's end, or a little before it where that would part what is seen as one character."""
    end = len(window)
    for _ in range(8):
        if end < 2 or (not _joins(after) and ord(window[end - 1]) != _ZERO_WIDTH):  # noqa: PLR2004  something must stay
            return end
        end -= 1
        after = window[end]
    return len(window)


def _joins(letter: str) -> bool:
    """Tell whether a character belongs to the one before it: a combining mark, a joiner, a skin tone."""
    code = ord(letter)
    return 0x300 <= code <= 0x36F or code in {_ZERO_WIDTH, 0xFE0F} or 0x1F3FB <= code <= 0x1F3FF  # noqa: PLR2004
