"""What the tools do: checked arguments in, one call on the vault, an answer out."""

from collections.abc import Mapping

from vademecum.faces import places, prose
from vademecum.faces.mcp import clipping, infinite_memory, records, sup_mem
from vademecum.faces.mcp.session import Answer, Arguments, Session, Tell, Verb, visible
from vademecum.model import wire
from vademecum.model.memory import Draft, Sensitivity, Trust
from vademecum.model.search import Query, Source
from vademecum.rules import asof
from vademecum.rules.citing import read_cite
from vademecum.rules.keys import is_key


def search(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Recall."""
    asked = places.for_recall(arguments.get("scope"), arguments.get("project"), session.here)
    as_of = arguments.get("as_of")
    query = Query(
        arguments["query"],
        limit=arguments["k"],
        scopes=asked.scopes,
        project=asked.project,
        domain=arguments.get("domain"),
        type=arguments.get("type"),
        sources=frozenset(Source(word) for word in arguments.get("sources") or Source),
        max_sensitivity=Sensitivity(arguments.get("max_sensitivity", Sensitivity.SECRET)),
        as_of=asof.parse(as_of, session.now) if as_of else None,
        explain=arguments.get("explain", False),
    )
    answer = session.vault.recall(query)
    data = wire.recall(answer, session.now)
    data["hits"] = clipping.clip_hits(data["hits"], query.text)
    text = prose.hits(data)
    data["hits"] = [_brief(hit, explain=query.explain) for hit in data["hits"]]
    return Answer(data, text, behind=answer.behind)


def search_memories(session: Session, arguments: Arguments, tell: Tell) -> Answer:
    """Recall, from memories alone: for clients that know of nothing else."""
    return search(session, arguments | {"sources": [Source.MEMORY.value]}, tell)


def _brief(hit: wire.Plain, *, explain: bool) -> wire.Plain:
    """Return a hit for a model: no empty fields, scores only when asked for, a key only where it is needed."""
    memory = hit["source"] == Source.MEMORY.value
    return clipping.lean(hit | ({} if explain else {"scores": {}}) | ({"key": ""} if memory else {}))


def write(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Keep one fact, vouched for by an agent."""
    scope = places.for_write(arguments.get("scope"), arguments.get("project"), session.here)
    draft = Draft(
        body=arguments["body"],
        title=arguments.get("title", ""),
        name=arguments.get("name"),
        type=arguments["type"],
        domain=places.domain(arguments.get("domain"), session.here),
        scope=scope,
        sensitivity=arguments.get("sensitivity", Sensitivity.PUBLIC),
        tags=tuple(arguments.get("tags", ())),
        when=tuple(arguments["when"]) if arguments.get("when") else None,
        links=tuple(arguments.get("links", ())),
        cites=tuple(map(read_cite, arguments.get("cites", ()))),
        source=arguments.get("source", "mcp"),
        source_project=places.source(scope, session.here),
        trust=Trust.AGENT,
        valid_from=arguments.get("valid_from"),
    )
    done = session.vault.write(draft)
    return Answer(wire.receipt(done), prose.receipt(done))


def get(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Read one memory whole, or as much of it as fits; by its key a session or a document."""
    if is_key(arguments["name"]):
        return records.read(session, arguments)
    state = visible(session, arguments["name"], arguments.get("project"), arguments.get("as_of"))
    data = clipping.clip_body(wire.version(state, session.now), arguments.get("offset", 0))
    return Answer(data, prose.memory(data))


def forget(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Retire one memory."""
    state = visible(session, arguments["name"], arguments.get("project"))
    done = session.vault.forget(state.memory.name, reason=arguments.get("reason", ""))
    return Answer(wire.receipt(done), prose.receipt(done))


def promote(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Propose a promotion; a person approves it."""
    state = visible(session, arguments["name"], arguments.get("project"))
    proposal = session.vault.propose(state.memory.name)
    return Answer(wire.plain(proposal, session.now), prose.proposal(proposal))


def reindex(session: Session, _arguments: Arguments, tell: Tell) -> Answer:
    """Rebuild the index."""
    total = session.vault.status().live
    report = session.vault.reindex(full=True, progress=lambda done: tell(done, total))
    data = wire.plain(report, session.now)
    return Answer(data, f"The index holds {report.passages} passages ({report.seconds:.1f} s).")


def context(session: Session, arguments: Arguments, _tell: Tell) -> Answer:
    """Read or change the working memory."""
    action = arguments["action"]
    state = session.vault.context(action, arguments.get("data"), version=arguments.get("version"))
    data = wire.plain(state, session.now)
    if action != "get":
        data.pop("data")
    return Answer(data, prose.working_memory(data), whole=True)


def status(session: Session, _arguments: Arguments, _tell: Tell) -> Answer:
    """Say how the vault is."""
    data = {"project": session.here.name} | wire.plain(session.vault.status(), session.now)
    lines = [f"{name}: {_said(value)}" for name, value in clipping.lean(data).items()]
    return Answer(data, "\n".join(lines))


def _said(value: object) -> str:
    """Return a value of the status as words."""
    pairs = value.items() if isinstance(value, dict) else ()
    return ", ".join(f"{name} {one}" for name, one in pairs) or str(value)


VERBS: Mapping[str, Verb] = {
    "search": search,
    "search memories": search_memories,
    "write": write,
    "get": get,
    "forget": forget,
    "promote": promote,
    "reindex": reindex,
    "context": context,
    "status": status,
    "infinite-memory store": infinite_memory.store,
    "infinite-memory search": infinite_memory.search,
    "infinite-memory forget": infinite_memory.forget,
    "sup-mem remember": sup_mem.remember,
    "sup-mem recall": sup_mem.recall,
}
