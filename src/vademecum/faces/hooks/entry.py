"""The hook command: one event on standard input, one answer on standard output, exit 0 whatever happens.

    python -I -S -c "import sys;sys.path[:0]=['DIR'];from vademecum.faces.hooks.entry import main;main()" HOST EVENT

A third argument, `plugin`, says that a plugin asks: it is not answered where the user's own settings ask, too.

The whole process may take a few times what a bare interpreter takes to start, so nothing is imported before it is
needed; a test holds the list of modules.
"""

from __future__ import annotations

import gc
import os
import sys

from vademecum.config import quick
from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.faces.hooks.event import Event

BUDGET_S = {"prompt": 2.0, "subagent-start": 4.0, "pre-tool": 4.0}
"""Seconds after which a hook leaves as it is: less than the host would wait, whatever a disk or a pipe does."""

OTHERS_S = 9.0


def main() -> None:
    """Run the hook of this process's arguments."""
    gc.disable()  # the process ends before there is anything to collect
    _open_standard_files()
    _leave_in_time(sys.argv[1:])
    run(sys.argv[1:])
    _leave()


def run(arguments: list[str]) -> None:
    """Answer one event; whatever goes wrong is a line in the log and nothing else."""
    if quick.is_capturing() or len(arguments) < 2:  # noqa: PLR2004  host and event
        return
    host, name = arguments[:2]
    try:
        if arguments[2:] == ["plugin"] and _is_asked_twice(host, name):
            return
        _write(_answer(host, name, _read()))
    except Exception as fault:  # noqa: BLE001  the fence: a hook never hurts its host
        _note(host, name, fault)


def _note(host: str, name: str, fault: Exception) -> None:
    from vademecum.faces.hooks.trouble import note  # noqa: PLC0415  few hooks ever have any

    note(quick.home(), host, name, fault)


def _is_asked_twice(host: str, name: str) -> bool:
    from vademecum.faces.hooks.twice import is_registered  # noqa: PLC0415  a plugin's concern alone

    return is_registered(host, name)


def _answer(host: str, name: str, data: bytes) -> str:
    from vademecum.faces.hooks import event as dialect  # noqa: PLC0415  json comes with it

    if len(data) > dialect.LONGEST:
        raise ValueError("the event is too long")
    event = dialect.read(host, name, data)
    return dialect.render(event, dialect.fitted(_hook(name)(event)))


def _hook(name: str) -> Callable[[Event], str]:
    if name == "prompt":
        from vademecum.faces.hooks.prompt import answer  # noqa: PLC0415

        return answer
    from vademecum.faces.hooks.others import hook_of  # noqa: PLC0415

    return hook_of(name)


def _read() -> bytes:
    if sys.stdin is None or os.isatty(0):
        return b""
    return sys.stdin.buffer.read((1 << 23) + 1)


def _write(text: str) -> None:
    if text:
        os.write(1, text.encode("utf-8", "replace"))


def _open_standard_files() -> None:
    """Give their numbers away where the host closed one: else a file of ours gets it, and is written into."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)


def _leave_in_time(arguments: list[str]) -> None:
    """Have the process end when its time is over; on Windows the host sees to that."""
    try:
        # `signal` itself makes enums, which takes longer than the whole of this.
        from _signal import ITIMER_REAL, SIGALRM, setitimer, signal  # type: ignore[import-not-found]  # noqa: PLC0415
    except ImportError:
        return
    host, name = (*arguments, "", "")[:2]

    def end(_number: int, _frame: object) -> None:
        _note(host, name, TimeoutError())
        _leave()

    signal(SIGALRM, end)
    setitimer(ITIMER_REAL, BUDGET_S.get(name, OTHERS_S))


def _leave() -> None:
    """End without the interpreter's farewell: nothing is open that it would have to close."""
    os._exit(0)
