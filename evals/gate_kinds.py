r"""A third set of labelled lines, broad on purpose: vendors' formats, config files, commands, sentences, countries.

`data/gate_kinds.tsv` holds templates in the language of `gate_foreign`; a line is `label, kind, template` between tabs,
with `\n` for a line break, and `#` lines are headings. A vendor's line is `vendor, tier, shape, vendor, NAME`; its
value is put into every frame of its tier. `@` in a template stands for a password of each style in turn.
"""

import base64
import json
from collections.abc import Callable, Iterator
from pathlib import Path

import gate_foreign

Row = gate_foreign.Row

TEMPLATES = Path(__file__).with_name("data") / "gate_kinds.tsv"
STYLES = ("cap", "leet", "rand", "low", "dash", "sym")
FRAMES = {
    "A": (
        "pasted @V@ into the wrong window",
        "@N@=@V@",
        "Our @X@ key is @V@, rotate it soon.",
        "The @X@ token we use: @V@",
    ),
    "B": (
        "@N@=@V@",
        '  @n@: "@V@"',
        "Our @X@ API key is @V@, rotate it soon.",
        "The @X@ token we use: @V@",
        "| @X@ API key | @V@ |",
        "@X@ secret `@V@` (valid until May)",
    ),
}
"""Where a vendor's value stands: tier A has a format of its own, B has none."""

_DNI = "TRWAGMYFPDXBNJZSQVHLCKE"
_IBAN_DIGITS = {"IT": 22, "CH": 17, "AT": 16, "BE": 12, "SE": 20}


class Maker(gate_foreign.Maker):
    """A source of values with the check digits of more countries."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        more: dict[str, Callable[[str], str]] = {
            "b64f": lambda size: base64.urlsafe_b64encode(self.random.randbytes(int(size))).decode(),
            "dockercfg": self.docker,
            "iban2": self.more_iban,
            "ibansp": lambda country: grouped(self.iban(country), " "),
            "cardsp": lambda prefix: grouped(self.card(prefix), " "),
            "carddash": lambda prefix: grouped(self.card(prefix), "-"),
            "cnpj": self.cnpj,
            "nie": self.nie,
            "nhs": self.nhs,
            "idnr": self.idnr,
            "aadhaar": self.aadhaar,
            "rut": self.rut,
            "nric": self.nric,
            "inn": self.inn,
            "ahv": self.ahv,
            "tckn": self.tckn,
            "swe": self.personnummer,
            "sin": lambda _: grouped(self.luhn("1" + self.run("D", 7)), " ", 3),
            "teudat": lambda _: self.luhn("0" + self.run("D", 7)),
            "imei": lambda _: self.luhn("35" + self.run("D", 12)),
        }
        self.makers.update(more)

    @staticmethod
    def luhn(body: str) -> str:
        """Return a number with its last figure by Luhn."""
        return body + str(-sum(sum(divmod(int(c) * (2 - i % 2), 10)) for i, c in enumerate(reversed(body))) % 10)

    def docker(self, _: str) -> str:
        """Return the base64 of a registry's login."""
        login = base64.b64encode(f"ci:{self.password('rand')}".encode()).decode()
        return base64.b64encode(json.dumps({"auths": {"r.io": {"auth": login}}}).encode()).decode()

    def more_iban(self, country: str) -> str:
        """Return an account number of a country whose numbers are figures, but for Italy's check letter."""
        body = ("X" if country == "IT" else "") + self.run("D", _IBAN_DIGITS[country])
        rest = int("".join(str(int(char, 36)) for char in f"{body}{country}00")) % 97
        return f"{country}{98 - rest:02d}{body}"

    def cnpj(self, _: str) -> str:
        """Return a Brazilian company's number."""
        body = self.run("D", 8) + "0001"
        for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
            rest = weighted(body, weights) % 11
            body += str(0 if rest < 2 else 11 - rest)
        return f"{body[:2]}.{body[2:5]}.{body[5:8]}/{body[8:12]}-{body[12:]}"

    def nie(self, _: str) -> str:
        """Return a Spanish foreigner's number."""
        number = self.run("D", 7)
        return f"X{number}{_DNI[int(number) % 23]}"

    def nhs(self, _: str) -> str:
        """Return an English health service number."""
        while True:
            body = "4" + self.run("D", 8)
            check = 11 - weighted(body, tuple(range(10, 1, -1))) % 11
            if check != 10:
                body += str(check % 11)
                return f"{body[:3]} {body[3:6]} {body[6:]}"

    def idnr(self, _: str) -> str:
        """Return a German tax number (ISO 7064 mod 11,10)."""
        body, product = "8" + self.run("D", 9), 10
        for char in body:
            product = ((int(char) + product) % 10 or 10) * 2 % 11
        return body + str((11 - product) % 10)

    def aadhaar(self, _: str) -> str:
        """Return an Indian resident's number (Verhoeff)."""
        body = "5" + self.run("D", 10)
        last = next(figure for figure in "0123456789" if not verhoeff(body + figure))
        return grouped(body + last, " ")

    def rut(self, _: str) -> str:
        """Return a Chilean number."""
        body = str(self.random.randrange(7_000_000, 25_000_000))
        check = 11 - weighted(body[::-1], (2, 3, 4, 5, 6, 7, 2, 3)) % 11
        return f"{int(body):,}".replace(",", ".") + "-" + {11: "0", 10: "K"}.get(check, str(check))

    def nric(self, _: str) -> str:
        """Return a Singapore resident's number."""
        number = self.run("D", 7)
        return f"S{number}{'JZIHGFEDCBA'[weighted(number, (2, 7, 6, 5, 4, 3, 2)) % 11]}"

    def inn(self, _: str) -> str:
        """Return a Russian taxpayer's number."""
        body = self.run("D", 10)
        for weights in ((7, 2, 4, 10, 3, 5, 9, 4, 6, 8), (3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8)):
            body += str(weighted(body, weights) % 11 % 10)
        return body

    def ahv(self, _: str) -> str:
        """Return a Swiss insurance number."""
        body = "756" + self.run("D", 9)
        body += str(-weighted(body, (1, 3) * 6) % 10)
        return f"{body[:3]}.{body[3:7]}.{body[7:11]}.{body[11:]}"

    def tckn(self, _: str) -> str:
        """Return a Turkish number."""
        figures = [self.random.randrange(1, 10), *(self.random.randrange(10) for _ in range(8))]
        figures.append((sum(figures[0::2]) * 7 - sum(figures[1:8:2])) % 10)
        return "".join(map(str, [*figures, sum(figures) % 10]))

    def personnummer(self, _: str) -> str:
        """Return a Swedish number."""
        number = self.luhn(self.fill("81[01]{1}21[D]{1}[D]{3}"))
        return f"{number[:6]}-{number[6:]}"


