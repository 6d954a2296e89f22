"""What every test gets: a home of its own, no settings from outside, and no network."""

import os
import socket
from ipaddress import ip_address
from pathlib import Path

import pytest
from hypothesis import settings

# A run that decides about a change tries the same examples each time; at home new ones are tried.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):  # noqa: TID251  set by whoever runs the tests, not by the product
    settings.load_profile("ci")

_OURS = ("VADEMECUM_", "CLAUDE_", "CODEX_", "GEMINI_", "GIT_", "CLINE_")
_OTHERS = ("EDITOR", "VISUAL", "NO_COLOR", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "APPDATA")


@pytest.fixture(autouse=True)
def user_dir(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the test a home directory of its own; nothing of the real one, nor of its settings, is seen."""
    made = tmp_path_factory.mktemp("user")
    for name in list(os.environ):  # noqa: TID251  the tests' one cleaning of the environment
        if name.startswith(_OURS) or name in _OTHERS:
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(made))
    monkeypatch.setenv("USERPROFILE", str(made))
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    return made


@pytest.fixture
def home(user_dir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the path of a Vademecum home that is not there yet, named by VADEMECUM_HOME."""
    made = user_dir / "vademecum-home"
    monkeypatch.setenv("VADEMECUM_HOME", str(made))
    return made


@pytest.fixture(autouse=True)
def no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse every connection that leaves this machine."""
    connect, connect_ex = socket.socket.connect, socket.socket.connect_ex

    def guarded(real):
        def call(self: socket.socket, address: object) -> object:
            _refuse_outside(self, address)
            return real(self, address)

        return call

    monkeypatch.setattr(socket.socket, "connect", guarded(connect))
    monkeypatch.setattr(socket.socket, "connect_ex", guarded(connect_ex))


def _refuse_outside(sock: socket.socket, address: object) -> None:
    if sock.family not in {socket.AF_INET, socket.AF_INET6} or not isinstance(address, tuple):
        return
    host = address[0]
    if host != "localhost" and not ip_address(host).is_loopback:
        pytest.fail(f"a test wants to reach {host}: no test uses the network")
