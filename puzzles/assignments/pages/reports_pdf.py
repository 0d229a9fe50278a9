"""Reports as PDF files: each student on pages of their own, or the class as a table across."""

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext
from reportlab.lib import colors
from reportlab.lib.enums import TA_RIGHT
from reportlab.lib.pagesizes import A4, landscape
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    LongTable,
    PageBreak,
    PageTemplate,
    Paragraph,
    Spacer,
    TableStyle,
)

from accounts.dates import date_format
from accounts.models import Membership
from puzzles.library.pages.durations import clock
from puzzles.library.pages.numbers import out_of

from ..models import Assignment
from ..services.grades import FinalGrade
from ..templatetags.results import points
from .letters import is_printable, printable
from .reports import ClassReport, ReportLine, StudentReport
from .sheets_pdf import BOLD, FOOT, MARGIN, PLAIN

NONE = "—"
# Columns of one table of the class; more continue in a table on the next page.
MOST_COLUMNS = 9
# Letters of an assignment's name over a column.
LONGEST_HEAD = 48
STUDENT_WIDTH, MEAN_WIDTH = 66 * mm, 17 * mm
RULE, SHADE = colors.Color(0.72, 0.72, 0.72), colors.Color(0.95, 0.95, 0.95)

TEXT = ParagraphStyle("text", fontName=PLAIN, fontSize=10, leading=13.5)
SOFT = ParagraphStyle("soft", parent=TEXT, fontSize=9, leading=12)
TITLE = ParagraphStyle("title", fontName=BOLD, fontSize=18, leading=22)
HEADING = ParagraphStyle("heading", fontName=BOLD, fontSize=11, leading=15, spaceBefore=10, keepWithNext=True)
CELL = ParagraphStyle("cell", parent=TEXT, fontSize=9, leading=11.5)
NUMBER = ParagraphStyle("number", parent=CELL, alignment=TA_RIGHT)
# Thirty students fit on a page across.
SMALL = ParagraphStyle("small", parent=CELL, fontSize=8.5, leading=10)
SMALL_NUMBER = ParagraphStyle("small-number", parent=SMALL, alignment=TA_RIGHT)
COLUMN_HEAD = ParagraphStyle("column-head", parent=CELL, fontName=BOLD, fontSize=8, leading=9.5)
NUMBER_HEAD = ParagraphStyle("number-head", parent=COLUMN_HEAD, alignment=TA_RIGHT)
NUMBER_DAY = ParagraphStyle("number-day", parent=NUMBER_HEAD, fontName=PLAIN)


def student_reports_pdf(report: ClassReport, *, language: str) -> bytes:
    """The reports of the students, by family name, each from a new page on."""
    document = _Document(_("Report"), report, A4, language)
    story: list[Flowable] = []
    for each in report.reports:
        if story:
            story.append(PageBreak())
        story += _student(each, report, document.width)
    return document.made_of(story)


def class_report_pdf(report: ClassReport, *, language: str) -> bytes:
    """The table of the class; many assignments are on several pages, each with all students."""
    title = _("Report of the class %(name)s") % {"name": report.classroom.name}
    note = _(
        "Marks have different scales; the mean is of all marks that count, each out of 20. Marks are missing"
        " before the due date, and for exams until their results are released."
    )
    document = _Document(title, report, landscape(A4), language, note=note)
    story: list[Flowable] = []
    for group in _groups(_columns(report.assignments)):
        if story:
            story.append(PageBreak())
        story += [
            _text(title, TITLE),
            _text(_period_words(report), SOFT),
            Spacer(1, 4 * mm),
            _class_table(report, group, document.width),
        ]
    return document.made_of(story)


class _Document(BaseDocTemplate):
    """Pages of one size, with the class, the day, the number of the page and a note at the foot."""

    def __init__(
        self, title: str, report: ClassReport, size: tuple[float, float], language: str, *, note: str = ""
    ) -> None:
        self.file = io.BytesIO()
        self.note = printable(note)
        self.foot = printable(f"{report.classroom.name} · {_day(timezone.localdate())}")
        super().__init__(
            self.file,
            pagesize=size,
            leftMargin=MARGIN,
            rightMargin=MARGIN,
            topMargin=MARGIN,
            bottomMargin=MARGIN + FOOT,
            title=printable(title),
            author="Sudokusite",
            lang=language,
        )
        frame = Frame(MARGIN, self.bottomMargin, self.width, self.height, 0, 0, 0, 0)
        self.addPageTemplates([PageTemplate("page", [frame], onPageEnd=self.draw_foot)])

    def draw_foot(self, canvas: Canvas, _document: BaseDocTemplate) -> None:
        canvas.setFont(PLAIN, 7.5)
        canvas.drawString(MARGIN, MARGIN + 2 * mm, self.note)
        canvas.setFont(PLAIN, 8)
        canvas.drawString(MARGIN, MARGIN - 2 * mm, self.foot)
        canvas.drawRightString(self.pagesize[0] - MARGIN, MARGIN - 2 * mm, str(self.page))

    def made_of(self, story: list[Flowable]) -> bytes:
        self.build(story)
        return self.file.getvalue()


