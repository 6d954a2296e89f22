"""What a prompt waits for with the plugin, against the other ways to run the same hook, in turns; medians.

    python bench/plugin.py                 10,000 memories in a home that is thrown away
    python bench/plugin.py --rounds 101    more rounds

Every contender but the bare interpreter is run by the shell, as agents do. `settings` is the line that `vade init`
registers, `plugin` the plugin's with the installation in its usual place, `by PATH` with it anywhere else, `second
shell` the same script not read in place but started, and `vade hook` the command for eyes.
"""

import argparse
import json
import random
import statistics
import tempfile
from pathlib import Path

from hook import BARRED_AT, Took, event, made, run
from search import question, vocabulary

from vademecum.testing.installation import Installation, install

TOP = Path(__file__).resolve().parents[1]
PLUGIN = TOP / "plugin"
Contender = tuple[list[str], dict[str, str]]
SECOND_SHELL = 'sh "${CLAUDE_PLUGIN_ROOT}/hooks/run.sh" claude prompt || true'


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=41)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="vademecum-bench-") as folder:
        user = Path(folder) / "user"
        installation = install(user / ".local" / "share" / "vademecum" / "venv")
        home = made(user / ".vademecum", BARRED_AT)
        for kind in ("trivial", "real"):
            report(kind, measured(kind, contenders(user, installation), home, options.rounds))


def contenders(user: Path, installation: Installation) -> dict[str, Contender]:
    """Return each contender's command line and environment."""
    hooks = json.loads((PLUGIN / "hooks" / "hooks.json").read_text(encoding="utf-8"))["hooks"]
    plugin = hooks["UserPromptSubmit"][0]["hooks"][0]["command"]
    python = installation.python
    code = f"import sys;sys.path[:0]=['{installation.packages}'];from vademecum.faces.hooks.entry import main;main()"
    here = {"HOME": str(user), "PATH": f"{python.parent}:/usr/bin:/bin", "CLAUDE_PLUGIN_ROOT": str(PLUGIN)}
    elsewhere = here | {"HOME": "/nonexistent"}
    return {
        "bare": ([str(python), "-I", "-S", "-c", "pass"], here),
        "settings": (["/bin/sh", "-c", f'"{python}" -I -S -c "{code}" claude prompt'], here),
        "plugin": (["/bin/sh", "-c", plugin], here),
        "by PATH": (["/bin/sh", "-c", plugin], elsewhere),
        "second shell": (["/bin/sh", "-c", SECOND_SHELL], here),
        "vade hook": (["/bin/sh", "-c", "vade hook prompt"], here),
    }


def measured(kind: str, all_of: dict[str, Contender], home: Path, rounds: int) -> dict[str, list[Took]]:
    generator, words = random.Random(13), vocabulary(random.Random(7))
    found: dict[str, list[Took]] = {name: [] for name in all_of}
    for number in range(rounds):
        asked = question(generator, words) if kind == "real" else "thanks!"
        for name, (command, environment) in all_of.items():
            took, output = run(command, event(asked, home, name.replace(" ", "-")), home, **environment)
            if number > 1:  # the first rounds note the project and warm the disk cache
                found[name].append(took)
                if name != "bare" and bool(output) != (kind == "real"):
                    raise SystemExit(f"{name} answered {output[:80]!r}")
    return found


def report(kind: str, found: dict[str, list[Took]]) -> None:
    wall, busy = (
        {name: 1000 * statistics.median(both[part] for both in took) for name, took in found.items()} for part in (0, 1)
    )
    print(f"a {kind} prompt")
    for name in found:
        told = f"  {name:12} {wall[name]:6.1f} ms ({wall[name] / wall['bare']:5.2f} x)"
        print(f"{told}   CPU {busy[name]:6.1f} ms ({busy[name] / busy['bare']:5.2f} x)")


if __name__ == "__main__":
    main()
