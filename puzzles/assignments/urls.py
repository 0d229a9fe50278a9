"""The addresses of assignments, for teachers and students, and of the pages about a class."""

from django.urls import URLPattern, URLResolver, path

from .views import assigned_runs, assignees, assignments, exercises, following, results, sheets, submissions

app_name = "assignments"

urlpatterns: list[URLPattern | URLResolver] = [
    path("course/assignments/<int:pk>/files/", submissions.files_zip, name="files_zip"),
    path("course/assignments/<int:pk>/judge/", submissions.judge_again, name="judge_again"),
    path("course/assignments/<int:pk>/news/", submissions.table_news, name="table_news"),
    path("course/submissions/<int:pk>/own-verdicts/", submissions.own_verdicts, name="own_verdicts"),
    path("course/submissions/<int:pk>/verdicts/", submissions.confirm_verdicts, name="confirm_verdicts"),
    path("course/comments/<int:pk>/delete/", submissions.delete_comment, name="delete_comment"),
    path("course/submissions/<int:pk>/comment/", submissions.submission_comment, name="submission_comment"),
    path("course/submissions/<int:pk>/file/", submissions.submission_file, name="submission_file"),
    path("course/submissions/<int:pk>/", submissions.submission, name="submission"),
    path("course/work/<int:pk>/file/", submissions.submit_file, name="submit_file"),
    path(
        "course/<slug:worksheet>/exercises/<slug:key>/hand-in/",
        submissions.hand_in_program,
        name="hand_in_program",
    ),
    path("classes/<int:pk>/live/", following.class_live, name="class_live"),
    path("classes/<int:pk>/live/news/", following.class_live_news, name="class_live_news"),
    path("classes/<int:pk>/table/", following.class_table, name="class_table"),
    path("classes/<int:pk>/puzzles/<int:puzzle>/", results.puzzle_view, name="puzzle_view"),
    path("classes/<int:pk>/techniques/", results.technique_grid, name="technique_grid"),
    path("classes/<int:pk>/assignments/", assignments.assignment_list, name="list"),
    path("classes/<int:pk>/assignments/new/", assignments.assignment_new, name="new"),
    path("classes/<int:pk>/exercises/new/", exercises.exercises_new, name="exercises_new"),
    path("classes/<int:pk>/reference/", exercises.reference_rule, name="reference_rule"),
    path("assignments/<int:pk>/exercises/", exercises.exercises_csv, name="exercises_csv"),
    path("assignments/<int:pk>/", assignments.assignment, name="assignment"),
    path("assignments/<int:pk>/results/", results.assignment_csv, name="csv"),
    path("assignments/<int:pk>/marks/", assignments.assignment_marks, name="marks"),
    path("assignments/<int:pk>/absent/", results.absent, name="absent"),
    path("assignments/<int:pk>/shown-grades/", results.publish, name="publish_grades"),
    path("assignments/<int:pk>/grades/<str:username>/", results.grade, name="grade"),
    path("assignments/<int:pk>/edit/", assignments.assignment_edit, name="edit"),
    path("assignments/<int:pk>/new-grids/", assignments.assignment_new_grids, name="new_grids"),
    path("assignments/<int:pk>/redraw/", assignments.assignment_redraw, name="redraw"),
    path("assignments/<int:pk>/delete/", assignments.assignment_delete, name="delete"),
    path("assignments/<int:pk>/try/", assignments.assignment_try, name="try"),
    path("assignments/<int:pk>/<slug:act>/", assignments.assignment_act, name="act"),
    path(
        "assignments/<int:pk>/students/<str:username>/<slug:act>/",
        assignments.assignment_student_act,
        name="student_act",
    ),
    path("given/<int:pk>/", assignees.assignee, name="assignee"),
    path("given/<int:pk>/begin/", assignees.begin_assignment, name="begin_assignment"),
    path("given/<int:pk>/hand-in/", assignees.hand_in_assignment, name="hand_in_assignment"),
    path("given/<int:pk>/<int:position>/", assignees.open_assigned_puzzle, name="open_assigned_puzzle"),
    path("given/<int:pk>/<int:position>/run/", assigned_runs.assigned_run, name="assigned_run"),
    path(
        "given/<int:pk>/<int:position>/run/trace/",
        assigned_runs.assigned_run_trace,
        name="assigned_run_trace",
    ),
    path(
        "given/<int:pk>/<int:position>/run/predictions/",
        assigned_runs.assigned_run_predictions,
        name="assigned_run_predictions",
    ),
    path("sheets/", sheets.sheets, name="sheets"),
    path("sheets/pdf/", sheets.sheets_pdf, name="sheets_pdf"),
    path("sheets/<int:pk>/<int:number>/", sheets.sheet_grid, name="sheet_grid"),
]
