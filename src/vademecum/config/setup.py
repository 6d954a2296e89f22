"""The home directory: made once, private, with its key; and refused where others could write."""

import os
from collections.abc import Callable
from pathlib import Path

from vademecum import disk
from vademecum.config.settings import CONFIG_FILE
from vademecum.model.errors import DamagedError, RefusedError, UnavailableError

KEY_FILE = "key"
KEY_BYTES = 32

_OTHERS_MAY_WRITE = 0o022


def init_home(home: Path, random_bytes: Callable[[int], bytes] = os.urandom) -> None:
    """Make the home what it must be: directory 0700, `config.toml` and `key` 0600; what is there stays.

    Raises:
        RefusedError: another user owns the home or may write in it.
        DamagedError: there are vaults, but their key is gone.
        UnavailableError: the home cannot be made here.
    """
    try:
        disk.make_private_dir(home)
        check_home(home)
        if not _has_vaults(home):
            disk.create(home / KEY_FILE, random_bytes(KEY_BYTES).hex().encode() + b"\n")
        read_key(home)
        _write_config(home / CONFIG_FILE)
    except OSError as fault:
        raise UnavailableError(
            f"the home {home} cannot be used ({fault.strerror})",
            hint="check its owner and mode, or set VADEMECUM_HOME",
            code="unavailable.home",
        ) from fault


def check_home(home: Path) -> None:
    """Refuse a home that another user owns or may write in: what they put there would be believed.

    Raises:
        RefusedError: says which of the two it is and how to mend it.
    """
    if os.name == "nt":
        return  # its access lists are not in the mode; a user's profile is private by default
    found = home.stat()
    if found.st_uid != os.geteuid():
        raise RefusedError(
            f"{home} belongs to another user (uid {found.st_uid})",
            hint="use a home of your own: set VADEMECUM_HOME",
            code="refused.home",
        )
    if found.st_mode & _OTHERS_MAY_WRITE:
        from shlex import quote  # noqa: PLC0415  only a home that is refused pays for it

        raise RefusedError(
            f"other users may write in {home}", hint=f"run `chmod 700 {quote(str(home))}`", code="refused.home"
        )


def read_key(home: Path) -> bytes:
    """Return the 32 bytes that key the chain.

    Raises:
        DamagedError: the key is missing or not 64 hexadecimal digits; it is never made again silently,
            because every proof made with it would fail.
    """
    path = home / KEY_FILE
    try:
        text = path.read_bytes().decode("ascii").strip()
        key = bytes.fromhex(text)
    except FileNotFoundError as fault:
        raise _bad_key(f"{path} is missing") from fault
    except ValueError as fault:
        raise _bad_key(f"{path} is not a key") from fault
    if len(key) != KEY_BYTES:
        raise _bad_key(f"{path} has {len(key)} bytes, not {KEY_BYTES}")
    return key


def _bad_key(what: str) -> DamagedError:
    return DamagedError(
        what, hint="put `key` back from a backup of the home, then run `vade verify`", code="damaged.key"
    )


def _has_vaults(home: Path) -> bool:
    vaults = home / "vaults"
    return vaults.is_dir() and any(vaults.iterdir())


def _write_config(path: Path) -> None:
    if not path.exists():
        from vademecum.config.writing import document  # noqa: PLC0415  only the first start writes it

        disk.create(path, document().encode())
