"""Calendar files: RFC 5545 as calendar programs read it."""

from datetime import UTC, datetime, timedelta, timezone

from hypothesis import given
from hypothesis import strategies as st

from puzzles.assignments.pages.icalendar import (
    LINE_BYTES,
    CalendarEvent,
    calendar_text,
    escaped,
    folded,
    uid_of,
)

NOW = datetime(2026, 11, 26, 8, 0, tzinfo=UTC)


def read(text: str) -> list[str]:
    """The logical lines of a file."""
    assert text.endswith("\r\n")
    assert "\n" not in text.replace("\r\n", "")
    return text.replace("\r\n ", "").split("\r\n")[:-1]


def test_a_due_date_is_an_event_in_utc() -> None:
    paris = timezone(timedelta(hours=1))
    event = CalendarEvent(
        7, "Wings; easy, then hard", datetime(2026, 11, 30, 18, 0, tzinfo=paris), url="https://x/given/7/"
    )
    lines = read(calendar_text([event], name="6e B", now=NOW))
    assert lines[0] == "BEGIN:VCALENDAR"
    assert lines[-1] == "END:VCALENDAR"
    assert "VERSION:2.0" in lines
    assert "DTSTART:20261130T170000Z" in lines
    assert "DTSTAMP:20261126T080000Z" in lines
    assert r"SUMMARY:Wings\; easy\, then hard" in lines
    assert "URL:https://x/given/7/" in lines
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 1


def test_the_uid_of_an_assignment_stays_and_is_no_other_one_s() -> None:
    assert uid_of(7) == uid_of(7)
    assert uid_of(7) != uid_of(8)


def test_no_title_can_begin_another_line() -> None:
    assert escaped("a\nEND:VEVENT\r\nb\\") == r"a\nEND:VEVENT\nb\\"
    assert escaped("a\x00\x0bb\x7f") == "ab"


@given(st.text(st.characters(codec="utf-8", exclude_characters="\r\n"), max_size=300))
def test_a_line_is_folded_between_characters_and_unfolds_to_itself(line: str) -> None:
    parts = folded(line)
    assert all(len(part.encode()) <= LINE_BYTES for part in parts)
    assert all(part.startswith(" ") for part in parts[1:])
    assert parts[0] + "".join(part[1:] for part in parts[1:]) == line
