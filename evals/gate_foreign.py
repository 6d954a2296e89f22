"""A second set of labelled lines, by an author who had not read the gate when writing them.

`data/gate_foreign.jsonl` holds templates only: `["secret", kind, template]` and so on, with the span to find between
`⟦` and `⟧`. In a template `[class]{n}` stands for n random characters of a class and `<<maker:argument>>` for a value
with a check digit or an encoding. `frame` lines are the sentences and formats that `vendor` values are put into.
"""

# ruff: noqa: E501  tables of formats

import base64
import json
import re
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from urllib.parse import quote

Row = tuple[str, str, str, str, tuple[tuple[int, int, str], ...]]

TEMPLATES = Path(__file__).with_name("data") / "gate_foreign.jsonl"
_BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_CLASSES = {"B": "A-Za-z0-9", "H": "0-9a-f", "D": "0-9", "W": "A-Za-z0-9_-", "U": "A-Z0-9", "L": "a-z0-9", "S": "A-Za-z0-9+/"}  # fmt: skip
_WORDS = [
    "harbor",
    "walnut",
    "cinder",
    "maple",
    "orbit",
    "falcon",
    "velvet",
    "quartz",
    "thunder",
    "meadow",
    "saffron",
    "copper",
    "lantern",
    "glacier",
    "pepper",
    "tundra",
    "ribbon",
    "anchor",
    "marble",
    "cactus",
    "juniper",
    "ember",
    "coral",
    "drift",
]
_SEED_WORDS = [
    "abandon",
    "ability",
    "able",
    "absent",
    "absorb",
    "abstract",
    "absurd",
    "abuse",
    "access",
    "accident",
    "account",
    "accuse",
    "achieve",
    "acid",
    "acoustic",
    "acquire",
    "across",
    "action",
    "actor",
    "actress",
    "actual",
    "adapt",
    "addict",
    "address",
    "adjust",
    "admit",
    "adult",
    "advance",
    "advice",
]
_FIELD = re.compile(r"\[([^\]]+)\]\{(\d+)\}")
_MAKER = re.compile(r"<<(\w+)(?::([^>]*))?>>")
_IBANS = {"DE": "[D]{18}", "GB": "NWBK[D]{14}", "FR": "[D]{23}", "ES": "[D]{20}", "NL": "ABNA[D]{10}", "PT": "[D]{21}", "PL": "[D]{24}"}  # fmt: skip


