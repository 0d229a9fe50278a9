"""What the tables of students' exercises, drills and questions share: their news, and their file."""

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from accounts.requests import UserRequest
from puzzles.library.pages.csv import Cell
from puzzles.library.views.downloads import WRITERS, csv_download

from ..pages.results import table_context, with_grades

NO_NEWS = 204


def news_of(request: UserRequest, table: Any, template: str) -> HttpResponse:
    """The table; 204 if the page has the same."""
    if request.GET.get("stamp") == table.stamp:
        return HttpResponse(status=NO_NEWS)
    return render(request, template, table_context(table))


def file_of(request: UserRequest, table: Any, rows: list[list[Cell]]) -> HttpResponse:
    """The rows of the table, headings first, as a file with the grades at the end."""
    assignment, kind = table.assignment, request.GET.get("file", "")
    return csv_download(
        with_grades(rows, table.lines, assignment),
        kind=kind if kind in WRITERS else "excel",
        name=f"{assignment.classroom.name} {assignment.name}",
        by=request.user,
        assignment=assignment.pk,
    )
