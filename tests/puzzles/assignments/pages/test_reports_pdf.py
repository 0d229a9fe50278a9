"""Reports as PDF files: one student a page, the class across, whatever the names."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from accounts.models import Classroom, Membership, User
from puzzles.assignments.models import Assignment, Grade
from puzzles.assignments.pages.reports import ClassReport, class_report
from puzzles.assignments.pages.reports_pdf import class_report_pdf, student_reports_pdf
from puzzles.assignments.services.periods import school_year
from tests.puzzles.assignments.views.test_results import all_play

AssignmentOf = Callable[..., Assignment]
LONG = "Jean-Baptiste Emmanuel Maximilien de La Rochefoucauld-Montmorency"


@pytest.fixture
def report(
    assignment_of: AssignmentOf, classroom: Classroom, teacher: User, student: User, classmate: User
) -> ClassReport:
    """A class with an assignment played, whose first student has a comment."""
    assignment = assignment_of(name="Pairs <& triples>")
    all_play(assignment)
    Grade.objects.create(assignee=assignment.assignees.get(student=student), value=11, comment="Go on <b>")
    return class_report(classroom, school_year(), teacher=teacher)


def texts(content: bytes) -> list[str]:
    """The words of each page."""
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


def test_each_student_has_a_page_in_the_order_of_names(report: ClassReport) -> None:
    first, second = texts(student_reports_pdf(report, language="en"))
    assert first.startswith("PETIT Léa")
    assert "Pairs <& triples> Go on <b>" in first
    assert "11 / 20" in first
    assert "Mean: 11 / 20" in first
    assert second.startswith("ROUX Tom")
    assert "ROUX" not in first
    assert report.classroom.name in first


def test_the_class_is_a_table_across(report: ClassReport) -> None:
    content = class_report_pdf(report, language="en")
    page = PdfReader(io.BytesIO(content)).pages[0]
    assert page.mediabox.width > page.mediabox.height
    [words] = texts(content)
    assert words.index("PETIT Léa") < words.index("ROUX Tom")
    assert "Techniques mastered" in words


def test_many_assignments_are_on_several_pages_with_all_students(report: ClassReport) -> None:
    many = replace(report, assignments=report.assignments * 20)
    pages = texts(class_report_pdf(many, language="en"))
    assert len(pages) == 3
    assert all("PETIT Léa" in words and "ROUX Tom" in words for words in pages)
    assert sum(words.count("Pairs <& triples>") for words in pages) == 20


def test_a_class_of_thirty_fits_on_a_page(report: ClassReport) -> None:
    thirty = replace(report, reports=(report.reports * 15))
    assert len(texts(class_report_pdf(thirty, language="en"))) == 1


def test_a_long_comment_goes_on_on_the_next_page(report: ClassReport) -> None:
    line = report.reports[0].lines[report.assignments[0].pk]
    Grade.objects.filter(comment="Go on <b>").update(comment="word " * 1500)
    again = class_report(report.classroom, report.period, teacher=report.classroom.teachers.get())
    pages = texts(student_reports_pdf(again, language="en"))
    assert sum(words.count("word") for words in pages) == 1500
    assert line.grade is not None


@pytest.mark.parametrize(
    ("family", "given", "read"),
    [
        ("", LONG, LONG),
        ("Łuczak", "Żółć", "LUCZAK Zólc"),
        ("李", "小龍", "lea"),
        ("O'Neil & Sons", "<i>", "O'NEIL & SONS <i>"),
    ],
)
def test_names_are_readable_in_the_letters_of_the_fonts(
    report: ClassReport, student: User, family: str, given: str, read: str
) -> None:
    Membership.objects.filter(student=student).update(family_name=family, given_name=given)
    again = class_report(report.classroom, report.period, teacher=report.classroom.teachers.get())
    for content in (student_reports_pdf(again, language="en"), class_report_pdf(again, language="en")):
        words = " ".join(texts(content))
        assert read.replace(" ", "") in words.replace(" ", "")


def test_without_assignments_and_students_there_is_a_page_still(classroom: Classroom, teacher: User) -> None:
    empty = class_report(classroom, school_year(), teacher=teacher)
    assert len(texts(class_report_pdf(empty, language="en"))) == 1


def test_the_reports_are_downloaded_by_teachers_of_the_class(
    client_of: Callable[[User], Any], teacher: User, other_teacher: User, report: ClassReport
) -> None:
    pk = report.classroom.pk
    for path in ("report.pdf", "reports.pdf", "reports/lea/report.pdf"):
        answer = client_of(teacher).get(f"/classes/{pk}/{path}", headers={"Accept-Language": "en"})
        assert answer.content.startswith(b"%PDF")
        assert answer["Content-Disposition"].startswith('attachment; filename="report-')
        assert client_of(other_teacher).get(f"/classes/{pk}/{path}").status_code == 404
    one = client_of(teacher).get(f"/classes/{pk}/reports/lea/report.pdf").content
    assert "ROUX" not in " ".join(texts(one))
    assert client_of(teacher).get(f"/classes/{pk}/reports/nobody/report.pdf").status_code == 404


def test_the_first_of_a_month_is_written_as_in_french(report: ClassReport) -> None:
    with translation.override("fr"):
        [words] = texts(class_report_pdf(report, language="fr"))
    assert "du 1er septembre" in words
