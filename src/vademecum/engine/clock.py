"""The one place that asks the system for the time."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the present instant, aware, in UTC."""
    return datetime.now(UTC)  # noqa: TID251  the one place


def local(instant: datetime) -> datetime:
    """Return the instant in this machine's time zone: yesterday is the asker's."""
    return instant.astimezone()
