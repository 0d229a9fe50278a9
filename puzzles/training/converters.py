"""URL path converters for practice."""

from datetime import date


class DayConverter:
    """A day, as 2026-11-26."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:
        return date.fromisoformat(value)

    def to_url(self, value: date) -> str:
        return value.isoformat()
