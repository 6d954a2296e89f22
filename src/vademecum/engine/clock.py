"""The one place that asks the system for the time."""

from datetime import UTC, datetime


def utc_now() -> datetime:
    """Return the present instant, aware, in UTC."""
    return datetime.now(UTC)  # noqa: TID251  the one place
