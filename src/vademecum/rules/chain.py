"""Evidence that nothing was changed: the keyed chain, and a Merkle tree over the same events.

The chain (HMAC-SHA256) convicts an edit by somebody without the key. The tree (RFC 6962, section 2.1) lets
anybody check one event, or that an older log is a prefix of a newer one, with a few hashes.
"""

import hashlib
import hmac
import json
from collections.abc import Iterable, Mapping, Sequence

from vademecum.model.event import Event
from vademecum.rules.asof import iso

BEGINNING = "0" * 64
"""The `prev_hash` of the first event."""

EMPTY_ROOT = hashlib.sha256(b"").digest()
"""The root of a tree without leaves (RFC 6962)."""


def canonical(fields: Mapping[str, object]) -> str:
    """Return the one JSON text of `fields`: sorted keys, no spaces, no escapes beyond JSON's own."""
    return json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def leaf(event: Event) -> bytes:
    """Return what an event states, as canonical JSON in UTF-8.

    The name is not part of it: the salted content hash covers it, and erasing a memory must leave no name.
    """
    stated = {
        "seq": event.seq,
        "at": iso(event.at),
        "event": str(event.event),
        "id": event.id,
        "content_hash": event.content_hash,
        "data": event.data,
    }
    return canonical(stated).encode()


def link(key: bytes, prev_hash: str, stated: bytes) -> str:
    """Return the hash (hex) of the event that states `stated` and follows `prev_hash`."""
    return hmac.new(key, prev_hash.encode() + stated, hashlib.sha256).hexdigest()


def content_hash(salt: bytes, text: str) -> str:
    """Return the salted hash (hex) of a file text; without the salt it betrays nothing."""
    return hashlib.sha256(salt + text.encode()).hexdigest()


def leaf_hash(stated: bytes) -> bytes:
    """Return the tree's hash of one leaf."""
    return hashlib.sha256(b"\x00" + stated).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Return the tree's hash of an inner node."""
    return hashlib.sha256(b"\x01" + left + right).digest()


def grow(frontier: list[bytes], size: int, leaf: bytes) -> None:
    """Append the leaf with number `size` (0-based) to a frontier, in place.

    A frontier holds the roots of the full subtrees that a tree of `size` leaves falls into, largest first:
    as many as `size` has one-bits. It is all that appending needs.
    """
    node = leaf
    while size & 1:
        node = node_hash(frontier.pop(), node)
        size >>= 1
    frontier.append(node)


def frontier_root(frontier: Sequence[bytes]) -> bytes:
    """Return the root of the tree that a frontier belongs to."""
    if not frontier:
        return EMPTY_ROOT
    node = frontier[-1]
    for left in reversed(frontier[:-1]):
        node = node_hash(left, node)
    return node


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Return the root over leaf hashes."""
    frontier: list[bytes] = []
    for size, one in enumerate(leaves):
        grow(frontier, size, one)
    return frontier_root(frontier)


def _split(size: int) -> int:
    """Return the largest power of two below `size`: where RFC 6962 parts a tree."""
    return 1 << (size - 1).bit_length() - 1


def inclusion(leaves: Sequence[bytes], index: int) -> list[bytes]:
    """Return the sibling hashes from leaf `index` up to the root (RFC 6962, section 2.1.1)."""
    if len(leaves) == 1:
        return []
    middle = _split(len(leaves))
    if index < middle:
        return [*inclusion(leaves[:middle], index), tree_root(leaves[middle:])]
    return [*inclusion(leaves[middle:], index - middle), tree_root(leaves[:middle])]


def is_included(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Tell whether the leaf hash stands at `index` in the tree of `size` leaves with this root.

    Source: RFC 9162, section 2.1.3.2.
    """
    if not 0 <= index < size:
        return False
    node, number, last = leaf, index, size - 1
    for sibling in path:
        if last == 0:
            return False
        if number & 1 or number == last:
            node = node_hash(sibling, node)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            node = node_hash(node, sibling)
        number, last = number >> 1, last >> 1
    return last == 0 and hmac.compare_digest(node, root)


def consistency(leaves: Sequence[bytes], old_size: int) -> list[bytes]:
    """Return the proof that the first `old_size` leaves are a prefix of all (RFC 6962, section 2.1.2)."""
    return _prefix(leaves, old_size, whole=True) if 0 < old_size < len(leaves) else []


def _prefix(leaves: Sequence[bytes], old_size: int, *, whole: bool) -> list[bytes]:
    if old_size == len(leaves):
        return [] if whole else [tree_root(leaves)]
    middle = _split(len(leaves))
    if old_size <= middle:
        return [*_prefix(leaves[:middle], old_size, whole=whole), tree_root(leaves[middle:])]
    return [*_prefix(leaves[middle:], old_size - middle, whole=False), tree_root(leaves[:middle])]


def is_consistent(old_size: int, old_root: bytes, size: int, root: bytes, path: Sequence[bytes]) -> bool:
    """Tell whether the tree with `root` only appended to the one with `old_root`.

    Source: RFC 9162, section 2.1.4.2.
    """
    if old_size == size:
        return not path and hmac.compare_digest(old_root, root)
    if old_size == 0:
        return not path
    if old_size > size or not path:
        return False
    hashes = list(path) if old_size & (old_size - 1) else [old_root, *path]
    number, last = old_size - 1, size - 1
    while number & 1:
        number, last = number >> 1, last >> 1
    old, new = hashes[0], hashes[0]
    for sibling in hashes[1:]:
        if last == 0:
            return False
        if number & 1 or number == last:
            old, new = node_hash(sibling, old), node_hash(sibling, new)
            while number and not number & 1:
                number, last = number >> 1, last >> 1
        else:
            new = node_hash(new, sibling)
        number, last = number >> 1, last >> 1
    return last == 0 and hmac.compare_digest(old, old_root) and hmac.compare_digest(new, root)