# One student


def _student(each: StudentReport, report: ClassReport, width: float) -> Iterator[Flowable]:
    yield _text(_name(each.member), TITLE)
    yield _text(f"{report.classroom.name} · {_period_words(report)}", SOFT)
    if each.mean is not None:
        mean = _("Mean: %(mean)s / 20") % {"mean": points(each.mean)}
        yield _text(mean, ParagraphStyle("mean", parent=TEXT, fontName=BOLD, fontSize=13, spaceBefore=8))
    yield Spacer(1, 3 * mm)
    yield _text(_sums(each), TEXT)
    yield Spacer(1, 4 * mm)
    if each.lines:
        yield _assignments(each.lines.values(), width)
    else:
        yield _text(_("No assignment in this period."), TEXT)
    rows = [f"{title} · {out_of(passed, total)}" for title, passed, total in each.exercises]
    yield from _section(_("Exercises passed"), rows)
    rows = [f"{level.competence.name} · {level.value.label}" for level in each.levels if level.value]
    yield from _section(_("Competences"), rows)
    yield from _section(_("Techniques mastered"), [", ".join(each.mastered)])
    yield from _section(_("Techniques in practice"), [", ".join(each.practised)])
    if each.growth:
        technique = each.growth.last.week.technique
        words = (
            _("3 times in 4, last: %(technique)s") % {"technique": technique}
            if technique
            else _("3 times in 4, last: not yet the easiest step")
        )
        yield from _section(_("Found without help, by week"), [words])


def _sums(each: StudentReport) -> str:
    """The numbers of the period in a line."""
    solved = ngettext("%(count)s grid solved", "%(count)s grids solved", each.solved)
    passed = ngettext("%(count)s exercise passed", "%(count)s exercises passed", each.passed)
    count = len(each.mastered)
    mastered = ngettext("%(count)s technique mastered", "%(count)s techniques mastered", count)
    time = f" ({clock(each.time_ms)})" if each.time_ms else ""
    return " · ".join(
        (
            solved % {"count": each.solved} + time,
            passed % {"count": each.passed},
            mastered % {"count": count},
        )
    )


def _section(title: str, lines: Sequence[str]) -> Iterator[Flowable]:
    """A heading with its lines; nothing if they are empty."""
    if any(lines):
        yield _text(title, HEADING)
        yield from (_text(line, TEXT) for line in lines)


def _assignments(lines: Iterable[ReportLine], width: float) -> LongTable:
    rows: list[list[Any]] = [
        [
            _text(_("Assignment"), COLUMN_HEAD),
            _text(_("Date"), COLUMN_HEAD),
            _text(_("Done"), NUMBER_HEAD),
            _text(_("Mark"), NUMBER_HEAD),
        ]
    ]
    for line in lines:
        name = [_text(line.assignment.name, CELL)]
        if line.grade and line.grade.comment:
            name += [_text(part, CELL) for part in line.grade.comment.splitlines()]
        rows.append(
            [
                name,
                _text(_day(timezone.localdate(line.assignment.opens_at)), CELL),
                _text(out_of(line.done, line.total) if line.done else NONE, NUMBER),
                _text(_grade(line.grade, has_scale=True) if line.grade else NONE, NUMBER),
            ]
        )
    numbers = [36 * mm, 20 * mm, 28 * mm]
    return _table(rows, [width - sum(numbers), *numbers])


# The class


class _Column(NamedTuple):
    """A column of the class table: its head, and the words of each student."""

    head: list[Paragraph]
    words: Callable[[StudentReport], str]


