"""Paths that exist on one machine only: home folders, drives, shares, mounts; and addresses of such files."""

# ruff: noqa: E501, PLR2004  patterns are one line; lengths are the formats' own

import re
from collections.abc import Callable, Mapping

from vademecum.model.memory import FindingKind
from vademecum.rules.gate.listing import listed
from vademecum.rules.gate.rule import Candidate, Rule

_REST = r"(?:[/\\][^\s\"'\x60<>|*?:,;()\[\]{}]{0,400})?"
_BLANK = r"(?:[ ][A-Z][A-Za-z0-9_\-]{0,30}/[^\s\"'\x60<>|*?:,;()\[\]{}]{1,400})?"
_USER = r"[A-Za-z0-9_\xc0-\xff%][A-Za-z0-9_.@%\xc0-\xff\-]{0,60}\$?"
_MOUNTS = (
    r"(?:var|usr|export|data|nfs\d?|net|mnt|gpfs\d?|lustre|beegfs|cephfs|ceph|cluster|hpc|storage\d?|shared?|srv|opt|vol\d{0,2}|volumes?\d{0,2}|fs\d{0,2}|"
    r"work|scratch|archive|remote|raid\d?|pool\d?|tank|zfs|ssd\d?|hdd\d?|disk\d{0,2}|local|global|system|private)"
)
"""Where home folders are mounted on shared machines."""
_ROUTES = listed(
    "settings dashboard index about login logout profile page pages user users feed search news main home contact "
    "help faq account auth api menu tab welcome overview blog docs getting-started intro banner hero content "
    "sections section test lists list"
)
_PAGES = listed(
    "reports report analytics billing invoices invoice orders order cart checkout products product categories category inbox messages "
    "notifications activity accounts teams tasks calendar uploads gallery explore discover trending popular latest recent favorites "
    "favourites bookmarks history events careers pricing plans features terms privacy legal support status stats statistics metrics "
    "insights widgets widget layout timeline tabs details edit new create onboarding security preferences customers clients members "
    "projects project team files media items item offers deals catalog catalogue shop store"
)
"""What follows `/home/` in a website that ends there."""
_WEB = re.compile(
    r"(?i)\b(?:routes?|router|redirects?|endpoints?|pages?|components?|layouts?|navigat\w+|spa|screens?|sitemap)\b"
)
_REMOTE = re.compile(
    r"(?i)\b(?:ssh|sftp|scp|git\+ssh|svn\+ssh|bzr\+ssh|rsync|sshfs|smb|cifs|afp|nfs|fish|ftps?|mosh|unison|qemu\+ssh|docker\+ssh|dav|davs|webdav)://[^\s/\"'`]{1,80}/?$"
)
"""What stands before a path on another machine; a website's folders are no homes, these are."""
_FOLDERS = listed(
    "build tmp temp out output cache logs log data db src lib bin common share shared public backup runs jobs results models datasets projects team"
)
"""What stands on a shared mount beside the homes."""
_MOUNTS_OR_HOMES = rf"{_MOUNTS}|homes|users?|people|staff|students|homedirs|scratch|u|gpfs|lustre|ifs|home"
_UUID = re.compile(r"(?i)[0-9a-f]{8}-[0-9a-f]{4}-")
_SYSTEM = re.compile(
    r"(?i)^[a-z]:[\\/]+(?:windows|program files(?: \(x86\))?|programdata|winnt|system32|msys64|tools|inetpub|te?mp|path)(?:[\\/ ]|$)"
)


def _path(
    rule: str, pattern: str, keywords: tuple[str, ...], check: str, yes: tuple[str, ...], no: tuple[str, ...]
) -> Rule:
    return Rule(rule, rule, pattern, keywords, check, FindingKind.PATH, yes=yes, no=no)


