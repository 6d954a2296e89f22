"""The lines of a here-document that a tool reads a password from, or that fill a file named like a secret."""

# ruff: noqa: E501  a pattern is one line

import re
from collections.abc import Iterator

from vademecum.rules.gate import looks, names
from vademecum.rules.gate.rule import Candidate

_OPENING = re.compile(r"<<[-~]?[ \t]?([\"'\\]?)([A-Za-z_]\w{0,30})")
_READERS = re.compile(
    r"\b(?:sudo\b[^\n|]{0,60}-S|(?:docker|podman|buildah|skopeo|helm|oras|crane)\b[^\n]{0,80}login|--(?:password|passphrase|token|secret|key)-stdin|"
    r"chpasswd|smbpasswd|passwd|kinit|cryptsetup|veracrypt|zfs[ ]load-key|gh[ ](?:auth|secret)|glab[ ]auth|wrangler[ ]secret|vercel[ ]env|"
    r"fly(?:ctl)?[ ]secrets|heroku[ ]config|(?:docker|podman)[ ]secret|kubectl[ ]create[ ]secret|secret-tool[ ]store|vault[ ](?:login|write|kv)|"
    r"openssl\b[^\n]{0,60}-pass|gpg\b[^\n]{0,60}--passphrase-fd|ssh-add|ssh-keygen|keepassxc-cli|bw[ ](?:login|unlock)|op[ ]signin|pass[ ](?:insert|add)|"
    r"ansible-vault|restic|borg|rclone[ ]obscure|htpasswd|aws[ ]configure|gcloud[ ]secrets|az[ ]keyvault)"
)
_TARGET = re.compile(r"(?:>{1,2}|\btee\b(?:[ \t]+-a)?)[ \t]*[\"']?([^\s\"'|;&<>]{2,200})")
_ASSIGNED = re.compile(r"([\w.\-]{2,60})[ \t]{0,4}[:=]{1,2}[ \t]{0,4}(?:\$\(cat[ \t]+)?<<")
_PASS_FILES = re.compile(
    r"(?i)(?:^|/)\.?(?:pgpass|netrc|_netrc|vault_?pass\w*|my\.cnf|htpasswd|smbcredentials|credentials|envrc|env)$"
)
_LONGEST = 4096  # characters of a body
_MOST_LINES = 20
_ACCOUNT = re.compile(r"[A-Za-z_][\w.\-]{0,31}:(?=\S)")


def lines(text: str) -> Iterator[Candidate]:
    """Yield the values in the bodies of here-documents that hold secrets; each body is read once."""
    done = 0
    for match in _OPENING.finditer(text) if "<<" in text else ():
        if match.start() < done:
            continue
        start = text.find("\n", match.end(), match.end() + 400) + 1
        if not start:
            continue
        head = text[text.rfind("\n", max(0, match.start() - 400), match.start()) + 1 :][:600].partition("\n")[0]
        if _holds_secrets(head):
            for found in _body(text, start, match[2]):
                done = found.end
                yield found


def _holds_secrets(head: str) -> bool:
    """Tell whether a command reads a password from its input, or writes it to a file named like one."""
    if _READERS.search(head):
        return True
    assigned = _ASSIGNED.search(head)
    if assigned:
        return bool(names.judge(assigned[1]))
    target = _TARGET.search(head)
    if target is None:
        return False
    stem = re.sub(r"\.(?:txt|conf|cfg|ini|env|key|tmp)$", "", target[1].rpartition("/")[2])
    return bool(names.judge(stem)) or _PASS_FILES.search(target[1]) is not None or "/run/secrets/" in target[1]


def _body(text: str, start: int, tag: str) -> Iterator[Candidate]:
    """Yield the value of each line before the closing tag."""
    limit = min(len(text), start + _LONGEST)
    for _ in range(_MOST_LINES):
        stop = text.find("\n", start, limit)
        stop = limit if stop < 0 else stop
        line = text[start:stop]
        if line.strip() == tag or start >= limit:
            return
        first = start + len(line) - len(line.lstrip())
        account = _ACCOUNT.match(text, first, stop)
        yield Candidate(text, account.end() if account else first, start + len(line.rstrip()), "password", quoted=True)
        start = stop + 1


def judge(c: Candidate) -> bool:
    """A line that is a password, a key or a phrase and nothing more."""
    value = c.value
    if " " in value:
        return looks.is_phrase_long(value)
    if (
        value.count(":") > 1
        or looks.is_reference(value)
        or looks.is_technical(value)
        or value.startswith(("-", "#", "/", "["))
        or "=" in value.rstrip("=")
    ):
        return False
    return looks.is_password(value) or looks.is_random(value, 10) or looks.is_hex(value)
