"""One form for all the ways to write a git remote; pure.

    git@github.com:Ann/App.git                     github.com/ann/app
    ssh://git@ssh.github.com:443/ann/app           github.com/ann/app
    https://user:token@github.com/ann/app.git/     github.com/ann/app

What stands before the host is dropped: it may be a password. So are query and fragment.
"""

import re
from urllib.parse import unquote

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]*)://([^/?#]*)([^?#]*)")
_SCP = re.compile(r"(?:[^/]*@)?(\[[^\]/]+\]|[^/:\[\]]{2,}):(?!//)(.*)", re.DOTALL)
_DRIVE = re.compile(r"(?:/mnt/(?=[A-Za-z]/))?([A-Za-z])(?:(?<=/mnt/.)|:)[\\/](.*)", re.DOTALL)
_MSYS = re.compile(r"/([A-Za-z])/(.*)", re.DOTALL)
_HELPER = re.compile(r"^[a-z0-9+-]+::(?=.)")
_PORTS = {"http": "80", "https": "443", "git": "9418"}
_OTHER_NAMES = {
    "ssh.github.com": "github.com",
    "www.github.com": "github.com",
    "altssh.gitlab.com": "gitlab.com",
    "altssh.bitbucket.org": "bitbucket.org",
}
_CASELESS = {"github.com", "gitlab.com", "bitbucket.org", "codeberg.org"}
"""Hosts that take any letter case for owner and repository."""


def normal_remote(url: str) -> str | None:
    """Return `host/path` for a remote elsewhere, None for a path on this machine."""
    url = _HELPER.sub("", url.strip(), count=1)
    match = _URL.match(url)
    if match:
        scheme, authority, path = match.group(1).lower(), match.group(2), match.group(3)
        return None if scheme == "file" else _joined(_host(authority, scheme), path)
    match = _SCP.fullmatch(url)
    return _joined(_host(match.group(1), "ssh"), match.group(2)) if match else None


def local_path(url: str) -> str:
    """Return the path of a remote that `normal_remote` finds to be on this machine."""
    return unquote(re.sub(r"^file://(?:localhost)?", "", url.strip(), flags=re.IGNORECASE))


def normal_folder(path: str, *, msys: bool = False) -> str:
    r"""Return one form for a Windows directory in any spelling; other paths stay as they are.

    `C:\\Users\\Ann`, `c:/users/ann`, `\\\\?\\C:\\Users\\Ann` and WSL's `/mnt/c/Users/Ann` are all `c:/users/ann`;
    `\\\\srv\\share` is `//srv/share`. With `msys`, `/c/Users/Ann` is one of them too: elsewhere it is not.
    """
    plain = re.sub(r"^\\\\\?\\(UNC\\)?", lambda m: r"\\" if m.group(1) else "", path, flags=re.IGNORECASE)
    drive = _DRIVE.fullmatch(plain) or (_MSYS.fullmatch(plain) if msys else None)
    if drive:
        return f"{drive.group(1)}:/{drive.group(2)}".replace("\\", "/").rstrip("/").lower()
    return plain.replace("\\", "/").rstrip("/").lower() if plain.startswith("\\\\") else path


def _host(authority: str, scheme: str) -> str:
    """Return the host in lower case, with its port only where the port tells servers apart."""
    host = authority.rpartition("@")[2].lower()
    name, _, port = host.rpartition(":") if re.search(r"[^:]:\d*$", host) else (host, "", "")
    name = name.rstrip(".")
    name = _OTHER_NAMES.get(name, name)
    keeps_port = port and scheme in _PORTS and port != _PORTS[scheme]  # an ssh port is another door of the same house
    return f"{name}:{port}" if keeps_port else name


def _joined(host: str, path: str) -> str:
    parts = [part for part in unquote(path).split("/") if part]
    if parts:
        parts[-1] = parts[-1].removesuffix(".git") or parts[-1]
    whole = "/".join(parts)
    return f"{host}/{whole.lower() if host in _CASELESS else whole}"
