"""Arguments of a tool call, checked against the schema that the client was shown.

Models send numbers, booleans and objects as text now and then, and null for what they leave out: `"5"` counts as 5,
`"true"` as true, `"{}"` as an empty object, null as absent, one text as a list of one. Anything else that does not
fit is refused by name.
"""

import contextlib
import json
import re
from typing import Any

from vademecum.faces.mcp.tool import Schema, Tool
from vademecum.model.errors import InvalidError

Arguments = dict[str, Any]

_DIGITS = re.compile(r"-?[0-9]{1,18}")


def check(tool: Tool, given: Arguments) -> Arguments:
    """Return the arguments as the tool's verb wants them, defaults filled in.

    Raises:
        InvalidError: an argument is missing, unknown, or not what the schema says; the error names it.
    """
    for name in given:
        if name not in tool.parameters:
            known = ", ".join(tool.parameters) or "no arguments"
            raise InvalidError(str(name)[:60], f"is not an argument of {tool.name}", hint=f"it takes {known}")
    checked = {name: schema["default"] for name, schema in tool.parameters.items() if "default" in schema}
    for name, value in given.items():
        if value is not None:
            checked[name] = _fit(name, value, tool.parameters[name])
    for name in tool.required:
        if name not in checked:
            raise InvalidError(name, "is missing", hint=f"{tool.name} needs it")
    return checked


def _fit(name: str, value: object, schema: Schema) -> Any:  # noqa: ANN401  as the schema says
    if "enum" in schema:
        return _choice(name, value, schema["enum"])
    match schema.get("type"):
        case "integer":
            return _integer(name, value, schema)
        case "boolean":
            return _boolean(name, value)
        case "object":
            return _object(name, value)
        case "array":
            items = value if isinstance(value, list) else [value]
            return [_fit(f"{name}[{at}]", item, schema["items"]) for at, item in enumerate(items)]
        case _:
            return _text(name, value)


def _text(name: str, value: object) -> str:
    if not isinstance(value, str):
        raise InvalidError(name, f"is {_kind(value)}, not a text")
    return value


def _choice(name: str, value: object, choices: list[str]) -> str:
    word = value.strip().lower() if isinstance(value, str) else None
    if word not in choices:
        raise InvalidError(name, f"{str(value)[:60]!r} is not accepted", hint="use one of " + ", ".join(choices))
    return word


def _integer(name: str, value: object, schema: Schema) -> int:
    least, most = schema.get("minimum"), schema.get("maximum")
    bounds = f"a whole number from {least}" + ("" if most is None else f" to {most}")
    if isinstance(value, str) and _DIGITS.fullmatch(value.strip()):
        value = int(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidError(name, f"{str(value)[:60]!r} is not a whole number", hint=f"use {bounds}")
    if (least is not None and value < least) or (most is not None and value > most):
        raise InvalidError(name, f"{str(value)[:20]} is out of bounds", hint=f"use {bounds}")
    return value


def _boolean(name: str, value: object) -> bool:
    if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
        return value.strip().lower() == "true"
    if not isinstance(value, bool):
        raise InvalidError(name, f"{str(value)[:60]!r} is neither true nor false", hint="use true or false")
    return value


def _object(name: str, value: object) -> Arguments:
    if isinstance(value, str) and value.lstrip().startswith("{"):
        with contextlib.suppress(ValueError, RecursionError):
            value = json.loads(value)
    if not isinstance(value, dict):
        raise InvalidError(name, f"is {_kind(value)}, not an object", hint='use a JSON object, as {"a": 1}')
    return value


def _kind(value: object) -> str:
    names = {str: "a text", bool: "a boolean", int: "a number", float: "a number", list: "a list", dict: "an object"}
    return names.get(type(value), "something else")
