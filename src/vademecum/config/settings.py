"""What the user set, checked: defaults <- `config.toml` <- environment, the later one wins."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import MISSING, Field, dataclass, fields
from pathlib import Path
from typing import Any, get_origin

from vademecum.config.environment import ENVIRONMENT, PREFIX, variables
from vademecum.model.errors import InvalidError, UnavailableError
from vademecum.model.settings import Settings, check_knob, types_of

CONFIG_FILE = "config.toml"
BAD_SETTING = "invalid.setting"

_SECTIONS: dict[str, Any] = {section.name: section.default_factory for section in fields(Settings)}
_HEADING = re.compile(r"\s*\[\s*([A-Za-z0-9_.-]+)\s*\]")


@dataclass(frozen=True, slots=True)
class Explained:
    """One setting as it stands: `origin` is `default`, `config.toml:12` or `VADEMECUM_RECALL_K`."""

    key: str
    value: object
    default: object
    origin: str
    about: str


def load(home: Path) -> Settings:
    """Return the settings of a home; a home without `config.toml` has the defaults.

    Raises:
        InvalidError: an unknown key, or a value of the wrong type or out of bounds; says where.
    """
    values = {key: value for key, (value, _) in _given(home).items()}
    if not values:
        return Settings()
    return Settings(**{section: kind(**_of_section(values, section)) for section, kind in _SECTIONS.items()})


def explain(home: Path) -> list[Explained]:
    """Return each setting with its value and where the value came from, in the order of the file."""
    given = _given(home)
    rows = []
    for key, spec in knobs():
        standard = default_of(spec)
        value, origin = given.get(key, (standard, "default"))
        rows.append(Explained(key, value, standard, origin, spec.metadata["about"]))
    return rows


def knobs() -> Iterator[tuple[str, Field[Any]]]:
    """Yield each setting as (`section.name`, its declaration with `about`, `least`, `most` as metadata)."""
    for section, kind in _SECTIONS.items():
        for spec in fields(kind):
            yield f"{section}.{spec.name}", spec


def section_class(section: str) -> Any:  # noqa: ANN401  a class of vademecum.model.settings
    """Return the dataclass of a section; KeyError when there is none."""
    return _SECTIONS[section]


def default_of(spec: "Field[Any]") -> object:
    """Return a setting's default."""
    return spec.default if spec.default_factory is MISSING else spec.default_factory()


def variable(key: str) -> str:
    """Return the environment variable that sets a setting: `recall.k` -> `VADEMECUM_RECALL_K`."""
    return PREFIX + key.replace(".", "_").upper()


def check_text(text: str, path: Path) -> dict[str, tuple[Any, str]]:
    """Return what a `config.toml` says: key -> (checked value, where it stands).

    Raises:
        InvalidError: not TOML, an unknown key, or a bad value; says the line.
    """
    if not _says_something(text):
        return {}
    found = {}
    for section, content in _parse(text, path).items():
        for name, value in content.items() if isinstance(content, dict) else [("", content)]:
            line = line_of(text, section, name)
            found[f"{section}.{name}"] = (_check(section, name, value, f"{path}:{line}"), f"{path.name}:{line}")
    return found


def read_text(key: str, text: str, where: str) -> Any:  # noqa: ANN401  as check_knob
    """Return the checked value of a setting that is written as plain text; a list is separated by commas.

    Raises:
        InvalidError: there is no such setting, or the text is no value for it.
    """
    section, _, name = key.partition(".")
    if key not in dict(knobs()):
        raise _unknown(where, key)
    return _check(section, name, _plain(types_of(_SECTIONS[section])[name], text, where), where)


def line_of(text: str, section: str, name: str) -> int:
    """Return the 1-based line that sets `section.name`, else that of the section's heading, else 1."""
    current, fallback = "", 1
    for number, line in enumerate(text.splitlines(), 1):
        heading = _HEADING.match(line)
        if heading:
            current = heading.group(1)
            fallback = number if current == section else fallback
        left = line.partition("=")[0].strip().replace('"', "")
        if (current == section and left == name) or (not current and left in {f"{section}.{name}", section}):
            return number
    return fallback


