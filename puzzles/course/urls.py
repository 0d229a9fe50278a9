"""The addresses of exercises and of the programs written for them."""

from django.urls import URLPattern, URLResolver, path

from .views import bugs, exercises, files, submissions, verdicts
from .views.sandbox import sandbox

app_name = "course"

urlpatterns: list[URLPattern | URLResolver] = [
    path("<slug:worksheet>/exercises/", exercises.exercises, name="exercises"),
    path("<slug:worksheet>/exercises/<slug:key>/", exercises.exercise, name="exercise"),
    path(
        "<slug:worksheet>/exercises/<slug:key>/hand-in/",
        submissions.hand_in_program,
        name="hand_in_program",
    ),
    path("<slug:worksheet>/bugs/", bugs.bugs, name="bugs"),
    path("<slug:worksheet>/bugs/<slug:key>/<slug:name>/", bugs.bug, name="bug"),
    path("<slug:worksheet>/bugs/<slug:key>/<slug:name>/case/", bugs.bug_case, name="bug_case"),
    path("<slug:worksheet>/bugs/<slug:key>/<slug:name>/tries/", bugs.bug_try, name="bug_try"),
    path("<slug:worksheet>/program/", exercises.program, name="program"),
    path("<slug:worksheet>/program/file/", exercises.program_file, name="program_file"),
    path("<slug:worksheet>/program/copies/<int:pk>/", exercises.program_copy, name="program_copy"),
    path("sudoku.txt", files.grid_file, name="grid_file"),
    path("sudoku.pyz", files.archive, name="archive"),
    path("mini_projet/starter.ipynb", files.starter_notebook, name="starter_notebook"),
    path("<slug:name>/starter.py", files.starter, name="starter"),
    path("work/<int:pk>/file/", submissions.submit_file, name="submit_file"),
    path("submissions/<int:pk>/", submissions.submission, name="submission"),
    path("submissions/<int:pk>/file/", submissions.submission_file, name="submission_file"),
    path("submissions/<int:pk>/comment/", submissions.submission_comment, name="submission_comment"),
    path("submissions/<int:pk>/verdicts/", submissions.confirm_verdicts, name="confirm_verdicts"),
    path("submissions/<int:pk>/own-verdicts/", submissions.own_verdicts, name="own_verdicts"),
    path("assignments/<int:pk>/news/", submissions.table_news, name="table_news"),
    path("assignments/<int:pk>/judge/", submissions.judge_again, name="judge_again"),
    path("assignments/<int:pk>/files/", submissions.files_zip, name="files_zip"),
    path("<slug:worksheet>/verdicts/", verdicts.verdicts, name="verdicts"),
    path("<slug:worksheet>/exercises/<slug:key>/seen/", verdicts.seen, name="seen"),
    path("<slug:worksheet>/exercises/<slug:key>/reference/", verdicts.show_reference, name="show_reference"),
    path("sandbox/", sandbox, name="sandbox"),
]
