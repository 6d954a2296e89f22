"""What a hook leaves to a process of its own: started without waiting, gone by itself.

The process belongs to no terminal and holds nothing of the host's open. It is bounded by its own alarm, and carries our
mark, so that no hook that it might run does anything. It does what waits in a vault: conversations to look through,
transcripts and documents to take in, a checkpoint to sign, a commit to make.
"""

import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

from vademecum import config
from vademecum.engine import jobs
from vademecum.engine.clock import utc_now
from vademecum.engine.opening import open_vault
from vademecum.engine.vault import Vault
from vademecum.faces.apart import USER
from vademecum.faces.hooks.trouble import note
from vademecum.faces.journal import Journal, log_of
from vademecum.model.errors import UnavailableError, VademecumError

_SPARE_S = 60
"""Seconds besides a model's own: reading, gating and writing a handful of memories, and a git commit."""

_GATHER_S = 600
"""Most seconds for transcripts and documents; what is left then waits for the next one."""

_WAIT_S = 5.0
_JOBS_MOST = 20
_NICE = 10


def main() -> None:
    """Do what waits in the vault of the user that the second argument names."""
    home = config.home()
    if _bounded(home):
        try:
            work(home, *sys.argv[2:3])
        except Exception as fault:  # noqa: BLE001  the fence of a process that nobody watches
            note(str(home), "", "afterwards", fault)


def _bounded(home: Path) -> bool:
    """Set the alarm that ends this process whatever happens; tell whether the home's settings can be read at all."""
    try:
        settings = config.load(home)
    except VademecumError:
        return False
    alarm = threading.Timer(settings.capture.timeout_s + _SPARE_S + _GATHER_S, os._exit, (1,))
    alarm.daemon = True
    alarm.start()
    if hasattr(os, "nice"):
        os.nice(_NICE)
    return True


def work(home: Path, user: str = USER) -> None:
    """Look through what was put aside, one at a time over all processes, take in what is new in the sources, and leave
    the vault signed and committed.
    """
    journal = Journal(log_of(home, user) / "capture.jsonl")
    try:
        with open_vault(home, user) as vault:
            with _noted(journal, "capture"):
                _capture(vault, journal)
            with _noted(journal, "gather"):
                vault.gather(most_s=_GATHER_S)
    except VademecumError as fault:
        journal.fault(utc_now(), "capture", fault)


@contextmanager
def _noted(journal: Journal, step: str) -> Generator[None]:
    """Let a step that fails keep no other from being done."""
    try:
        yield
    except VademecumError as fault:
        if fault.code != "unavailable.locked":  # then somebody else is at it
            journal.fault(utc_now(), step, fault)


def _capture(vault: Vault, journal: Journal) -> None:
    if not jobs.count(vault.path):
        return
    with jobs.lock(vault.path, _WAIT_S):
        for _ in range(_JOBS_MOST):
            job = jobs.take(vault.path)
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