def _of_section(values: dict[str, Any], section: str) -> dict[str, Any]:
    prefix = f"{section}."
    return {key.removeprefix(prefix): value for key, value in values.items() if key.startswith(prefix)}


def _given(home: Path) -> dict[str, tuple[Any, str]]:
    return _from_file(home / CONFIG_FILE) | _from_environment()


def _from_file(path: Path) -> dict[str, tuple[Any, str]]:
    if path.exists() and not path.is_file():  # a pipe would be waited for
        raise UnavailableError(f"{path} is no file", hint="move it away: `vade init` makes a new one")
    try:
        return check_text(path.read_text(encoding="utf-8-sig"), path)
    except FileNotFoundError:
        return {}
    except OSError as fault:
        raise UnavailableError(
            f"{path} cannot be read ({fault.strerror})", hint="check what it is, and its mode"
        ) from fault
    except UnicodeDecodeError as fault:
        raise InvalidError(str(path), "is not UTF-8 text", hint="save it as UTF-8", code=BAD_SETTING) from fault


def _from_environment() -> dict[str, tuple[Any, str]]:
    named = {name: text for name, text in variables().items() if name.startswith(PREFIX) and name not in ENVIRONMENT}
    if not named:
        return {}
    keys = {variable(key): key for key, _ in knobs()}
    for name in named:
        if name not in keys:
            raise InvalidError(name, "is not a setting", hint=_nearest(name, keys, PREFIX), code=BAD_SETTING)
    return {keys[name]: (read_text(keys[name], text, name), name) for name, text in named.items()}


def _says_something(text: str) -> bool:
    """Tell whether any line is more than a comment or a section heading: else the parser is not imported."""
    return any(
        line.strip() and not _HEADING.match(line) and not line.lstrip().startswith("#") for line in text.splitlines()
    )


def _parse(text: str, path: Path) -> dict[str, Any]:
    import tomllib  # noqa: PLC0415  only a home with settings of its own pays for the parser

    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as fault:
        raise InvalidError(str(path), f"is not TOML: {fault}", hint="mend that line", code=BAD_SETTING) from fault


def _check(section: str, name: str, value: object, where: str) -> Any:  # noqa: ANN401  as check_knob
    key = f"{section}.{name}"
    if key not in dict(knobs()):
        raise _unknown(where, key.rstrip("."))
    try:
        return check_knob(_SECTIONS[section], name, value)
    except InvalidError as fault:
        hint = fault.hint or "`vade config` lists every setting"
        raise InvalidError(where, str(fault).removeprefix(f"{where}: "), hint=hint, code=BAD_SETTING) from fault


def _plain(wanted: Any, text: str, where: str) -> object:  # noqa: ANN401  a type form
    if get_origin(wanted) is tuple:
        return tuple(part.strip() for part in text.split(",") if part.strip())
    if wanted is bool:
        return _plain_bool(text, where)
    if wanted in {int, float}:
        return _plain_number(wanted, text, where)
    return text


def _plain_bool(text: str, where: str) -> bool:
    low = text.strip().lower()
    if low in {"1", "true", "yes", "on"}:
        return True
    if low in {"0", "false", "no", "off"}:
        return False
    raise InvalidError(where, f"{text!r} is neither true nor false", hint="use true or false", code=BAD_SETTING)


def _plain_number(kind: type[int] | type[float], text: str, where: str) -> float:
    try:
        return kind(text.strip())
    except ValueError as fault:
        wanted = "a whole number" if kind is int else "a number"
        raise InvalidError(where, f"{text!r} is not {wanted}", hint=f"use {wanted}", code=BAD_SETTING) from fault


def _unknown(where: str, key: str) -> InvalidError:
    known = [k for k, _ in knobs()]
    return InvalidError(where, f"{key} is not a setting", hint=_nearest(key, known), code=BAD_SETTING)


def _nearest(name: str, known: Iterable[str], prefix: str = "") -> str:
    import difflib  # noqa: PLC0415  only for a message

    ends = [word.removeprefix(prefix) for word in known]
    near = difflib.get_close_matches(name.removeprefix(prefix), ends, n=1, cutoff=0.6)
    return f"did you mean {prefix}{near[0]}?" if near else "`vade config` lists every setting"
