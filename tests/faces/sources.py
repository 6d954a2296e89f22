"""What agents said and people wrote down, for tests: transcripts of Claude Code, and folders of notes."""

import json
from pathlib import Path

DEPLOY = "aac5a50e-3ffa-4fe2-a4ae-29b445d808e2"
OTHER = "bbd61f61-4aab-4ce3-b5bf-30c556e919f3"
HANDBOOK = "# Handbook\n\nWelcome.\n\n## Rollback\n\nRun make undo with the walrus key, then tell Marta about it.\n"


def transcript(user_dir: Path, session: str, cwd: Path, *said: str, slug: str = "-work") -> Path:
    """Write a transcript as Claude Code does, a day for each text from the 20th on; `agent:` begins an answer."""
    path = user_dir / ".claude" / "projects" / slug / f"{session}.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for number, text in enumerate(said):
            kind = "assistant" if text.startswith("agent:") else "user"
            record = {
                "type": kind,
                "uuid": f"{session}-{number}",
                "parentUuid": f"{session}-{number - 1}" if number else None,
                "sessionId": session,
                "cwd": str(cwd),
                "timestamp": f"2026-03-{20 + number}T10:00:00.000Z",
                "message": {"role": kind, "content": text.removeprefix("agent:")},
            }
            file.write(json.dumps(record) + "\n")
    return path


def notes(folder: Path, **pages: str) -> Path:
    """Write a folder of markdown pages."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (folder / f"{name}.md").write_text(text, encoding="utf-8")
    return folder
