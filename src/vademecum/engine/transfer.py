"""Taking over what another store remembers: gated, repeatable, and accounted for item by item."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path

from vademecum import identity
from vademecum.engine.drafting import draft_of
from vademecum.engine.get import browse
from vademecum.engine.keepers import Keepers
from vademecum.engine.rehearse import Rehearsal
from vademecum.engine.write import BATCH, write_many
from vademecum.identity import privacy
from vademecum.importers.claude_memory import ClaudeMemory
from vademecum.importers.markdown_dir import MarkdownDir
from vademecum.importers.ports import Found, Importer
from vademecum.model.errors import MissingError, VademecumError
from vademecum.model.memory import GLOBAL, Action, Draft, Finding, FindingKind, Memory, Receipt, Scope, Trust
from vademecum.model.report import ImportCounts, ImportReport, ImportTrouble
from vademecum.rules import gate, suspicion

_COLUMNS = {
    Action.STORED: "stored",
    Action.DUPLICATE: "duplicates",
    Action.SUPERSEDED: "superseded",
    Action.REVIVED: "revived",
    Action.BLOCKED: "blocked",
}
_NOT_GLOBAL = frozenset([FindingKind.SECRET, FindingKind.PII])

Write = Callable[[list[Draft]], Iterable[Receipt | VademecumError]]


def _import_all(keepers: Keepers, importer: Importer, *, dry_run: bool) -> ImportReport:
    """Write everything that an importer finds, and report what became of it.

    One item that is refused does not stop the others. A second run of the same import writes nothing. A dry run goes
    the same way up to the commit: it reports what would happen, and no memory is written.
    """
    tally = _Tally()
    write: Write = Rehearsal(keepers).write_many if dry_run else lambda drafts: write_many(keepers, drafts)
    rest = importer.find()
    while batch := list(islice(rest, BATCH)):
        _import_batch(batch, write, tally)
    unclean = None if dry_run else unclean_globals(keepers)
    return tally.report(unclean, dry_run=dry_run)


def import_claude_memory(keepers: Keepers, config: Path, *, dry_run: bool = False) -> ImportReport:
    """Take over Claude Code's own memories from its configuration folder, each into its project's scope."""
    importer = ClaudeMemory(
        config,
        project_of=lambda folder: identity.project_of(folder, keepers.home).name,
        left_alone=lambda folder: privacy.left_alone_at(folder, keepers.settings.privacy),
        settings=keepers.settings.memory,
    )
    return _import_all(keepers, importer, dry_run=dry_run)


def import_markdown(
    keepers: Keepers,
    root: Path,
    *,
    scope: Scope = GLOBAL,
    trust: Trust = Trust.OWNER,
    patterns: tuple[str, ...] = ("*",),
    dry_run: bool = False,
) -> ImportReport:
    """Take over a folder of markdown notes into one scope; see `MarkdownDir` for what is passed over.

    Raises:
        MissingError: there is no such folder.
    """
    if not root.is_dir():
        raise MissingError(f"{root} is no folder", hint="give the folder that holds the notes", code="missing.folder")
    importer = MarkdownDir(root, scope, trust, patterns, settings=keepers.settings.memory)
    return _import_all(keepers, importer, dry_run=dry_run)


def unclean_globals(keepers: Keepers) -> tuple[str, ...]:
    """Return the names of global memories in which the gate sees a secret or personal data now."""
    return tuple(
        version.memory.name
        for version in browse(keepers, GLOBAL)
        if any(finding.kind in _NOT_GLOBAL for finding in _findings(keepers, version.memory))
    )


def _findings(keepers: Keepers, memory: Memory) -> tuple[Finding, ...]:
    return gate.decide(draft_of(memory), keepers.policy).findings


def _import_batch(batch: list[Found], write: Write, tally: "_Tally") -> None:
    tally.trouble(batch)
    drafts = [(one, one.draft) for one in batch if one.draft is not None]
    results = write([draft for _, draft in drafts])
    for (one, draft), result in zip(drafts, results, strict=True):
        tally.count(one, draft, result)


@dataclass(slots=True)
class _Tally:
    """Counts while an import runs."""

    scopes: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    troubles: list[ImportTrouble] = field(default_factory=list)
    ids: list[str] = field(default_factory=list)

    def trouble(self, batch: list[Found]) -> None:
        self.troubles.extend(
            ImportTrouble(one.path, problem.message, problem.line) for one in batch for problem in one.problems
        )

    def count(self, one: Found, draft: Draft, result: Receipt | VademecumError) -> None:
        counts = self.scopes[str(draft.scope)]
        counts["candidates"] += 1
        if isinstance(result, VademecumError):
            counts["refused"] += 1
            self.troubles.append(ImportTrouble(one.path, _said(result)))
            return
        counts[_COLUMNS[result.action]] += 1
        counts["redacted"] += result.redactions
        if result.action is Action.BLOCKED:
            self.troubles.append(ImportTrouble(one.path, f"blocked: {' '.join(result.notes)}"))
        self.troubles.extend(ImportTrouble(one.path, note) for note in result.notes if note.startswith(suspicion.START))
        if result.action not in {Action.BLOCKED, Action.DUPLICATE} and result.id:
            self.ids.append(result.id)

    def report(self, unclean: tuple[str, ...] | None, *, dry_run: bool) -> ImportReport:
        total: Counter[str] = sum(self.scopes.values(), Counter())
        return ImportReport(
            counts=ImportCounts(**total),
            scopes={scope: ImportCounts(**counts) for scope, counts in sorted(self.scopes.items())},
            troubles=tuple(self.troubles),
            ids=tuple(self.ids),
            unclean=unclean,
            dry_run=dry_run,
        )


def _said(error: VademecumError) -> str:
    return f"{error.message} ({error.hint})" if error.hint else error.message