PLACES = (
    _path("file-url", r"(?i)\b((?:file://[a-z0-9.\-]{0,64}/|vscode-remote://[^\s/\"'\x60]{1,80}/(?:home|Users|root|mnt|workspaces?)/|(?:vscode|cursor|windsurf)://vscode-remote/[^\s/\"'\x60]{1,80}/(?:home|Users|root|mnt|workspaces?)/|vscode://file/|file:/[a-z]:/|jetbrains://[^\s\"'\x60]{1,40}path=/)[^\s\"'\x60<>)]{1,400})", ("file:", "vscode", "cursor:", "windsurf:", "jetbrains:"), "file-url",
          ("file:///home/lars/acme/report.html", "vscode-remote://ssh-remote%2Bbox/home/anna/acme"), ("file: report.html", "profile://x")),
    _path("posix-home", rf"(/(?:{_MOUNTS}/){{0,2}}home\d{{0,2}}/{_USER}{_REST}{_BLANK})", ("/home",), "home",
          ("python /home/jdoe/src/api/.env", "/nfs/home/anna.k/jobs", "/home2/jdoe/public_html"), ("/home/settings", "https://docs.acme.dev/home/auth", "src/home/user/index.ts", "s3://acme-data/home/raw/p.parquet")),
    _path("shared-home", rf"(/(?:(?:{_MOUNTS}/){{1,2}}(?:homes|users?|people|staff|students|homedirs|scratch)|(?:{_MOUNTS}/)?(?:homes|homedirs|export/(?:users|homes?))|users|u|scratch|gpfs|lustre|nfs/users|ifs/home)/{_USER}/[^\s\"'\x60<>|*?:,;()]{{1,80}}{_REST})", ("/homes/", "/users/", "/user/", "/people/", "/staff/", "/students/", "/homedirs/", "/scratch/", "/gpfs/", "/lustre/", "/u/", "/ifs/"), "shared-home",
          ("/gpfs/scratch/jdoe42/run7", "/volume1/homes/anna/photos", "/scratch/jdoe42/run7"), ("/users/me/settings", "/api/v1/users/7/x", "/u/1/posts", "https://x.dev/u/anna/posts")),
    _path("macos-home", rf"((?:/System/Volumes/Data|/Network|/private)?/Users/{_USER}{_REST}{_BLANK})", ("/users/",), "home",
          ("/Users/pchen/Projects/web/app.tsx",), ("PATCH /Users/3cf9b35e-75e9-42e7-aa36-9573b8801891", "/Users/{id}", "./Users/list.tsx", "GET /api/v1/users/me")),
    _path("root-home", rf"(/root/[A-Za-z0-9_.][^\s\"'\x60<>|*?:,;()]{{0,80}}{_REST})", ("/root/",), "left-edge",
          ("/root/acme/deploy.sh",), ("tree/root/x", "/root is the index")),
    _path("mounted-drive", rf"(/(?:mnt|cygdrive)/[a-z]/[^\s\"'\x60<>|*?:,;()]{{1,80}}{_REST}|/(?:media|run/media)/{_USER}/[^\s\"'\x60<>|*?:,;()]{{1,80}}{_REST}|/Volumes/[A-Za-z0-9][^\s\"'\x60<>|*?:,;()/]{{0,60}}{_REST})", ("/mnt/", "/cygdrive/", "/media/", "/volumes/"), "left-edge",
          ("/mnt/d/Users/jdoe/code/acme/package.json", "/Volumes/Work/repos/acme"), ("s3://x/mnt/c/y", "/mnt/data/x")),
    _path("bash-drive", rf"(/[a-zA-Z]/(?:Users|home|projects?|work|dev|src|repos?|code)/[^\s\"'\x60<>|*?:,;()]{{1,80}}{_REST})", ("/",), "left-edge",
          ("/c/Users/maria.silva/acme/Makefile",), ("https://x.dev/c/users/a/b", "/r/programming/x")),
    _path("temporary-folder", rf"((?:/private)?/var/folders/[^\s\"'\x60<>|*?:,;()]{{2,80}}{_REST}|/run/user/\d{{3,6}}{_REST})", ("/var/folders/", "/run/user/"), "left-edge",
          ("/private/var/folders/pr/2fks/T/pytest-12", "/run/user/1000/x.sock"), ("/var/log/syslog",)),
    _path("windows-profile", r"(?i)\b([a-z]:(?:\\{1,4}|/)(?:Documents and Settings|Dokumente und Einstellungen|Documents et Settings|Documentos e Settings|Documenti e Impostazioni)(?:\\{1,4}|/)[^\s\"'\x60<>|*?:,;()\[\]{}]{1,300})", (":\\", ":/"), "drive",
          (r"C:\Documents and Settings\jdoe\Desktop\x.xls",), ("Documents and Settings are old", r"C:\Documents and Settings")),
    _path("home-slug", r"(?i)(?:projects|sessions|workspaces?|transcripts|conversations|history|chats)(?:\\{1,2}|/)((?:-(?:Users|home|root|Volumes|mnt-[a-z]|private-var|export-home|var-home)|[a-z]--Users)-[a-z0-9][^\s\"'\x60<>|*?:,;()/\\]{1,200})", ("-home-", "-users-", "-root-", "-volumes-", "-mnt-", "-private-var"), "always",
          ("~/.claude/projects/-home-jdoe-work-acme/x.jsonl", r"projects\C--Users-jdoe-acme"), ("projects/my-home-page", "sessions/x-users-y")),
    _path("windows-drive", r"(?i)\b([a-z]:(?:\\{1,4}|/)[^\s\"'\x60<>|*?:,;()\[\]{}]{1,300}(?:[ ][A-Za-z0-9(][^\s\"'\x60<>|*?:,;/\\]{0,30}[\\/][^\s\"'\x60<>|*?:,;()\[\]{}]{1,300})?)", (":\\", ":/"), "drive",
          (r"C:\Users\jdoe\source\app.json", r"E:\projects\acme\out.dll", "C:/Users/anna/AppData/x"), (r"C:\Windows\System32\drivers\etc\hosts", "https://x.dev/a", r"C:\Program Files is writable")),
    _path("unc-share", r"((?:\\{2,4})(?:wsl\$|wsl\.localhost|[A-Za-z0-9][A-Za-z0-9.\-]{1,62})(?:\\{1,2})[A-Za-z0-9_.$\-]{1,80}(?:\\{1,2}[^\s\"'\x60<>|*?:,;()]{0,400})?)", ("\\\\",), "share",
          (r"\\fileserver01\home$\acme\v2", r"\\wsl$\Ubuntu-22.04\home\jdoe\acme", r"\\10.0.0.12\builds\acme"), (r"\\frac{a}{b}", r"\\n in the template", r"\d+\\.\\w+")),
    _path("quoted-path", r"[\"'\x60]((?:/(?:Users|home|root|Volumes|mnt/[a-z]|[a-zA-Z]/Users)/|[A-Za-z]:[\\/])[^\"'\x60\n<>|*?{}]{0,200}[ ][^\"'\x60\n<>|*?{}]{0,120}[/\\][^\"'\x60\n<>|*?{}]{0,200})[\"'\x60]", ("/users/", "/home/", "/root/", "/volumes/", "/mnt/", ":\\", ":/"), "quoted-path",
          ('"/Users/tara lee/My Projects/x.md"', "'E:/my work/acme/x y.txt'"), ("'/home/settings and /home/about'", r'"C:\Program Files\Git\bin\git.exe"')),
    _path("other-home", r"(~[a-z_][a-z0-9_\-]{1,31}/[A-Za-z0-9._][^\s\"'\x60<>|*?:,;()\[\]{}]{0,200})", ("~",), "left-edge",
          ("scp ~lars/report.txt host:",), ("~/.config/app", "about ~20/day", "a~b/c")),
    _path("device-storage", rf"((?:/storage/emulated/\d{{1,3}}|/sdcard|/data/data/com\.termux/files/home|/afs/[a-z0-9.\-]{{2,40}}/(?:user|home|u)/[a-z])/[^\s\"'\x60<>|*?:,;()]{{1,80}}{_REST})", ("/storage/", "/sdcard/", "termux", "/afs/"), "left-edge",
          ("/storage/emulated/0/Download/x.pdf", "/data/data/com.termux/files/home/acme"), ("x/sdcard/y", "/storage/buckets")),
    _path("wsl-share", rf"((?://)(?:wsl\$|wsl\.localhost)/[A-Za-z0-9_.\-]{{1,40}}{_REST})", ("//wsl",), "any-place",
          ("//wsl$/Ubuntu/home/jdoe/acme",), ("https://wsl.dev/x",)),
)  # fmt: skip


