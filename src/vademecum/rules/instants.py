"""Instants as whole microseconds, and back.

The standard library's `datetime` is written twice, in Python and in C, and up to Python 3.11 importing it runs both: a
prompt hook takes the second alone.
"""

from vademecum.model.frozen import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import datetime, timedelta, timezone
else:
    try:
        from _datetime import datetime, timedelta, timezone
    except ImportError:
        from datetime import datetime, timedelta, timezone

__all__ = ["EPOCH", "UTC", "datetime", "micros", "moment"]

UTC = timezone.utc  # noqa: UP017  the C half has no other name for it
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)


def micros(instant: datetime) -> int:
    """Return an aware instant as whole microseconds since 1970, UTC."""
    return (instant - EPOCH) // _MICROSECOND


def moment(micros: int) -> datetime:
    """Return the aware UTC instant of microseconds since 1970."""
    return EPOCH + micros * _MICROSECOND
