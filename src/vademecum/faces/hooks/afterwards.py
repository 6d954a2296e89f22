"""What a hook leaves to a process of its own: started without waiting, gone by itself.

The process belongs to no terminal and holds nothing of the host's open. It is bounded by its own alarm, and carries our
mark, so that no hook that it might run does anything. It does what waits in a vault: conversations to look through, a
checkpoint to sign, a commit to make.
"""

import os
import subprocess
import sys
import threading
from pathlib import Path

from vademecum import config
from vademecum.model.errors import UnavailableError, VademecumError

USER = "default"
"""The vault that hooks work with."""

_CODE = "import sys;sys.path[:0]=[sys.argv[1]];from vademecum.faces.hooks.afterwards import main;main()"
_SPARE_S = 60
"""Seconds besides a model's own: reading, gating and writing a handful of memories, and a git commit."""

_APART = getattr(subprocess, "CREATE_NO_WINDOW", 0) | getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
_FLAGS = (_APART | getattr(subprocess, "CREATE_BREAKAWAY_FROM_JOB", 0), _APART)
"""How Windows is asked to let a process live on."""

_WAIT_S = 5.0
_JOBS_MOST = 20
_NICE = 10


def start() -> None:
    """Start the process and come back at once.

    Raises:
        OSError: the system starts nothing.
    """
    first, *others = _FLAGS if sys.platform == "win32" else (0,)
    try:
        _start(first)
    except OSError:
        if not others:
            raise
        _start(others[0])  # where the host's job lets nothing out of it


def _start(flags: int) -> None:
    child = subprocess.Popen(  # noqa: S603  our own interpreter
        [sys.executable, "-I", "-c", _CODE, str(Path(__file__).resolve().parents[3])],
        cwd=config.home(),
        env=config.child_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        close_fds=True,
        start_new_session=sys.platform != "win32",
        creationflags=flags,
    )
    child.returncode = 0  # nobody waits for it, and that is meant


def main() -> None:
    """Do what waits in the user's vault."""
    home = config.home()
    if _bounded(home):
        try:
            work(home)
        except Exception as fault:  # noqa: BLE001  the fence of a process that nobody watches
            from vademecum.faces.hooks.trouble import note  # noqa: PLC0415  only for a bug

            note(str(home), "", "afterwards", fault)


def _bounded(home: Path) -> bool:
    """Set the alarm that ends this process whatever happens; tell whether the home's settings can be read at all."""
    try:
        settings = config.load(home)
    except VademecumError:
        return False
    alarm = threading.Timer(settings.capture.timeout_s + _SPARE_S, os._exit, (1,))
    alarm.daemon = True
    alarm.start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    return True


def work(home: Path) -> None:
    """Look through what was put aside, one at a time over all processes, and leave the vault signed and committed."""
    from vademecum.engine import jobs  # noqa: PLC0415  started hooks need none of this
    from vademecum.engine.clock import utc_now  # noqa: PLC0415
    from vademecum.engine.opening import open_vault  # noqa: PLC0415
    from vademecum.faces.journal import Journal, log_of  # noqa: PLC0415

    journal = Journal(log_of(home, USER) / "capture.jsonl")
    vault_folder = home / "vaults" / USER
    try:
        with open_vault(home, USER) as vault:
            if not jobs.count(vault_folder):
                return
            with jobs.lock(vault_folder, _WAIT_S):
                for _ in range(_JOBS_MOST):
                    job = jobs.take(vault_folder)
                    if job is None:
                        break
                    try:
                        found = vault.capture(job.session, job.project, job.records, may_ask=job.may_ask)
                    except UnavailableError:
                        jobs.put_back(job)
                        raise
                    jobs.done(job)
                    journal.note(
                        utc_now(),
                        "captured",
                        session=job.session,
                        project=job.project,
                        by=found.by,
                        actions=[str(receipt.action) for receipt in found.receipts],
                        known=found.known,
                        tokens=found.tokens,
                        fault=found.fault,
                    )
    except UnavailableError as fault:
        if fault.code != "unavailable.locked":  # then somebody else is at it
            journal.fault(utc_now(), "capture", fault)
    except VademecumError as fault:
        journal.fault(utc_now(), "capture", fault)