def left_edge(c: Candidate) -> bool:
    """A path that begins here, and is no part of a longer one or of an address."""
    before = c.before(1)
    if before.isalpha() and re.search(r"(?:^|[\s\"'=,\[])-[A-Za-z]$", c.before(3)):  # `-I/home/anna/include`
        return True
    if (before.isalnum() or before in "/~") and _REMOTE.search(c.before(100)):
        return True
    return not before or not (before.isalnum() or before in "._~-/\\}%$)@*+")


def home(c: Candidate) -> bool:
    """A home folder: no web route, no resource of an API, no pattern."""
    parts = [part for part in re.split(r"[/\\]", c.value) if part]
    after = parts[parts.index("home") + 1 :] if "home" in parts else parts[1:]
    if (
        not left_edge(c)
        or _stands_for_any(c)
        or not after
        or _UUID.match(after[0])
        or after[0].lower().partition(" ")[0] in _ROUTES
        or (len(after) == 1 and (after[0].lower() in _PAGES or _WEB.search(c.before(48) + " " + c.after(48))))
        or c.after(1) in ("{", "*")
    ):
        return False
    if re.search(r"(?:GET|POST|PUT|PATCH|DELETE|HEAD|route|path=|href=)[ \"'\x60(]{1,3}$", c.before(12)):
        return False
    return not (after[0].isdigit() or after[0].lower() in {"me", "xxx", "user-name"})


