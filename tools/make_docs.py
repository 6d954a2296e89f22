"""Write the generated parts of README and docs/reference from the code, or check that they are fresh.

    python tools/make_docs.py            write
    python tools/make_docs.py --check    exit 1 when a part is not what the code says

A generated part stands between `<!-- generated: NAME -->` and `<!-- end -->`; all else is written by hand.
"""

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import click

import vademecum
from vademecum import config
from vademecum.config.drop_in import INFINITE_MEMORY
from vademecum.config.settings import default_of, section_class
from vademecum.config.writing import accepted, to_toml
from vademecum.faces.cli.app import app
from vademecum.faces.mcp import profiles

TOP = Path(__file__).resolve().parents[1]
PAGES = [TOP / "README.md", *sorted((TOP / "docs" / "reference").glob("*.md"))]
_EVERYWHERE = {"as_json", "user"}
"""Options of every command, explained once, by hand."""

ROOMS = (
    "faces",
    "engine",
    "hosts",
    "identity",
    "config",
    "store",
    "history",
    "index",
    "sources",
    "embedders",
    "importers",
    "rules",
    "model",
    "testing",
)
"""From the ways in down to the values; then what tests build on."""

_PART = re.compile(r"(<!-- generated: ([a-z-]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def settings() -> Iterator[str]:
    """Each section of config.toml as a table."""
    current = ""
    for key, spec in config.knobs():
        section, _, _ = key.partition(".")
        if section != current:
            current = section
            yield f"\n### `[{section}]`\n\n{section_class(section).__doc__}\n"
            yield "| setting | default | accepted | meaning | variable |\n|---|---|---|---|---|"
        kind = accepted(section, spec).strip(" ()") or type(default_of(spec)).__name__
        kind = {"tuple": "list of texts", "bool": "true or false", "str": "text"}.get(kind, kind)
        meaning = spec.metadata["about"]
        yield f"| `{key}` | `{to_toml(default_of(spec))}` | {kind} | {meaning} | `{config.variable(key)}` |"


def environment() -> Iterator[str]:
    """The variables that are no settings."""
    yield "| variable | what it does |\n|---|---|"
    for name, about in config.ENVIRONMENT.items():
        yield f"| `{name}` | {about} |"


def drop_in() -> Iterator[str]:
    """The variables of infinite-memory, and what they are here."""
    yield "| variable | setting | what it does |\n|---|---|---|"
    for name, (key, about) in INFINITE_MEMORY.items():
        yield f"| `{name}` | {f'`{key}`' if key else ''} | {about} |"


def commands() -> Iterator[str]:
    """Each command with its help, arguments and options."""
    yield from _group(app, "vade", None)


def _group(group: click.Group, path: str, parent: click.Context | None) -> Iterator[str]:
    context = click.Context(group, info_name=path.rsplit(maxsplit=1)[-1], parent=parent)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        if command is None or command.hidden:
            continue
        if isinstance(command, click.Group):
            yield f"\n## `{path} {name}`\n\n{_help(command)}\n"
            yield from _group(command, f"{path} {name}", context)
        else:
            yield from _command(command, f"{path} {name}", click.Context(command, info_name=name, parent=context))


def _command(command: click.Command, path: str, context: click.Context) -> Iterator[str]:
    usage = " ".join(command.collect_usage_pieces(context))
    yield f"\n## `{path}`\n\n{_help(command)}\n\n```\n{path} {usage}\n```\n"
    options = [parameter for parameter in command.params if isinstance(parameter, click.Option)]
    rows = [_option(option) for option in options if option.name not in _EVERYWHERE]
    if rows:
        yield "| option | meaning |\n|---|---|"
        yield from rows


def _help(command: click.Command) -> str:
    """Return a command's help; what click is told not to wrap (after a backspace) is shown as it is typed."""
    paragraphs = inspect.cleandoc(command.help or "").replace("\\b", "\b").split("\n\n")
    return "\n\n".join(
        f"```\n{paragraph[1:].strip()}\n```" if paragraph.startswith("\b") else paragraph for paragraph in paragraphs
    )


def _option(option: click.Option) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    choices = (
        f" One of {', '.join(map(str, option.type.choices))}."
        if isinstance(option.type, click.Choice) and option.metavar is None
        else ""
    )
    return f"| {names} | {_cell((option.help or '') + choices)} |"


def tools() -> Iterator[str]:
    """Each profile's tools with their parameters."""
    for profile_name in profiles.NAMES:
        profile = profiles.load(profile_name)
        yield f"\n## Profile `{profile_name}`\n\n> " + profile.instructions.strip().replace("\n", "\n> ") + "\n"
        for tool in profile.tools:
            yield f"\n### `{tool.name}`\n\n{tool.description}\n\nHints: {_hints(tool)}.\n"
            if tool.parameters:
                yield "| parameter | type | meaning |\n|---|---|---|"
            for name, schema in tool.parameters.items():
                needed = " **(needed)**" if name in tool.required else ""
                yield f"| `{name}`{needed} | {_cell(_type(schema))} | {_cell(schema.get('description', ''))} |"


def _hints(tool: Any) -> str:
    if tool.read_only:
        return "reads only"
    words = ["writes", "may destroy" if tool.destructive else "destroys nothing"]
    return ", ".join([*words, "safe to repeat"] if tool.idempotent else words)


def _type(schema: dict[str, Any]) -> str:
    kind = (
        " or ".join(f"`{choice}`" for choice in schema["enum"]) if "enum" in schema else str(schema.get("type", "any"))
    )
    if kind == "array":
        kind = f"list of {_type(schema.get('items', {}))}"
    bounds = [f"{word} {schema[key]}" for key, word in (("minimum", "from"), ("maximum", "to")) if key in schema]
    default = [f"default `{schema['default']}`"] if "default" in schema else []
    return ", ".join([" ".join([kind, *bounds]), *default])


def names() -> Iterator[str]:
    """Everything in `vademecum.__all__`, with its fields or signature."""
    for name in vademecum.__all__:
        found = getattr(vademecum, name)
        yield f"\n### `{name}`\n\n```python\n{_signature(found)}\n```\n\n{_prose(found)}\n"
        if name == "Vault":
            yield from _methods(found)


def _methods(kind: type) -> Iterator[str]:
    for name, method in (pair for part in kind.__mro__[:-1] for pair in vars(part).items()):
        if name.startswith("_") or not (inspect.isfunction(method) or isinstance(method, property)):
            continue
        if isinstance(method, property):
            yield f"\n#### `Vault.{name}`\n\n{_prose(method)}\n"
        else:
            yield f"\n#### `Vault.{name}`\n\n```python\n{name}{_arguments(method)}\n```\n\n{_prose(method)}\n"


def _signature(found: Any) -> str:
    if inspect.isclass(found) and hasattr(found, "__dataclass_fields__"):
        lines = inspect.getsource(found).splitlines()
        fields = [f"{line}," for line in lines if re.match(r"    [a-z_]+: ", line)]
        return f"{found.__name__}(\n" + "\n".join(fields) + "\n)"
    if found is vademecum.Vault:
        return "open_vault() -> Vault"
    return f"{found.__name__}{_arguments(found)}"


def _arguments(call: Callable[..., Any]) -> str:
    text = str(inspect.signature(call)).replace("self, ", "").replace("(self)", "()")
    text = re.sub(r"<function (\w+) at 0x[0-9a-f]+>", r"\1", text)
    return re.sub(r"(?:vademecum\.[a-z_.]+|collections\.abc|pathlib(?:\._local)?|datetime)\.(?=[A-Za-z])|'", "", text)


def _prose(found: Any) -> str:
    """Return a docstring as markdown: its `Raises` part becomes a list."""
    text = inspect.getdoc(found) or ""
    body, _, raises = text.partition("\nRaises:\n")
    if not raises:
        return body.strip()
    items = re.sub(r"^\s+(\w+Error): ", r"- `\1`: ", raises, flags=re.MULTILINE)
    return f"{body.strip()}\n\nRaises:\n\n{items.rstrip()}"


def rooms() -> Iterator[str]:
    """Each room, from the top floor down, with its files and what each says of itself first."""
    top = Path(inspect.getfile(vademecum)).parent
    unknown = {path.parent.name for path in top.glob("*/__init__.py")} ^ set(ROOMS)
    if unknown:
        raise SystemExit(f"rooms that are not on one list: {', '.join(sorted(unknown))}")
    for room in ROOMS:
        yield f"\n## `{room}`\n\n{_first(top / room / '__init__.py')}\n"
        yield from _files(top / room, top)
    yield "\n## Rooms of one file\n"
    yield from _files(top, top, "*.py")


def _files(folder: Path, top: Path, pattern: str = "**/*.py") -> Iterator[str]:
    yield "| file | what it is |\n|---|---|"
    own = folder / "__init__.py"
    for path in sorted(path for path in folder.glob(pattern) if path != own):
        name = path.relative_to(top).as_posix().removesuffix("__init__.py")
        yield f"| `{name}` | {_cell(_first(path))} |"


def _first(path: Path) -> str:
    """Return the first sentence of a file's docstring."""
    said = ast.get_docstring(ast.parse(path.read_text(encoding="utf-8"))) or ""
    paragraph = " ".join(said.split("\n\n")[0].split())
    return re.split(r"(?<=[.!?])\s(?=[A-Z])", paragraph)[0]


def demo() -> Iterator[str]:
    """What a first write and recall look like: the demo, run; nothing where the command is not installed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"  # noqa: TID251  a tool, not the library
    if shutil.which("vade", path=path) is None:
        return
    done = subprocess.run(
        ["sh", str(TOP / "tools" / "demo.sh")],
        check=True,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=os.environ | {"PATH": path},  # noqa: TID251  as above
    )
    yield f"```\n{done.stdout.strip()}\n```"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


PARTS: dict[str, Callable[[], Iterator[str]]] = {
    "settings": settings,
    "environment": environment,
    "drop-in": drop_in,
    "commands": commands,
    "tools": tools,
    "names": names,
    "rooms": rooms,
    "demo": demo,
}


def filled(text: str) -> str:
    """Return a page with its generated parts as the code has them now."""
    return _PART.sub(lambda part: f"{part[1]}{body}\n{part[3]}" if (body := _body(part[2])) else part[0], text)


def _body(name: str) -> str:
    lines = "\n".join(line.rstrip() for line in "\n".join(PARTS[name]()).splitlines())
    return re.sub(r"\n{3,}", "\n\n", lines).strip("\n")


def _steady(text: str) -> str:
    """Return a page without what moves when ranking is tuned a little."""
    return re.sub(r"relevance \d\.\d+", "relevance", text)


def main(arguments: list[str]) -> int:
    """Write or check every page."""
    stale = []
    for page in PAGES:
        before = page.read_text(encoding="utf-8")
        after = filled(before)
        if _steady(after) != _steady(before):
            stale.append(page.name)
            if "--check" not in arguments:
                page.write_text(after, encoding="utf-8", newline="\n")
    if stale and "--check" in arguments:
        print(f"stale: {', '.join(stale)} ; run `make docs`", file=sys.stderr)
        return 1
    print(f"generated parts: {'written: ' + ', '.join(stale) if stale else 'fresh'}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
