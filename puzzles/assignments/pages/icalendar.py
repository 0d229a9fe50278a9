"""Due dates as a calendar file (RFC 5545). Nobody is named in it."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime

from django.utils.crypto import salted_hmac

LINE_BYTES = 75


@dataclass(frozen=True, slots=True)
class CalendarEvent:
    """A due date of an assignment."""

    assignment: int
    title: str
    due_at: datetime
    description: str = ""
    url: str = ""


def calendar_text(events: Iterable[CalendarEvent], *, name: str, now: datetime) -> str:
    """The whole file, with CRLF at the end of each line."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Sudokusite//Assignments//EN", "CALSCALE:GREGORIAN"]
    lines += [f"X-WR-CALNAME:{escaped(name)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H"]
    for event in events:
        lines += _event_lines(event, now)
    lines.append("END:VCALENDAR")
    return "".join(f"{part}\r\n" for line in lines for part in folded(line))


def _event_lines(event: CalendarEvent, now: datetime) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{uid_of(event.assignment)}"
    yield f"DTSTAMP:{_utc(now)}"
    yield f"DTSTART:{_utc(event.due_at)}"
    yield f"SUMMARY:{escaped(event.title)}"
    if event.description:
        yield f"DESCRIPTION:{escaped(event.description)}"
    if event.url:
        yield f"URL:{event.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def uid_of(assignment: int) -> str:
    """Always the same for an assignment, and different from one site to another."""
    return f"{salted_hmac('assignments.calendar', str(assignment)).hexdigest()[:32]}@sudokusite"


def escaped(text: str) -> str:
    """A text value: backslashes, commas, semicolons and line ends escaped, no other control characters."""
    text = text.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;")
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    return "\\n".join("".join(sign for sign in line if sign >= " " and sign != "\x7f") for line in lines)


def folded(line: str) -> list[str]:
    """The line in parts of at most 75 bytes, those after the first begin with a space."""
    parts, part, size = [], "", 0
    for sign in line:
        width = len(sign.encode())
        if size + width > LINE_BYTES:
            parts.append(part)
            part, size = " ", 1
        part, size = part + sign, size + width
    return [*parts, part]


def _utc(moment: datetime) -> str:
    return moment.astimezone(UTC).strftime("%Y%m%dT%H%M%SZ")