_ANY_USER = re.compile(
    r"(?i)[/\\](?:users|home|documents and settings)[/\\]{1,4}(?:%\w+%|\$\{?\w|\{|<|\[|\*|%u\b|\.\.\.|\u2026|(?:your|user|my)[-_]?(?:user)?[-_]?name\b|username\b|you\b|"
    r"(?:public|shared|default|all users)(?:[/\\]|$))"
)


def _stands_for_any(c: Candidate) -> bool:
    """Tell whether a variable or a stand-in takes the user's place, so that the path is nobody's."""
    return _ANY_USER.search(c.value[:120] + c.after(8)) is not None


def shared_home(c: Candidate) -> bool:
    """A home on a shared mount: no route of a website, no number or stand-in for a user."""
    parts = [part for part in c.value.split("/") if part]
    start = next((n for n, part in enumerate(parts) if re.fullmatch(_MOUNTS_OR_HOMES, part) is None), len(parts))
    user = parts[start] if start < len(parts) else ""
    short = start == 1 and parts[0] in {"users", "u"}
    return (
        home(c)
        and len(parts) > start + 1
        and re.fullmatch(r"[a-z][a-z0-9_]*[.\-]?[a-z0-9_]+", user) is not None
        and user not in _ROUTES
        and user not in _FOLDERS
        and not (short and not re.search(r"\.[a-z0-9]{1,5}$", c.value))
    )


def drive(c: Candidate) -> bool:
    """A folder on a drive that is not the system's own."""
    before = c.before(1)
    if before.isalnum() or _stands_for_any(c) or c.value[2:4] == "//" or _SYSTEM.match(c.value + c.after(20)):
        return False
    tail = c.value[3:].strip("\\/")
    return len(tail) > 2 and not re.match(r"^[nrtbdwsDWS]\b", tail) and ("\\" in tail or "/" in tail)


def quoted_path(c: Candidate) -> bool:
    """A path with blanks, held together by its quotes."""
    return drive(c) if c.value[1:2] == ":" else home(c) or not c.value.startswith(("/home", "/Users"))


def share(c: Candidate) -> bool:
    """A server and a share: no escape of a regular expression, no macro."""
    parts = [part for part in c.value.split("\\") if part]
    before = c.before(1)
    if before.isalnum() or (before in "\\}])" and before):
        return False
    return (
        len(parts) > 1
        and len(parts[0]) > 2
        and c.after(1) not in ("{", "+", "*", "(", "[")
        and any(ch.isalpha() for ch in c.value)
    )


def file_url(c: Candidate) -> bool:
    """The address of a file in somebody's folder or on a drive, not a manual's `file://path/to/x`."""
    return (
        re.search(r"(?i)/(?:home|users|root|mnt|volumes|private|media|workspaces?)/|/[a-z](?::|%3a)/", c.value)
        is not None
    )


def any_place(c: Candidate) -> bool:
    """The pattern alone decides."""
    return len(c.value) > 8


JUDGES: Mapping[str, Callable[[Candidate], bool]] = {
    "left-edge": left_edge,
    "home": home,
    "shared-home": shared_home,
    "drive": drive,
    "quoted-path": quoted_path,
    "share": share,
    "file-url": file_url,
    "any-place": any_place,
}
"""The judges of this file by name."""
