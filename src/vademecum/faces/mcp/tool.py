"""What a tool and a profile are."""

from dataclasses import dataclass, field
from typing import Any, Literal

Schema = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool as a client sees it, and the verb that answers it.

    `parameters` and `output` are JSON Schema properties; `read_only`, `destructive` and `idempotent` are the
    protocol's hints. A tool that is `always_loaded` is shown to the model without a search for tools; others are
    found by their description and their `search_hint`.
    """

    name: str
    verb: str
    description: str
    parameters: Schema = field(default_factory=dict)
    required: tuple[str, ...] = ()
    output: Schema = field(default_factory=dict)
    read_only: bool = False
    destructive: bool = False
    idempotent: bool = True
    always_loaded: bool = False
    search_hint: str = ""

    def listed(self) -> Schema:
        """Return the tool as `tools/list` shows it."""
        hints = {"readOnlyHint": self.read_only, "openWorldHint": False}
        if not self.read_only:
            hints |= {"destructiveHint": self.destructive, "idempotentHint": self.idempotent}
        shown: Schema = {
            "name": self.name,
            "description": self.description,
            "inputSchema": self.input_schema(),
            "annotations": hints,
        }
        if self.output:
            shown["outputSchema"] = {"type": "object", "properties": self.output, "required": list(self.output)[:1]}
        if self.always_loaded:
            shown["_meta"] = {"anthropic/alwaysLoad": True}
        elif self.search_hint:
            shown["_meta"] = {"anthropic/searchHint": self.search_hint}
        return shown

    def input_schema(self) -> Schema:
        """Return the JSON Schema of the arguments."""
        required = {"required": list(self.required)} if self.required else {}
        return {"type": "object", "properties": self.parameters} | required


@dataclass(frozen=True, slots=True)
class Profile:
    """A named set of tools; `ranking` replaces the vault's own setting when it is not empty.

    `recall` names the tool that the prompt of this name asks: it takes a `query`. `variables` names the system whose
    environment variables hold for the server.
    """

    name: str
    instructions: str
    tools: tuple[Tool, ...]
    ranking: Literal["", "calibrated", "blend"] = ""
    recall: str = "memory_search"
    variables: Literal["", "infinite-memory"] = ""
