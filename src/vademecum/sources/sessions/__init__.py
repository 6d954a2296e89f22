"""Session transcripts of every host, found and read on in steps."""

from vademecum.sources.sessions.finding import PACKED, Hosts, transcripts
from vademecum.sources.sessions.history import prompt_key
from vademecum.sources.sessions.own import write_own
from vademecum.sources.sessions.reading import goes_on, read, read_history

__all__ = ["PACKED", "Hosts", "goes_on", "prompt_key", "read", "read_history", "transcripts", "write_own"]
