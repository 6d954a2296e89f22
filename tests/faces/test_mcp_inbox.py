"""What waits, in order, within bounds."""

import threading

import pytest

from vademecum.faces.mcp.inbox import Inbox, Stopped


def test_messages_come_out_in_order_and_null_is_one():
    inbox = Inbox()
    for message in ("one", None, []):
        inbox.put(message, 1)
    taken = [inbox.take(1) for _ in range(3)]
    assert [incoming.message for incoming in taken] == ["one", None, []]


def test_nothing_in_time_is_none():
    assert Inbox().take(0.01) is None


def test_the_end_of_input_comes_after_what_waits():
    inbox = Inbox()
    inbox.put("last", 1)
    inbox.end()
    assert inbox.take(1).message == "last"
    with pytest.raises(Stopped):
        inbox.take(1)


def test_a_stop_comes_before_what_waits():
    inbox = Inbox()
    inbox.put("never", 1, (1,))
    inbox.stop()
    assert inbox.unwanted(1)
    with pytest.raises(Stopped):
        inbox.take(1)


def test_a_cancellation_counts_only_while_the_request_waits():
    inbox = Inbox()
    inbox.cancel(1)
    inbox.cancel([1])
    inbox.put("work", 1, (1,))
    assert not inbox.unwanted(1)
    inbox.cancel(1)
    assert inbox.unwanted(1)
    inbox.done(1)
    assert not inbox.unwanted(1)


def test_reading_pauses_while_too_much_waits():
    inbox = Inbox(held=10)
    inbox.put("big", 10)
    entered = threading.Event()

    def put_more() -> None:
        inbox.put("more", 1)
        entered.set()

    thread = threading.Thread(target=put_more, daemon=True)
    thread.start()
    assert not entered.wait(0.05)
    assert inbox.take(1).message == "big"
    assert entered.wait(5)
    assert inbox.take(1).message == "more"
    thread.join()
