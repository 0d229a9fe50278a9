"""The report of an import: counts, and line by line why a line or the whole file was rejected."""

import csv
import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop, pgettext

from puzzles.engine.formats import Fault, describe_expected, describe_file_fault, describe_found

from .. import services as library
from ..models import Entry, PuzzleImport, RejectedLine
from .csv import harmless

FAILURES = {
    library.NOT_PUZZLES: gettext_noop(
        "The first thousand lines of the file contain no grid; the rest was not read."
    ),
    library.TOO_MANY_REJECTED: gettext_noop("Too many lines are not grids; the rest was not read."),
    library.STUCK: gettext_noop(
        "The import failed several times at the same place and was stopped. The grids before it are in the "
        "collection."
    ),
}


COUNTS = ("accepted", "known", "rejected", "several_solutions", "no_solution", "similar")


@dataclass(frozen=True)
class ReportLine:
    """A line of a file that did not become a new playable grid, and why."""

    line: int
    column: int | None
    number: int | None
    verdict: str
    sentence: str
    excerpt: str


def counts(puzzle_import: PuzzleImport) -> list[tuple[str, str, int]]:
    """The counts of a report: (field, label, count). The first three add up to the grids of the file."""
    fields = {field.name: field for field in PuzzleImport._meta.fields}
    return [(name, str(fields[name].verbose_name), getattr(puzzle_import, name)) for name in COUNTS]


def failure_sentence(puzzle_import: PuzzleImport) -> str:
    """Why an import failed; "" if it did not."""
    if not puzzle_import.failure:
        return ""
    if puzzle_import.failure in FAILURES:
        return _(FAILURES[puzzle_import.failure])
    return describe_file_fault(puzzle_import.failure, translation)


def several_example(puzzle_import: PuzzleImport) -> Entry | None:
    """The first grid of a finished import that has several solutions."""
    if not puzzle_import.is_finished or not puzzle_import.several_solutions:
        return None
    entries = Entry.objects.of_import(puzzle_import).filter(position=None, puzzle__solution_count=2)
    return entries.first()


# The report, line by line


def report_lines(puzzle_import: PuzzleImport) -> Iterator[ReportLine]:
    """Every line that is not a new playable grid, in the order of the file."""
    rejected = puzzle_import.rejected_lines.order_by("line", "pk").iterator(chunk_size=1000)
    unplayable = Entry.objects.of_import(puzzle_import).filter(position=None).iterator(chunk_size=1000)
    return heapq.merge(
        map(rejected_line, rejected),
        map(unplayable_line, unplayable),
        map(similar_line, library.similar_entries(puzzle_import)),
        key=attrgetter("line"),
    )


def rejected_line(rejected: RejectedLine) -> ReportLine:
    """A rejected line with its reason."""
    return ReportLine(
        line=rejected.line,
        column=rejected.column,
        number=rejected.number,
        verdict=pgettext("line of a file", "rejected"),
        sentence=reason(rejected),
        excerpt=rejected.excerpt,
    )


def reason(rejected: RejectedLine) -> str:
    """Why a line was rejected: what was found and what was expected."""
    if rejected.reason == library.SEARCH_LIMIT:
        return _("the search for its solutions took too long")
    fault = Fault(rejected.reason, rejected.line, rejected.column or 1, rejected.details)
    return _("found %(found)s; expected %(expected)s") % {
        "found": describe_found(fault, translation),
        "expected": describe_expected(fault, translation),
    }


def unplayable_line(entry: Entry) -> ReportLine:
    """An entry that cannot be drawn, with the reason."""
    verdict, sentence = {
        0: (_("without a solution"), _("kept in the collection, but never offered to players")),
        1: (pgettext("line of a file", "already there"), _("the same grid is further up in this file")),
        2: (_("with several solutions"), _("kept in the collection, but never offered to players")),
    }[entry.puzzle.solution_count]
    return ReportLine(entry.line, None, entry.number, verdict, sentence, entry.puzzle.givens)


def similar_line(similar: library.SimilarEntry) -> ReportLine:
    """A similar entry, with the number of the other grid."""
    entry, other = similar.entry, similar.other
    if similar.is_same_puzzle and entry.collection_id == other.collection_id:
        sentence = _("the same puzzle as grid %(number)d, rotated, shuffled or renumbered")
    elif similar.is_same_puzzle:
        sentence = _(
            "the same puzzle as grid %(number)d of “%(collection)s”, rotated, shuffled or renumbered"
        )
    elif entry.collection_id == other.collection_id:
        sentence = _(
            "other givens, but the same solution as grid %(number)d, perhaps rotated, shuffled or renumbered"
        )
    else:
        sentence = _(
            "other givens, but the same solution as grid %(number)d of “%(collection)s”, perhaps rotated, "
            "shuffled or renumbered"
        )
    sentence = sentence % {"number": other.number, "collection": other.collection.name}
    verdict = pgettext("line of a file", "similar")
    return ReportLine(entry.line, None, entry.number, verdict, sentence, entry.puzzle.givens)


# The report as a table for a spreadsheet


class Echo:
    """A file whose `write` returns the text, so that rows can be streamed."""

    def write(self, text: str) -> str:
        return text


def report_csv(puzzle_import: PuzzleImport, language: str) -> Iterator[str]:
    """The report as CSV: the figures first, then line by line."""
    writer: Any = csv.writer(Echo())
    with translation.override(language):
        # The byte order mark: without it spreadsheets misread accents.
        yield "\ufeff" + writer.writerow(
            [
                _("verdict"),
                _("count"),
                _("line"),
                _("column"),
                _("grid"),
                _("reason"),
                _("grid or start of the line"),
            ]
        )
        for _name, label, value in counts(puzzle_import):
            yield writer.writerow([harmless(label), value, "", "", "", "", ""])
        for line in report_lines(puzzle_import):
            yield writer.writerow(
                [
                    harmless(line.verdict),
                    "",
                    line.line,
                    line.column,
                    line.number,
                    harmless(line.sentence),
                    harmless(line.excerpt),
                ]
            )
