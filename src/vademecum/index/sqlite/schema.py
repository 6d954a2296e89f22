"""The tables of `index.db`. There are no migrations: another schema number means a new, empty index."""

APPLICATION_ID = 0x56616465
"""`Vade`, so that another program's file is never taken for ours."""

VERSION = 6

PART_BITS = 40
"""A passage's id is its part's number shifted by this, plus a running number: a part is a range of ids."""

SCHEMA = r"""
CREATE TABLE meta (
  name TEXT PRIMARY KEY,          -- position, words, identity, passages, terms, gathered; bare: vectors are missing;
                                  -- removed: passages that were taken out since the file was last made small
  value NOT NULL
) WITHOUT ROWID;
CREATE TABLE parts (
  id INTEGER PRIMARY KEY,         -- the upper bits of its passages' ids
  source TEXT NOT NULL,           -- memory, document or session
  project TEXT NOT NULL,          -- empty for global
  UNIQUE (source, project)
);
CREATE TABLE groups (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE       -- a document's path, a session's id; also paths, which many passages share
);
CREATE TABLE passages (
  id INTEGER PRIMARY KEY,
  hash INTEGER,                   -- 48 bits of its key: an index over the keys themselves is three times as large;
                                  -- NULL for <group>#<place>, which is found by the group
  key TEXT NOT NULL,              -- empty where it is <group>#<place>, or without a group <source>:<name>
  version TEXT NOT NULL,          -- id of the memory's version
  text NOT NULL,                  -- a blob when it is packed
  title TEXT NOT NULL,
  name TEXT NOT NULL,
  tags TEXT NOT NULL,             -- one a line
  type TEXT NOT NULL,
  domain TEXT NOT NULL,
  sensitivity INTEGER NOT NULL,   -- 0 public, 1 internal, 2 secret
  trust INTEGER NOT NULL,         -- 0 untrusted, 1 agent, 2 owner
  grp INTEGER NOT NULL,           -- 0 for a passage that stands alone
  place INTEGER NOT NULL,
  speaker NOT NULL,               -- 0 nobody, 1 user, 2 assistant, or a name
  at NOT NULL,                    -- microseconds since 1970 if in UTC, otherwise an ISO instant, or empty
  valid_from TEXT NOT NULL,
  path INTEGER NOT NULL,          -- a group's number, 0 for none; a memory's has U+0001 in the place of its name
  start INTEGER NOT NULL,         -- line of a document, turn of a session; 0 for a memory
  occasions TEXT NOT NULL         -- phrases by which a memory is found, one a line
);
CREATE INDEX passages_by_hash ON passages (hash) WHERE hash IS NOT NULL;
CREATE INDEX passages_by_at ON passages (at, grp) WHERE grp <> 0; -- what was said last week
CREATE TABLE files (
  place TEXT PRIMARY KEY,         -- absolute path of a transcript or document
  source TEXT NOT NULL,
  grp TEXT NOT NULL,              -- name of the group that its passages belong to
  project TEXT NOT NULL,          -- empty for global
  size INTEGER NOT NULL,
  mtime INTEGER NOT NULL,         -- nanoseconds
  state TEXT NOT NULL,            -- JSON of its reader
  gone INTEGER NOT NULL,          -- 1: the file was deleted, its passages are kept
  ctime INTEGER NOT NULL          -- nanoseconds
) WITHOUT ROWID;
CREATE TABLE heard (
  hash INTEGER PRIMARY KEY,       -- of a turn that is indexed: forks and resumes repeat it
  grp INTEGER NOT NULL,           -- the session that it is indexed in
  place INTEGER NOT NULL          -- of its passage in the session; 0 when it has none
);
CREATE INDEX heard_by_group ON heard (grp, place);
CREATE TABLE marks (
  id INTEGER PRIMARY KEY,
  grp INTEGER NOT NULL,           -- as in passages: rating a candidate reads this table alone
  place INTEGER NOT NULL,
  trace BLOB NOT NULL,            -- two bytes a term, head before body
  vector BLOB                     -- a byte a coordinate of a memory, half a byte of what has a group; NULL: it has none
);
CREATE INDEX marks_by_group ON marks (grp, place) WHERE grp <> 0;
CREATE TABLE sketches (
  block INTEGER PRIMARY KEY,      -- passage id / 1024
  version INTEGER NOT NULL,       -- counts the block's changes
  bits BLOB NOT NULL              -- one sign sketch a slot, zero where there is none
);
CREATE VIRTUAL TABLE words USING fts5(
  terms,                          -- of the analyser, separated by spaces; those of title, name and tags also with `@`
  content = '', columnsize = 0, detail = none, tokenize = "ascii tokenchars '-_./:\@=<>&~+$%#'''"
);
CREATE TABLE plain (
  id INTEGER PRIMARY KEY,
  word TEXT NOT NULL UNIQUE       -- folded words that a typo may have meant
);
CREATE VIRTUAL TABLE lexicon USING fts5(
  word, content = '', columnsize = 0, detail = none, tokenize = 'trigram'
);
"""
