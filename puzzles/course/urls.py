"""The addresses of the course: worksheets, exercises, solvers at work."""

from django.urls import URLPattern, URLResolver, path

from .views import bugs, exercises, files, own_runs, trace_tables, verdicts, viewer, worksheets
from .views.sandbox import sandbox

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("course/<slug:worksheet>/exercises/watch/", own_runs.own_run, name="own_run"),
    path("course/<slug:worksheet>/exercises/", exercises.exercises, name="exercises"),
    path("course/<slug:worksheet>/exercises/<slug:key>/", exercises.exercise, name="exercise"),
    path("course/<slug:worksheet>/bugs/", bugs.bugs, name="bugs"),
    path("course/<slug:worksheet>/bugs/<slug:key>/<int:number>/", bugs.bug, name="bug"),
    path("course/<slug:worksheet>/bugs/<slug:key>/<int:number>/case/", bugs.bug_case, name="bug_case"),
    path("course/<slug:worksheet>/bugs/<slug:key>/<int:number>/tries/", bugs.bug_try, name="bug_try"),
    path("course/<slug:worksheet>/program/", exercises.program, name="program"),
    path("course/<slug:worksheet>/program/file/", exercises.program_file, name="program_file"),
    path("course/<slug:worksheet>/program/copies/<int:pk>/", exercises.program_copy, name="program_copy"),
    path("course/sudoku.txt", files.grid_file, name="grid_file"),
    path("course/sudoku.pyz", files.archive, name="archive"),
    path("course/mini_projet/starter.ipynb", files.starter_notebook, name="starter_notebook"),
    path("course/<slug:name>/starter.py", files.starter, name="starter"),
    path("course/<slug:worksheet>/verdicts/", verdicts.verdicts, name="verdicts"),
    path("course/<slug:worksheet>/exercises/<slug:key>/seen/", verdicts.seen, name="seen"),
    path(
        "course/<slug:worksheet>/exercises/<slug:key>/reference/",
        verdicts.show_reference,
        name="show_reference",
    ),
    path("course/sandbox/", sandbox, name="sandbox"),
    path("algorithms/<slug:algorithm>/", viewer.viewer, name="viewer"),
    path("algorithms/<slug:algorithm>/trace/", viewer.trace, name="trace"),
    path("algorithms/<slug:algorithm>/table/", trace_tables.trace_table, name="trace_table"),
    path("algorithms/<slug:algorithm>/predictions/", viewer.predict, name="predict"),
    path("algorithms/<slug:algorithm>/give-up/", viewer.give_up_and_watch, name="give_up_and_watch"),
    path("course/", worksheets.course, name="course"),
    path("course/explorer/", worksheets.explorer, name="explorer"),
    path("course/<slug:name>.py", worksheets.worksheet_source, name="worksheet_source"),
    path("course/<slug:name>/", worksheets.worksheet, name="worksheet"),
]
