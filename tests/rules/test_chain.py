import hashlib
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.model.event import Event, EventType
from vademecum.rules import chain

LEAVES = [chain.leaf_hash(str(number).encode()) for number in range(70)]


def slow_root(leaves: list[bytes]) -> bytes:
    """RFC 6962, section 2.1, word for word."""
    if not leaves:
        return hashlib.sha256(b"").digest()
    if len(leaves) == 1:
        return leaves[0]
    middle = 1
    while middle * 2 < len(leaves):
        middle *= 2
    return hashlib.sha256(b"\x01" + slow_root(leaves[:middle]) + slow_root(leaves[middle:])).digest()


@given(st.integers(0, 70))
def test_a_tree_grown_leaf_by_leaf_has_the_root_of_the_definition(size: int):
    assert chain.tree_root(LEAVES[:size]) == slow_root(LEAVES[:size])


def test_the_roots_of_the_published_examples_come_out():
    """Inputs and roots: the test vectors of the certificate-transparency reference implementation."""
    inputs = ["", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f"]
    leaves = [chain.leaf_hash(bytes.fromhex(text)) for text in inputs]
    assert leaves[0].hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert chain.tree_root(leaves).hex() == "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"


@given(st.data())
def test_every_leaf_is_provable_and_no_other_is(data: st.DataObject):
    size = data.draw(st.integers(1, 70))
    index, other = data.draw(st.integers(0, size - 1)), data.draw(st.integers(0, size - 1))
    root, path = chain.tree_root(LEAVES[:size]), chain.inclusion(LEAVES[:size], index)
    assert chain.is_included(LEAVES[index], index, size, path, root)
    assert chain.is_included(LEAVES[index], other, size, path, root) == (other == index)
    assert not chain.is_included(LEAVES[index - 1], index, size, path, root) or size == 1
    assert not chain.is_included(LEAVES[index], index, size, [*path, root], root)
    assert len(path) <= (size - 1).bit_length()


@given(st.data())
def test_an_older_log_is_provably_a_prefix_and_a_changed_one_is_not(data: st.DataObject):
    size = data.draw(st.integers(1, 70))
    old = data.draw(st.integers(0, size))
    path = chain.consistency(LEAVES[:size], old)
    old_root, root = chain.tree_root(LEAVES[:old]), chain.tree_root(LEAVES[:size])
    assert chain.is_consistent(old, old_root, size, root, path)
    if old:
        other = chain.tree_root([*LEAVES[: old - 1], chain.leaf_hash(b"forged")])
        assert not chain.is_consistent(old, other, size, root, path)


@given(st.data())
def test_damaged_proofs_prove_nothing(data: st.DataObject):
    size = data.draw(st.integers(2, 70))
    index = data.draw(st.integers(0, size - 1))
    path = chain.inclusion(LEAVES[:size], index)
    broken = data.draw(st.integers(0, len(path) - 1))
    path[broken] = chain.leaf_hash(path[broken])
    assert not chain.is_included(LEAVES[index], index, size, path, chain.tree_root(LEAVES[:size]))


def test_a_proof_for_a_place_outside_the_tree_proves_nothing():
    assert not chain.is_included(LEAVES[0], 1, 1, [], LEAVES[0])
    assert not chain.is_included(LEAVES[0], -1, 1, [], LEAVES[0])
    assert not chain.is_consistent(3, LEAVES[0], 2, LEAVES[1], [LEAVES[2]])
    assert not chain.is_consistent(2, LEAVES[0], 3, LEAVES[1], [])


def test_one_text_has_one_canonical_json():
    assert chain.canonical({"b": 1, "a": {"d": "é", "c": [1, 2]}}) == '{"a":{"c":[1,2],"d":"é"},"b":1}'


@pytest.mark.parametrize("field", ["seq", "at", "event", "id", "content_hash", "data"])
def test_every_field_that_an_event_states_is_in_its_leaf_and_its_hash(field: str):
    at = datetime(2026, 3, 1, tzinfo=UTC)
    event = Event(1, at, EventType.STORED, "id", "name", "hash", "{}", chain.BEGINNING, "")
    changes = {"seq": 2, "at": at.replace(microsecond=1), "event": EventType.REVIVED}
    other = {name: getattr(event, name) for name in event.__slots__} | {field: changes.get(field, "other")}
    assert chain.leaf(Event(**other)) != chain.leaf(event)
    assert chain.link(b"k", "p", chain.leaf(Event(**other))) != chain.link(b"k", "p", chain.leaf(event))


def test_the_name_is_no_part_of_the_leaf_so_that_it_can_be_erased():
    at = datetime(2026, 3, 1, tzinfo=UTC)
    named = Event(1, at, EventType.STORED, "id", "name", "hash", "{}", chain.BEGINNING, "")
    erased = Event(1, at, EventType.STORED, "id", "", "hash", "{}", chain.BEGINNING, "")
    assert chain.leaf(named) == chain.leaf(erased)