def weighted(number: str, weights: tuple[int, ...]) -> int:
    """Return the sum of figures times weights."""
    return sum(int(char) * weight for char, weight in zip(number, weights, strict=False))


def verhoeff(number: str) -> int:
    """Return Verhoeff's check of a number: 0 where it is right; the tables are the dihedral group of ten."""
    check = 0
    for place, char in enumerate(reversed(number)):
        figure = int(char)
        for _ in range(place % 8):
            figure = (1, 5, 7, 6, 2, 8, 3, 0, 9, 4)[figure]
        turn, flip = divmod(check, 5)[1], check > 4
        if flip:
            check = (turn - figure) % 5 + (0 if figure > 4 else 5)
        else:
            check = (turn + figure) % 5 + (5 if figure > 4 else 0)
    return check


def grouped(value: str, mark: str, size: int = 4) -> str:
    """Write a value in groups."""
    return mark.join(value[at : at + size] for at in range(0, len(value), size))


def lines(seed: int) -> Iterator[Row]:
    """Yield (text, label, kind, tier, spans) of every template; the same seed gives the same lines."""
    maker = Maker(seed)
    for raw in TEMPLATES.read_text(encoding="utf-8").splitlines():
        if not raw.startswith("#"):
            yield from _rows(maker, raw.split("\t"))


def _rows(maker: Maker, cells: list[str]) -> Iterator[Row]:
    label, kind, template, *named = cells
    if label == "vendor":
        vendor, name = named
        for frame in FRAMES[kind]:
            values = {"@N@": name, "@n@": name.lower(), "@X@": vendor, "@V@": f"⟦{maker.fill(template)}⟧"}
            for place, put in values.items():
                frame = frame.replace(place, put)  # noqa: PLW2901  filled step by step
            yield gate_foreign.marked_row(frame, "secret", vendor)
        return
    template = template.replace("\\n", "\n").replace("\\\\", "\\")
    for style in STYLES if "⟦@⟧" in template else ("",):
        made = template.replace("⟦@⟧", f"⟦<<pw:{style}>>⟧")
        yield gate_foreign.marked_row(maker.fill(made), label, kind)
