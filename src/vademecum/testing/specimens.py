"""Fake credentials and identities in the right shape, made when a test asks for them.

They belong to nobody, and no scanner sees them in the repository, because there are only templates in it. A template
is text with fields in braces: a class letter and a length, as in `ghp_{w36}`; see `vademecum.rules.gate.shapes`.
Beyond its classes: k base58, p a password, P one with capital, figure and sign, B base64 of `user:password`, J a
signed token.
"""

import base64
import json
import re
import string
from random import Random

_FIELD = re.compile(r"\{([wWhUldbxkpPBJ])(\d+)\+?\}")
_ALPHABETS = {
    "w": string.ascii_letters + string.digits,
    "W": string.ascii_letters + string.digits + "_-",
    "h": "0123456789abcdef",
    "U": string.ascii_uppercase + string.digits,
    "l": string.ascii_lowercase + string.digits,
    "d": string.digits,
    "b": string.ascii_letters + string.digits + "+/",
    "x": string.ascii_letters + string.digits + "_-",
    "k": "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz",
}
_SIGNS = "!*+#%^~"


class Specimens:
    """A source of fake values; the same seed gives the same ones."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)  # noqa: S311  fakes have to be the same each time

    def fill(self, template: str) -> str:
        """Return the template with every field filled."""
        return _FIELD.sub(lambda match: self.field(match[1], int(match[2])), template)

    def field(self, cls: str, length: int) -> str:
        """Return a value of a class: random characters, or one of the composed kinds."""
        made = {"p": self.password, "P": self.strong_password, "B": self.basic, "J": self.jwt}.get(cls)
        return made(length) if made else self.run(cls, length)

    def run(self, cls: str, length: int) -> str:
        """Return random characters, with letters and figures among them as real keys have."""
        alphabet = _ALPHABETS[cls]
        chars = self.random.choices(alphabet, k=length)
        letters = [char for char in alphabet if char.isalpha()]
        if length >= 8 and letters:  # noqa: PLR2004  shorter runs are parts of a longer value
            places = self.random.sample(range(length), 6)
            chars[places[0]], chars[places[1]] = self.random.choices(string.digits[1:], k=2)
            for place in places[2:]:
                chars[place] = self.random.choice(letters)
            if cls in "wWbx":
                chars[places[2]], chars[places[3]] = (
                    self.random.choice(string.ascii_uppercase),
                    self.random.choice(string.ascii_lowercase),
                )
        if cls in "Wx" and not chars[-1].isalnum():
            chars[-1] = "7"
        return "".join(chars)

    def password(self, length: int) -> str:
        """Return letters and figures, sometimes with a sign inside."""
        body = self.run("w", length)
        if self.random.random() < 0.5:  # noqa: PLR2004  half of them
            at = self.random.randrange(1, length - 1)
            body = body[:at] + self.random.choice(_SIGNS) + body[at + 1 :]
        return body if any(map(str.isdigit, body)) else body[:-1] + "4"

    def strong_password(self, length: int) -> str:
        """Return a password with capital, figure and sign."""
        return "K" + self.run("l", max(4, length - 4)) + self.random.choice(_SIGNS) + self.run("d", 2)

    def basic(self, length: int) -> str:
        """Return base64 of `user:password`."""
        return base64.b64encode(f"svc-ci:{self.run('w', length)}".encode()).decode()

    def jwt(self, _: int) -> str:
        """Return a signed token with a random subject."""
        head = self._part({"alg": "HS256", "typ": "JWT"})
        body = self._part({"sub": self.run("d", 9), "iat": 1_760_000_000, "role": "svc"})
        return f"{head}.{body}.{self.run('W', 43)}"

    @staticmethod
    def _part(data: dict[str, object]) -> str:
        raw = json.dumps(data, separators=(",", ":")).encode()
        return base64.urlsafe_b64encode(raw).decode().rstrip("=")
