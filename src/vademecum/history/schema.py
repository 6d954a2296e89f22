"""The tables of `history.db`. Instants are whole microseconds since 1970, UTC."""

APPLICATION_ID = 0x56414445
VERSION = 1

SCHEMA = """
-- Every state that a memory was ever in. Rows are added; only their end (superseded_at, state) is filled in once.
CREATE TABLE version (
    seq            INTEGER PRIMARY KEY,          -- order of recording: the seq of the event that began it
    id             TEXT NOT NULL UNIQUE,         -- names this version for ever
    lineage        TEXT NOT NULL,                -- id of the first version of the same memory
    name           TEXT NOT NULL,                -- stem of the file
    name_key       TEXT NOT NULL,                -- the name, as a case-insensitive file system sees it
    scope          TEXT NOT NULL,                -- global or project:<name>
    place          TEXT NOT NULL,                -- the file, relative to the store
    state          TEXT NOT NULL,                -- live, superseded, forgotten
    recorded_at    INTEGER NOT NULL,             -- believed from here on
    superseded_at  INTEGER,                      -- until here, exclusive; NULL while live
    origin         TEXT NOT NULL,                -- how this version came: a channel, a place, `edit`
    source         TEXT NOT NULL,                -- the memory's own origin_session
    digest         TEXT NOT NULL,                -- what it says, whoever says it: finds duplicates
    title_key      TEXT NOT NULL,                -- the description without case and dots: finds successors
    salt           BLOB NOT NULL,                -- 16 random bytes; with it gone the content hash betrays nothing
    content_hash   TEXT NOT NULL,                -- sha256(salt || text)
    fields         TEXT NOT NULL,                -- the memory without its body, as JSON
    body           TEXT,                         -- the body, when it is not a part of the text
    body_at        INTEGER NOT NULL,             -- where the body begins in the text, in characters
    body_length    INTEGER NOT NULL,             -- its length, in characters
    text           TEXT NOT NULL                 -- the file, exactly
);
CREATE UNIQUE INDEX version_live_name ON version (name_key) WHERE state = 'live';
CREATE UNIQUE INDEX version_live_place ON version (place) WHERE state = 'live';
CREATE INDEX version_live_title ON version (title_key, scope) WHERE state = 'live';
CREATE INDEX version_live_source ON version (source) WHERE state = 'live';
CREATE INDEX version_digest ON version (digest);
CREATE INDEX version_name ON version (name_key);
CREATE INDEX version_lineage ON version (lineage);

-- The chain: everything that happened, in order. Nothing here tells what a memory says.
CREATE TABLE event (
    seq           INTEGER PRIMARY KEY,           -- 1, 2, 3, ... without a gap
    at            INTEGER NOT NULL,              -- never before the event before it
    event         TEXT NOT NULL,
    id            TEXT NOT NULL,                 -- the version concerned; empty when nothing was stored
    content_hash  TEXT NOT NULL,
    data          TEXT NOT NULL,                 -- canonical JSON
    prev_hash     TEXT NOT NULL,
    hash          TEXT NOT NULL                  -- HMAC-SHA256(key, prev_hash || canonical JSON)
);
CREATE INDEX event_id ON event (id);

-- The edge of the Merkle tree over the events: what appending needs. One row.
CREATE TABLE tree (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    size      INTEGER NOT NULL,
    frontier  BLOB NOT NULL                      -- roots of the full subtrees, 32 bytes each, largest first
);
INSERT INTO tree VALUES (1, 0, x'');

-- Signed statements of size and root, as C2SP notes.
CREATE TABLE checkpoint (
    size  INTEGER PRIMARY KEY,
    note  TEXT NOT NULL
);

-- Files that may not yet hold what the versions say: the crash recovery's list.
CREATE TABLE pending (
    place   TEXT PRIMARY KEY,
    staged  TEXT NOT NULL,                       -- name of the file on its way; empty when it is to be removed
    before  TEXT NOT NULL                        -- sha256 of what the file held; empty when there was none
) WITHOUT ROWID;

-- What each file looked like when it was last known to agree: lets a sync pass over it unread. May be lost.
CREATE TABLE seen (
    place  TEXT PRIMARY KEY,
    size   INTEGER NOT NULL,
    mtime  INTEGER NOT NULL,                     -- nanoseconds
    inode  INTEGER NOT NULL,
    known  TEXT NOT NULL                         -- agreed, or why the file's text is not adopted
) WITHOUT ROWID;

-- Memories that wait for a person to let them become global.
CREATE TABLE proposal (
    name  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL,
    text  TEXT NOT NULL                          -- the body as it would be
) WITHOUT ROWID;

-- Keyed hashes of what was erased: it does not come back by itself.
CREATE TABLE tombstone (
    digest  TEXT PRIMARY KEY,
    at      INTEGER NOT NULL
) WITHOUT ROWID;

-- Passages of erased memories that an index may still hold; emptied once it has dropped them.
CREATE TABLE residue (
    key  TEXT PRIMARY KEY,
    seq  INTEGER NOT NULL                        -- the event that erased it
) WITHOUT ROWID;

-- Facts about the vault: its id, which key the chain uses, when the store was last looked at.
CREATE TABLE fact (
    name   TEXT PRIMARY KEY,
    value  TEXT NOT NULL
) WITHOUT ROWID;
"""
