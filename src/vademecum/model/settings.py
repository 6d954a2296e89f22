"""Every knob, with its meaning, default and bounds: one dataclass per section of `config.toml`."""

from __future__ import annotations

from vademecum.model.errors import InvalidError
from vademecum.model.frozen import TYPE_CHECKING, dataclass, field

if TYPE_CHECKING:
    from typing import Any, Literal


def knob(default: Any, about: str, *, least: float | None = None, most: float | None = None) -> Any:  # noqa: ANN401
    """Declare a setting: its default, one sentence about it, and its bounds."""
    metadata = {"about": about, "least": least, "most": most}
    if isinstance(default, (list, tuple)):
        return field(default_factory=lambda: tuple(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class MemorySettings:
    """What a memory may be."""

    description_max: int = knob(300, "most characters in a description", least=20, most=2000)
    body_max_bytes: int = knob(65_536, "most UTF-8 bytes in a body", least=256, most=1_048_576)
    domains: tuple[str, ...] = knob(
        ("db", "bioinfo", "ai", "design", "infra", "general"), "the subject areas a memory may name"
    )
    similar_at: float = knob(0.92, "similarity from which two live memories are reported as similar", least=0.5, most=1)
    related_at: float = knob(
        0.30,
        "similarity from which a text under the same title is a new version, not another fact",
        least=0,
        most=1,
    )


@dataclass(frozen=True, slots=True)
class StoreSettings:
    """How the markdown store is kept."""

    git: Literal["auto", "off"] = knob("auto", "commit the store to its own git repository, or leave it alone")
    edits: Literal["adopt", "flag"] = knob("adopt", "take a hand edit as a new version, or list it until adopted")


@dataclass(frozen=True, slots=True)
class GateSettings:
    """How strict the gate is."""

    global_paths: Literal["warn", "block"] = knob("warn", "what a machine path does to a global write")
    allow: tuple[str, ...] = knob((), "fingerprints of findings that are known to be harmless")
    second_opinion: bool = knob(True, "let the redact-secret engine add findings of its own")
    known_values: bool = knob(True, "also look for the values of secret-named environment variables")


@dataclass(frozen=True, slots=True)
class RecallSettings:
    """How recall ranks and when it stays silent."""

    threshold: float = knob(0.15, "least relevance of a search hit", least=0, most=1)
    k: int = knob(5, "hits in an answer when none is asked for", least=1, most=20)
    ranking: Literal["calibrated", "blend"] = knob("calibrated", "calibrated relevance, or the simple 0.7 / 0.3 blend")


@dataclass(frozen=True, slots=True)
class EmbedderSettings:
    """What turns text into vectors."""

    provider: Literal["static", "onnx", "none"] = knob("static", "static table, ONNX model, or words only")
    path: str = knob("", "folder with model.onnx and tokenizer.json; empty takes the packaged model")


@dataclass(frozen=True, slots=True)
class SyncSettings:
    """When the index looks for changes made outside."""

    cooldown_ms: int = knob(5_000, "least time between two looks at the store and the sources", least=0, most=3_600_000)
    on_start: bool = knob(True, "a server that starts has transcripts and documents looked through")


@dataclass(frozen=True, slots=True)
class KnowledgeSettings:
    """The folders of documents that recall looks through."""

    paths: tuple[str, ...] = knob((), "folders or files of markdown; `vade knowledge add` writes this")
    include: tuple[str, ...] = knob(("*.md", "*.markdown", "*.mdx"), "which files, as .gitignore patterns")
    exclude: tuple[str, ...] = knob((), "which files not, as .gitignore patterns, besides .gitignore itself")
    chunk_tokens: int = knob(400, "about so many tokens in a passage", least=50, most=4_000)
    chunk_overlap: int = knob(80, "tokens that a passage repeats of the one before", least=0, most=1_000)
    max_file_bytes: int = knob(4_194_304, "a larger file is left out, and named", least=1_024, most=1_073_741_824)
    watch: bool = knob(False, "a server watches the folders and takes in changes at once")
    watch_debounce_ms: int = knob(1_500, "quiet time after a change before it is taken in", least=50, most=60_000)


@dataclass(frozen=True, slots=True)
class SessionsSettings:
    """The transcripts of agents that recall looks through."""

    enabled: bool = knob(True, "index what was said in sessions")
    hosts: tuple[str, ...] = knob(("claude", "codex", "gemini"), "whose transcripts")
    claude_path: str = knob("", "folder of Claude Code's transcripts; empty takes `projects` in its own directory")
    claude_history: str = knob("", "Claude Code's file of prompts; empty takes `history.jsonl` in its own directory")
    subagents: bool = knob(True, "also what sub-agents were told and answered")
    passage_chars: int = knob(1_000, "about so many characters in a passage", least=200, most=8_000)
    keep_days: int = knob(14, "a transcript untouched for so long is kept in the vault as well", least=0, most=3_650)


@dataclass(frozen=True, slots=True)
class RulesSettings:
    """The always-on file."""

    token_budget: int = knob(2_000, "most tokens in the always-on file", least=200, most=20_000)


@dataclass(frozen=True, slots=True)
class InjectSettings:
    """What the prompt hook gives to an agent without being asked."""

    enabled: bool = knob(True, "let hooks put memories into prompts")
    k: int = knob(3, "most memories for one prompt", least=1, most=10)
    threshold: float = knob(0.35, "least relevance of a memory that is injected", least=0, most=1)
    token_budget: int = knob(500, "most tokens that one prompt is given", least=50, most=2_000)
    max_chars: int = knob(600, "most characters of one injected memory", least=80, most=4_000)
    max_sensitivity: Literal["public", "internal", "secret"] = knob(
        "internal", "what is never injected lies above this"
    )
    pinned_every_prompt: bool = knob(False, "repeat pinned.md on every prompt, not once a session")
    at_action: bool = knob(False, "recall what cites a file or command that the agent is about to use")


@dataclass(frozen=True, slots=True)
class SkipSettings:
    """Which prompts ask for no memory; it never decides whether a memory exists."""

    patterns: tuple[str, ...] = knob(
        (), "more prompts that ask for nothing, as regular expressions of the whole prompt"
    )
    cues: tuple[str, ...] = knob((), "more signs that a short prompt refers to earlier work, as regular expressions")


@dataclass(frozen=True, slots=True)
class ManifestSettings:
    """The overview that a session starts with."""

    full_below: int = knob(300, "fewer memories than this are listed one by one", least=0, most=5_000)
    token_budget: int = knob(200, "most tokens of the overview", least=50, most=2_000)
    max_topics: int = knob(100, "most topics in it", least=1, most=1_000)


@dataclass(frozen=True, slots=True)
class CaptureSettings:
    """What is kept of a conversation before the host compacts it."""

    enabled: bool = knob(True, "extract durable facts before a compaction and at a session's end")
    model: str = knob("", "model of the host's headless client, such as haiku; empty uses no model")
    max_chars: int = knob(60_000, "most characters of the transcript's tail that are read", least=1_000, most=400_000)
    turn_chars: int = knob(2_000, "most characters of one turn", least=200, most=20_000)
    max_memories: int = knob(8, "most memories that one compaction leaves", least=1, most=30)
    min_chars: int = knob(
        2_000, "a shorter conversation leaves only what was asked to be remembered", least=0, most=100_000
    )
    timeout_s: int = knob(90, "most seconds that extraction may take", least=5, most=600)
    calls_per_day: int = knob(20, "most model calls a day, over all sessions", least=0, most=1_000)


OFF_FILE = ".vademecum-off"
"""A file of this name turns everything off in its folder and below."""


@dataclass(frozen=True, slots=True)
class PrivacySettings:
    """Folders in which nothing is read, stored or injected."""

    exclude: tuple[str, ...] = knob((), "folders to leave alone, as patterns such as ~/clients/**")
    only: tuple[str, ...] = knob((), "when not empty, every other folder is left alone")


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings of one home."""

    memory: MemorySettings = field(default_factory=MemorySettings)
    store: StoreSettings = field(default_factory=StoreSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    recall: RecallSettings = field(default_factory=RecallSettings)
    embedder: EmbedderSettings = field(default_factory=EmbedderSettings)
    sync: SyncSettings = field(default_factory=SyncSettings)
    knowledge: KnowledgeSettings = field(default_factory=KnowledgeSettings)
    sessions: SessionsSettings = field(default_factory=SessionsSettings)
    rules: RulesSettings = field(default_factory=RulesSettings)
    inject: InjectSettings = field(default_factory=InjectSettings)
    skip: SkipSettings = field(default_factory=SkipSettings)
    manifest: ManifestSettings = field(default_factory=ManifestSettings)
    capture: CaptureSettings = field(default_factory=CaptureSettings)
    privacy: PrivacySettings = field(default_factory=PrivacySettings)


def types_of(section: Any) -> dict[str, Any]:  # noqa: ANN401  a class of this module
    """Return the type of each setting of a section."""
    from typing import Literal, get_type_hints  # noqa: PLC0415  a hook that finds no settings needs no types

    return get_type_hints(section, localns={"Literal": Literal})


def check_knob(section: Any, name: str, value: object) -> Any:  # noqa: ANN401
    """Return `value` as the type that the knob `name` of the section class wants.

    Raises:
        InvalidError: the value has another type, is out of bounds, or is not one of the choices.
    """
    from dataclasses import fields  # noqa: PLC0415  as above
    from typing import Literal, get_args, get_origin  # noqa: PLC0415

    spec = next(f for f in fields(section) if f.name == name)
    wanted = types_of(section)[name]
    where = f"{section.__name__.removesuffix('Settings').lower()}.{name}"
    if get_origin(wanted) is Literal:
        if value not in get_args(wanted):
            raise InvalidError(where, f"{value!r} is not accepted", hint="use one of " + ", ".join(get_args(wanted)))
        return value
    if wanted is float and isinstance(value, int) and not isinstance(value, bool):
        value = float(value)
    if get_origin(wanted) is tuple and isinstance(value, list):
        value = tuple(value)
    if get_origin(wanted) is tuple:
        if not isinstance(value, tuple) or not all(isinstance(item, str) for item in value):
            raise InvalidError(where, f"{value!r} is not a list of strings")
        return value
    if not isinstance(value, wanted) or (wanted is not bool and isinstance(value, bool)):
        raise InvalidError(where, f"{value!r} is not of type {wanted.__name__}")
    least, most = spec.metadata["least"], spec.metadata["most"]
    if (least is not None and value < least) or (most is not None and value > most):
        raise InvalidError(where, f"{value} is out of bounds", hint=f"use {least} to {most}")
    return value
