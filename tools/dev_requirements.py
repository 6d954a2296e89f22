"""Print the development tools of pyproject.toml, one a line: any pip can read that, `--group` needs a new one."""

import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
print(*project["dependency-groups"]["dev"], sep="\n")