def _columns(assignments: Sequence[Assignment]) -> list[_Column]:
    """A column for each assignment, and the sums of the period."""
    sums: list[tuple[str, Callable[[StudentReport], int]]] = [
        (_("Grids solved"), lambda each: each.solved),
        (_("Exercises passed"), lambda each: each.passed),
        (_("Techniques mastered"), lambda each: len(each.mastered)),
    ]
    return [_assignment_column(each) for each in assignments] + [
        _Column([_text(words, NUMBER_HEAD)], partial(_sum_words, count)) for words, count in sums
    ]


def _assignment_column(assignment: Assignment) -> _Column:
    day = _day(timezone.localdate(assignment.opens_at), short=True)
    head = [_text(_cut(assignment.name), NUMBER_HEAD), _text(day, NUMBER_DAY)]
    return _Column(head, lambda each: _cell(each.lines.get(assignment.pk)))


def _sum_words(count: Callable[[StudentReport], int], each: StudentReport) -> str:
    return str(count(each) or NONE)


def _groups(columns: Sequence[_Column]) -> list[Sequence[_Column]]:
    """The columns in as few groups as fit on a page across, of about one size."""
    size = -(-len(columns) // -(-len(columns) // MOST_COLUMNS))
    return [columns[start : start + size] for start in range(0, len(columns), size)]


def _class_table(report: ClassReport, group: Sequence[_Column], width: float) -> LongTable:
    """All students with their mean and the columns of a group."""
    heads = [_text(_("Student"), COLUMN_HEAD), _text(_("Mean out of 20"), NUMBER_HEAD)]
    rows: list[list[Any]] = [[*heads, *(column.head for column in group)]]
    for each in report.reports:
        cells = [points(each.mean), *(column.words(each) for column in group)]
        rows.append([_text(_name(each.member), SMALL), *(_text(words, SMALL_NUMBER) for words in cells)])
    wide = min(30 * mm, (width - STUDENT_WIDTH - MEAN_WIDTH) / len(group))
    return _table(rows, [STUDENT_WIDTH, MEAN_WIDTH, *[wide] * len(group)])


def _cell(line: ReportLine | None) -> str:
    if line is None:
        return NONE
    if line.grade:
        return _grade(line.grade)
    is_counted = not (line.assignment.is_played or line.assignment.algorithm)
    return out_of(line.done, line.total) if is_counted and line.done else NONE


def _grade(grade: FinalGrade, *, has_scale: bool = False) -> str:
    """The points, or in a word why there are none."""
    if grade.is_excused:
        return pgettext("one student", "excused")
    if not grade.is_counted:
        return str(grade.state.label)
    scale = f" / {grade.scale}" if has_scale and grade.value is not None else ""
    return points(grade.value) + scale


# Words and tables


def _name(member: Membership) -> str:
    """The name for the teachers; the pseudonym if the fonts lack letters of the real name."""
    name = str(member.shown_name)
    return name if is_printable(name) else member.student.username


def _period_words(report: ClassReport) -> str:
    first, last = _day(report.period.first), _day(report.period.last)
    return _("%(first)s to %(last)s") % {"first": first, "last": last}


def _day(day: Any, *, short: bool = False) -> str:
    return str(date_format(day, "SHORT_DATE_FORMAT" if short else "DATE_FORMAT"))


def _cut(words: str) -> str:
    return words if len(words) <= LONGEST_HEAD else words[: LONGEST_HEAD - 1].rstrip() + "…"


def _text(words: str, style: ParagraphStyle) -> Paragraph:
    # Escaped: a paragraph reads its text as markup.
    return Paragraph(escape(printable(words)), style)


def _table(rows: list[list[Any]], widths: list[float]) -> LongTable:
    """Rows parted by lines, under a head that each page repeats."""
    table = LongTable(rows, colWidths=widths, repeatRows=1, hAlign="LEFT", splitInRow=1)
    table.setStyle(
        TableStyle(
            [
                ("VALIGN", (0, 0), (-1, -1), "TOP"),
                ("VALIGN", (0, 0), (-1, 0), "BOTTOM"),
                ("LINEBELOW", (0, 0), (-1, 0), 0.8, colors.black),
                ("LINEBELOW", (0, 1), (-1, -1), 0.4, RULE),
                ("ROWBACKGROUNDS", (0, 1), (-1, -1), [None, SHADE]),
                ("TOPPADDING", (0, 0), (-1, -1), 1),
                ("BOTTOMPADDING", (0, 0), (-1, -1), 2.5),
                ("LEFTPADDING", (0, 0), (-1, -1), 3),
                ("RIGHTPADDING", (0, 0), (-1, -1), 3),
            ]
        )
    )
    return table
