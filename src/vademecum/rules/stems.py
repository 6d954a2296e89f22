"""English stemming: Porter's algorithm, with a table for what suffixes cannot tell (went, mice, Swiss).

Source: M. F. Porter, "An algorithm for suffix stripping", Program 14(3), 1980.
"""

_IRREGULAR_FORMS = """
be:been being; become:became; begin:began begun; bite:bit bitten; blow:blew blown; break:broke broken; bring:brought;
build:built; burn:burnt; buy:bought; catch:caught; choose:chose chosen; come:came; deal:dealt; draw:drew drawn;
dream:dreamt; drink:drank drunk; drive:drove driven; eat:ate eaten; fall:fell fallen; feed:fed; feel:felt;
fight:fought; find:found; fly:flew flown; forbid:forbade forbidden; forget:forgot forgotten; freeze:froze frozen;
get:got gotten; give:gave given; go:went gone; grow:grew grown; hang:hung; hear:heard; hide:hid hidden; hold:held;
keep:kept; know:knew known; lead:led; learn:learnt; leave:left; lend:lent; lose:lost; make:made; mean:meant; meet:met;
pay:paid; ride:rode ridden; ring:rang rung; rise:rose risen; run:ran; say:said; see:saw seen; seek:sought; sell:sold;
send:sent; shake:shook shaken; shoot:shot; show:shown; sing:sang sung; sink:sank sunk; sit:sat; sleep:slept;
speak:spoke spoken; spend:spent; spin:spun; stand:stood; steal:stole stolen; stick:stuck; strike:struck; swear:swore
sworn; swim:swam swum; take:took taken; teach:taught; tell:told; think:thought; throw:threw thrown;
understand:understood; wake:woke woken; wear:wore worn; win:won; write:wrote written; child:children; foot:feet;
goose:geese; man:men; mouse:mice; person:people; tooth:teeth; woman:women; wife:wives; life:lives; leaf:leaves;
half:halves; shelf:shelves; knife:knives; index:indices indexes; vertex:vertices; matrix:matrices; datum:data;
switzerland:swiss; france:french; germany:german; spain:spanish; italy:italian;
netherlands:dutch; poland:polish; sweden:swedish; denmark:danish; turkey:turkish; britain:british; greece:greek;
china:chinese; japan:japanese; portugal:portuguese; ireland:irish; norway:norwegian; finland:finnish; europe:european
"""


def _irregulars() -> dict[str, str]:
    pairs = (entry.split(":") for entry in _IRREGULAR_FORMS.replace("\n", " ").split(";"))
    return {form: base.strip() for base, forms in pairs for form in forms.split()}


_IRREGULAR = _irregulars()

# Porter's steps 2, 3 and 4; within a step the first suffix that fits decides, so longer ones come first.
_STEP2 = (
    ("ational", "ate"), ("ization", "ize"), ("iveness", "ive"), ("fulness", "ful"), ("ousness", "ous"),
    ("tional", "tion"), ("biliti", "ble"), ("entli", "ent"), ("ousli", "ous"), ("ation", "ate"), ("alism", "al"),
    ("aliti", "al"), ("iviti", "ive"), ("enci", "ence"), ("anci", "ance"), ("izer", "ize"), ("abli", "able"),
    ("alli", "al"), ("ator", "ate"), ("logi", "log"), ("eli", "e"), ("bli", "ble"),
)  # fmt: skip
_STEP3 = (
    ("icate", "ic"), ("ative", ""), ("alize", "al"), ("iciti", "ic"), ("ical", "ic"), ("ness", ""), ("ful", ""),
)  # fmt: skip
_STEP4 = (
    "ement", "ance", "ence", "able", "ible", "ment", "ant", "ent", "ism", "ate", "iti", "ous", "ive", "ize",
    "ion", "al", "er", "ic", "ou",
)  # fmt: skip

_SHORTEST = 3
"""Words under this length are left alone: they are names and abbreviations more often than inflections."""


def stem(word: str) -> str:
    """Return the stem of a lower-case ASCII word; other words come back as they are."""
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
        return word
    word = _IRREGULAR.get(word, word)
    word = _participle(_plural(word))
    if word.endswith("y") and "v" in _shape(word[:-1]):
        word = word[:-1] + "i"
    word = _swap(_swap(word, _STEP2), _STEP3)
    return _tidy(_drop(word))


def uninflected(word: str) -> str:
    """Return a lower-case ASCII word without its plural, past or continuous ending: less than its stem."""
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
        return word
    return _participle(_plural(_IRREGULAR.get(word, word)))


def _shape(text: str) -> str:
    """Return the word as a string of `c` and `v`; y is a vowel after a consonant."""
    shape = ""
    for letter in text:
        vowel = letter in "aeiou" or (letter == "y" and shape.endswith("c"))
        shape += "v" if vowel else "c"
    return shape


def _measure(text: str) -> int:
    """Count the vowel-consonant sequences: Porter's m."""
    return _shape(text).count("vc")


def _ends_cvc(text: str) -> bool:
    return _shape(text).endswith("cvc") and text[-1] not in "wxy"


def _plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if word.endswith("s") and not word.endswith("ss"):
        return word[:-1]
    return word


def _participle(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) > 0 else word
    for suffix in ("ed", "ing"):
        root = word.removesuffix(suffix)
        if root != word and "v" in _shape(root):
            return _mend(root)
    return word


def _mend(root: str) -> str:
    """Restore what `-ed` and `-ing` took away: an e, or a single consonant."""
    if root.endswith(("at", "bl", "iz")):
        return root + "e"
    if len(root) > 1 and root[-1] == root[-2] and root[-1] not in "aeioulsz":
        return root[:-1]
    return root + "e" if _measure(root) == 1 and _ends_cvc(root) else root


def _swap(word: str, table: tuple[tuple[str, str], ...]) -> str:
    for suffix, replacement in table:
        if word.endswith(suffix):
            root = word.removesuffix(suffix)
            return root + replacement if _measure(root) > 0 else word
    return word


def _drop(word: str) -> str:
    for suffix in _STEP4:
        if word.endswith(suffix):
            root = word.removesuffix(suffix)
            kept = _measure(root) <= 1 or (suffix == "ion" and not root.endswith(("s", "t")))
            return word if kept else root
    return word


def _tidy(word: str) -> str:
    if word.endswith("e"):
        root = word[:-1]
        measure = _measure(root)
        if measure > 1 or (measure == 1 and not _ends_cvc(root)):
            word = root
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word
