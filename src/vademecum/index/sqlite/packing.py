"""The texts of documents and sessions, stored in about half their bytes: memories, which a prompt hook reads, are not.

Each text is deflated by itself (RFC 1951), so that one is read without others, after words that are common in talk
about work. These are written here, not taken from a vault: what was said must not outlive its session in them.
"""

from __future__ import annotations

import zlib

from vademecum.model.errors import DamagedError

_WINDOW_BITS = -12
"""A window of 4 KB, more than the common words and most texts; negative: without a header and a checksum of zlib."""

_LEVEL = 6
_MEMORY = 6

_COMMON = """
  approach architecture argument available background behaviour browser cache certificate checkout client cluster
 column command commit component connection container context controller coverage customer dashboard debug decision
 default dependency deployment directory document endpoint environment exception expected fallback feature framework
 frontend function handler header implement interface keyword latency library memory message method metrics migration
 module number object option output package parameter parser password payload performance permission pipeline plan
 platform policy process production project property proxy python queue reference refactor release repository request
 resource response restart result retry return review rollback schedule schema screenshot script section security
 server service session settings signature snippet staging storage string structure summary support table template
 terminal testing threshold timeout token traceback transaction typescript update upgrade value variable version
 warning webhook worker yesterday tomorrow weekend morning evening tonight birthday family friends mother school
 holiday kitchen restaurant weather music movie garden travel favorite beautiful amazing awesome definitely
 especially probably together something everything anything someone everyone another different important interesting
 experience remember thought started looking working trying making getting taking having doing being going coming
 talking helping learning planning running writing reading thinking feeling spending wondering hoping sounds great
 really happy excited wonderful thanks thank you so much Monday Tuesday Wednesday Thursday Friday Saturday Sunday
 January February March April August September October November December year month week days hours minutes first
 second third next last few many more most less least best better good new old big small long short high low right
 wrong true false null None self import from class def async await const https://www. .com/ http://localhost:
 /usr/local/ /home/ src/ tests/ docs/ .json .yaml .toml .html .tsx .py .md .sh ```python ```bash ```json ```\n\n```\n
 **Note:** ## Step 1. 2. 3. - ** `git ` && npm run pytest docker sudo pip install assert print( == != => -> >= :: ()
 {} [] ); "); ", " ': " = error: Error failed fails fixed file files folder name type data code line test tests user
 users time work works make sure could you please can you help me with the following for example, as well as in order
 to such as instead of because of each of one of some of all of most of a lot of kind of out of because before after
 during between without within through against about above below under over into onto while where when which who
 whose what why how however, therefore, although whether either neither both only even still just already always
 never often sometimes usually maybe perhaps also too very much then than there their they them these those this
 that's it's I'm I've I'll I'd you're we're don't doesn't didn't can't won't isn't wasn't let's let me know if there
 is there are would be able to need to want to have to like to going to try to used to use the using the add the run
 the set the check the see the get the has been have been had been will be should be could be must be can be may be
 might be is not are not was not do not does not did not it is it was I was I have I think I am you have you can you
 are we have we can we should and the but the for the from the with the that the on the at the by the to the in the
 of the is the as the to be to a of a in a with a for a is a as a it and that and I and and I and it so I that I. The
 . It . This . I . You . We , and , but , so the and that for with you your was are have this not but from they will
 our can has had what were all when 's ing ed the """
"""Deflate finds what stands late most cheaply: what is most common comes last."""

_DICTIONARY = _COMMON.replace("\n", "").encode()
_BEGUN = zlib.compressobj(_LEVEL, zlib.DEFLATED, _WINDOW_BITS, _MEMORY, zlib.Z_DEFAULT_STRATEGY, _DICTIONARY)
"""Has read the dictionary: a copy of it is quicker than reading it again."""


def pack(text: str) -> str | bytes:
    """Return a text as it is stored: deflated where that is shorter."""
    plain = text.encode()
    work = _BEGUN.copy()
    packed = work.compress(plain) + work.flush()
    return packed if len(packed) < len(plain) else text


def unpack(stored: str | bytes) -> str:
    """Return the text that was stored.

    Raises:
        DamagedError: it is not as it was stored.
    """
    if isinstance(stored, str):
        return stored
    work = zlib.decompressobj(_WINDOW_BITS, _DICTIONARY)
    try:
        text = work.decompress(stored).decode()
    except (zlib.error, UnicodeDecodeError) as fault:
        raise DamagedError(f"a text in index.db is damaged ({fault})", hint="run `vade reindex`") from fault
    if not work.eof:
        raise DamagedError("a text in index.db is cut off", hint="run `vade reindex`")
    return text
