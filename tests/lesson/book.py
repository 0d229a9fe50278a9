"""The book of a lesson: its phases, what was checked in them, and everything the site has acknowledged."""

import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from playwright.sync_api import Error

from tests.faults.browser import NoAnswerError
from tests.faults.journal import Journal

HEADINGS = ("phase", "seconds", "clicks", "", "checked")


class AnswerKey(NamedTuple):
    """An answer in a room: one for each question and student."""

    question: int
    username: str


class AssigneeKey(NamedTuple):
    """The work of a student for an assignment."""

    assignment: int
    username: str


class HandGrade(NamedTuple):
    """A mark by hand, with its comment."""

    value: float
    comment: str


@dataclass
class Phase:
    """A part of the lesson. `most_clicks` is how many are allowed, where that is promised."""

    name: str
    most_clicks: int | None = None
    seconds: float = 0.0
    clicks: int = 0
    checked: list[str] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)

    @property
    def is_right(self) -> bool:
        """Whether everything came as promised."""
        return bool(self.checked) and not self.failures

    def columns(self) -> tuple[str, ...]:
        """The texts of the phase, in the order of `HEADINGS`."""
        allowed = f"{self.clicks} of {self.most_clicks}" if self.most_clicks else f"{self.clicks or ''}"
        words = "; ".join([*(f"FAILED: {each}" for each in self.failures), *self.checked])
        return (self.name, f"{self.seconds:.1f}", allowed, "right" if self.is_right else "WRONG", words)


class Book:
    """What happened in a lesson."""

    def __init__(self) -> None:
        self.phases: list[Phase] = []
        self.journal = Journal()
        self.answers: dict[AnswerKey, str] = {}
        self.programs: dict[AssigneeKey, str] = {}
        self.handed_in: set[AssigneeKey] = set()
        self.marks: dict[AssigneeKey, HandGrade] = {}

    @property
    def is_right(self) -> bool:
        """Whether there was a lesson, and all of it went well."""
        return bool(self.phases) and all(phase.is_right for phase in self.phases)

    @contextmanager
    def phase(self, name: str, most_clicks: int | None = None) -> Iterator[Phase]:
        """A phase of the lesson; what fails in it ends the phase, and not the lesson."""
        phase = Phase(name, most_clicks)
        self.phases.append(phase)
        began = time.monotonic()
        try:
            yield phase
        except (AssertionError, Error, NoAnswerError) as error:
            phase.failures.append(" ".join(str(error).split())[:600])
        phase.seconds = time.monotonic() - began
        if most_clicks is not None and phase.clicks > most_clicks:
            phase.failures.append(f"{phase.clicks} clicks, at most {most_clicks} are promised")
        sys.stderr.write("  ".join(phase.columns()) + "\n")

    def click(self) -> None:
        """Count a click of the teacher."""
        self.phases[-1].clicks += 1

    def check(self, words: str, is_so: object = True) -> None:
        """Write down that something is so, or that it is not."""
        (self.phases[-1].checked if is_so else self.phases[-1].failures).append(words)


def table(phases: Iterable[Phase]) -> str:
    """The phases under their headings, as lines of aligned columns."""
    lines = [HEADINGS, *(phase.columns() for phase in phases)]
    widths = [max(len(line[column]) for line in lines) for column in range(len(HEADINGS) - 1)]
    aligned = [map(str.ljust, line, widths) for line in lines]
    return "\n".join("  ".join([*texts, line[-1]]) for texts, line in zip(aligned, lines, strict=True))
