"""Sources of an assignment's puzzles: chosen one by one, or drawn for the class."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, replace
from typing import Any, Self

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.refusals import Refusal
from puzzles.engine import PuzzleRecord, read_puzzles
from puzzles.engine.formats import NotAPuzzleFileError
from puzzles.library import services as library
from puzzles.library.models import Collection, Entry, Puzzle
from puzzles.library.services.bulk_insert import CheckedPuzzle
from puzzles.play.services.draws import ANY_GRID, Criteria, no_such_grid, not_offered

MAX_GRIDS = 60
NUMBERS = re.compile(r"(\d{1,9})(?:\s*[-–—]\s*(\d{1,9}))?")


class SourceError(Refusal):
    """The source lacks the grids asked for; the text is for the teacher."""


class TooManyGridsError(SourceError):
    """More grids than an assignment can hold."""


@dataclass(frozen=True, kw_only=True)
class Window:
    """The tier and the range of scores of all students' grids at one position."""

    tier: int
    low: int
    high: int

    def holds(self, tier: int, score: int) -> bool:
        return tier == self.tier and self.low <= score <= self.high


@dataclass(frozen=True, kw_only=True)
class Source:
    """Source of the grids, as stored in `Assignment.source`.

    Without a count, all students get `puzzles`. With a count, that many are drawn from the collections: the
    same for all, stored in `puzzles`, or, with a `band`, different ones whose work differs by at most so many
    percent; `windows` then say how hard each is. `played_too` allows grids that students have played before.
    """

    puzzles: tuple[int, ...] = ()
    collections: tuple[int, ...] = ()
    count: int = 0
    criteria: Criteria = ANY_GRID
    band: int | None = None
    played_too: bool = False
    windows: tuple[Window, ...] = ()

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        values = dict(data)
        values["criteria"] = Criteria(**values.get("criteria", {}))
        values["windows"] = tuple(Window(**window) for window in values.get("windows", ()))
        for name in ("puzzles", "collections"):
            values[name] = tuple(values.get(name, ()))
        return cls(**values)

    def to_json(self) -> dict[str, Any]:
        """As the database returns it: with lists."""
        plain: dict[str, Any] = json.loads(json.dumps(asdict(self)))
        return plain

    @property
    def is_drawn(self) -> bool:
        return self.count > 0

    @property
    def is_same_for_all(self) -> bool:
        return self.band is None

    def criteria_only(self) -> Self:
        """The source without what was drawn from it."""
        return replace(self, puzzles=(), windows=()) if self.is_drawn else self

    def givens(self) -> list[str]:
        """The grids that all students have, as lines of 81."""
        return [puzzle.givens for puzzle in puzzles_in_order(self.puzzles)]


# Chosen grids


def numbered_puzzles(collection: Collection, text: str) -> tuple[int, ...]:
    """The puzzles of these numbers of a collection, such as `1-5, 12`. Raises SourceError."""
    numbers = list(dict.fromkeys(parse_numbers(text)))
    entries = Entry.objects.filter(collection=collection, number__in=numbers).select_related("puzzle")
    found = {entry.number: entry for entry in entries}
    for number in numbers:
        if number not in found:
            raise SourceError(no_such_grid(collection, number))
        if not found[number].puzzle.is_offered:
            raise SourceError(not_offered(found[number]))
    return tuple(dict.fromkeys(found[number].puzzle_id for number in numbers))


def parse_numbers(text: str) -> list[int]:
    """The numbers of a list such as `1-5, 12`. Raises SourceError if it cannot be read or is too long."""
    numbers: list[int] = []
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[-–—]\s*", "-", text.strip())):
        match = NUMBERS.fullmatch(part)
        if not match:
            raise SourceError(
                _("“%(part)s” is not a list of numbers. Write for example 1-5, 12.") % {"part": part[:40]}
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first:
            raise SourceError(
                _("%(low)d-%(high)d is empty: the first number must not be greater than the second.")
                % {"low": first, "high": last}
            )
        refuse_too_many(len(numbers) + last - first + 1)
        numbers.extend(range(first, last + 1))
    return numbers


@dataclass(frozen=True, kw_only=True)
class PastedGrids:
    """Pasted grids in their order: those on the site, with the keys of their puzzles, and those new to it."""

    grids: tuple[str, ...]
    known: dict[str, Puzzle]
    new: dict[str, CheckedPuzzle]

    @property
    def known_source(self) -> Source:
        """The source of the grids on the site."""
        return Source(puzzles=tuple(self.known[line].pk for line in self.grids if line in self.known))

    def store(self, teacher: User) -> Source:
        """The source of these grids; those new to the site go into a collection of the teacher's.

        Raises PastedGridError.
        """
        if not self.new:
            return self.known_source
        keys = {line: puzzle.pk for line, puzzle in self.known.items()}
        keys |= library.keep_pasted(owner=teacher, grids=self.new)
        return Source(puzzles=tuple(keys[line] for line in self.grids))


def read_pasted(text: str) -> PastedGrids:
    """The grids of a text, each with exactly one solution. Raises SourceError. Stores nothing."""
    grids = tuple(dict.fromkeys(read_grids(text)))
    refuse_too_many(len(grids))
    known = {each.givens: each for each in Puzzle.objects.filter(givens__in=grids).defer("solution")}
    try:
        for number, line in enumerate(grids, start=1):
            if line in known:
                library.refuse_unplayable(number, known[line].solution_count)
        numbered = enumerate(grids, start=1)
        new = library.check_pasted((number, line) for number, line in numbered if line not in known)
    except library.PastedGridError as refusal:
        raise SourceError(str(refusal)) from refusal
    return PastedGrids(grids=grids, known=known, new=new)


def read_grids(text: str) -> Iterator[str]:
    """The grids of a text, as lines of 81. Raises SourceError at the first unreadable one."""
    try:
        for record in read_puzzles([f"{text}\n".encode()]):
            if not isinstance(record, PuzzleRecord):
                raise SourceError(
                    _("Grid %(number)d, line %(line)d, cannot be read: 81 cells are expected.")
                    % {"number": record.number, "line": record.fault.line}
                )
            yield record.puzzle
    except NotAPuzzleFileError as error:
        raise SourceError(_("This text contains no grid.")) from error


def refuse_too_many(count: int) -> None:
    if count > MAX_GRIDS:
        raise TooManyGridsError(too_many_words())


def too_many_words() -> str:
    return ngettext(
        "An assignment holds %(count)d grid at most.",
        "An assignment holds %(count)d grids at most.",
        MAX_GRIDS,
    ) % {"count": MAX_GRIDS}


def puzzles_in_order(keys: Iterable[int]) -> list[Puzzle]:
    """The puzzles of these keys, in this order."""
    keys = list(keys)
    found = Puzzle.objects.defer("solution").in_bulk(keys)
    return [found[key] for key in keys if key in found]