class Maker:
    """A source of values; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.makers: dict[str, Callable[[str], str]] = {
            "gh": self.checked_token,
            "jwt": self.jwt,
            "pem": self.pem,
            "pw": self.password,
            "card": self.card,
            "iban": self.iban,
            "cpf": self.cpf,
            "dni": self.dni,
            "bsn": lambda _: self._eleven(9, lambda rest: rest % 11),
            "nif": lambda _: self._eleven(9, lambda rest: 0 if rest % 11 < 2 else 11 - rest % 11),
            "nir": self.nir,
            "pesel": lambda _: self.weighed("[5-9]{1}[1-9]{1}0[1-9]{1}1[D]{6}", (1, 3, 7, 9, 1, 3, 7, 9, 1, 3)),
            "cnid": self.resident,
            "b64pw": lambda user: _b64(f"{user}:{self.password('rand')}"),
            "pwurl": lambda _: quote(self.password("sym"), safe=""),
            "b64r": lambda size: base64.b64encode(self.random.randbytes(int(size))).decode(),
            "b64u": lambda size: base64.urlsafe_b64encode(self.random.randbytes(int(size))).decode().rstrip("="),
            "b64text": _b64,
            "uuid": lambda _: self.fill("[H]{8}-[H]{4}-4[H]{3}-a[H]{3}-[H]{12}"),
            "eyj": lambda _: _b64(json.dumps({"iat": 1_760_000_000, "k": self.run("B", 20)})).rstrip("="),
            "mnemonic": lambda _: " ".join(self.random.sample(_SEED_WORDS, 12)),
        }

    def fill(self, template: str) -> str:
        """Return a template with every field filled and every value made."""
        text = _FIELD.sub(lambda match: self.run(match[1], int(match[2])), template)
        return _MAKER.sub(lambda match: self.makers[match[1]](match[2] or ""), text)

    def run(self, cls: str, length: int) -> str:
        """Return random characters of a class; long ones have figures and letters, as keys have."""
        alphabet = _spread(_CLASSES.get(cls, cls))
        chars = self.random.choices(alphabet, k=length)
        for kind in (str.isdigit, str.isalpha) if length >= 8 else ():
            wanted = [char for char in alphabet if kind(char)]
            if wanted and not any(map(kind, chars)):
                chars[length // 2] = self.random.choice(wanted)
        for end in (0, -1):
            if length > 1 and chars[end] in "-_":
                chars[end] = self.random.choice([char for char in alphabet if char.isalnum()])
        return "".join(chars)

    def checked_token(self, prefix: str) -> str:
        """Return a token of GitHub's or npm's kind: its last six characters are its CRC32 in base 62."""
        body = self.run("B", 30)
        rest, check = zlib.crc32(body.encode()), ""
        while rest:
            rest, digit = divmod(rest, 62)
            check = _BASE62[digit] + check
        return prefix + body + check.rjust(6, "0")

    def jwt(self, role: str) -> str:
        """Return a signed token with a role."""
        head, body = {"alg": "HS256", "typ": "JWT"}, {"sub": self.run("B", 12), "role": role}
        parts = [base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (head, body)]
        return ".".join([*parts, self.run("W", 43)])

    def pem(self, kind: str) -> str:
        """Return an armoured block; the body of a private one is marked."""
        body = base64.b64encode(self.random.randbytes(420)).decode()
        lines = "\n".join(body[at : at + 64] for at in range(0, len(body), 64))
        marked = f"⟦{lines}⟧" if "PRIVATE" in kind else lines
        return f"-----BEGIN {kind}-----\n{marked}\n-----END {kind}-----"

    def password(self, style: str) -> str:
        """Return what a person, or a generator, makes up."""
        one, two, three = self.random.sample(_WORDS, 3)
        number = str(self.random.randrange(10, 9999))
        sign = self.random.choice("!@#$%&*")
        styles = {
            "cap": one.capitalize() + sign + number,
            "leet": one.translate(str.maketrans("aeo", "430")).capitalize() + "#" + two[:3].upper() + number[:1],
            "rand": self.run("B", 7) + sign + self.run("B", 5),
            "low": one + number.rjust(3, "7"),
            "dash": f"{one}-{two}-{three}-{number.rjust(2, '4')[:2]}",
            "sym": f"#{one.capitalize()}_{two.capitalize()}{number[:2]}!",
        }
        return styles[style or self.random.choice(list(styles))]

    def card(self, prefix: str) -> str:
        """Return a card number of an issuer (ISO 7812)."""
        body = prefix + self.run("D", (14 if prefix[0] == "3" else 15) - len(prefix))
        total = sum(sum(divmod(int(char) * (2 - place % 2), 10)) for place, char in enumerate(reversed(body)))
        return body + str(-total % 10)

    def iban(self, country: str) -> str:
        """Return an account number (ISO 13616)."""
        body = self.fill(_IBANS[country])
        rest = int("".join(str(int(char, 36)) for char in f"{body}{country}00")) % 97
        return f"{country}{98 - rest:02d}{body}"

    def cpf(self, form: str) -> str:
        """Return a Brazilian tax number."""
        figures = [self.random.randrange(10) for _ in range(9)]
        for first in (10, 11):
            figures.append(sum(one * (first - place) for place, one in enumerate(figures)) * 10 % 11 % 10)
        text = "".join(map(str, figures))
        return text if form == "raw" else f"{text[:3]}.{text[3:6]}.{text[6:9]}-{text[9:]}"

    def dni(self, _: str) -> str:
        """Return a Spanish identity number."""
        number = self.random.randrange(10**7, 10**8)
        return f"{number}{'TRWAGMYFPDXBNJZSQVHLCKE'[number % 23]}"

    def nir(self, _: str) -> str:
        """Return a French social security number."""
        body = self.fill("1[5-9]{1}[D]{1}0[1-9]{1}75[1-9]{3}[1-9]{3}")
        return body + f"{97 - int(body) % 97:02d}"

    def weighed(self, template: str, weights: tuple[int, ...]) -> str:
        """Return a number whose last figure makes its weighted sum a multiple of ten."""
        body = self.fill(template)[: len(weights)]
        return body + str(-sum(int(char) * weight for char, weight in zip(body, weights, strict=True)) % 10)

    def resident(self, _: str) -> str:
        """Return a Chinese resident's number (GB 11643)."""
        body = self.fill("11010519[5-9]{1}[D]{1}0[1-9]{1}1[D]{1}[D]{3}")
        weights = (7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2)
        return body + "10X98765432"[sum(int(char) * one for char, one in zip(body, weights, strict=True)) % 11]

    def _eleven(self, length: int, check: Callable[[int], int]) -> str:
        """Return a number with a last figure by the rule of eleven, weights falling from its length to 2."""
        while True:
            body = "2" + self.run("D", length - 2)
            last = check(sum(int(char) * (length - place) for place, char in enumerate(body)))
            if last < 10:
                return body + str(last)


def _spread(ranges: str) -> str:
    """Write `a-c` out as `abc`."""
    return re.sub(r"(\w)-(\w)", lambda match: "".join(map(chr, range(ord(match[1]), ord(match[2]) + 1))), ranges)


def _b64(text: str) -> str:
    return base64.b64encode(text.encode()).decode()


def lines(seed: int) -> Iterator[Row]:
    """Yield (text, label, kind, tier, spans) of every template; the same seed gives the same lines."""
    maker = Maker(seed)
    rows = [json.loads(line) for line in TEMPLATES.read_text(encoding="utf-8").splitlines()]
    frames = [row[2] for row in rows if row[0] == "frame"]
    for number, (label, kind, template, *named) in enumerate(rows):
        if label == "vendor":
            vendor, name = named
            prefix, _, value = maker.fill(template).rpartition("¦")
            values = {"VENDOR": vendor, "NAME": name, "LOWER": kind, "VALUE": f"{prefix}⟦{value}⟧"}
            frame = frames[number % len(frames)]
            for place, put in values.items():
                frame = frame.replace(f"@{place}@", put)
            yield marked_row(frame, "secret", kind)
        elif label != "frame":
            yield marked_row(maker.fill(template), label, kind)


def marked_row(marked: str, label: str, kind: str) -> Row:
    """Take the marks out of a text and remember where they were."""
    text, spans = "", []
    for piece in re.split("([⟦⟧])", marked):
        if piece == "⟦":
            spans.append((len(text), len(text), label))
        elif piece == "⟧":
            spans[-1] = (spans[-1][0], len(text), label)
        else:
            text += piece
    return text, label, kind, "foreign", tuple(spans)
